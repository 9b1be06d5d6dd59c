import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
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
function start(pack = 'warehouse'): {
  child: Child;
  messages: Received[];
  read: () => void;
  send: (...messages: object[]) => void;
} {
  const child = spawnServer({ pack });
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

/** Resident memory of a process in bytes. */
function residentBytes(pid: number | undefined): number {
  return 1024 * Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
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
    const { child, messages, read, send } = start('workshop');
    const greeted = new Promise<void>((resolve) => child.process.stderr.once('data', () => resolve()));
    await greeted;
    const question = workRequest();
    send(question);
    // Everything up to the answer is read, and nothing more.
    const macroId = await new Promise<string>((resolve) => {
      let text = '';
      child.process.stdout.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
        const line = text.split('\n').find((each) => each.includes(question.id) && each.endsWith('}'));
        const tools = line === undefined ? [] : ((JSON.parse(line) as Received).payload.macro_tools ?? []);
        const blob = tools.find(({ name }) => name === 'blob');
        if (blob !== undefined) resolve(blob.macro_id);
      });
    });
    child.process.stdout.removeAllListeners('data').pause();
    const before = residentBytes(child.process.pid);
    const requests = Array.from({ length: 150 }, () => invokeRequest(macroId, { bytes: mebibyte }));
    send(...requests);
    child.process.stdin.end();
    let [last, calm] = [0, 0];
    // Until it has stopped growing.
    await until(() => {
      const now = residentBytes(child.process.pid);
      calm = Math.abs(now - last) < mebibyte ? calm + 1 : 0;
      last = now;
      return calm > 20;
    });
    expect(last - before).toBeLessThan(120 * mebibyte);
    read();
    expect(await child.exited).toBe(0);
    const responses = messages.filter(({ type }) => type === 'invoke_response');
    expect(responses.map(({ id }) => id).sort()).toEqual(requests.map(({ id }) => id).sort());
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
