import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { invokeRequest } from '../harness/messages.js';
import type { Message } from '../harness/peer.js';
import { startStdio, type StdioProcess } from '../harness/stdio-process.js';
import { workRequest } from '../harness/tools.js';

const scratch = mkdtempSync(path.join(tmpdir(), 'manglecp-stdio-'));
afterAll(() => rmSync(scratch, { recursive: true }));

const started: StdioProcess[] = [];
afterEach(async () => {
  for (const server of started.splice(0)) {
    server.end();
    server.kill('SIGKILL');
    await server.exited;
  }
});

let files = 0;

function configFile(config: object): string {
  files += 1;
  const file = path.join(scratch, `${files}.json`);
  writeFileSync(file, JSON.stringify(config));
  return file;
}

function start(config: object = {}, environment: object = {}): StdioProcess {
  const server = startStdio('workshop', ['--config', configFile(config)], environment);
  started.push(server);
  return server;
}

function parse(line: string): Message {
  const message = JSON.parse(line) as Message;
  expect(Object.keys(message)).toEqual(['type', 'id', 'manglecp', 'payload']);
  return message;
}

/** The next answer; the server may tell of progress before it. */
async function nextAnswer(server: StdioProcess): Promise<Message> {
  for (;;) {
    const message = parse(await server.nextLine());
    if (message.type !== 'progress') return message;
  }
}

async function ask(server: StdioProcess, request: object, end = '\n'): Promise<Message> {
  server.write(JSON.stringify(request) + end);
  return nextAnswer(server);
}

/** The id of a tool. The manifest must have been read. */
async function toolId(server: StdioProcess, name: string): Promise<string> {
  const { payload } = await ask(server, workRequest());
  const tools: readonly { name: string; macro_id: string }[] = payload.macro_tools;
  return tools.find((tool) => tool.name === name)?.macro_id ?? '';
}

/** Everything on standard output, line by line; there is nothing behind the last line. */
function linesOf(server: StdioProcess): readonly Message[] {
  const lines = server.output().toString().split('\n');
  expect(lines.pop()).toBe('');
  return lines.map(parse);
}

describe('a conversation on stdio', () => {
  let server: StdioProcess;
  beforeAll(() => {
    server = startStdio('workshop', ['--config', configFile({ observe: { log_level: 'debug' } })]);
  });

  it('WIRE-052 MAN-001 MAN-002 begins with the manifest, though nothing was sent', async () => {
    const manifest = parse(await server.nextLine());
    expect(manifest).toMatchObject({ type: 'manifest', id: null, payload: { status: 'ready' } });
  });

  it('WIRE-055 needs no credentials by default', async () => {
    expect(linesOf(server)[0]?.payload.auth.required).toBe(false);
    expect((await ask(server, workRequest())).type).toBe('intent_response');
  });

  it('WIRE-050 has a line for each message, whatever its texts hold', async () => {
    const text = 'a\nb\r\nc\u2028\u0085\0"\\';
    const request = { ...invokeRequest(await toolId(server, 'echo'), { text }), id: 'x\ny' };
    expect(await ask(server, request)).toMatchObject({
      type: 'invoke_response',
      id: 'x\ny',
      payload: { result: { value: text } },
    });
  });

  it('WIRE-050 may have lines with CR LF, and blank ones (C-70)', async () => {
    server.write('\n\r\n   \n\t\r\n');
    for (const end of ['\r\n', '\n', '\n\n\n']) {
      const request = workRequest();
      expect(await ask(server, request, end)).toMatchObject({ type: 'intent_response', id: request.id });
    }
  });

  it('WIRE-028 WIRE-050 WIRE-070 goes on after lines that are no message', async () => {
    const one = JSON.stringify(workRequest());
    const pretty = JSON.stringify(workRequest(), null, 2).split('\n');
    for (const line of [`${one}${one}`, `${one} ${one}`, `[${one}]`, '7', 'null', 'hello', ...pretty]) {
      server.write(`${line}\n`);
      expect(await nextAnswer(server)).toMatchObject({
        type: 'error',
        id: null,
        payload: { code: 'malformed_message' },
      });
    }
    expect((await ask(server, workRequest())).type).toBe('intent_response');
  });

  it('WIRE-050 may come in pieces, or many lines in one piece', async () => {
    const requests = Array.from({ length: 20 }, (_, at) => workRequest({}, { id: `ü${at}` }));
    const bytes = Buffer.from(requests.map((request) => `${JSON.stringify(request)}\n`).join(''));
    for (let at = 0; at < 200; at += 1) server.write(bytes.subarray(at, at + 1));
    server.write(bytes.subarray(200));
    const ids = new Set<string | null>();
    for (const _ of requests) ids.add((await nextAnswer(server)).id);
    expect(ids).toEqual(new Set(requests.map(({ id }) => id)));
  });

  it('WIRE-051 WIRE-053 ends with its input, and had nothing but messages, however much was logged', async () => {
    const fail = await toolId(server, 'fail');
    expect(await ask(server, invokeRequest(fail))).toMatchObject({
      type: 'error',
      payload: { code: 'execution_failed' },
    });
    const count = linesOf(server).length;
    server.end();
    expect(await server.exited).toBe(0);
    expect(linesOf(server)).toHaveLength(count);
    expect(server.output().includes('\r')).toBe(false);
    expect(server.errors()).toContain('"level":"debug"');
    expect(server.errors()).toContain('"level":"error"');
  });
});

describe('the end of a conversation on stdio', () => {
  it('WIRE-053 WIRE-054 answers what is under way at the end of its input, and says nothing else', async () => {
    const server = start();
    await server.nextLine();
    const waiting = await toolId(server, 'wait_for_end');
    const request = invokeRequest(waiting);
    server.write(`${JSON.stringify(request)}\n`);
    expect(parse(await server.nextLine())).toMatchObject({ type: 'progress', id: request.id });
    const before = server.output().length;
    server.end();
    expect(await server.exited).toBe(0);
    const after = server.output().subarray(before).toString().trimEnd().split('\n').map(parse);
    expect(after.filter(({ type }) => type !== 'progress')).toMatchObject([
      { type: 'invoke_response', id: request.id, payload: { result: { waited: true } } },
    ]);
    expect(after.every(({ id }) => id === request.id)).toBe(true);
  });

  it('WIRE-054 answers a last line that has no end', async () => {
    const server = start();
    const request = workRequest();
    server.write(JSON.stringify(request));
    server.end();
    expect(await server.exited).toBe(0);
    expect(linesOf(server)).toMatchObject([{ type: 'manifest' }, { type: 'intent_response', id: request.id }]);
  });

  it('WIRE-053 MAN-038 lets the server finish what is under way, and refuses the rest', async () => {
    const server = start();
    await server.nextLine();
    const file = path.join(scratch, 'stop');
    const slow = invokeRequest(await toolId(server, 'wait'), { file });
    server.write(`${JSON.stringify(slow)}\n`);
    expect(parse(await server.nextLine())).toMatchObject({ type: 'progress', id: slow.id });
    server.kill('SIGTERM');
    expect(await nextAnswer(server)).toMatchObject({ type: 'manifest', payload: { status: 'draining' } });
    const late = workRequest();
    expect(await ask(server, late)).toMatchObject({
      type: 'error',
      id: late.id,
      payload: { code: 'server_not_ready' },
    });
    writeFileSync(file, '');
    expect(await nextAnswer(server)).toMatchObject({ type: 'invoke_response', id: slow.id });
    expect(await server.exited).toBe(0);
  });
});

describe('credentials on stdio', () => {
  const tokens = [{ sha256: createHash('sha256').update('sesame').digest('hex'), identity: 'ann' }];
  const config = { auth: { required: true, tokens } };

  it('WIRE-055 WIRE-014 are asked for where the operator wants them, and given by a message', async () => {
    const server = start(config);
    expect(parse(await server.nextLine()).payload.auth.required).toBe(true);
    expect(await ask(server, workRequest())).toMatchObject({ type: 'error', payload: { code: 'auth_required' } });
    const login = {
      type: 'authenticate',
      id: 'in',
      manglecp: '2026-02-draft',
      payload: { scheme: 'bearer', token: 'sesame' },
    };
    expect(await ask(server, login)).toMatchObject({
      type: 'authenticate_response',
      id: 'in',
      payload: { status: 'authenticated', identity: 'ann' },
    });
    expect((await ask(server, workRequest())).type).toBe('intent_response');
  });

  it('WIRE-055 may be given by the environment', async () => {
    const server = start(config, { MANGLECP_TOKEN: 'sesame' });
    await server.nextLine();
    expect((await ask(server, workRequest())).type).toBe('intent_response');
  });

  it('WIRE-055 are refused if they are wrong', async () => {
    const server = start(config, { MANGLECP_TOKEN: 'simsim' });
    await server.nextLine();
    expect(await ask(server, workRequest())).toMatchObject({ type: 'error', payload: { code: 'auth_invalid' } });
  });
});
