import { describe, expect, it } from 'vitest';
import { compileOrThrow } from '../api/compile.js';
import { parseGoal } from '../api/query.js';
import { factsOf, june2024, run } from '../../test/support.js';
import { checkGroupedRows, maxGroupedRows } from './budget.js';
import { evaluate, evaluateSync } from './evaluate.js';
import type { EvaluationError } from './evaluation-error.js';
import { fact, factDuring } from './host-facts.js';
import { name } from '../value/js.js';
import { maxValueSize } from '../value/value.js';

/** Each row: what it shows, the program, the predicate, its facts. */
const programs: readonly (readonly [string, string, string, readonly string[]])[] = [
  [
    'a negated atom with a wildcard means that there is none',
    'q(1). q(2). r(1,5). p(X) :- q(X), !r(X,_).',
    'p',
    ['p(2)'],
  ],
  [
    'two facts that come in the same round of a recursion are joined',
    `start(1). a0(X) :- start(X). a0(X) :- c(X). a1(X) :- a0(X). a2(X) :- a1(X).
     b1(X) :- a0(X). b2(X) :- b1(X). c(X) :- a2(X), b2(X).`,
    'c',
    ['c(1)'],
  ],
  [
    'negations written before their binders are all kept',
    'n(/a). n(/b). m(/c). m(/d). x(/a). y(/c). p(X, Y) :- !x(X), !y(Y), m(Y), n(X).',
    'p',
    ['p(/b,/d)'],
  ],
  ['a comparison may stand before its binder', 'q(1). q(7). p(X) :- X < 5, q(X).', 'p', ['p(1)']],
  ['an inequality may stand before its binder', 'q(1). q(2). p(X) :- X != 2, q(X).', 'p', ['p(1)']],
  [
    'a repeated variable in an aggregated atom joins',
    'p(1, 1). p(1, 2). p(2, 2). c(N) :- p(X, X) |> do fn:group_by(), let N = fn:count().',
    'c',
    ['c(2)'],
  ],
  [
    'aggregating rules of one predicate do not see each other',
    `a(1). a(2). b(1). c(10). d(1).
     s(/one, N) :- a(X), b(Y) |> do fn:group_by(), let N = fn:sum(X).
     s(/two, N) :- c(X), d(Y) |> do fn:group_by(), let N = fn:sum(X).`,
    's',
    ['s(/one,3)', 's(/two,10)'],
  ],
  [
    'each wildcard of an aggregated body makes rows, with one premise as with several',
    `q(/a,1,9). q(/a,2,9). r(1).
     one(K, N) :- q(K,_,V) |> do fn:group_by(K), let N = fn:sum(V).
     two(K, N) :- q(K,_,V), r(_) |> do fn:group_by(K), let N = fn:sum(V).
     both(A, B) :- one(_, A), two(_, B).`,
    'both',
    ['both(18,18)'],
  ],
  [
    'a guard written before a function is tested before it',
    'q(4, 0). q(4, 2). ok(2). p(Z) :- q(X, Y), ok(Y), Z = fn:div(X, Y).',
    'p',
    ['p(2)'],
  ],
  [
    'values that print or hash alike are different facts',
    'p(0). p(0.0). p([]). p({}). p(fn:map()). p("/a"). p(/a). c(N) :- p(_) |> do fn:group_by(), let N = fn:count().',
    'c',
    ['c(7)'],
  ],
  [
    'a deferred predicate may recurse',
    `Decl fact(N, F) descr [mode("+", "-"), deferred()] bound [/number, /number].
     fact(0, 1).
     fact(N, F) :- N > 0, M = fn:minus(N, 1), fact(M, G), F = fn:mult(N, G).
     n(5). n(20). p(N, F) :- n(N), fact(N, F).`,
    'p',
    ['p(20,2432902008176640000)', 'p(5,120)'],
  ],
  [
    'a deferred predicate may recurse very deep',
    `Decl sum(N, F) descr [mode("+", "-"), deferred()] bound [/number, /number].
     sum(0, 0). sum(N, F) :- N > 0, M = fn:minus(N, 1), sum(M, G), F = fn:plus(N, G).
     n(20000). p(F) :- n(N), sum(N, F).`,
    'p',
    ['p(200010000)'],
  ],
  [
    'deferred predicates may call each other',
    `Decl even(N) descr [mode("+"), deferred()]. Decl odd(N) descr [mode("+"), deferred()].
     even(0). even(N) :- N > 0, M = fn:minus(N, 1), odd(M). odd(N) :- N > 0, M = fn:minus(N, 1), even(M).
     n(6). n(7). p(N) :- n(N), even(N). q(N) :- n(N), !even(N).`,
    'p',
    ['p(6)'],
  ],
  [
    'a deferred predicate does not share variables with its caller',
    `Decl sq(X, Y) descr [mode("+", "-"), deferred()]. sq(X, Y) :- Y = fn:mult(X, X).
     q(3, /x). r(X, A) :- q(Y, X), sq(Y, A).`,
    'r',
    ['r(/x,9)'],
  ],
  [
    'a deferred predicate may be negated, also over one that uses it',
    `Decl big(X) descr [mode("+"), deferred()]. big(X) :- X > 10.
     n(5). n(50). small(X) :- n(X), !big(X). p(X) :- small(X), !big(X).`,
    'p',
    ['p(5)'],
  ],
  [
    'a lattice keeps the best value, through recursion and for given facts too',
    `Decl dist(X, Y, D) descr [fundep([X, Y], [D]), merge([D], "least")].
     Decl least(A, B, C) descr [mode("+", "+", "-"), deferred()].
     least(A, B, A) :- A <= B. least(A, B, B) :- B < A.
     edge(/a, /b, 5). edge(/b, /c, 5). edge(/a, /c, 20). edge(/c, /a, 1).
     dist(/a, /b, 9).
     dist(X, Y, D) :- edge(X, Y, D).
     dist(X, Z, D) :- dist(X, Y, A), edge(Y, Z, B), D = fn:plus(A, B).`,
    'dist',
    [
      'dist(/a,/a,11)',
      'dist(/a,/b,5)',
      'dist(/a,/c,10)',
      'dist(/b,/a,6)',
      'dist(/b,/b,11)',
      'dist(/b,/c,5)',
      'dist(/c,/a,1)',
      'dist(/c,/b,6)',
      'dist(/c,/c,11)',
    ],
  ],
];

const firstMerge = `Decl best(K, V) descr [fundep([K], [V]), merge([V], "keep")].
  Decl keep(A, B, C) descr [mode("+", "+", "-"), deferred()].`;

describe('an evaluation', () => {
  it('merges the least value first, so that a merge that depends on the order has one result', () => {
    const rule = 'best(K, V) :- score(K, V). keep(A, B, A) :- A != B.';
    for (const facts of ['score(/x, 3). score(/x, 9).', 'score(/x, 9). score(/x, 3).']) {
      expect(factsOf(run(`${firstMerge} ${facts} ${rule}`), 'best')).toEqual(['best(/x,3)']);
    }
  });

  it.each([
    ['no value', 'keep(A, B, B) :- A > B.', 'gives no value for `3` and `9`'],
    ['several values', 'keep(A, B, A) :- A != B. keep(A, B, B) :- A != B.', 'gives several values for `3` and `9`'],
  ])('fails if a merge gives %s', (_, rules, message) => {
    const text = `${firstMerge} score(/x, 9). score(/x, 3). best(K, V) :- score(K, V). ${rules}`;
    expect(() => run(text, { check: 'off' })).toThrow(message);
  });

  it.each([
    ['after the binder', 'p(X) :- n(X), open([3]), Y = fn:div(1, X).'],
    ['before its binder', 'p(X) :- Y = fn:div(1, X), open([3]), n(X).'],
    ['before its binder, behind a computed lookup', 'p(X) :- Y = fn:div(1, X), open(fn:plus(1, 2)), n(X).'],
  ])('does not call a function %s when an earlier condition fails', (_, rule) => {
    expect(factsOf(run(`Decl open(Door). n(0). ${rule}`, { check: 'off' }), 'p')).toEqual([]);
  });

  it.each([
    ['a deferred predicate', 'inv(X, Y)'],
    ['a negated deferred predicate', '!inv(X, 3)'],
  ])('does not ask %s before what is written before it', (_, call) => {
    const text = `Decl inv(X, Y) descr [mode("+", "-"), deferred()]. inv(X, Y) :- Y = fn:div(10, X).
      Decl open(Door). n(0). p(X) :- n(X), open(_), ${call}.`;
    expect(factsOf(run(text, { check: 'off' }), 'p')).toEqual([]);
  });

  it.each(programs)('%s', (_, text, predicate, expected) => {
    expect(factsOf(run(text, { check: 'off' }), predicate)).toEqual(expected);
  });
});

/** At 2024-06-01T00:00:00Z. */
const temporalPrograms: typeof programs = [
  [
    'throughout sees the union of intervals that touch',
    'e(/a)@[2024-05-01, 2024-05-20]. e(/a)@[2024-05-20, 2024-06-30]. p(X) :- [-[0d, 20d] e(X). q(X) :- e(X)@[2024-05-10, 2024-06-10].',
    'p',
    ['p(/a)'],
  ],
  [
    'throughout sees a gap',
    'e(/a)@[2024-05-01, 2024-05-20]. e(/a)@[2024-05-21, 2024-06-30]. p(X) :- [-[0d, 20d] e(X).',
    'p',
    [],
  ],
  ['strata respect temporal premises', 'q(/a). p(X) :- f(X)@[S, E]. f(X)@[now] :- q(X).', 'p', ['p(/a)']],
  [
    'a recursion through time keeps its intervals',
    `e(/a, /b)@[2024-01-01, 2024-12-31]. e(/b, /c)@[2024-01-01, 2024-12-31]. e(/c, /d)@[2024-01-01, 2024-12-31].
     r(X, Y)@[S, E] :- e(X, Y)@[S, E]. r(X, Z)@[S, E] :- r(X, Y)@[S, E], e(Y, Z)@[S, E].
     p(X, Y) :- r(X, Y)@[now].`,
    'p',
    ['p(/a,/b)', 'p(/a,/c)', 'p(/a,/d)', 'p(/b,/c)', 'p(/b,/d)', 'p(/c,/d)'],
  ],
  ['now in a fact is the evaluation time', 'e(/a)@[2024-01-01, now]. p(X) :- e(X)@[now].', 'p', ['p(/a)']],
  [
    'a known start must be equal, and the end is bound',
    `s(T) :- e(/a)@[T, _]. e(/a)@[2024-01-01, 2024-01-05]. e(/b)@[2024-01-01, 2024-01-09]. e(/c)@[2024-01-02, 2024-01-09].
     p(X, D) :- s(T), e(X)@[T, E], D = fn:time:day(E).`,
    'p',
    ['p(/a,5)', 'p(/b,9)'],
  ],
  [
    'aggregation counts the intervals that it binds',
    `p(/a)@[2024-01-01, 2024-02-01]. p(/a)@[2024-03-01]. p(/b)@[2024-03-01].
     c(X, N) :- p(X)@[S, E] |> do fn:group_by(X), let N = fn:count().`,
    'c',
    ['c(/a,2)', 'c(/b,1)'],
  ],
  [
    'negation of a temporal predicate means at no time',
    'n(/a). n(/b). e(/a)@[2020-01-01]. p(X) :- n(X), !e(X).',
    'p',
    ['p(/b)'],
  ],
  [
    'negation over what a temporal premise binds is kept',
    't(/a)@[2024-01-01]. t(/b)@[2024-01-01]. r(/a). p(X) :- t(X)@[S, E], !r(X).',
    'p',
    ['p(/b)'],
  ],
  [
    'a cover that a recursion completes step by step is seen',
    `seed(1). seed(2). seed(3).
     up(/x)@[2024-01-01, 2024-01-02].
     up(X)@[2024-01-02, 2024-01-03] :- up(X)@[2024-01-01, 2024-01-02].
     up(X)@[2024-01-03, 2024-01-04] :- up(X)@[2024-01-01, 2024-01-03].
     p(X) :- up(X)@[2024-01-01, 2024-01-04].`,
    'p',
    ['p(/x)'],
  ],
];

describe('a temporal evaluation', () => {
  it.each(temporalPrograms)('%s', (_, text, predicate, expected) => {
    expect(factsOf(run(text), predicate)).toEqual(expected);
  });
});

function failureOf(action: () => unknown): EvaluationError {
  try {
    action();
  } catch (error) {
    return error as EvaluationError;
  }
  throw new Error('it did not fail');
}

const counter = 'n(0). n(Y) :- n(X), Y = fn:plus(X, 1).';
const bounded = 'n(0). n(Y) :- n(X), X < 10, Y = fn:plus(X, 1).';

describe('a budget', () => {
  it('lets exactly the limit pass and names the producers beyond it', () => {
    expect(run(bounded, { limits: { maxFacts: 10 } }).count('n/1')).toBe(11);
    const error = failureOf(() => run(bounded, { limits: { maxFacts: 9 } }));
    expect(error.code).toBe('fact-limit');
    expect(error.producers).toEqual([{ predicate: 'n/1', facts: 9 }]);
    expect(error.diagnostic.help).toContain('`n/1` 9');
  });

  it('ends a runaway recursion by time', () => {
    expect(failureOf(() => run(counter, { limits: { timeoutMs: 30 } })).code).toBe('time-limit');
  });

  it('ends a product of large relations by time, inside one rule', () => {
    const rows = Array.from({ length: 300 }, (_, at) => `a(${at}).`).join(' ');
    const text = `${rows} p(X) :- a(X), a(_), a(_), a(_), X < 0.`;
    expect(failureOf(() => run(text, { limits: { timeoutMs: 30 } })).code).toBe('time-limit');
  });

  it('counts separate intervals of an atom, after merging', () => {
    const steps = `e(/a)@[2024-01-01]. day(T) :- e(_)@[T].
      e(/a)@[T] :- e(/a)@[S], T = fn:time:add(S, fn:duration:parse("24h")).`;
    expect(failureOf(() => run(steps, { limits: { maxIntervals: 50 } })).code).toBe('interval-limit');
  });

  it('ends values that nest without end', () => {
    expect(failureOf(() => run('p([]). p([X]) :- p(X).', { check: 'off' })).code).toBe('value-too-deep');
  });

  it.each([
    ['a text that doubles', 's("ab"). s(Y) :- s(X), Y = fn:string:concat(X, X).'],
    ['a text whose letters are replaced by itself', 's("aa"). s(Y) :- s(X), Y = fn:string:replace(X, "a", X, -1).'],
    ['a pair that doubles', 'p(1). p(fn:pair(X, X)) :- p(X).'],
    ['a list that doubles', 'p([]). p([X, X]) :- p(X).'],
    ['a map that doubles', 'p(1). p([/a : X, /b : X]) :- p(X).'],
    ['a struct that doubles', 'p(1). p({/a : X, /b : X}) :- p(X).'],
  ])('ends %s', (_, text) => {
    expect(failureOf(() => run(text, { check: 'off' })).code).toBe('value-too-large');
  });

  it('takes large values from the host, and lets rules carry them', () => {
    const facts = [fact('s', 'x'.repeat(2 * maxValueSize))];
    expect(run('Decl s(X) bound [/string]. t(X) :- s(X).', { facts }).facts('t')).toHaveLength(1);
  });

  it('ends texts that grow letter by letter before memory ends', () => {
    const text = `s("${'x'.repeat(1_000_000)}"). s(Y) :- s(X), Y = fn:string:concat(X, "y").`;
    expect(failureOf(() => run(text)).code).toBe('memory-limit');
  });

  it('ends an aggregation over too many rows', () => {
    expect(() => checkGroupedRows(maxGroupedRows, 'p/1', Infinity)).not.toThrow();
    expect(() => checkGroupedRows(maxGroupedRows + 1, 'p/1', Infinity)).toThrow('memory-limit');
    const program = `p(0). p(Y) :- p(X), X < 99, Y = fn:plus(X, 1).
      n(N) :- p(X), p(Y) |> do fn:group_by(), let N = fn:count().`;
    expect(failureOf(() => run(program, { limits: { maxBytes: 100_000 } })).code).toBe('memory-limit');
    expect(run(program, { limits: { maxBytes: 200_000 } }).facts('n')).toHaveLength(1);
  });

  it('ends when the values of rules take more than they may', () => {
    const text = 's(""). s(Y) :- s(X), Y = fn:string:concat(X, "0123456789").';
    const error = failureOf(() => run(text, { limits: { maxBytes: 50_000 } }));
    expect(error).toMatchObject({ code: 'memory-limit' });
    expect(error.message).toContain('50000 bytes');
  });

  it('goes on when its host lets it, and ends with the error of its host', async () => {
    const program = compileOrThrow('n(0). n(Y) :- n(X), X < 300000, Y = fn:plus(X, 1).');
    let turns = 0;
    const turn = async (): Promise<void> => {
      turns += 1;
    };
    expect((await evaluate(program, { turn })).count('n/1')).toBe(300_001);
    expect(turns).toBeGreaterThan(1);
    const closed = new Error('the house is full');
    await expect(evaluate(program, { turn: () => Promise.reject(closed) })).rejects.toBe(closed);
  });

  it('ends a deferred recursion without end', () => {
    const text = `Decl up(X, Y) descr [mode("+", "-"), deferred()].
      up(X, Y) :- Z = fn:plus(X, 1), up(Z, Y). n(1). p(Y) :- n(X), up(X, Y).`;
    const failure = failureOf(() => run(text, { check: 'off', limits: { maxFacts: 1000 } }));
    expect(failure.code).toBe('fact-limit');
    expect(failure.producers).toEqual([{ predicate: 'up/2', facts: 1001 }]);
  });

  it('is not even begun after the signal was given', async () => {
    const evaluation = evaluate(compileOrThrow('p(1).'), { signal: AbortSignal.abort() });
    await expect(evaluation).rejects.toMatchObject({ code: 'cancelled' });
  });

  it('counts the time of host functions between steps', () => {
    const wait = (): number[][] => {
      const end = performance.now() + 5;
      while (performance.now() < end);
      return [[1]];
    };
    const rows = Array.from({ length: 50 }, (_, at) => `carrier("${at}").`).join(' ');
    const text = `Decl delay(Carrier, Minutes) descr [external(), mode("+", "-")]. ${rows} late(C) :- carrier(C), delay(C, _).`;
    const options = { externals: { 'delay/2': { call: wait } }, limits: { timeoutMs: 20 } };
    expect(failureOf(() => run(text, options)).code).toBe('time-limit');
  });

  it.each([{ maxFacts: NaN }, { timeoutMs: -1 }, { maxfacts: 10 }, { maxFacts: '10' }])('refuses %o', (limits) => {
    expect(() => run('p(1).', { limits: limits as object })).toThrow(TypeError);
  });

  it('holds for a query on a deferred predicate too', () => {
    const text = `Decl up(X, Y) descr [mode("+", "-"), deferred()].
      up(X, Y) :- Z = fn:plus(X, 1), up(Z, Y).`;
    const evaluation = run(text, { check: 'off', limits: { maxFacts: 1000 } });
    expect(failureOf(() => evaluation.query(parseGoal('up(1, X)'))).code).toBe('fact-limit');
  });

  it('lets an AbortSignal end an evaluation', async () => {
    const controller = new AbortController();
    const evaluation = evaluate(compileOrThrow(counter), { now: june2024, signal: controller.signal });
    setTimeout(() => controller.abort(), 20);
    await expect(evaluation).rejects.toMatchObject({ code: 'cancelled' });
  });
});

const delays = `Decl delay(Carrier, Minutes) descr [external(), mode("+", "-")] bound [/string, /number].
  carrier("a"). carrier("b").
  late(C, M) :- carrier(C), delay(C, M), M > 10.
  fine(C) :- carrier(C), !delay(C, 30).
  next(M, N) :- late(_, M), delay("a", N).`;

describe('an external predicate', () => {
  const answers = new Map([
    ['a', [[5], [30]]],
    ['b', [[20]]],
  ]);

  it('is called once for each distinct input', () => {
    const calls: unknown[] = [];
    const call = ([carrier]: readonly unknown[]): number[][] => {
      calls.push(carrier);
      return answers.get(String(carrier)) ?? [];
    };
    const evaluation = run(delays, { externals: { 'delay/2': { call } } });
    expect(calls).toEqual(['a', 'b']);
    expect(factsOf(evaluation, 'late')).toEqual(['late("a",30)', 'late("b",20)']);
    expect(factsOf(evaluation, 'fine')).toEqual(['fine("b")']);
    expect(factsOf(evaluation, 'next')).toHaveLength(4);
  });

  it('may be asynchronous, but not for evaluateSync', async () => {
    const call = async ([carrier]: readonly unknown[]): Promise<number[][]> => answers.get(String(carrier)) ?? [];
    const program = compileOrThrow(delays);
    const externals = { 'delay/2': { call } };
    expect(factsOf(await evaluate(program, { externals }), 'late')).toEqual(['late("a",30)', 'late("b",20)']);
    expect(failureOf(() => evaluateSync(program, { externals })).code).toBe('external-failed');
  });

  it('that nobody asks for is refused', () => {
    expect(() => run(delays, { externals: { 'delays/2': { call: () => [] } } })).toThrow(
      'no external predicate `delays/2`',
    );
  });

  it('gives way to the budget and the signal of the evaluation', async () => {
    const external = { call: () => new Promise<number[][]>(() => undefined) };
    const options = { externals: { 'delay/2': external } };
    const program = compileOrThrow(delays);
    const late = evaluate(program, { ...options, limits: { timeoutMs: 20 } });
    await expect(late).rejects.toMatchObject({ code: 'time-limit' });
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 20);
    const cancelled = evaluate(program, { ...options, signal: controller.signal });
    await expect(cancelled).rejects.toMatchObject({ code: 'cancelled' });
  });

  it.each([
    ['gives no rows', { call: () => 7 as unknown as number[][] }, 'expected true, false or rows'],
    ['gives rows that are none', { call: () => [7] as unknown as number[][] }, 'expected each row to be an array'],
    ['throws', { call: () => JSON.parse('{') as number[][] }, 'failed'],
    ['gives too many facts', { call: () => [[1], [2], [3]], maxRows: 2 }, 'more than 2 facts'],
    ['gives a row of another width', { call: () => [[1, 2]] }, 'expected 1 values'],
    ['gives a value outside its bounds', { call: () => [['late']] }, 'must be a number'],
    ['does not answer in time', { call: () => new Promise<number[][]>(() => undefined), timeoutMs: 10 }, 'no answer'],
  ])('that %s fails with a reason', async (_, external, reason) => {
    const evaluation = evaluate(compileOrThrow(delays), { externals: { 'delay/2': external } });
    await expect(evaluation).rejects.toMatchObject({ code: 'external-failed' });
    await expect(evaluation).rejects.toThrow(reason);
  });
});

describe('facts of the host', () => {
  const schema = 'Decl status(Id, State) bound [/string, /name]. Decl seen(Id) temporal bound [/string].';

  it('are added to those of the program', () => {
    const facts = [fact('status', 'x', name('/open')), factDuring('seen', ['x'], { start: new Date('2024-01-01') })];
    const evaluation = run(schema, { facts });
    expect(factsOf(evaluation, 'status')).toEqual(['status("x",/open)']);
    expect(factsOf(evaluation, 'seen')).toEqual(['seen("x")@[2024-01-01T00:00:00Z, _]']);
  });

  it.each([
    ['a predicate that is not there', fact('statis', 'x', name('/open')), 'did you mean `status/2`'],
    ['a string that looks like a name', fact('status', 'x', '/open'), 'must be a name'],
    ['an interval for a plain predicate', factDuring('status', ['x', name('/a')], {}), 'not temporal'],
    ['an interval that ends first', factDuring('seen', ['x'], { start: 2n, end: 1n }), 'ends before'],
    ['a moment outside the clock', factDuring('seen', ['x'], { start: new Date('2300-01-01') }), '1677-09-21'],
    ['a moment that is none', factDuring('seen', ['x'], { end: new Date(NaN) }), 'invalid Date'],
    ['a fraction as a number', fact('status', 'x', 1.5), 'argument 2'],
  ])('with %s are refused', (_, input, reason) => {
    const error = failureOf(() => run(schema, { facts: [input] }));
    expect(error.code).toBe('invalid-fact');
    expect(error.message).toContain(reason);
  });
});
