import { describe, expect, it } from 'vitest';
import { check, programOf } from './analyze.suite.js';

/** Predicates of each stratum; `*` marks a recursive one. */
function strata(text: string): string[] {
  return programOf(text).strata.map(
    ({ predicates, isRecursive }) => `${predicates.join(' ')}${isRecursive ? '*' : ''}`,
  );
}

const q = 'q(1). ';

describe('strata', () => {
  it.each([
    ['facts alone have none', q, []],
    ['dependencies come first', `${q}p(X) :- r(X). r(X) :- q(X).`, ['r/1', 'p/1']],
    ['independent ones follow the source', `${q}b(X) :- q(X). a(X) :- q(X).`, ['b/1', 'a/1']],
    ['what is recursive together is one', `${q}a(X) :- b(X). b(X) :- a(X). b(X) :- q(X).`, ['a/1 b/1*']],
    ['self recursion is marked', `${q}q(X) :- q(X).`, ['q/1*']],
    ['negated ones come first', `${q}p(X) :- q(X), !r(X). r(X) :- q(X).`, ['r/1', 'p/1']],
    ['timed conditions count', 'n(1). p(X) :- f(X)@[S, E]. f(X)@[now] :- n(X).', ['f/1', 'p/1']],
    [
      'deferred ones are left out, what they read is not',
      `${q}Decl d(X) descr [deferred(), mode("+")]. p(X) :- q(X), d(X). d(X) :- r(X). r(X) :- q(X).`,
      ['r/1', 'p/1'],
    ],
    [
      'a merge predicate comes before its lattice',
      `${q}Decl p(K, V) descr [fundep([K], [V]), merge([V], "m")]. p(X, X) :- q(X). m(X, X, X) :- q(X).`,
      ['m/3', 'p/2'],
    ],
  ])('%s', (_, text, expected) => {
    expect(strata(text)).toEqual(expected);
  });

  it('list rules in source order', () => {
    const { strata: found } = programOf(`${q}a(X) :- b(X). b(X) :- q(X). a(X) :- q(X). b(X) :- a(X).`);
    expect(found.map(({ rules }) => rules)).toEqual([[0, 1, 2, 3]]);
  });

  it('are found for long chains without recursion', () => {
    const count = 20_000;
    const rules = Array.from({ length: count }, (_, at) => `p${at}(X) :- p${at + 1}(X).`);
    expect(programOf(`${rules.join('\n')}\np${count}(1).`).strata).toHaveLength(count);
  });
});

describe('a circle through negation', () => {
  it('is shown with the place of each step', () => {
    const { diagnostics } = check('n(1).\na(X) :- n(X), b(X).\nb(X) :- c(X).\nc(X) :- n(X), !a(X).');
    expect(diagnostics).toHaveLength(1);
    expect(diagnostics[0]).toMatchObject({
      code: 'negative-cycle',
      stage: 'stratify',
      message: '`c/1` needs the absence of `a/1`, which depends on it: c/1 -> !a/1 -> b/1 -> c/1',
    });
    expect(diagnostics[0]?.help).toContain('`a/1` needs `b/1` (a.mg:2), `b/1` needs `c/1` (a.mg:3)');
    expect(diagnostics[0]?.related).toHaveLength(3);
  });

  it('of one step says so', () => {
    expect(check('n(1). p(X) :- n(X), !p(X).').diagnostics[0]?.message).toBe(
      '`p/1` depends on its own absence: p/1 -> !p/1',
    );
    expect(check('p(1). p(N) :- p(X) |> do fn:group_by(), let N = fn:sum(X).').diagnostics[0]?.message).toBe(
      '`p/1` aggregates itself: p/1 -> p/1',
    );
  });

  it('is reported once for each component', () => {
    const { diagnostics } = check('n(1). p(X) :- n(X), !q(X). q(X) :- n(X), !p(X). r(X) :- n(X), !r(X).');
    expect(diagnostics.map(({ code }) => code)).toEqual(['negative-cycle', 'negative-cycle']);
  });
});
