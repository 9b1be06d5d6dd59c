import { expect, vi } from 'vitest';
import { errorOf, invokeTool, toolsOf } from '../harness/answers.js';
import { intentRequest, invokeRequest } from '../harness/messages.js';
import { type Answer, type Peer, sessionTransports } from '../harness/peer.js';
import { overTransports } from '../harness/verifies.js';
import { type Challenge, consent, digestOf } from '../security/consent.js';
import { expectError } from './expect-error.js';

const options = { pack: 'faults' };
const nine = '2026-03-01T09:00:00Z';

function act(peer: Peer): Promise<Answer> {
  return peer.ask(intentRequest({ intent: { name: 'act' }, facts: [], eval_time: nine }));
}

/** The request to invoke a tool that is offered. */
function invocation(offered: Answer, name: string, args: object = {}, payload: object = {}) {
  return invokeRequest(toolsOf(offered).get(name) ?? 'not offered', args, payload);
}

async function calls(peer: Peer, offered: Answer): Promise<number> {
  const { message } = await invokeTool(peer, offered, { name: 'count_calls' });
  return message.payload.result.calls as number;
}

overTransports('errors of invocations', (verifies) => {
  verifies(['ERR-021'], 'a macro-tool that was never issued is not found', async ({ connect }) => {
    const peer = await connect(options);
    const offered = await act(peer);
    const real = toolsOf(offered).get('greet') ?? '';
    for (const id of [
      'mt_00000000000000000000000000000000',
      `${real}0`,
      real.toUpperCase(),
      'greet',
      '../greet',
      '😀',
    ]) {
      const request = invokeRequest(id, { name: 'Ada' });
      const expected = { code: 'macro_not_found', status: 404, recoverable: true, id: request.id };
      expect(expectError(await peer.ask(request), expected).message).not.toContain(id);
    }
    const { message } = await invokeTool(peer, await act(peer), { name: 'greet', args: { name: 'Ada' } });
    expect(message.payload.result).toEqual({ said: 'Ada' });
  });

  verifies(['ERR-022'], 'a macro-tool ends at the end of its window, and not before', async ({ connect }) => {
    const peer = await connect(options);
    const offered = await act(peer);
    const args = { name: 'Ada' };
    // It was evaluated at nine and lives for an hour of its own time.
    const inside = { eval_time: '2026-03-01T09:59:59.999Z' };
    const { message } = await invokeTool(peer, offered, { name: 'greet', args, payload: inside });
    expect(message.type).toBe('invoke_response');
    for (const time of ['2026-03-01T10:00:00Z', '2026-03-01T10:00:00.001Z', '2200-01-01T00:00:00Z']) {
      const request = invocation(offered, 'greet', args, { eval_time: time });
      const expected = { code: 'macro_expired', status: 410, recoverable: true, id: request.id };
      expect(expectError(await peer.ask(request), expected).details).toEqual({ reason: 'expired' });
    }
    // Evaluating the intent again helps.
    const again = await peer.ask(
      intentRequest({ intent: { name: 'act' }, facts: [], eval_time: '2026-03-01T10:00:00Z' }),
    );
    const later = { eval_time: '2026-03-01T10:00:01Z' };
    const answer = await invokeTool(peer, again, { name: 'greet', args, payload: later });
    expect(answer.message.type).toBe('invoke_response');
  });

  verifies(['ERR-022'], 'a macro-tool ends when its time has passed on the server', async ({ fresh }) => {
    let now = Date.parse('2026-05-01T00:00:00Z');
    const server = await fresh({ ...options, clock: () => now });
    const peer = await server.connect();
    const offered = await act(peer);
    const invoke = () => invokeTool(peer, offered, { name: 'greet', args: { name: 'Ada' } });
    now += 3_599_999;
    expect((await invoke()).message.type).toBe('invoke_response');
    now += 1;
    expect(errorOf(await invoke(), 'macro_expired').details).toEqual({ reason: 'expired' });
  });

  verifies(['ERR-023', 'ERR-033'], 'arguments that do not fit are told with all faults', async ({ connect }) => {
    const peer = await connect(options);
    const offered = await act(peer);
    const request = invocation(offered, 'greet', { times: 'often', loud: true });
    const expected = { code: 'schema_validation_failed', status: 400, recoverable: true, id: request.id };
    const { details } = expectError(await peer.ask(request), expected);
    expect(details).toEqual({
      schema_errors: [
        { path: '/loud', keyword: 'additionalProperties', message: expect.stringMatching(/\w/) },
        { path: '/name', keyword: 'required', message: expect.stringMatching(/\w/) },
        { path: '/times', keyword: 'type', message: expect.stringMatching(/\w/) },
      ],
    });
    for (const args of [{}, { name: 5 }, { name: null }, { name: 'Ada', times: 1.5 }, { name: 'Ada', 'a/b~c': 1 }]) {
      const refused = await invokeTool(peer, offered, { name: 'greet', args });
      expect(errorOf(refused, 'schema_validation_failed').details.schema_errors).toHaveLength(1);
    }
    const odd = await invokeTool(peer, offered, { name: 'greet', args: { name: 'Ada', 'a/b~c': 1 } });
    expect(odd.message.payload.details.schema_errors[0].path).toBe('/a~1b~0c');
    const { message } = await invokeTool(peer, offered, { name: 'greet', args: { name: 'Ada', times: 2 } });
    expect(message.payload.result).toEqual({ said: 'AdaAda' });
  });

  verifies(['ERR-024'], 'what cannot be undone is not done without consent', async ({ connect }) => {
    const peer = await connect(options);
    const offered = await act(peer);
    const before = await calls(peer, offered);
    for (const payload of [{}, { confirmation_token: null }]) {
      const request = invocation(offered, 'erase', { what: 'all' }, payload);
      const expected = { code: 'confirmation_required', status: 403, recoverable: true, id: request.id };
      const { challenge } = expectError(await peer.ask(request), expected).details as { challenge: Challenge };
      expect(challenge.effects).toEqual(['destructive']);
      expect(challenge.nonce).toMatch(/^[\w-]{20,}$/);
      expect(challenge.args_digest).toBe(digestOf('{"what":"all"}'));
      expect(Date.parse(challenge.expires_at)).toBeGreaterThan(Date.now());
    }
    expect(await calls(peer, offered)).toBe(before);
  });

  verifies(['ERR-025'], 'a token that is forged, used or for something else is no consent', async ({ connect }) => {
    const peer = await connect(options);
    const offered = await act(peer);
    const macroId = toolsOf(offered).get('erase') ?? '';
    const before = await calls(peer, offered);
    const challengeFor = async (args: object): Promise<Challenge> => {
      const answer = await peer.ask(invokeRequest(macroId, args));
      return (errorOf(answer, 'confirmation_required').details as { challenge: Challenge }).challenge;
    };
    const challenge = await challengeFor({ what: 'all' });
    const token = consent({ challenge, macroId });
    const forged = [
      '',
      'yes',
      'v1.a.b.c',
      `${token}x`,
      token.replace('v1', 'v2'),
      token.slice(0, -2),
      consent({ challenge, macroId: 'mt_x' }),
    ];
    for (const each of forged) {
      const request = invokeRequest(macroId, { what: 'all' }, { confirmation_token: each });
      const expected = { code: 'confirmation_invalid', status: 403, recoverable: true, id: request.id };
      expectError(await peer.ask(request), expected);
    }
    const otherArgs = invokeRequest(macroId, { what: 'more' }, { confirmation_token: token });
    errorOf(await peer.ask(otherArgs), 'confirmation_invalid');
    expect(await calls(peer, offered)).toBe(before);
    const good = invokeRequest(macroId, { what: 'all' }, { confirmation_token: token });
    expect((await peer.ask(good)).message.payload.result).toEqual({ wiped: 'all' });
    errorOf(await peer.ask({ ...good, id: 'again' }), 'confirmation_invalid');
    expect(await calls(peer, offered)).toBe(before + 1);
  });

  verifies(['ERR-026'], 'an action that fails is told with what was done, and nothing else', async ({ subject }) => {
    const server = await subject(options);
    const peer = await server.connect();
    const request = invocation(await act(peer), 'stumble');
    const expected = { code: 'execution_failed', status: 500, recoverable: false, id: request.id };
    const answer = await peer.ask(request);
    const { details } = expectError(answer, expected);
    expect(details).toMatchObject({
      events: [
        { action: 'say', status: 'success' },
        { action: 'fail', status: 'failure' },
        { action: 'say', status: 'skipped' },
      ],
      completed_actions: ['say'],
    });
    expect(answer.text).not.toMatch(/hunter2|secret|store\.js/);
    await vi.waitFor(() => expect(server.log()).toContain('a request failed'), 30_000);
    expect(server.log()).toContain('"tool":"stumble","reason":"action `fail` failed: it failed"');
  });

  verifies(['ERR-026'], 'a result that is not what was promised is a failure', async ({ connect }) => {
    const peer = await connect(options);
    const request = invocation(await act(peer), 'lie');
    const expected = { code: 'execution_failed', status: 500, recoverable: false, id: request.id };
    const { details } = expectError(await peer.ask(request), expected);
    expect(details).toMatchObject({ completed_actions: ['say'] });
  });

  verifies(
    ['ERR-030'],
    'a cancelled invocation is told as such, once',
    async ({ connect }) => {
      const peer = await connect(options);
      const offered = await act(peer);
      const request = invocation(offered, 'wait');
      const answer = peer.ask(request);
      await peer.next(({ type, id }) => type === 'progress' && id === request.id);
      peer.send({ type: 'cancel', id: null, manglecp: '2026-02-draft', payload: { request_id: request.id } });
      const expected = { code: 'cancelled', status: 499, recoverable: false, id: request.id };
      expectError(await answer, expected);
      // Nothing more comes of it, and the connection stays.
      const { message } = await invokeTool(peer, offered, { name: 'greet', args: { name: 'Ada' } });
      expect(message.type).toBe('invoke_response');
      expect(peer.rest().filter(({ id, type }) => id === request.id && type !== 'progress')).toEqual([]);
    },
    { on: sessionTransports },
  );

  verifies(
    ['ERR-030'],
    'a cancelled evaluation is told as such',
    async ({ connect }) => {
      const peer = await connect(options);
      const facts = Array.from({ length: 500 }, (_, value) => ({ pred: 'number', args: [value] }));
      const request = intentRequest({ intent: { name: 'derive' }, facts });
      const answer = peer.ask(request);
      peer.send({ type: 'cancel', id: null, manglecp: '2026-02-draft', payload: { request_id: request.id } });
      expectError(await answer, { code: 'cancelled', status: 499, recoverable: false, id: request.id });
      expect((await act(peer)).message.type).toBe('intent_response');
    },
    { on: sessionTransports },
  );
});
