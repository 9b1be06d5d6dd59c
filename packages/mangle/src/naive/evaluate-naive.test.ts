import { describe, expect, it } from 'vitest';
import { standardRegistry } from '../builtins/registry.js';
import { parse } from '../syntax/parser.js';
import { createSource } from '../text/source.js';
import { intervalText, oracleText } from '../value/format.js';
import { numberValue } from '../value/make.js';
import { evaluateNaive, type NaiveOptions, type NaiveResult } from './evaluate-naive.js';

/** 2024-06-15T00:00:00Z. */
const now = 1_718_409_600_000_000_000n;

function run(texts: readonly string[], options: Partial<NaiveOptions> = {}): NaiveResult {
  const units = texts.map((text, at) => parse(createSource(`test${at}.mg`, text)).unit);
  return evaluateNaive(units, { registry: standardRegistry, now, ...options });
}

/** The facts of one predicate as text, sorted; the error if there is one. */
function factsOf(result: NaiveResult, key: string): readonly string[] | string {
  if (result.facts === undefined) return result.error;
  const text = ({
    args,
    interval,
  }: {
    args: readonly Parameters<typeof oracleText>[0][];
    interval?: { start: bigint; end: bigint };
  }): string =>
    args.map(oracleText).join(' ') + (interval === undefined ? '' : intervalText(interval.start, interval.end));
  return (result.facts.get(key) ?? []).map(text).sort();
}

const plainCases: readonly [sentence: string, program: string, key: string, expected: readonly string[]][] = [
  ['a join takes equal values', 'e(1, 2). e(2, 3). p(X, Z) :- e(X, Y), e(Y, Z).', 'p/2', ['1 3']],
  ['a repeated variable must agree', 'e(1, 1). e(1, 2). p(X) :- e(X, X).', 'p/1', ['1']],
  ['a negated wildcard means that there is none', 'q(1). q(2). r(1, 5). p(X) :- q(X), !r(X, _).', 'p/1', ['2']],
  ['a test may stand before its binder', 'q(1). q(2). p(Y) :- Y = fn:plus(X, 1), X != 1, q(X).', 'p/1', ['3']],
  [
    'values of different kinds differ',
    'q(1). q(1.0). q("/a"). q(/a). p(X) :- q(X), X != 1, X != /a .',
    'p/1',
    ['"/a"', '1'],
  ],
  [
    'facts that are new in one round are joined',
    'start(1). a0(X) :- start(X). a0(X) :- c(X). a1(X) :- a0(X). a2(X) :- a1(X). b1(X) :- a0(X). b2(X) :- b1(X). c(X) :- a2(X), b2(X).',
    'c/1',
    ['1'],
  ],
  [
    'negation reads a finished stratum',
    'e(1, 2). e(2, 3). n(1). n(2). n(3). r(X, Y) :- e(X, Y). r(X, Z) :- r(X, Y), e(Y, Z). p(X) :- n(X), !r(1, X).',
    'p/1',
    ['1'],
  ],
  ['a let sees earlier lets', 'q(3). p(B) :- q(X) |> let A = fn:plus(X, 1), let B = fn:mult(A, 2).', 'p/1', ['8']],
  [
    'each wildcard is a column of the rows',
    'q(/a, 1, 9). q(/a, 2, 9). p(K, S) :- q(K, _, V) |> do fn:group_by(K), let S = fn:sum(V).',
    'p/2',
    ['/a 18'],
  ],
  [
    'a wildcard counts beside other premises too',
    'q(/a, 1, 9). q(/a, 2, 9). r(0). p(S) :- q(_, _, V), r(_) |> do fn:group_by(), let S = fn:sum(V).',
    'p/1',
    ['18'],
  ],
  [
    'repeated variables are joined before grouping',
    'q(1, 1). q(1, 2). p(N) :- q(X, X) |> do fn:group_by(), let N = fn:count().',
    'p/1',
    ['1'],
  ],
  ['no rows give no group', 'q(1). p(N) :- q(X), X > 1 |> do fn:group_by(), let N = fn:count().', 'p/1', []],
  [
    'collected lists are in order',
    'q(3). q(1). q(2). p(L) :- q(X) |> do fn:group_by(), let L = fn:collect(X).',
    'p/1',
    ['[1, 2, 3]'],
  ],
  [
    'a deferred predicate has variables of its own',
    'Decl sq(X, Y) descr [mode("+", "-"), deferred()]. sq(X, Y) :- Y = fn:mult(X, X). q(2, 9). r(X, A) :- q(Y, X), sq(Y, A).',
    'r/2',
    ['9 4'],
  ],
  [
    'a deferred predicate may call itself',
    'Decl f(N, R) descr [mode("+", "-"), deferred()]. f(0, 1). f(N, R) :- N > 0, M = fn:minus(N, 1), f(M, S), R = fn:mult(N, S). q(5). p(R) :- q(N), f(N, R).',
    'p/1',
    ['120'],
  ],
  [
    'facts that agree on their sources are merged',
    'Decl d(K, V) descr [fundep([K], [V]), merge([V], "least")]. Decl least(A, B, C) descr [mode("+", "+", "-"), deferred()]. least(A, B, A) :- A <= B. least(A, B, B) :- B < A. e(/a, /b). e(/b, /a). d(/a, 0). d(Y, N) :- d(X, M), e(X, Y), N = fn:plus(M, 1).',
    'd/2',
    ['/a 0', '/b 1'],
  ],
];

const temporalFacts = `
e(/a)@[2024-06-01, 2024-06-20].   e(/b)@[2024-05-01, 2024-06-10].   e(/c)@[2024-06-14].
e(/d)@[_, 2024-06-20].            e(/f)@[2024-06-01, _].            e(/g)@[_, _].
e(/h)@[2024-06-18, 2024-06-25].
u(/a)@[2024-06-01, 2024-06-05].   u(/a)@[2024-06-04, 2024-06-10].   u(/b)@[2024-06-01, 2024-06-05].
u(/b)@[2024-06-05T00:00:00.000000001, 2024-06-10].                  u(/c)@[2024-06-01, 2024-06-05].
u(/c)@[2024-06-06, 2024-06-10].
`;

const temporalCases: readonly [body: string, names: string][] = [
  ['e(X)@[now]', 'a d f g'],
  ['e(X)@[2024-06-05, 2024-06-08]', 'a b d f g'],
  ['e(X)@[2024-06-14]', 'a c d f g'],
  ['e(X)@[2024-06-14, _]', 'f g'],
  ['e(X)@[_, _]', 'g'],
  ['e(X)@[_, E]', 'a b c d f g h'],
  ['e(X)@[T]', 'a b c d f g h'],
  ['<-[0d, 7d] e(X)', 'a b c d f g'],
  ['<-[7d, 0d] e(X)', 'a b c d f g'],
  ['[-[0d, 7d] e(X)', 'a d f g'],
  ['<+[0d, 7d] e(X)', 'a d f g h'],
  ['[+[0d, 7d] e(X)', 'f g'],
  ['[+[0d, 3d] e(X)', 'a d f g'],
  ['<-[2024-06-01, 2024-06-05] e(X)', 'a b d f g'],
  // The union of intervals counts, and neighbors leave no gap.
  ['u(X)@[2024-06-02, 2024-06-09]', 'a b'],
  ['[-[2024-06-02, 2024-06-09] u(X)', 'a b'],
  // Both known: coverage. One known: that side is equal.
  ['e(/c)@[S, E], e(X)@[S, E]', 'a c d f g'],
  ['e(/a)@[S, _], e(X)@[S, E]', 'a f'],
  ['e(/a)@[_, E], e(X)@[S, E]', 'a d'],
  ['e(X)@[2024-06-01, E]', 'a f'],
  ['e(X)@[S, S]', 'c'],
];

describe('the naive evaluator', () => {
  it.each(plainCases)('%s', (_, program, key, expected) => {
    expect(factsOf(run([program]), key)).toEqual(expected);
  });

  it.each(temporalCases)('%s holds for %s', (body, names) => {
    const result = run([`${temporalFacts} p(X) :- ${body}.`]);
    expect(factsOf(result, 'p/1')).toEqual(names.split(' ').map((name) => `/${name}`));
  });

  it('resolves now in facts and follows time through recursion', () => {
    const program = `e(/a, /b)@[2024-06-01, now]. e(/b, /c)@[2024-06-01, now].
      r(X, Y)@[S, E] :- e(X, Y)@[S, E]. r(X, Z)@[S, E] :- r(X, Y)@[S, E], e(Y, Z)@[S, E].`;
    const interval = '@[2024-06-01T00:00:00Z, 2024-06-15T00:00:00Z]';
    expect(factsOf(run([program]), 'r/2')).toEqual(['/a /b', '/a /c', '/b /c'].map((text) => text + interval));
  });

  it('counts each stored interval as a row when its bounds are variables', () => {
    const program = `${temporalFacts} p(X, N) :- u(X)@[S, E] |> do fn:group_by(X), let N = fn:count().`;
    expect(factsOf(run([program]), 'p/2')).toEqual(['/a 2', '/b 2', '/c 2']);
  });

  it('knows predicates of packages by their full names, in temporal premises too', () => {
    const library = 'Package lib! t(/a)@[now]. q(X) :- t(X)@[now].';
    const result = run([library, 'Use lib! p(X) :- lib.q(X), lib.t(X)@[now].']);
    expect(factsOf(result, 'p/1')).toEqual(['/a']);
  });

  it('asks external predicates', () => {
    const program = 'Decl double(X, Y) descr [external(), mode("+", "-")]. q(2). q(3). p(Y) :- q(X), double(X, Y).';
    const externals = new Map([
      [
        'double/2',
        ([x]: readonly unknown[]) => {
          const value = x as ReturnType<typeof numberValue>;
          return [[value, numberValue(value.value * 2n)]];
        },
      ],
    ]);
    expect(factsOf(run([program], { externals }), 'p/1')).toEqual(['4', '6']);
  });

  it.each([
    ['a function error', 'q(0). p(Y) :- q(X), Y = fn:div(1, X).'],
    ['a comparison of a number with a float', 'q(1). p(X) :- q(X), X < 2.0.'],
    ['an interval that ends before it starts', 'p(/a)@[2024-02-01, 2024-01-01].'],
    ['recursion through negation', 'q(1). p(X) :- q(X), !p(X).'],
    ['recursion through grouping', 'p(1). p(N) :- p(X) |> do fn:group_by(), let N = fn:sum(X).'],
    ['more facts than allowed', 'n(0). n(Y) :- n(X), Y = fn:plus(X, 1).'],
  ])('gives an error for %s', (_, program) => {
    expect(run([program], { maxFacts: 50 }).error).toBeTypeOf('string');
  });
});
