import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect } from 'vitest';
import { newId } from '../harness/messages.js';
import { type Message, type Peer, sessionTransports } from '../harness/peer.js';
import { work, workInvocation, workRequest } from '../harness/tools.js';
import { overTransports } from '../harness/verifies.js';

const workshop = { pack: 'workshop' };
const scratch = mkdtempSync(path.join(tmpdir(), 'manglecp-concurrency-'));
afterAll(() => rmSync(scratch, { recursive: true }));

type Request = Record<string, unknown> & { readonly id: string };

/** An invocation that lasts until `open` is called. */
async function gatedInvocation(peer: Peer): Promise<{ readonly request: Request; readonly open: () => void }> {
  const file = path.join(scratch, newId());
  const request = await workInvocation(peer, 'wait', { file });
  return { request, open: () => writeFileSync(file, '') };
}

function cancel(requestId: string, envelope: object = {}): object {
  return { type: 'cancel', id: null, manglecp: '2026-02-draft', payload: { request_id: requestId }, ...envelope };
}

function isFinal({ type }: Message): boolean {
  return type !== 'progress' && type !== 'manifest';
}

function isStarted(request: Request): (message: Message) => boolean {
  return ({ id, type }) => id === request.id && type === 'progress';
}

function isAnswer(request: Request): (message: Message) => boolean {
  return (message) => message.id === request.id && isFinal(message);
}

/** What came for a request and was not taken, after the server has answered something that was asked later. */
async function leftovers(peer: Peer, { id }: Request): Promise<readonly Message[]> {
  await peer.ask(workRequest());
  return peer.rest().filter((message) => message.id === id && isFinal(message));
}

overTransports('requests at the same time', (verifies) => {
  const verifiesSession: typeof verifies = (ids, title, body) => verifies(ids, title, body, { on: sessionTransports });

  verifiesSession(['WIRE-059', 'WIRE-060'], 'are all answered, each once and under its own id', async ({ connect }) => {
    const peer = await connect(workshop);
    const echo = await workInvocation(peer, 'echo', { text: 'a' });
    const kinds: readonly (() => Request)[] = [
      () => workRequest(),
      () => ({ ...echo, id: newId() }),
      () => workRequest({ facts: [{ pred: 'note', args: [1] }] }),
      () => workRequest({}, { type: 'nope' }),
    ];
    const types = ['intent_response', 'invoke_response', 'error', 'error'];
    const requests = Array.from({ length: 100 }, (_, at) => kinds[at % 4]?.() ?? workRequest());
    for (const request of requests) peer.send(request);
    const answers: Message[] = [];
    for (const request of requests) answers.push(await peer.next(isAnswer(request)));
    expect(answers.map(({ id }) => id)).toEqual(requests.map(({ id }) => id));
    expect(answers.map(({ type }) => type)).toEqual(requests.map((_, at) => types[at % 4]));
    await peer.ask(workRequest());
    const ids = new Set<string | null>(requests.map(({ id }) => id));
    expect(peer.rest().filter((message) => ids.has(message.id) && isFinal(message))).toEqual([]);
  });

  verifiesSession(['WIRE-061'], 'need not wait for one that takes long', async ({ connect }) => {
    const peer = await connect(workshop);
    const { request, open } = await gatedInvocation(peer);
    peer.send(request);
    for (let count = 0; count < 5; count += 1) {
      const later = workRequest();
      expect((await peer.ask(later)).message).toMatchObject({ type: 'intent_response', id: later.id });
    }
    expect(peer.rest().filter(isAnswer(request))).toEqual([]);
    open();
    expect(await peer.next(isAnswer(request))).toMatchObject({ type: 'invoke_response' });
  });

  verifiesSession(
    ['WIRE-013', 'WIRE-063', 'WIRE-064', 'WIRE-065'],
    'can be cancelled: one answer, and nothing happens any more',
    async ({ connect }) => {
      const peer = await connect(workshop);
      const request = await workInvocation(peer, 'tick', { times: 100_000 });
      peer.send(request);
      await peer.next(isStarted(request));
      peer.send(cancel(request.id));
      const answer = await peer.next(isAnswer(request));
      expect(answer).toMatchObject({
        type: 'error',
        id: request.id,
        payload: { code: 'cancelled', recoverable: false },
      });
      const before = await work(peer, 'read_ticks');
      const after = await work(peer, 'tick', { times: 3 });
      expect(after.message.payload.result.ticks).toBe(before.message.payload.result.ticks + 3);
      expect(await leftovers(peer, request)).toEqual([]);
    },
  );

  verifiesSession(['WIRE-063', 'WIRE-065'], 'can be cancelled while rules are evaluated', async ({ connect }) => {
    const peer = await connect({
      pack: 'workshop',
      config: { limits: { max_derived_facts: 2 ** 40, max_compute_ms: 600_000 } },
    });
    const request = workRequest({ intent: { name: 'unlisted' }, facts: [{ pred: 'count_to', args: [2 ** 50] }] });
    peer.send(request);
    peer.send(cancel(request.id));
    expect(await peer.next(isAnswer(request))).toMatchObject({ type: 'error', payload: { code: 'cancelled' } });
    expect(await leftovers(peer, request)).toEqual([]);
  });

  verifiesSession(['WIRE-065'], 'are cancelled one by one', async ({ connect }) => {
    const peer = await connect(workshop);
    const first = await gatedInvocation(peer);
    const second = await gatedInvocation(peer);
    for (const { request } of [first, second]) {
      peer.send(request);
      await peer.next(isStarted(request));
    }
    peer.send(cancel(first.request.id));
    expect(await peer.next(isAnswer(first.request))).toMatchObject({ payload: { code: 'cancelled' } });
    second.open();
    expect(await peer.next(isAnswer(second.request))).toMatchObject({ type: 'invoke_response' });
    first.open();
    expect(await leftovers(peer, first.request)).toEqual([]);
  });

  verifiesSession(['WIRE-013'], 'are cancelled by a notification, with or without an id', async ({ connect }) => {
    const peer = await connect(workshop);
    for (const id of [null, undefined, 'an-id-of-its-own']) {
      const { request } = await gatedInvocation(peer);
      peer.send(request);
      await peer.next(isStarted(request));
      peer.send(cancel(request.id, { id }));
      expect(await peer.next(isAnswer(request))).toMatchObject({ payload: { code: 'cancelled' } });
    }
    await peer.ask(workRequest());
    expect(
      peer.rest().filter(({ id, type }) => type === 'error' && (id === null || id === 'an-id-of-its-own')),
    ).toEqual([]);
  });

  verifiesSession(
    ['WIRE-066'],
    'that are over or unknown cannot be cancelled, which is no error',
    async ({ connect }) => {
      const peer = await connect(workshop);
      const request = workRequest();
      await peer.ask(request);
      for (const id of [request.id, 'never-sent', '__proto__']) peer.send(cancel(id));
      expect((await peer.ask(workRequest())).message.type).toBe('intent_response');
      expect(peer.rest().filter(({ type }) => type === 'error')).toEqual([]);
    },
  );

  verifiesSession(['WIRE-013'], 'are not cancelled by a message that does not name one', async ({ connect }) => {
    const peer = await connect(workshop);
    for (const payload of [{}, { request_id: null }, { request_id: 5 }]) {
      const { message } = await peer.ask(cancel('', { id: 'bad-cancel', payload }));
      expect(message).toMatchObject({ type: 'error', payload: { code: 'malformed_message' } });
    }
  });

  verifiesSession(['WIRE-068'], 'must have ids of their own', async ({ connect }) => {
    const peer = await connect(workshop);
    const { request, open } = await gatedInvocation(peer);
    peer.send(request);
    await peer.next(isStarted(request));
    for (const twin of [request, workRequest({}, { id: request.id })]) {
      const { message } = await peer.ask(twin);
      expect(message).toMatchObject({
        type: 'error',
        id: request.id,
        payload: { code: 'malformed_message', details: { reason: 'duplicate_id' } },
      });
    }
    open();
    expect(await peer.next(isAnswer(request))).toMatchObject({ type: 'invoke_response' });
    expect((await peer.ask(workRequest({}, { id: request.id }))).message.type).toBe('intent_response');
  });

  verifies(
    ['WIRE-068'],
    'of different connections may have the same id',
    async ({ subject }) => {
      const { connect } = await subject(workshop);
      const [one, other] = [await connect(), await connect()];
      const { request, open } = await gatedInvocation(one);
      for (const peer of [one, other]) {
        peer.send(request);
        await peer.next(isStarted(request));
      }
      other.send(cancel(request.id));
      expect(await other.next(isAnswer(request))).toMatchObject({ payload: { code: 'cancelled' } });
      open();
      expect(await one.next(isAnswer(request))).toMatchObject({ type: 'invoke_response' });
    },
    { on: ['websocket'] },
  );

  verifies(
    ['WIRE-060', 'WIRE-061'],
    'are answered on HTTP, too, on connections of their own',
    async ({ connect }) => {
      const peer = await connect(workshop);
      const { request, open } = await gatedInvocation(peer);
      const slow = peer.ask(request);
      const requests = Array.from({ length: 30 }, () => workRequest());
      const answers = await Promise.all(requests.map((each) => peer.ask(each)));
      expect(answers.map(({ message }) => message.id)).toEqual(requests.map(({ id }) => id));
      open();
      expect((await slow).message).toMatchObject({ type: 'invoke_response', id: request.id });
    },
    { on: ['http'] },
  );
});
