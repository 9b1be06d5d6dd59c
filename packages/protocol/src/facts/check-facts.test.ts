import { describe, expect, it } from 'vitest';
import type { Json } from '../json/json.js';
import { JsonNumber } from '../json/json.js';
import { parseJson } from '../json/parse-json.js';
import type { PredicateDeclaration } from '../messages/manifest.js';
import { checkFacts } from './check-facts.js';
import { checkRequired } from './check-required.js';
import { checkReserved } from './check-reserved.js';
import type { FactsProfile } from './facts-profile.js';

const declarations: readonly PredicateDeclaration[] = [
  { predicate: 'site', arity: 1, arg_types: ['string'], arg_names: ['site'], direction: 'input' },
  { predicate: 'event', arity: 2, temporal: true },
  { predicate: 'queue_depth', arity: 2, arg_types: ['string', 'number'], arg_names: ['queue', 'depth'] },
  { predicate: 'ready', arity: 0, arg_names: [] },
  { predicate: 'stock', arity: 1, direction: 'output' },
];

const profile: FactsProfile = {
  predicates: new Map(declarations.map((each) => [each.predicate, each])),
  timeFormats: ['rfc3339'],
  namedArgs: true,
  temporal: true,
  strict: true,
  structured: true,
};

function check(facts: readonly Json[], changes: Partial<FactsProfile> = {}) {
  return checkFacts(facts, { ...profile, ...changes }, { now: 1000n });
}

function issuesOf(fact: Json, changes: Partial<FactsProfile> = {}) {
  return check([fact], changes).violations.map(({ issue }) => issue);
}

describe('facts that pass', () => {
  it('DATA-011 come with their arguments by position', () => {
    const facts = [
      { pred: 'queue_depth', args: ['a', 1] },
      { pred: 'queue_depth', named_args: { depth: 2, queue: 'b' } },
      {
        head: {
          predicate: 'queue_depth',
          args: [
            { type: 'string', value: 'c' },
            { type: 'number', value: 3 },
          ],
        },
      },
      { pred: 'ready', args: [] },
      { pred: 'ready', named_args: {} },
    ];
    expect(check(facts)).toEqual({
      facts: [
        { index: 0, pred: 'queue_depth', args: ['a', 1] },
        { index: 1, pred: 'queue_depth', args: ['b', 2] },
        { index: 2, pred: 'queue_depth', args: ['c', 3] },
        { index: 3, pred: 'ready', args: [] },
        { index: 4, pred: 'ready', args: [] },
      ],
      violations: [],
    });
  });

  it.each<[Json, object | undefined]>([
    [{ at: '1970-01-01T00:00:01Z' }, { start: 1_000_000_000n, end: 1_000_000_000n }],
    [
      { start: '1970-01-01T00:00:01Z', end: '1970-01-01T00:00:02Z' },
      { start: 1_000_000_000n, end: 2_000_000_000n },
    ],
    [{ start: '1970-01-01T00:00:01Z', end: '_' }, { start: 1_000_000_000n }],
    [{ start: '_', end: 'now' }, { end: 1000n }],
    [{ start: '_', end: '_' }, {}],
    [
      { at: 'now', 'x-note': 1 },
      { start: 1000n, end: 1000n },
    ],
    [null, undefined],
  ])('DATA-023 DATA-024 DATA-025 with `t` %j', (t, interval) => {
    const { facts, violations } = check([{ pred: 'event', args: [1, 2], t }]);
    expect(violations).toEqual([]);
    expect(facts[0]?.interval).toEqual(interval);
  });

  it('carry what the client claims about their origin, and no category', () => {
    const source = { source_type: 'server', source_id: 'db', asserted_at: '2026-01-01T00:00:00Z', 'x-a': 1 };
    const { facts } = check([{ pred: 'site', args: ['a'], category: 'server', source }]);
    expect(facts).toEqual([
      {
        index: 0,
        pred: 'site',
        args: ['a'],
        source: { source_type: 'server', source_id: 'db', asserted_at: '2026-01-01T00:00:00Z' },
      },
    ]);
  });

  it('are those without a violation, in their order', () => {
    const { facts, violations } = check([
      { pred: 'ready', args: [] },
      { pred: 'nope', args: [] },
      { pred: 'site', args: ['a'] },
    ]);
    expect(facts.map(({ index }) => index)).toEqual([0, 2]);
    expect(violations.map(({ fact_index }) => fact_index)).toEqual([1]);
  });

  it('keep the spelling of numbers', () => {
    const facts = parseJson('[{"pred":"event","args":[5.0,{"_type":"int64","value":"9007199254740993"}]}]') as Json[];
    expect(check(facts).facts[0]?.args).toEqual([new JsonNumber('5.0'), { _type: 'int64', value: '9007199254740993' }]);
  });
});

describe('what a server can do without', () => {
  it('DATA-012 names of arguments', () => {
    expect(issuesOf({ pred: 'event', named_args: {} })).toEqual(['named_args_not_allowed']);
    expect(issuesOf({ pred: 'site', named_args: { site: 'a' } }, { namedArgs: false })).toEqual([
      'named_args_not_allowed',
    ]);
  });

  it('time', () => {
    const fact = { pred: 'event', args: [1, 2], t: { at: 'now' } };
    expect(issuesOf(fact, { temporal: false })).toEqual(['temporal_not_allowed']);
    expect(issuesOf({ pred: 'event', args: [1, 2] }, { temporal: false })).toEqual([]);
  });

  it('the structured form', () => {
    const fact = { head: { predicate: 'ready', args: [] } };
    expect(issuesOf(fact)).toEqual([]);
    expect(issuesOf(fact, { structured: false })).toEqual(['invalid_structure']);
  });

  it('declarations: then facts of unknown predicates pass, as far as they are facts', () => {
    const lenient = { strict: false };
    expect(check([{ pred: 'anything', args: [1, 'a'] }], lenient).facts).toEqual([
      { index: 0, pred: 'anything', args: [1, 'a'] },
    ]);
    expect(issuesOf({ pred: 'anything', args: [null] }, lenient)).toEqual(['not_ground']);
    expect(issuesOf({ pred: 'anything', named_args: {} }, lenient)).toEqual(['named_args_not_allowed']);
    expect(issuesOf({ pred: 'anything', args: [], t: { at: 'now' } }, lenient)).toEqual(['temporal_not_allowed']);
    expect(issuesOf({ pred: 'Anything', args: [] }, lenient)).toEqual(['invalid_predicate']);
    expect(issuesOf({ pred: '_manglecp_x', args: [] }, lenient)).toEqual(['reserved_predicate']);
    expect(issuesOf({ pred: 'site', args: [5] }, lenient)).toEqual(['type_mismatch']);
  });
});

describe('messages', () => {
  it.each<[Json, string]>([
    [{ pred: 'queue_depth', args: ['a'] }, '`queue_depth(queue, depth)`: expected 2 arguments, got 1'],
    [{ pred: 'event', args: [] }, '`event`: expected 2 arguments, got 0'],
    [{ pred: 'site', args: [5] }, 'argument 1 (`site`) of `site`: expected a string, got a number'],
    [
      { pred: 'event', args: [1, [null]] },
      'argument 2 of `event`: `null` stands for any value, but a fact must say which',
    ],
    [{ pred: 'stock', args: [1] }, '`stock` is derived by the server; clients cannot assert it'],
    [{ pred: 'queue_dept', args: [] }, '`queue_dept` is not part of the facts profile'],
    [{ pred: 'queue_depth', named_args: { queue: 'a' } }, '`queue_depth(queue, depth)` lacks `depth`'],
    [{ pred: 'site', args: ['a'], t: { at: 'now' } }, '`site` is not declared temporal, so its facts have no `t`'],
    [
      { pred: 'event', args: [1, 2], t: { at: '2026-02-30T00:00:00Z' } },
      '`t.at`: `2026-02-30T00:00:00Z` is not in the calendar',
    ],
  ])('%j', (fact, message) => {
    expect(check([fact]).violations.map((each) => each.message)).toEqual([message]);
  });

  it('ERR-032 suggest a declared name that clients may send', () => {
    const suggestions = ['sit', 'quue_depth', 'stok', 'weather'].map(
      (pred) => check([{ pred, args: [] }]).violations[0]?.suggestion,
    );
    expect(suggestions).toEqual(['site', 'queue_depth', undefined, undefined]);
  });

  it('suggest for a bounded number of names, and for each of them every time', () => {
    const names = Array.from({ length: 100 }, (_, index) => `queue_dept${index}`);
    const facts = [...names, 'queue_dept0'].map((pred) => ({ pred, args: [] }));
    const suggested = check(facts).violations.filter(({ suggestion }) => suggestion !== undefined);
    expect(suggested.map(({ fact_index }) => fact_index)).toEqual([...Array(20).keys(), 100]);
  });

  it('never send back more of a text than is needed to recognize it', () => {
    const long = 'x'.repeat(100_000);
    const facts: Json[] = [
      { pred: long, args: [] },
      { pred: 'site', args: ['a'], [long]: 1 },
      { pred: 'queue_depth', named_args: { queue: 'a', depth: 1, [long]: 1 } },
      { pred: 'event', args: [1, new JsonNumber('1'.repeat(100_000))] },
      { pred: 'event', args: [1, 2], t: { at: long } },
      { pred: 'event', args: [1, 2], t: { at: 'now', [long]: 1 } },
      { pred: `_manglecp_${long}`, args: [] },
      { pred: 'site', args: ['a'], source: { source_type: long } },
    ];
    const { violations } = check(facts);
    expect(violations).toHaveLength(facts.length);
    expect(violations.filter((violation) => JSON.stringify(violation).length > 600)).toEqual([]);
  });

  it('are few, however much is wrong with one fact', () => {
    const nulls = Array.from({ length: 100_000 }, () => null);
    const members = Object.fromEntries(nulls.map((_, index) => [`m${index}`, null]));
    expect(check([{ pred: 'event', args: nulls, ...members }]).violations).toHaveLength(2);
    expect(check([{ pred: 'event', args: [nulls, members] }]).violations).toHaveLength(2);
  });
});

describe('numbers that were made by a program', () => {
  it.each([2 ** 53, -(2 ** 60), Number.NaN, Number.POSITIVE_INFINITY])('%s is refused', (value) => {
    expect(check([{ pred: 'queue_depth', args: ['a', value] }]).violations).toHaveLength(1);
  });

  it.each([0, -0, 1.5, 1e-7, Number.MAX_SAFE_INTEGER])('%s is taken', (value) => {
    expect(issuesOf({ pred: 'queue_depth', args: ['a', value] })).toEqual([]);
  });
});

describe('reserved names', () => {
  it('DATA-003 SEC-037 are found in both forms and whatever else is wrong', () => {
    const facts: Json[] = [
      null,
      { pred: '_manglecp_a' },
      { pred: 'site', args: ['_manglecp_'] },
      { head: { predicate: '_manglecp_b' } },
      { pred: 5 },
    ];
    expect(checkReserved(facts).map(({ fact_index, predicate }) => [fact_index, predicate])).toEqual([
      [1, '_manglecp_a'],
      [3, '_manglecp_b'],
    ]);
  });
});

describe('required facts', () => {
  it('MAN-015 are missing if no fact of the predicate has passed', () => {
    const { facts } = check([{ pred: 'site', args: ['a'] }]);
    expect(checkRequired(['site'], facts)).toEqual([]);
    expect(checkRequired(['site', 'event'], facts)).toEqual([
      {
        fact_index: -1,
        predicate: 'event',
        issue: 'missing_required_fact',
        message: 'the intent needs a fact of `event`',
      },
    ]);
  });
});
