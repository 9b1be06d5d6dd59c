import { describe, expect, it } from 'vitest';
import { compileOrThrow } from '../api/compile.js';
import { planProgram } from './program-plan.js';

const facts = `e(1, 2). f(2, 3). l([1, 1]). Decl t(X) temporal bound [/number].
  t(1)@[2024-01-01, 2024-01-02]. t(1)@[2024-03-01, 2024-03-02].`;

/** Whether the plan of the rule for `c` says that its rows are distinct. */
function isDistinct(body: string): boolean | undefined {
  const text = `${facts} c(N) :- ${body} |> do fn:group_by(), let N = fn:count().`;
  const { components } = planProgram(compileOrThrow(text, { bounds: 'off', lints: false }));
  const rule = components.flatMap(({ rules }) => rules).find((each) => each.rule.predicate === 'c/1');
  return rule?.full(() => 1).grouping?.isDistinct;
}

describe('the solutions of a body are distinct', () => {
  it.each([
    ['an atom', 'e(X, Y)'],
    ['an atom whose columns are not all named', 'e(X, _)'],
    ['atoms that share variables', 'e(X, Y), f(Y, Z)'],
    ['an atom with a constant and a repeated variable', 'e(X, X), f(2, X)'],
    ['tests, assignments and negation beside an atom', 'e(X, Y), X < Y, Z = fn:plus(X, Y), !f(X, Y)'],
    ['the intervals of an atom', 't(X)@[S, E]'],
  ])('for %s', (_, body) => {
    expect(isDistinct(body)).toBe(true);
  });

  it.each([
    ['a builtin that may give one value twice', 'l(L), :list:member(X, L)'],
    ['intervals that are not looked at', '<-[0d, 7d] t(X)'],
  ])('but not for %s', (_, body) => {
    expect(isDistinct(body)).toBe(false);
  });
});
