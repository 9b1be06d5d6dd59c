import { expect } from 'vitest';
import { invokeRequest } from '../harness/messages.js';
import { type Answer, type Message, sessionTransports } from '../harness/peer.js';
import { work, workInvocation, workRequest } from '../harness/tools.js';
import { overTransports } from '../harness/verifies.js';

const workshop = { pack: 'workshop' };

/** A good request without one of its members. */
function without(member: string): object {
  const { [member]: _, ...rest } = workRequest();
  return rest;
}

function expectError({ message }: Answer, code: string, id: string | null): void {
  expect(message).toMatchObject({ type: 'error', id, manglecp: '2026-02-draft', payload: { code } });
}

overTransports('the envelope', (verifies) => {
  verifies(['WIRE-001', 'WIRE-010'], 'surrounds everything that the server sends', async ({ connect }) => {
    const peer = await connect(workshop);
    const { text: intent } = await peer.ask(workRequest());
    const { text: invoke } = await work(peer, 'echo', { text: 'a' });
    const { text: error } = await peer.ask({});
    const types = [peer.manifestText, intent, invoke, error].map((text) => {
      const message = JSON.parse(text) as Message;
      expect(Object.keys(message)).toEqual(['type', 'id', 'manglecp', 'payload']);
      expect(message.manglecp).toBe('2026-02-draft');
      return message.type;
    });
    expect(types).toEqual(['manifest', 'intent_response', 'invoke_response', 'error']);
  });

  verifies(['WIRE-001', 'WIRE-010'], 'is refused if a member is missing', async ({ connect }) => {
    const peer = await connect(workshop);
    for (const member of ['type', 'id', 'manglecp', 'payload']) {
      const message = without(member);
      const answer = await peer.ask(message);
      expectError(answer, 'malformed_message', 'id' in message ? (message.id as string) : null);
      expect(answer.message.payload.details.schema_errors).toMatchObject([{ path: `/${member}`, keyword: 'required' }]);
    }
    expectError(await peer.ask({}), 'malformed_message', null);
  });

  verifies(['WIRE-002'], 'has a type that is text, and known', async ({ connect }) => {
    const peer = await connect(workshop);
    for (const type of [7, null, true, {}, ['intent_request']]) {
      const request = workRequest({}, { type });
      expectError(await peer.ask(request), 'malformed_message', request.id);
    }
    for (const type of ['nope', '', 'INTENT_REQUEST', 'toString', 'intent_request ']) {
      const request = workRequest({}, { type });
      const answer = await peer.ask(request);
      expectError(answer, 'invalid_type', request.id);
      expect(answer.message.payload.details.type).toBe(type);
    }
  });

  verifies(['WIRE-003'], 'has an id that is text and not empty', async ({ connect }) => {
    const peer = await connect(workshop);
    for (const id of [undefined, null, '', 5, true, {}, ['a']]) {
      expectError(await peer.ask(workRequest({}, { id })), 'malformed_message', null);
      expectError(await peer.ask({ ...invokeRequest('mt_0'), id }), 'malformed_message', null);
    }
  });

  verifies(['WIRE-003', 'WIRE-008'], 'has an id of 4 KiB at most', async ({ connect }) => {
    const peer = await connect(workshop);
    for (const id of ['i'.repeat(4097), '🜚'.repeat(1025), 'i'.repeat(5_000_000)]) {
      const answer = await peer.ask(workRequest({}, { id }));
      expectError(answer, 'malformed_message', null);
      expect(answer.text.length).toBeLessThan(1000);
    }
  });

  verifies(['WIRE-004'], 'has an id that comes back as it was sent', async ({ connect }) => {
    const peer = await connect(workshop);
    const ids = [
      ' a b\t',
      'naïve — 変数 — 🜚 — e\u0301',
      '\u0000\u001f"\\/\u2028\ufeff',
      'i'.repeat(4096),
      '0',
      '__proto__',
      'constructor',
    ];
    for (const id of ids) {
      const intent = await peer.ask(workRequest({}, { id }));
      expect(intent.message).toMatchObject({ type: 'intent_response', id });
      const invoke = await peer.ask({ ...(await workInvocation(peer, 'echo', { text: 'a' })), id });
      expect(invoke.message).toMatchObject({ type: 'invoke_response', id });
      expectError(await peer.ask({ ...invokeRequest('mt_0'), id }), 'macro_not_found', id);
      expectError(await peer.ask(workRequest({ intent: 5 }, { id })), 'malformed_message', id);
    }
  });

  verifies(['WIRE-005', 'MAN-002'], 'has the id null where the server begins', async ({ connect }) => {
    const { manifestText } = await connect(workshop);
    const manifest = JSON.parse(manifestText) as Record<string, unknown>;
    expect(manifest).toHaveProperty('id', null);
    expect(manifest).toHaveProperty('type', 'manifest');
    expect(manifest['payload']).toBeTypeOf('object');
  });

  verifies(['WIRE-008'], 'has the id null where none could be read', async ({ connect }) => {
    const peer = await connect(workshop);
    const texts = ['{', 'nonsense', '{"type":"intent_request","id":"lost"', '{"id":"lost",}', '[]', 'null', '""', '4'];
    for (const text of texts) expectError(await peer.ask(text), 'malformed_message', null);
  });

  verifies(['WIRE-009'], 'has a payload that is an object', async ({ connect }) => {
    const peer = await connect(workshop);
    for (const payload of [undefined, null, [], 'text', 1, true]) {
      const answer = await peer.ask(workRequest({}, { payload }));
      expect(answer.message.payload).toMatchObject({ code: 'malformed_message' });
      expect(answer.message.payload.details.schema_errors).toMatchObject([{ path: '/payload' }]);
    }
    const empty = await peer.ask(workRequest({}, { payload: {} }));
    expect(empty.message.payload).toMatchObject({
      code: 'malformed_message',
      details: { schema_errors: [{ path: '/intent', keyword: 'required' }] },
    });
  });

  verifies(['WIRE-010'], 'has a version that is text', async ({ connect }) => {
    const peer = await connect(workshop);
    for (const manglecp of [undefined, null, 2026, ['2026-02-draft']]) {
      const request = workRequest({}, { manglecp });
      expectError(await peer.ask(request), 'malformed_message', request.id);
    }
  });

  verifies(['WIRE-011'], 'has a version that the server speaks', async ({ connect }) => {
    const peer = await connect(workshop);
    for (const manglecp of ['1999-01-draft', '', '2026-02', '2026-02-DRAFT']) {
      const request = workRequest({}, { manglecp });
      const { message } = await peer.ask(request);
      expect(message).toMatchObject({
        type: 'error',
        id: request.id,
        payload: {
          code: 'unsupported_version',
          details: { requested_version: manglecp, supported_versions: ['2026-02-draft'] },
        },
      });
      expect(message.payload.details.supported_versions).toContain(message.manglecp);
    }
  });

  verifies(['WIRE-012'], 'has a type that clients may send', async ({ connect, transport }) => {
    const peer = await connect(workshop);
    const accepted =
      transport === 'http' ? ['intent_request'] : ['intent_request', 'invoke_request', 'cancel', 'authenticate'];
    const fromServer = ['manifest', 'intent_response', 'invoke_response', 'progress', 'error', 'authenticate_response'];
    for (const type of fromServer) {
      const request = workRequest({}, { type });
      const answer = await peer.ask(request);
      expectError(answer, 'invalid_type', request.id);
      expect(answer.message.payload.details).toEqual({ type, accepted });
    }
  });

  verifies(
    ['WIRE-012'],
    'tells of progress under the id of the invocation, before its end',
    async ({ connect }) => {
      const peer = await connect(workshop);
      const request = await workInvocation(peer, 'tick', { times: 1 });
      peer.send(request);
      const progress = await peer.next(({ id }) => id === request.id);
      expect(progress.type).toBe('progress');
      const last = await peer.next(({ id, type }) => id === request.id && type !== 'progress');
      expect(last.type).toBe('invoke_response');
    },
    { on: sessionTransports },
  );

  verifies(
    ['WIRE-069'],
    'has a type that the endpoint takes',
    async ({ connect, subject }) => {
      const { url = '' } = await subject(workshop);
      const peer = await connect(workshop);
      const { intent_eval: evaluate, macro_invoke: invoke } = peer.manifest.payload.endpoints;
      const messages = [
        [evaluate, await workInvocation(peer, 'echo', { text: 'a' }), 'intent_request'],
        [invoke, workRequest(), 'invoke_request'],
        [evaluate, { ...workRequest(), type: 'cancel', payload: { request_id: 'a' } }, 'intent_request'],
        [
          invoke,
          { ...workRequest(), type: 'authenticate', payload: { scheme: 'bearer', token: 't' } },
          'invoke_request',
        ],
      ] as const;
      for (const [endpoint, message, taken] of messages) {
        const headers = { 'content-type': 'application/json' };
        const answer = await fetch(url + endpoint, { method: 'POST', headers, body: JSON.stringify(message) });
        expect(answer.status).toBe(400);
        const { payload, id } = (await answer.json()) as Message;
        expect(id).toBe(message.id);
        expect(payload).toMatchObject({ code: 'invalid_type', details: { type: message['type'], accepted: [taken] } });
      }
    },
    { on: ['http'] },
  );
});
