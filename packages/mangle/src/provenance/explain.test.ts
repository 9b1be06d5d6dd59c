import { describe, expect, it } from 'vitest';
import { run } from '../../test/support.js';
import { parseGoal } from '../api/query.js';
import { printClause } from '../syntax/print-source.js';
import { explain, type ExplainOptions } from './explain.js';
import { renderProof } from './render.js';

function why(text: string, goal: string, options: ExplainOptions = {}): string[] {
  const evaluation = run(text, { check: 'off' });
  const [fact] = evaluation.query(parseGoal(goal));
  const proof = fact === undefined ? undefined : explain(evaluation, fact, options);
  return proof === undefined ? [] : renderProof(proof, ({ clause }) => printClause(clause)).split('\n');
}

describe('a proof', () => {
  it('leads back to given facts, tests and absences', () => {
    expect(why('e(1,2). e(2,3). bad(9). p(X) :- e(X,Y), Y > 2, !bad(X).', 'p(2)')).toEqual([
      'p(2)',
      '  by  p(X) :- e(X, Y), Y > 2, !bad(X).',
      '  with  X = 2, Y = 3',
      '  ├─ e(2,3)  (given)',
      '  ├─ 3 > 2  (holds)',
      '  └─ !bad(2)  (no such fact)',
    ]);
  });

  it('never leans on itself, also in a cycle', () => {
    const lines = why('e(1,2). e(2,1). t(X,Y) :- t(X,Z), t(Z,Y). t(X,Y) :- e(X,Y).', 't(1,1)');
    expect(lines.filter((line) => line.includes('t(1,1)'))).toHaveLength(1);
    expect(lines.filter((line) => line.includes('given'))).toHaveLength(2);
  });

  it.each(['e(1,2). e(1,3). e(1,4).', 'e(1,4). e(1,3). e(1,2).', 'e(1,3). e(1,4). e(1,2).'])(
    'can be made from the least facts, whatever their order: %s',
    (facts) => {
      const text = `${facts} t(/a)@[2024-05-30]. t(/a)@[2024-05-31]. d(Y) :- e(_,Y). p(X) :- e(X,_), d(_), <-[0d, 9d] t(_).`;
      const lines = why(text, 'p(1)', { canonical: true });
      expect(lines.filter((line) => line.includes('given')).map((line) => line.replace(/^[ ├└│─]+/, ''))).toEqual([
        'e(1,2)  (given)',
        'e(1,2)  (given)',
        't(/a)@[2024-05-30T00:00:00Z]  (given)',
      ]);
    },
  );

  it('of a given fact is the fact', () => {
    expect(why('e(1). e(X) :- e(X).', 'e(1)')).toEqual(['e(1)  (given)']);
  });

  it('shows the rows of an aggregate', () => {
    const text = 's(/a,1). s(/a,2). s(/b,5). t(K,N) :- s(K,V) |> do fn:group_by(K), let N = fn:sum(V).';
    const lines = why(text, 't(/a,3)');
    expect(lines.slice(3)).toEqual(['  ├─ s(/a,1)  (given)', '  └─ s(/a,2)  (given)']);
  });

  it('names the aggregating rule that made the value', () => {
    const text = `s(/a,1). s(/a,2). r(/a,7).
      t(K,N) :- s(K,V) |> do fn:group_by(K), let N = fn:sum(V). t(K,N) :- r(K,V) |> do fn:group_by(K), let N = fn:sum(V).`;
    expect(why(text, 't(/a,7)').slice(3)).toEqual(['  └─ r(/a,7)  (given)']);
  });

  it('shows the interval behind a temporal premise', () => {
    const lines = why('e(/a)@[2024-05-30, 2024-06-02]. e(/a)@[2020-01-01]. p(X) :- <-[0d, 7d] e(X).', 'p(/a)');
    expect(lines.at(-1)).toBe('  └─ e(/a)@[2024-05-30T00:00:00Z, 2024-06-02T00:00:00Z]  (given)');
  });

  it('goes through deferred predicates', () => {
    const text =
      'Decl d(X,Y) descr [mode("+","-"), deferred()]. d(X,Y) :- k(F), Y = fn:mult(X,F). k(2). n(4). p(Y) :- n(X), d(X,Y).';
    expect(why(text, 'p(8)').some((line) => line.includes('k(2)  (given)'))).toBe(true);
  });

  it('says where a merge predicate made the value', () => {
    const text = `Decl s(K,V) descr [fundep([K],[V]), merge([V],"add")]. Decl add(A,B,C) descr [mode("+","+","-"), deferred()].
      add(A,B,C) :- C = fn:plus(A,B). x(1). y(2). s(/k,V) :- x(V). s(/k,V) :- y(V).`;
    expect(why(text, 's(/k,V)')).toEqual(['s(/k,3)  (made by a merge predicate)']);
  });

  it('ends at predicates that are not asked about', () => {
    const text = 'a(1). b(X) :- a(X). c(X) :- b(X), a(X).';
    const isOpaque = (predicate: string): boolean => predicate !== 'a/1';
    expect(why(text, 'c(1)', { isOpaque }).slice(3)).toEqual([
      '  ├─ b(1)  (derived; its proof is left out here)',
      '  └─ a(1)  (given)',
    ]);
  });

  it('ends at its depth', () => {
    const chain = Array.from({ length: 30 }, (_, at) => `e(${at},${at + 1}).`).join(' ');
    const lines = why(`${chain} r(0). r(Y) :- r(X), e(X,Y).`, 'r(30)', { maxDepth: 3 });
    expect(lines.filter((line) => line.includes(' by '))).toHaveLength(3);
    expect(lines.some((line) => line.endsWith('r(27)  (derived; its proof is left out here)'))).toBe(true);
  });
});
