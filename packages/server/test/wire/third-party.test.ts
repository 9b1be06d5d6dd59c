import { execFile, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { type Running, startCommand } from '../harness/command.js';
import type { Message } from '../harness/peer.js';
import { openRawHttp } from '../harness/raw-http.js';
import { packFolder } from '../harness/subject.js';

const run = promisify(execFile);
const launcher = fileURLToPath(new URL('../../../cli/bin/manglecp.js', import.meta.url));

let running: Running;
let url: string;

beforeAll(async () => {
  running = startCommand(['serve', packFolder('warehouse'), '--port', '0', '--no-watch']);
  url = await running.url;
});

afterAll(async () => {
  expect((await running.stop()).code).toBe(0);
});

interface Answer {
  readonly status: number;
  readonly head: string;
  readonly message: Message;
}

async function callByCurl(address: string, body?: string): Promise<Answer> {
  const posting = ['-X', 'POST', '-H', 'Content-Type: application/json', '--data-binary', '@-'];
  const args = ['-sS', '-i', ...(body === undefined ? [] : posting), address];
  const started = run('curl', args, { maxBuffer: 2 ** 26 });
  started.child.stdin?.end(body);
  const { stdout } = await started;
  // Before the answer there may be one that only says `continue`.
  const text = stdout.replace(/^(?:HTTP\/1\.1 1\d\d [^]*?\r\n\r\n)+/, '');
  const end = text.indexOf('\r\n\r\n');
  const head = text.slice(0, end);
  return { status: Number(head.split(' ')[1]), head, message: JSON.parse(text.slice(end)) as Message };
}

async function callByHand(address: string, body?: string): Promise<Answer> {
  const { origin, pathname } = new URL(address);
  const http = await openRawHttp(origin);
  const posting = body === undefined ? {} : { headers: { 'Content-Type': 'application/json' }, body };
  const answer = await http.ask(body === undefined ? 'GET' : 'POST', pathname, posting);
  http.destroy();
  const head = [...answer.headers].map(([name, value]) => `${name}: ${value}`).join('\r\n');
  return { status: answer.status, head, message: JSON.parse(answer.body.toString()) as Message };
}

type Call = (address: string, body?: string) => Promise<Answer>;

/** HTTP by `curl`, where that is installed, and in any case by hand. */
const hasCurl = spawnSync('curl', ['--version']).status === 0;
const calls: readonly (readonly [string, Call])[] = [
  ['a socket', callByHand],
  ...(hasCurl ? [['curl', callByCurl] as const] : []),
];

const version = '2026-02-draft';
const intent = {
  type: 'intent_request',
  id: 'one',
  manglecp: version,
  payload: { intent: { name: 'check_stock' }, facts: [{ pred: 'active_site', args: ['HAM-2'] }] },
};

function invoke(macroId: string): object {
  return { type: 'invoke_request', id: 'two', manglecp: version, payload: { macro_id: macroId, args: {} } };
}

/** The id of the first tool of an answer. */
function firstTool({ payload }: Message): string {
  const { macro_tools: tools } = payload as { macro_tools: readonly { macro_id: string }[] };
  return tools[0]?.macro_id ?? '';
}

function expectStock({ type, id, payload }: Message): void {
  expect([type, id]).toEqual(['invoke_response', 'two']);
  expect(payload.result.bins).toContainEqual({ item: 'stretch film', units: 320 });
}

describe('a client that knows nothing but the protocol', () => {
  it.each(calls)('WIRE-023 WIRE-034 WIRE-035 WIRE-036 needs no more than HTTP, by %s', async (_, call) => {
    const manifest = await call(`${url}/.well-known/manglecp/manifest.json`);
    expect(manifest.status).toBe(200);
    expect(manifest.head).toMatch(/^content-type: application\/json/im);
    const { endpoints } = manifest.message.payload as { endpoints: Readonly<Record<string, string>> };
    const { intent_eval: evaluate = '', macro_invoke: invocation = '' } = endpoints;
    const evaluated = await call(String(new URL(evaluate, url)), JSON.stringify(intent));
    expect([evaluated.status, evaluated.message.type, evaluated.message.id]).toEqual([200, 'intent_response', 'one']);
    const invoked = await call(String(new URL(invocation, url)), JSON.stringify(invoke(firstTool(evaluated.message))));
    expect(invoked.status).toBe(200);
    expectStock(invoked.message);
    const broken = await call(String(new URL(evaluate, url)), '{"type":');
    expect([broken.status, broken.message.payload.code]).toEqual([400, 'malformed_message']);
    const nowhere = await call(`${url}/nowhere`);
    expect([nowhere.status, nowhere.message.payload.code]).toEqual([404, 'x-not_found']);
  });

  it.each(calls)('WIRE-018 may send much at once, by %s', async (_, call) => {
    const padded = JSON.stringify(intent).padEnd(3_000_000, ' ');
    const { status, message } = await call(`${url}/manglecp/evaluate`, padded);
    expect([status, message.type]).toEqual([200, 'intent_response']);
  });

  it('WIRE-023 WIRE-024 needs no more than WebSocket', async () => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/manglecp/ws`);
    const messages: Message[] = [];
    const last = new Promise<Message>((resolve, reject) => {
      socket.on('error', reject);
      socket.on('message', (data: Buffer, isBinary) => {
        const message = JSON.parse(data.toString()) as Message;
        expect(isBinary).toBe(false);
        messages.push(message);
        if (message.type === 'manifest') socket.send(JSON.stringify(intent));
        if (message.type === 'intent_response') {
          socket.send(JSON.stringify(invoke(firstTool(message))));
        }
        if (message.type === 'invoke_response' || message.type === 'error') resolve(message);
      });
    });
    expectStock(await last);
    expect(messages.map(({ type }) => type).filter((type) => type !== 'progress')).toEqual([
      'manifest',
      'intent_response',
      'invoke_response',
    ]);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.close(1000);
    expect(await closed).toBe(1000);
  });

  it('WIRE-023 WIRE-050 WIRE-052 WIRE-053 WIRE-059 needs no more than a pipe', async () => {
    const script = `printf '%s\\n' "$FIRST" nonsense "$SECOND" | "$NODE" "$LAUNCHER" serve "$PACK" --transport stdio --no-watch`;
    const { stdout } = await run('sh', ['-c', script], {
      env: {
        ...process.env,
        NODE: process.execPath,
        LAUNCHER: launcher,
        PACK: packFolder('warehouse'),
        FIRST: JSON.stringify(intent),
        SECOND: JSON.stringify({ ...intent, id: 'three' }),
      },
    });
    const lines = stdout.split('\n');
    expect(lines.pop()).toBe('');
    const [manifest, ...answers] = lines.map((line) => JSON.parse(line) as Message);
    expect(manifest).toMatchObject({ type: 'manifest', id: null, payload: { status: 'ready' } });
    const told = answers.map(({ type, id }) => `${type} ${id ?? 'null'}`).sort();
    expect(told).toEqual(['error null', 'intent_response one', 'intent_response three']);
  });
});
