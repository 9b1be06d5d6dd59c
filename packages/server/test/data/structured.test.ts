import { expect } from 'vitest';
import { outcomeOf, toolNames, violationsOf } from '../harness/answers.js';
import { intentRequest } from '../harness/messages.js';
import type { Answer, Peer } from '../harness/peer.js';
import { overTransports } from '../harness/verifies.js';

const options = { pack: 'values' };

function ask(peer: Peer, ...facts: unknown[]): Promise<Answer> {
  return peer.ask(intentRequest({ intent: { name: 'echo' }, facts, eval_time: '2026-03-01T09:15:00Z' }));
}

function structured(predicate: string, ...args: unknown[]): object {
  return { head: { predicate, args } };
}

const text = (value: unknown): object => ({ type: 'string', value });
const number = (value: unknown): object => ({ type: 'number', value });
const list = (...elements: unknown[]): object => ({ type: 'list', elements });

overTransports('structured facts', (verifies) => {
  verifies(['DATA-045'], 'the structured form says the same as the plain one', async ({ connect }) => {
    const peer = await connect(options);
    expect(peer.manifest.payload.extensions['x-structured-facts']).toBe(true);
    const int64 = { _type: 'int64', value: '9223372036854775807' };
    const pairs: readonly (readonly [object, object])[] = [
      [structured('signal'), { pred: 'signal', args: [] }],
      [structured('text', text('trigger')), { pred: 'text', args: ['trigger'] }],
      [structured('whole', number(5)), { pred: 'whole', args: [5] }],
      [structured('whole', number(int64)), { pred: 'whole', args: [int64] }],
      [structured('real', number(2.5)), { pred: 'real', args: [2.5] }],
      [structured('flag', { type: 'boolean', value: true }), { pred: 'flag', args: [true] }],
      [structured('place', text('/yard/gate')), { pred: 'place', args: ['/yard/gate'] }],
      [structured('given', list(number(1), text('a'), list(number(2.5)))), { pred: 'given', args: [[1, 'a', [2.5]]] }],
      [
        structured('given', { type: 'map', entries: { a: number(1), b: list(text('c')) } }),
        { pred: 'given', args: [{ a: 1, b: ['c'] }] },
      ],
      [structured('given', list()), { pred: 'given', args: [[]] }],
      [structured('given', { type: 'map', entries: {} }), { pred: 'given', args: [{}] }],
      [
        structured('distance', text('HAM'), text('BRE'), number(120)),
        { pred: 'distance', args: ['HAM', 'BRE', 120], source: { source_type: 'scan' }, category: 'session' },
      ],
    ];
    for (const [form, plain] of pairs) {
      const expected = outcomeOf(await ask(peer, plain));
      expect([plain, outcomeOf(await ask(peer, form))]).toEqual([plain, expected]);
      // Both are one fact.
      expect(outcomeOf(await ask(peer, plain, form))).toEqual(expected);
      expect(outcomeOf(await ask(peer, { ...form, body: [] }))).toEqual(expected);
      expect(toolNames(await ask(peer, plain))).not.toEqual([]);
    }
  });

  verifies(['DATA-045'], 'a structured fact may have a time', async ({ connect }) => {
    const peer = await connect(options);
    const fact = (t: object): object => ({ ...structured('period', text('p')), t });
    expect(toolNames(await ask(peer, fact({ at: '2026-03-01T09:15:00Z' })))).toEqual(['holds_now']);
    expect(toolNames(await ask(peer, fact({ at: '2026-03-01T09:15:00.001Z' })))).toEqual([]);
  });

  verifies(['DATA-045'], 'rules are refused, since none can be submitted', async ({ connect }) => {
    const peer = await connect(options);
    expect(peer.manifest.payload.capabilities.rule_submission).toBe(false);
    const variable = { type: 'variable', name: 'Svc' };
    const rule = {
      head: { predicate: 'text', args: [variable] },
      body: [{ predicate: 'remark', args: [variable] }],
    };
    const ground = { ...structured('text', text('trigger')), body: [{ predicate: 'signal', args: [] }] };
    const violations = violationsOf(await ask(peer, { pred: 'signal', args: [] }, rule, ground));
    expect(violations).toMatchObject([
      { fact_index: 1, predicate: 'text', issue: 'invalid_structure' },
      { fact_index: 2, predicate: 'text', issue: 'invalid_structure' },
    ]);
  });

  verifies(['DATA-045', 'DATA-020', 'DATA-022'], 'variables and wildcards are no values', async ({ connect }) => {
    const peer = await connect(options);
    const open = [{ type: 'variable', name: 'X' }, { type: 'wildcard' }, list({ type: 'wildcard' })];
    const violations = violationsOf(await ask(peer, ...open.map((each) => structured('given', each))));
    expect(violations.map(({ fact_index: at, issue, argument_index: arg }) => [at, issue, arg])).toEqual([
      [0, 'not_ground', 0],
      [1, 'not_ground', 0],
      [2, 'not_ground', 0],
    ]);
  });

  verifies(['DATA-045'], 'a structure that is none is refused, each for itself', async ({ connect }) => {
    const peer = await connect(options);
    const wrong: readonly unknown[] = [
      { head: null },
      { head: 'text' },
      { head: {} },
      { head: { predicate: 'text' } },
      { head: { predicate: 5, args: [] } },
      { head: { predicate: 'text', args: {} } },
      { head: { predicate: 'text', args: [text('a')], arity: 1 } },
      { ...structured('text', text('a')), args: ['a'] },
      { ...structured('text', text('a')), pred: 'text' },
      { ...structured('text', text('a')), body: 'true' },
      structured('text', 'a'),
      structured('text', { type: 'text', value: 'a' }),
      structured('text', { value: 'a' }),
      structured('text', text(5)),
      structured('whole', number('5')),
      structured('text', { type: 'string' }),
      structured('given', { type: 'list', elements: {} }),
      structured('given', { type: 'map', entries: [] }),
      structured('given', { type: 'variable', name: 'lower' }),
      structured('given', { type: 'string', value: 'a', extra: 1 }),
    ];
    const violations = violationsOf(await ask(peer, structured('signal'), ...wrong));
    expect(violations.map(({ fact_index: at, issue }) => [at, issue])).toEqual(
      wrong.map((_, at) => [at + 1, 'invalid_structure']),
    );
  });
});
