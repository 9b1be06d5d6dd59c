import { PassThrough } from 'node:stream';
import { type MemoryConnection, openServer, type Server } from '@manglecp/server';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Room } from '../../src/bounds/room.js';
import { intentRequest } from '../harness/messages.js';
import { packFolder } from '../harness/subject.js';
import { until } from '../harness/until.js';

let server: Server;
let room: Room;

beforeAll(async () => {
  const opened = await openServer([packFolder()], { logDestination: new PassThrough().resume() });
  if ('problems' in opened) throw new Error(JSON.stringify(opened.problems));
  ({ server } = opened);
  await server.boot();
  const [runtime] = server.runtimes;
  if (runtime === undefined) throw new Error('there is no domain');
  ({ room } = runtime.services);
});

afterEach(async () => {
  await until(() => room.heldBytes === 0 && room.waiting === 0);
});

afterAll(() => server.close());

/** A request of a few kilobytes whose parsed form takes most of a megabyte. */
function fullRequest(): { readonly id: string } {
  return intentRequest({ 'x-junk': Array.from({ length: 3_000 }, () => ({})) });
}

async function nextAnswers(
  connection: MemoryConnection,
  count: number,
): Promise<Map<string, { readonly type: string }>> {
  const answers = new Map<string, { readonly type: string }>();
  while (answers.size < count) {
    const { value } = (await connection.messages.next()) as { readonly value: string };
    const message = JSON.parse(value) as { readonly type: string; readonly id: string | null };
    if (message.id !== null) answers.set(message.id, message);
  }
  return answers;
}

const somebody = { client: 'somebody else', timeoutMs: 60_000, signal: new AbortController().signal };

describe('messages with many values', () => {
  it('wait as bytes while others hold the memory for parsed ones, and can be cancelled', async () => {
    const giveBack = room.tryTake({ ...somebody, bytes: room.maxBytes });
    const connection = server.connect();
    const requests = Array.from({ length: 5 }, fullRequest);
    for (const request of requests) connection.send(JSON.stringify(request));
    await until(() => room.waiting === 5);
    const small = intentRequest();
    connection.send(JSON.stringify(small));
    expect((await nextAnswers(connection, 1)).get(small.id)).toMatchObject({ type: 'intent_response' });
    const [first, ...others] = requests;
    const cancel = { type: 'cancel', id: 'c', manglecp: '2026-02-draft', payload: { request_id: first?.id } };
    connection.send(JSON.stringify(cancel));
    const cancelled = await nextAnswers(connection, 1);
    expect(cancelled.get(first?.id ?? '')).toMatchObject({ type: 'error', payload: { code: 'cancelled' } });
    giveBack?.();
    const answers = await nextAnswers(connection, 4);
    for (const { id } of others) expect(answers.get(id)).toMatchObject({ type: 'intent_response' });
    connection.close();
  });

  it('are counted with what their parsed form takes', async () => {
    const connection = server.connect();
    const giveBack = room.tryTake({ ...somebody, bytes: room.maxBytes - 500_000 });
    for (let count = 0; count < 5; count += 1) connection.send(JSON.stringify(fullRequest()));
    await until(() => room.waiting === 5);
    giveBack?.();
    await nextAnswers(connection, 5);
    connection.close();
  });
});
