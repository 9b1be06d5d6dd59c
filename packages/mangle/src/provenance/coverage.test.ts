import { describe, expect, it } from 'vitest';
import { run } from '../../test/support.js';
import { coverage, coverageToJson, renderCoverage } from './coverage.js';

describe('coverage', () => {
  const evaluation = run(
    `p(1). p(2). Decl none(X).
     fired(X) :- p(X).
     partial(X) :- p(X), X > 5.
     dead(X) :- none(X), p(X).
     sum(S) :- p(X) |> do fn:group_by(), let S = fn:sum(X).
     Decl twice(X, Y) descr [mode("+", "-"), deferred()]. twice(X, Y) :- Y = fn:mult(X, 2).`,
    { check: 'off' },
  );

  it('tells what each rule did', () => {
    const found = coverage(evaluation).map(({ rule, status, solutions, satisfied }) => [
      rule.predicate,
      status,
      solutions,
      satisfied,
    ]);
    expect(found).toEqual([
      ['fired/1', 'fired', 2, 1],
      ['partial/1', 'partial', 0, 1],
      ['dead/1', 'dead', 0, 0],
      ['sum/1', 'fired', 2, 1],
      ['twice/2', 'deferred', 0, 0],
    ]);
  });

  it('is printed with what kills a rule', () => {
    expect(renderCoverage(coverage(evaluation)).split('\n')).toEqual([
      '2 of 5 rules fired, 1 run only on demand',
      'partial  partial(X) :- p(X), X > 5.',
      '         stops at X > 5',
      'dead     dead(X) :- none(X), p(X).',
      '         stops at none(X)',
    ]);
    expect(coverageToJson(coverage(evaluation)).map(({ stopsAt }) => stopsAt)).toEqual([
      undefined,
      'X > 5',
      'none(X)',
      undefined,
      'Y = fn:mult(X, 2)',
    ]);
  });

  it('looks at some rules only, and no further than it is told', () => {
    const [fired, , dead] = evaluation.program.rules;
    const rules = [dead, fired].flatMap((rule) => rule ?? []);
    expect(coverage(evaluation, { rules, maxSolutions: 1 })).toMatchObject([
      { rule: dead, status: 'dead', isExhaustive: true },
      { rule: fired, status: 'fired', solutions: 1, isExhaustive: false },
    ]);
  });

  it('says when it gave up counting', () => {
    const many = Array.from({ length: 50 }, (_, at) => `n(${at}).`).join(' ');
    const [rule] = coverage(run(`${many} p(X, Y) :- n(X), n(Y).`), { maxSteps: 100 });
    expect(rule).toMatchObject({ status: 'fired', isExhaustive: false });
  });
});
