import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { type Child, onLines, spawnServer } from '../harness/child.js';
import { type Footprint, watchFootprint } from '../harness/footprint.js';
import { intentRequest, invokeRequest } from '../harness/messages.js';
import { workRequest } from '../harness/tools.js';
import { until } from '../harness/until.js';
import { manyRequests } from './requests.js';

const mebibyte = 1024 * 1024;

interface Received {
  readonly type: string;
  readonly id: string | null;
  readonly payload: { readonly code?: string; readonly macro_tools?: { name: string; macro_id: string }[] };
}

/** The child and the messages that it has sent; `read` begins to take them. */
function start(
  pack = 'warehouse',
  environment: Readonly<Record<string, string>> = {},
): {
  child: Child;
  messages: Received[];
  read: () => void;
  send: (...messages: object[]) => void;
} {
  const child = spawnServer({ pack, environment });
  children.push(child);
  const messages: Received[] = [];
  return {
    child,
    messages,
    read: () => {
      onLines(child.process.stdout, (line) => messages.push(JSON.parse(line) as Received));
      child.process.stdout.resume();
    },
    send: (...all) => child.process.stdin.write(all.map((each) => `${JSON.stringify(each)}\n`).join('')),
  };
}

const children: Child[] = [];

const scratch = mkdtempSync(path.join(tmpdir(), 'manglecp-stdio-'));
afterAll(() => rmSync(scratch, { recursive: true }));

/** The ids of the messages of one type that come, without keeping the messages. */
function idsOf(stream: NodeJS.ReadableStream, type: string): string[] {
  const ids: string[] = [];
  let head = '';
  stream.setEncoding('latin1').on('data', (chunk: string) => {
    for (const [at, part] of chunk.split('\n').entries()) {
      if (at > 0) head = '';
      const isKnown = head.length >= headLength;
      head = `${head}${part.slice(0, headLength)}`;
      if (isKnown || head.length < headLength) continue;
      const id = new RegExp(`^\\{"type":"${type}","id":"([^"]+)"`).exec(head)?.[1];
      if (id !== undefined) ids.push(id);
    }
  });
  stream.resume();
  return ids;
}

/** What of a message tells its type and id. */
const headLength = 100;

/** Resolves when a tool that waits for a file has begun to. */
async function untilBegun(file: string): Promise<void> {
  await until(() => existsSync(`${file}.begun`));
}

/** Resolves when a process has not worked for a second, or is gone. */
async function untilAtRest({ process: { pid }, exited }: Child): Promise<void> {
  let isGone = false;
  void exited.then(() => (isGone = true));
  let [last, looks] = [-1, 0];
  while (!isGone && looks < 40) {
    const now = processorTicks(pid);
    // Timers and the collector of garbage may take a hundredth of a second now and then.
    looks = now - last <= 1 ? looks + 1 : 0;
    last = now;
    await delay(25);
  }
}

/** Time that a process has worked, in hundredths of a second. */
function processorTicks(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return Number(fields[11]) + Number(fields[12]);
}

describe('a server on stdio', () => {
  const footprint: Footprint = watchFootprint();
  afterEach(async () => {
    for (const child of children.splice(0)) child.process.kill('SIGKILL');
    expect(await footprint.leftovers()).toEqual([]);
    expect(footprint.failures).toEqual([]);
  });

  it('WIRE-059 WIRE-060 answers 5,000 requests of a client that reads none until all are sent', async () => {
    const { child, messages, read, send } = start();
    const requests = manyRequests(5000);
    send(...requests);
    child.process.stdin.end();
    read();
    expect(await child.exited).toBe(0);
    const [manifest, ...answers] = messages;
    expect(manifest).toMatchObject({ type: 'manifest' });
    expect(answers.map(({ id }) => id).sort()).toEqual(requests.map(({ id }) => id).sort());
  });

  it('bounds what it keeps for a client that does not read', async () => {
    // 400 MB of answers on a heap of 160: whoever keeps them does not live to give them.
    const { child, send } = start('workshop', { NODE_OPTIONS: '--max-old-space-size=160' });
    const question = workRequest();
    send(question);
    // Everything up to the answer is read, and nothing more.
    const macroId = await new Promise<string>((resolve) => {
      let text = '';
      child.process.stdout.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
        const line = text.split('\n').find((each) => each.includes(question.id) && each.endsWith('}'));
        const tools = line === undefined ? [] : ((JSON.parse(line) as Received).payload.macro_tools ?? []);
        const wait = tools.find(({ name }) => name === 'wait');
        if (wait !== undefined) resolve(wait.macro_id);
      });
    });
    child.process.stdout.removeAllListeners('data').pause();
    const file = path.join(scratch, 'go');
    const requests = Array.from({ length: 400 }, () => invokeRequest(macroId, { file, bytes: 1_000_000 }));
    send(...requests);
    child.process.stdin.end();
    await untilBegun(file);
    // From now on all have their answers at once.
    writeFileSync(file, '');
    await untilAtRest(child);
    expect(child.process.exitCode, child.log()).toBeNull();
    const answered = idsOf(child.process.stdout, 'invoke_response');
    expect(await child.exited, child.log()).toBe(0);
    expect(answered.sort()).toEqual(requests.map(({ id }) => id).sort());
  });

  it('WIRE-053 takes half a line before the end of the input for a line', async () => {
    const { child, messages, read, send } = start();
    read();
    const [first, second] = [intentRequest(), intentRequest()];
    send(first);
    child.process.stdin.end(JSON.stringify(second));
    expect(await child.exited).toBe(0);
    const answers = new Map(messages.map(({ type, id }) => [id, type]));
    expect(messages).toHaveLength(3);
    expect([answers.get(first.id), answers.get(second.id)]).toEqual(['intent_response', 'intent_response']);
  });

  it('WIRE-053 answers half a message before the end of the input', async () => {
    const { child, messages, read } = start();
    read();
    child.process.stdin.end('{"type":"intent_request","id":"half",');
    expect(await child.exited).toBe(0);
    expect(messages.slice(1)).toMatchObject([{ type: 'error', id: null, payload: { code: 'malformed_message' } }]);
  });

  it('WIRE-019 answers lines that are too long, without end, and serves on', async () => {
    const { child, messages, read, send } = start();
    read();
    const tooLong = Buffer.alloc(17 * mebibyte, 0x61);
    for (let count = 0; count < 4; count += 1) {
      child.process.stdin.write(tooLong);
      child.process.stdin.write('\n');
    }
    const request = intentRequest();
    send(request);
    child.process.stdin.end(tooLong);
    expect(await child.exited).toBe(0);
    const codes = messages.slice(1).map(({ id, payload }) => id ?? payload.code);
    expect(codes.sort()).toEqual([...Array.from({ length: 5 }, () => 'message_too_large'), request.id].sort());
  });

  it('ends when nobody reads it any more', async () => {
    const { child, send } = start();
    child.process.stdout.destroy();
    send(...manyRequests(200));
    await child.exited;
    expect(child.log()).not.toMatch(/\bat .*\(|node:internal/);
  });

  it('ends at once when it is killed in the middle of its work', async () => {
    const { child, read, send } = start();
    read();
    send(...manyRequests(500));
    await until(() => child.log().includes('ready'));
    child.process.kill('SIGKILL');
    expect(await child.exited).toBeNull();
  });
});
