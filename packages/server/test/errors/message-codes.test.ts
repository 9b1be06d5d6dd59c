import { describe, expect, it } from 'vitest';
import { errorOf, toolNames, violationsOf } from '../harness/answers.js';
import { errorCodes, inspectMessage } from '../harness/inspect-message.js';
import { intentRequest, invokeRequest, newId, withFacts } from '../harness/messages.js';
import { sessionTransports } from '../harness/peer.js';
import { overTransports } from '../harness/verifies.js';
import { expectError } from './expect-error.js';

/** Takes few facts, and also those it does not know. */
const relaxed = { pack: 'faults', config: { strict_predicates: false, limits: { max_facts_per_request: 5 } } };

const site = { pred: 'active_site', args: ['HAM-2'] };

overTransports('errors about messages and facts', (verifies) => {
  verifies(['ERR-003'], 'a version that is not spoken is told with those that are', async ({ connect }) => {
    const peer = await connect();
    for (const version of ['2025-01-draft', '2026-02', '3000', '']) {
      const request = intentRequest({}, { manglecp: version });
      const answer = await peer.ask(request);
      const expected = { code: 'unsupported_version', status: 400, recoverable: true, id: request.id };
      expect(expectError(answer, expected).details).toEqual({
        requested_version: version,
        supported_versions: ['2026-02-draft'],
      });
      const [spoken = ''] = peer.manifest.payload.protocol.supported_versions as readonly string[];
      expect(toolNames(await peer.ask({ ...request, manglecp: spoken }))).toEqual(['compare_carrier_delay']);
    }
  });

  verifies(['ERR-004', 'ERR-033'], 'an envelope that is broken is told with all its faults', async ({ connect }) => {
    const peer = await connect();
    const { payload: _, ...request } = intentRequest();
    const expected = { code: 'malformed_message', status: 400, recoverable: false, id: request.id };
    expect(expectError(await peer.ask(request), expected).details).toMatchObject({
      schema_errors: [{ path: '/payload', keyword: 'required', message: expect.stringMatching(/./) }],
    });
    const broken = { id: 'b-1', manglecp: 5, payload: [], type: null };
    const { details } = expectError(await peer.ask(broken), { ...expected, id: 'b-1' });
    const paths = (details.schema_errors as { path: string }[]).map(({ path }) => path);
    expect(paths.toSorted()).toEqual(['/manglecp', '/payload', '/type']);
  });

  verifies(['ERR-004', 'ERR-033'], 'a payload that is broken is told with all its faults', async ({ connect }) => {
    const peer = await connect();
    const request = intentRequest({
      intent: { name: '', params: [] },
      facts: {},
      constraints: { max_compute_ms: -1 },
    });
    const expected = { code: 'malformed_message', status: 400, recoverable: false, id: request.id };
    const { details } = expectError(await peer.ask(request), expected);
    const faults = details.schema_errors as { path: string; keyword: string; message: string }[];
    expect(faults.map(({ path, keyword }) => [path, keyword]).toSorted()).toEqual([
      ['/constraints/max_compute_ms', 'minimum'],
      ['/facts', 'type'],
      ['/intent/name', 'minLength'],
      ['/intent/params', 'type'],
    ]);
    for (const { message } of faults) expect(message).toMatch(/^\S.+/);
  });

  verifies(['ERR-005'], 'one byte over the limit is too large, and the connection stays', async ({ connect }) => {
    const peer = await connect();
    const limit = peer.manifest.payload.limits.max_message_bytes as number;
    const request = Buffer.from(JSON.stringify(intentRequest()));
    const bytes = Buffer.alloc(limit + 1, ' ');
    request.copy(bytes);
    const expected = { code: 'message_too_large', status: 413, recoverable: true, id: null };
    expect(expectError(await peer.ask(bytes), expected).details).toEqual({ limit });
    expect(toolNames(await peer.ask(bytes.subarray(0, limit)))).toEqual(['compare_carrier_delay']);
  });

  verifies(['ERR-006'], 'a type that is none, or that only servers send, is refused', async ({ connect }) => {
    const peer = await connect();
    for (const type of ['frobnicate', 'INTENT_REQUEST', 'manifest', 'intent_response', 'error', 'toString']) {
      const request = intentRequest({}, { type });
      const expected = { code: 'invalid_type', status: 400, recoverable: false, id: request.id };
      expect(expectError(await peer.ask(request), expected).details).toMatchObject({ type });
    }
  });

  verifies(['ERR-002'], 'an error has the id of its request, or null if there is none to read', async ({ connect }) => {
    const peer = await connect();
    const envelope = { manglecp: '2026-02-draft', payload: {} };
    const cases: readonly (readonly [string | object, string | null])[] = [
      ['{"id":"lost"', null],
      ['nonsense', null],
      ['[{"id":"in-a-list"}]', null],
      [{ ...envelope, type: 'intent_request', id: 5 }, null],
      [{ ...envelope, type: 'intent_request', id: null }, null],
      [{ ...envelope, type: 'intent_request', id: '' }, null],
      [{ ...envelope, type: 'intent_request' }, null],
      [{ ...envelope, type: 'intent_request', id: ['a'] }, null],
      [{ ...envelope, type: 'intent_request', id: 'plain' }, 'plain'],
      [{ ...envelope, type: 'unheard_of', id: 'Ünï 😀 "quoted"' }, 'Ünï 😀 "quoted"'],
      [{ type: 'intent_request', id: 'half' }, 'half'],
      [intentRequest({ facts: [] }, { id: 'x'.repeat(4096) }), 'x'.repeat(4096)],
      [intentRequest({ facts: [] }, { id: 'x'.repeat(4097) }), null],
      [invokeRequest('mt_none'), 'same'],
    ];
    for (const [message, id] of cases) {
      const sent = id === 'same' ? { ...(message as object), id } : message;
      const answer = await peer.ask(sent);
      expect([answer.message.type, answer.message.id]).toEqual(['error', id]);
    }
  });

  verifies(
    ['ERR-002'],
    'errors of requests at the same time are told apart by their ids',
    async ({ connect }) => {
      const peer = await connect();
      const requests = Array.from({ length: 20 }, (_, at) => {
        return at % 2 === 0 ? intentRequest({ facts: [] }) : invokeRequest(`mt_${newId()}`);
      });
      const answers = await Promise.all(requests.map((request) => peer.ask(request)));
      expect(answers.map(({ message }) => [message.id, message.payload.code as string])).toEqual(
        requests.map(({ id }, at) => [id, at % 2 === 0 ? 'invalid_facts' : 'macro_not_found']),
      );
    },
    { on: sessionTransports },
  );

  verifies(
    ['ERR-031'],
    'what the registry has no code for has one of our own, and says what it is',
    async ({ subject }) => {
      const { url = '' } = await subject();
      const asked: readonly (readonly [string, string, number, string])[] = [
        ['GET', '/nowhere', 404, 'x-not_found'],
        ['POST', '/manglecp/nowhere', 404, 'x-not_found'],
        ['GET', '/manglecp/evaluate', 405, 'x-method_not_allowed'],
        ['DELETE', '/manglecp/invoke', 405, 'x-method_not_allowed'],
      ];
      for (const [method, path, status, code] of asked) {
        const response = await fetch(`${url}${path}`, { method });
        const { type, id, payload } = inspectMessage(await response.text());
        expect([path, response.status, type, id, payload.code]).toEqual([path, status, 'error', null, code]);
        expect(payload.message).toMatch(/\S+ \S+ \S+/);
      }
    },
    { on: ['http'] },
  );

  verifies(['ERR-010', 'ERR-032', 'ERR-053'], 'facts of several faults are all told', async ({ connect }) => {
    const peer = await connect();
    const request = withFacts({ pred: 'queue_depth', args: ['inbound'] }, site, {
      pred: 'actve_site',
      args: ['HAM-2'],
    });
    const answer = await peer.ask(request);
    const expected = { code: 'invalid_facts', status: 400, recoverable: true, id: request.id };
    const { details } = expectError(answer, expected);
    expect(details.violations).toEqual([
      {
        fact_index: 1,
        predicate: 'queue_depth',
        issue: 'arity_mismatch',
        message: expect.stringMatching(/queue_depth/),
        expected_arity: 2,
        actual_arity: 1,
      },
      {
        fact_index: 3,
        predicate: 'actve_site',
        issue: 'unknown_predicate',
        message: expect.stringMatching(/actve_site/),
        suggestion: 'active_site',
      },
    ]);
  });

  verifies(['ERR-011', 'ERR-053'], 'an unknown predicate is told with the nearest known one', async ({ connect }) => {
    const peer = await connect();
    const request = withFacts({ pred: 'shipment_evnt', args: ['S-1', 'x'] }, { pred: 'zzzzzzzz', args: [] });
    const expected = { code: 'unknown_predicate', status: 400, recoverable: true, id: request.id };
    const { details } = expectError(await peer.ask(request), expected);
    const [near, far] = details.violations as readonly Record<string, unknown>[];
    expect(near).toMatchObject({ fact_index: 1, issue: 'unknown_predicate', suggestion: 'shipment_event' });
    expect(far).toMatchObject({ fact_index: 2, issue: 'unknown_predicate', predicate: 'zzzzzzzz' });
    expect(far).not.toHaveProperty('suggestion');
  });

  verifies(['ERR-011'], 'no suggestion names what clients may not send', async ({ connect }) => {
    const peer = await connect();
    for (const pred of ['stock_levl', 'permited', 'carrier_serve', 'final_select']) {
      const violations = violationsOf(await peer.ask(withFacts({ pred, args: [] })), 'unknown_predicate');
      expect(violations.map(({ suggestion }) => suggestion)).toEqual([undefined]);
    }
  });

  verifies(['ERR-012', 'ERR-053'], 'a wrong number of arguments is told with the right one', async ({ connect }) => {
    const peer = await connect();
    for (const [args, actual] of [
      [[], 0],
      [['inbound'], 1],
      [['inbound', 5, 6], 3],
    ] as const) {
      const request = withFacts({ pred: 'queue_depth', args });
      const expected = { code: 'arity_mismatch', status: 400, recoverable: true, id: request.id };
      const { details } = expectError(await peer.ask(request), expected);
      expect(details.violations).toMatchObject([{ fact_index: 1, expected_arity: 2, actual_arity: actual }]);
    }
  });

  verifies(['ERR-013', 'ERR-032', 'ERR-053'], 'a wrong type is told with its place', async ({ connect }) => {
    const peer = await connect();
    const request = withFacts(
      { pred: 'queue_depth', args: ['inbound', 'many'] },
      { pred: 'queue_depth', args: [7, true] },
      { pred: 'late_flag', args: ['true'] },
    );
    const expected = { code: 'type_mismatch', status: 400, recoverable: true, id: request.id };
    const { details } = expectError(await peer.ask(request), expected);
    expect(details.violations).toMatchObject([
      { fact_index: 1, argument_index: 1, expected_type: 'number', actual_type: 'string' },
      { fact_index: 2, argument_index: 0, expected_type: 'string', actual_type: 'number' },
      { fact_index: 2, argument_index: 1, expected_type: 'number', actual_type: 'boolean' },
      { fact_index: 3, argument_index: 0, expected_type: 'boolean', actual_type: 'string' },
    ]);
  });

  verifies(['ERR-014', 'ERR-053'], 'reserved names alone cannot be repaired', async ({ connect }) => {
    const peer = await connect();
    const request = withFacts({ pred: '_manglecp_a', args: [] }, { pred: '_manglecp_b', args: 'x', t: 5 });
    const expected = { code: 'reserved_predicate', status: 400, recoverable: false, id: request.id };
    const { details } = expectError(await peer.ask(request), expected);
    expect(details.violations).toMatchObject([
      { fact_index: 1, predicate: '_manglecp_a', issue: 'reserved_predicate' },
      { fact_index: 2, predicate: '_manglecp_b', issue: 'reserved_predicate' },
    ]);
    expect(details.violations).toHaveLength(2);
  });

  verifies(['ERR-053'], 'several kinds together are invalid_facts, also with a reserved name', async ({ connect }) => {
    const peer = await connect();
    const faults = {
      arity_mismatch: { pred: 'queue_depth', args: [] },
      type_mismatch: { pred: 'queue_depth', args: ['inbound', 'many'] },
      unknown_predicate: { pred: 'unheard_of', args: [] },
      reserved_predicate: { pred: '_manglecp_x', args: [] },
      invalid_predicate: { pred: 'Bad', args: [] },
    };
    const entries = Object.entries(faults);
    for (const [at, [issue, fact]] of entries.entries()) {
      const [otherIssue = '', other] = entries[(at + 1) % entries.length] ?? [];
      const answer = await peer.ask(withFacts(fact, site, other));
      expect(errorOf(answer, 'invalid_facts').recoverable).toBe(true);
      expect(violationsOf(answer).map((each) => [each.fact_index, each.issue])).toEqual([
        [1, issue],
        [3, otherIssue],
      ]);
    }
  });

  verifies(['ERR-032'], 'a thousand faults are all told, in the order of the facts', async ({ connect }) => {
    const peer = await connect();
    const facts = Array.from({ length: 1000 }, (_, at) => {
      return at % 2 === 0 ? site : { pred: 'queue_depth', args: [`q${at}`, 'x', at].slice(0, (at % 3) + 1) };
    });
    const violations = violationsOf(await peer.ask(intentRequest({ facts })));
    expect(violations.map(({ fact_index: at }) => at)).toEqual(facts.flatMap((_, at) => (at % 2 === 0 ? [] : [at])));
    for (const violation of violations) {
      expect(violation).toMatchObject({ predicate: 'queue_depth', message: expect.stringMatching(/./) });
    }
  });

  verifies(['ERR-032'], 'facts that policy refuses are told by their places in the request', async ({ connect }) => {
    const rumor = { pred: 'rumor', args: ['x'] };
    const request = (...facts: object[]) => intentRequest({ intent: { name: 'derive' }, facts });
    const strict = await connect({ pack: 'faults' });
    const known = { pred: 'divisor', args: [2] };
    const violations = violationsOf(await strict.ask(request(known, rumor, known, rumor)));
    expect(violations.map(({ fact_index: at, issue }) => [at, issue])).toEqual([
      [1, 'not_permitted'],
      [3, 'not_permitted'],
    ]);
    // Facts of which nobody knows have no effect, but a place.
    const lenient = await connect(relaxed);
    const unknown = { pred: 'unheard_of', args: [] };
    expect(toolNames(await lenient.ask(request(unknown, known)))).toEqual(['report']);
    const others = violationsOf(await lenient.ask(request(unknown, unknown, rumor, unknown)));
    expect(others.map(({ fact_index: at, predicate }) => [at, predicate])).toEqual([[2, 'rumor']]);
  });

  verifies(['ERR-010', 'ERR-032'], 'a required fact that is missing is told by its name', async ({ connect }) => {
    const peer = await connect();
    const answer = await peer.ask(intentRequest({ facts: [] }));
    expect(violationsOf(answer)).toMatchObject([
      { fact_index: -1, predicate: 'active_site', issue: 'missing_required_fact' },
    ]);
  });

  verifies(['ERR-015'], 'one fact over the limit is too many, duplicates counted', async ({ connect }) => {
    const peer = await connect(relaxed);
    expect(peer.manifest.payload.limits.max_facts_per_request).toBe(5);
    const derive = (count: number) => {
      const facts = Array.from({ length: count }, () => ({ pred: 'divisor', args: [2] }));
      return intentRequest({ intent: { name: 'derive' }, facts });
    };
    expect(toolNames(await peer.ask(derive(5)))).toEqual(['report']);
    const request = derive(6);
    const expected = { code: 'too_many_facts', status: 400, recoverable: true, id: request.id };
    expect(expectError(await peer.ask(request), expected).details).toEqual({ limit: 5, actual: 6 });
  });
});

describe('what every test looks at', () => {
  const error = (payload: object): string => {
    return JSON.stringify({ type: 'error', id: null, manglecp: '2026-02-draft', payload });
  };
  const payload = { code: 'cancelled', message: 'the request was cancelled', recoverable: false };

  it('ERR-001 ERR-031 an error without a code, message or flag, or with a wrong one, fails the test', () => {
    const { code: _code, ...codeless } = payload;
    const { message: _message, ...wordless } = payload;
    const { recoverable: _recoverable, ...flagless } = payload;
    const wrong = [
      codeless,
      wordless,
      flagless,
      { ...payload, code: 'budget_exceeded' },
      { ...payload, code: 'x-' },
      { ...payload, recoverable: true },
      { ...payload, recoverable: 'no' },
      { ...payload, message: '' },
      { ...payload, message: 'two\nlines of text' },
      { ...payload, message: 'failed in /tmp/pack/domain.mg' },
      { ...payload, retry_after_ms: -1 },
      { ...payload, retry_after_ms: '5' },
      { ...payload, details: [] },
      { ...payload, details: 'more' },
    ];
    for (const each of wrong) expect(() => inspectMessage(error(each)), JSON.stringify(each)).toThrow();
    expect(() => inspectMessage(error(payload), 500)).toThrow('expected the status 499');
    expect(inspectMessage(error(payload), 499).payload).toEqual(payload);
    expect(inspectMessage(error({ ...payload, code: 'x-own', retry_after_ms: null, details: {} }))).toBeDefined();
  });

  it('ERR-031 the registry has its 28 codes', () => {
    expect(Object.keys(errorCodes)).toHaveLength(28);
  });
});
