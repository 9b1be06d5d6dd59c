import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { errorOf, invokeTool, toolsOf, violationsOf } from '../harness/answers.js';
import { intentRequest, invokeRequest } from '../harness/messages.js';
import { type Answer, networkTransports, type Peer } from '../harness/peer.js';
import { overTransports } from '../harness/verifies.js';
import { type Challenge, consent } from '../security/consent.js';

const options = { pack: 'faults' };
const token = createHash('sha256').update('ada-token').digest('hex');
const guarded = { ...options, config: { auth: { required: true, tokens: [{ sha256: token, identity: 'ada' }] } } };
const small = { ...options, config: { limits: { max_facts_per_request: 3 } } };

const question = { pred: 'question', args: ['throw'] };
const reserved = { pred: '_manglecp_x', args: [] };

function consult(payload: object = {}, envelope: object = {}): Record<string, unknown> & { readonly id: string } {
  return intentRequest({ intent: { name: 'consult' }, facts: [question], ...payload }, envelope);
}

/** The same request, without the fault that is told first, shows the other one. */
async function expectOrder(peer: Peer, both: readonly [object | string, string], second: readonly [object, string]) {
  const answer = await peer.ask(both[0]);
  errorOf(answer, both[1]);
  errorOf(await peer.ask(second[0]), second[1]);
  return answer;
}

const during = '2026-03-01T09:05:00Z';
const after = '2026-03-01T09:20:00Z';

/** The tools of an intent that is allowed at five past nine, and not any more at twenty past. */
function brief(peer: Peer): Promise<Answer> {
  return peer.ask(intentRequest({ intent: { name: 'brief' }, facts: [], eval_time: during }));
}

overTransports('the order of checks', (verifies) => {
  verifies(['ERR-054'], '1 before 2: size before JSON', async ({ connect }) => {
    const peer = await connect(options);
    const limit = peer.manifest.payload.limits.max_message_bytes as number;
    const broken = `{${' '.repeat(limit)}`;
    errorOf(await peer.ask(broken), 'message_too_large');
    errorOf(await peer.ask(broken.slice(0, 100)), 'malformed_message');
  });

  verifies(['ERR-054'], '2 before 3: JSON before the envelope', async ({ connect }) => {
    const peer = await connect(options);
    const { details } = errorOf(await peer.ask('{"type":5,"id":"seen",}'), 'malformed_message');
    expect(details).toMatchObject({ reason: 'syntax' });
    expect(details).not.toHaveProperty('schema_errors');
    const { details: other } = errorOf(await peer.ask('{"type":5,"id":"seen"}'), 'malformed_message');
    expect(other).toHaveProperty('schema_errors');
    expect(other).not.toHaveProperty('reason');
  });

  verifies(['ERR-054'], '3 before 4: the envelope before the version', async ({ connect }) => {
    const peer = await connect(options);
    const { payload, ...half } = consult({}, { manglecp: '1999' });
    await expectOrder(peer, [half, 'malformed_message'], [{ ...half, payload }, 'unsupported_version']);
  });

  verifies(['ERR-054'], '4 before 5: the version before the type', async ({ connect }) => {
    const peer = await connect(options);
    const type = 'frobnicate';
    await expectOrder(
      peer,
      [consult({}, { manglecp: '1999', type }), 'unsupported_version'],
      [consult({}, { type }), 'invalid_type'],
    );
  });

  verifies(['ERR-054'], '5 before 6: the type before credentials', async ({ connect }) => {
    const peer = await connect(guarded);
    await expectOrder(peer, [consult({}, { type: 'manifest' }), 'invalid_type'], [consult(), 'auth_required']);
  });

  verifies(
    ['ERR-054'],
    'C-133 credentials before JSON where they are required and the message is large',
    async (on) => {
      const peer = await on.connect(guarded);
      const limit = peer.manifest.payload.limits.max_message_bytes as number;
      const broken = (bytes: number): string => `{"id":"seen"${' '.repeat(bytes - 12)}`;
      expect(errorOf(await peer.ask(broken(65_536)), 'malformed_message').details).toMatchObject({
        reason: 'unexpected_end',
      });
      for (const bytes of [65_537, limit]) {
        const answer = await peer.ask(broken(bytes));
        errorOf(answer, 'auth_required');
        expect(answer.message.id).toBeNull();
      }
      errorOf(await peer.ask(broken(limit + 1)), 'message_too_large');
      const large = { facts: [question, { ...question, 'x-padding': 'p'.repeat(100_000) }] };
      const refused = await peer.ask(consult(large));
      errorOf(refused, 'auth_required');
      expect(refused.message.id).toBeNull();
      await peer.login('ada-token');
      const read = consult(large);
      expect((await peer.ask(read)).message.id).toBe(read.id);
      errorOf(await peer.ask(broken(100_000)), 'malformed_message');
      const open = await on.connect(options);
      errorOf(await open.ask(broken(limit)), 'malformed_message');
    },
  );

  verifies(['ERR-054'], '6 before 7: credentials before readiness', async ({ fresh }) => {
    const peer = await (await fresh({ ...guarded, isBooting: true })).connect();
    errorOf(await peer.ask(consult()), 'auth_required');
    await peer.login('ada-token');
    errorOf(await peer.ask(consult()), 'server_not_ready');
  });

  verifies(
    ['ERR-054'],
    '7 before 8: readiness before the rate',
    async ({ fresh }) => {
      const server = await fresh({ ...options, config: { rate: { per_minute: 1 } }, isBooting: true });
      const peer = await server.connect();
      // A request that is refused is not counted, or the second one would be too many.
      for (let sent = 0; sent < 3; sent += 1) errorOf(await peer.ask(consult()), 'server_not_ready');
      await server.server?.boot();
      errorOf(await peer.ask(consult()), 'evaluation_failed');
      errorOf(await peer.ask(consult()), 'rate_limited');
      for (const { domain } of server.server?.runtimes ?? []) domain.drain();
      errorOf(await peer.ask(consult()), 'server_not_ready');
    },
    { on: networkTransports },
  );

  verifies(
    ['ERR-054'],
    '8 before 9: the rate before the payload',
    async ({ fresh }) => {
      const server = await fresh({ ...options, config: { rate: { per_minute: 1 } }, clock: () => 0 });
      const peer = await server.connect();
      const broken = consult({ intent: 5 });
      errorOf(await peer.ask(broken), 'malformed_message');
      errorOf(await peer.ask(broken), 'rate_limited');
    },
    { on: networkTransports },
  );

  verifies(['ERR-054'], '9 before 10: the payload before the number of facts', async ({ connect }) => {
    const peer = await connect(small);
    const facts = [question, question, question, question];
    const broken = { facts, constraints: { max_compute_ms: 'long' } };
    await expectOrder(peer, [consult(broken), 'malformed_message'], [consult({ facts }), 'too_many_facts']);
    await expectOrder(
      peer,
      [consult({ facts, eval_time: 'soon' }), 'malformed_message'],
      [consult({ facts }), 'too_many_facts'],
    );
  });

  verifies(['ERR-054'], '10 before 11: the number of facts before reserved names', async ({ connect }) => {
    const peer = await connect(small);
    const facts = [reserved, reserved, reserved];
    await expectOrder(
      peer,
      [consult({ facts: [...facts, reserved] }), 'too_many_facts'],
      [consult({ facts }), 'reserved_predicate'],
    );
  });

  verifies(['ERR-054'], '11 before 12: a reserved name before all else that a fact has wrong', async ({ connect }) => {
    const peer = await connect(options);
    const fact = { pred: '_manglecp_x', args: { a: 1 }, t: 'never', source: 5, category: 'none', extra: true };
    const violations = violationsOf(await peer.ask(consult({ facts: [question, fact] })), 'reserved_predicate');
    expect(violations).toMatchObject([{ fact_index: 1, issue: 'reserved_predicate' }]);
    expect(violations).toHaveLength(1);
    const renamed = await peer.ask(consult({ facts: [question, { ...fact, pred: 'divisor' }] }));
    expect(violationsOf(renamed).length).toBeGreaterThan(3);
  });

  verifies(['ERR-054'], '12 before 13: facts that are there before facts that are not', async ({ connect }) => {
    const peer = await connect(options);
    const violations = violationsOf(
      await peer.ask(consult({ facts: [{ pred: 'divisor', args: [] }] })),
      'arity_mismatch',
    );
    expect(violations.map(({ issue }) => issue)).toEqual(['arity_mismatch']);
    const missing = violationsOf(await peer.ask(consult({ facts: [{ pred: 'divisor', args: [2] }] })));
    expect(missing.map(({ issue, predicate }) => [issue, predicate])).toEqual([['missing_required_fact', 'question']]);
    // A fact that is refused does not count as there.
    const refused = violationsOf(
      await peer.ask(consult({ facts: [{ pred: 'question', args: [5] }] })),
      'type_mismatch',
    );
    expect(refused.map(({ issue }) => issue)).toEqual(['type_mismatch']);
  });

  verifies(['ERR-054'], '13 before 14: required facts before policy', async ({ connect }) => {
    const peer = await connect(options);
    const restricted = (facts: readonly object[]) => consult({ intent: { name: 'restricted' }, facts });
    const answer = await expectOrder(
      peer,
      [restricted([]), 'invalid_facts'],
      [restricted([question]), 'auth_insufficient'],
    );
    expect(violationsOf(answer)).toMatchObject([{ issue: 'missing_required_fact' }]);
  });

  verifies(['ERR-054'], '14 before 15: policy before the evaluation', async ({ connect }) => {
    const peer = await connect(options);
    const payload = { constraints: { max_facts_created: 0 } };
    const restricted = consult({ intent: { name: 'restricted' }, ...payload });
    const derived = consult({ intent: { name: 'derive' }, facts: [], ...payload });
    await expectOrder(peer, [restricted, 'auth_insufficient'], [derived, 'derivation_limit_exceeded']);
    // What fails in the evaluation only, too.
    const failing = consult({ intent: { name: 'restricted' } });
    await expectOrder(peer, [failing, 'auth_insufficient'], [consult(), 'evaluation_failed']);
  });

  verifies(['ERR-054'], 'the payload before the identity', async ({ connect }) => {
    const peer = await connect(options);
    const unknown = invokeRequest('mt_unknown');
    const broken = { ...unknown, payload: { macro_id: 'mt_unknown', args: [] } };
    await expectOrder(peer, [broken, 'malformed_message'], [unknown, 'macro_not_found']);
  });

  verifies(['ERR-054'], 'the identity before validity', async ({ connect }) => {
    const peer = await connect(options);
    const offered = await brief(peer);
    const late = { eval_time: '2200-01-01T00:00:00Z' };
    errorOf(await peer.ask(invokeRequest('mt_unknown', {}, late)), 'macro_not_found');
    errorOf(await invokeTool(peer, offered, { name: 'stumble', payload: late }), 'macro_expired');
  });

  verifies(['ERR-054'], 'validity before the schema', async ({ connect }) => {
    const peer = await connect(options);
    const offered = await brief(peer);
    const payload = { eval_time: '2026-03-01T10:05:00Z' };
    errorOf(await invokeTool(peer, offered, { name: 'erase', args: { what: 5 }, payload }), 'macro_expired');
    errorOf(await invokeTool(peer, offered, { name: 'erase', args: { what: 5 } }), 'schema_validation_failed');
  });

  verifies(['ERR-054'], 'the schema before confirmation', async ({ connect }) => {
    const peer = await connect(options);
    const offered = await brief(peer);
    for (const payload of [{}, { confirmation_token: 'forged' }]) {
      const answer = await invokeTool(peer, offered, { name: 'erase', args: { what: 5 }, payload });
      errorOf(answer, 'schema_validation_failed');
    }
    errorOf(await invokeTool(peer, offered, { name: 'erase', args: { what: 'all' } }), 'confirmation_required');
  });

  verifies(['ERR-054'], 'confirmation before policy, and policy before the first action', async ({ connect }) => {
    const peer = await connect(options);
    const offered = await brief(peer);
    const macroId = toolsOf(offered).get('erase') ?? '';
    const invoke = (payload: object) => invokeTool(peer, offered, { name: 'erase', args: { what: 'all' }, payload });
    const asked = errorOf(await invoke({ eval_time: after }), 'confirmation_required');
    errorOf(await invoke({ eval_time: after, confirmation_token: 'forged' }), 'confirmation_invalid');
    const confirmation_token = consent({ ...(asked.details as { challenge: Challenge }), macroId });
    errorOf(await invoke({ eval_time: after, confirmation_token }), 'auth_insufficient');
  });

  verifies(['ERR-054'], 'policy before execution', async ({ connect }) => {
    const peer = await connect(options);
    const offered = await brief(peer);
    errorOf(await invokeTool(peer, offered, { name: 'stumble', payload: { eval_time: after } }), 'auth_insufficient');
    errorOf(await invokeTool(peer, offered, { name: 'stumble' }), 'execution_failed');
  });
});
