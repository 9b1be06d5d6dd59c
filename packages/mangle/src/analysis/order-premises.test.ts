import { describe, expect, it } from 'vitest';
import { textOf } from '../text/source.js';
import { check, findings, programOf } from './analyze.suite.js';

const facts = 'a(1). b(1). c(1, 2). l([1]). t(1)@[2024-01-01]. s(1). ';
const decls =
  'Decl f(X, Y) descr [deferred(), mode("+", "-")]. f(X, Y) :- Y = fn:plus(X, 1). Decl x(X, Y) descr [external(), mode("+", "-")]. ';

/** The conditions of the last rule in the order in which they run. */
function order(body: string, head = 'p(X)'): string {
  const { rules } = programOf(`${facts}${decls}${head} :- ${body}.`);
  return (rules.at(-1)?.premises ?? []).map(({ span }) => textOf(span)).join(', ');
}

describe('the order of premises', () => {
  it.each([
    ['source order stays', 'b(X), a(X)', 'b(X), a(X)'],
    ['a comparison waits for its variable', 'X < 5, a(X)', 'a(X), X < 5'],
    ['an inequality waits for both sides', 'X != Y, a(X), b(Y)', 'a(X), b(Y), X != Y'],
    ['a function waits for its arguments', 'Y = fn:plus(X, 1), a(X), b(Y)', 'a(X), Y = fn:plus(X, 1), b(Y)'],
    [
      'waiting premises free each other',
      'Z < 3, Z = fn:plus(Y, 1), Y = fn:plus(X, 1), a(X)',
      'a(X), Y = fn:plus(X, 1), Z = fn:plus(Y, 1), Z < 3',
    ],
    ['an equality between variables works in both directions', 'X = Y, Y = Z, a(Z)', 'a(Z), Y = Z, X = Y'],
    ['a negation waits for its named variables only', '!c(X, _), a(X)', 'a(X), !c(X, _)'],
    ['several negations wait together', '!a(X), !b(Y), b(Y), a(X)', 'b(Y), !b(Y), a(X), !a(X)'],
    ['a negation over a time waits for the temporal condition', '!a(X), t(X)@[S, E]', 't(X)@[S, E], !a(X)'],
    ['a built-in waits for its input', ':list:member(X, L), l(L)', 'l(L), :list:member(X, L)'],
    ['a deferred predicate waits for its input', 'f(Y, X), a(Y)', 'a(Y), f(Y, X)'],
    ['an external predicate waits for its input', 'x(Y, X), a(Y)', 'a(Y), x(Y, X)'],
    ['a structured argument waits for its variables', 'l([X]), a(X)', 'a(X), l([X])'],
    ['a computed argument waits for its variables', 'b(fn:plus(X, 1)), a(X)', 'a(X), b(fn:plus(X, 1))'],
    [
      'a function of what the condition gives comes after it',
      'c(X, fn:plus(X, 1))',
      'c(X, fn:plus(X, 1)), fn:plus(X, 1)',
    ],
    ['it comes before where another gives the value', 'c(X, fn:plus(X, 1)), a(X)', 'a(X), c(X, fn:plus(X, 1))'],
    [
      'functions that wait for each other come last',
      'c(X, fn:plus(Y, 1)), c(Y, fn:plus(X, 1))',
      'c(X, fn:plus(Y, 1)), c(Y, fn:plus(X, 1)), fn:plus(Y, 1)',
    ],
    ['an output may have a value', 'a(X), l(L), :list:member(X, L)', 'a(X), l(L), :list:member(X, L)'],
    ['a window waits for its times', '<-[T, T] t(X), s(T)', 's(T), <-[T, T] t(X)'],
    ['what is ready stays where it is', 'a(X), b(Y), c(Y, Z), X != 3', 'a(X), b(Y), c(Y, Z), X != 3'],
    ['a test on values of two conditions stays after both', 'a(X), b(Y), X != Y', 'a(X), b(Y), X != Y'],
    ['a function never moves before its guard', 'a(X), b(X), Y = fn:div(1, X)', 'a(X), b(X), Y = fn:div(1, X)'],
    ['a comparison never moves before its guard', 'a(X), b(X), X < 5', 'a(X), b(X), X < 5'],
    ['a test does not move before a function', 'a(X), Y = fn:div(1, X), X != 0', 'a(X), Y = fn:div(1, X), X != 0'],
    ['constants need nothing', '1 < 2, X = 3', '1 < 2, X = 3'],
  ])('%s', (_, body, expected) => {
    expect(order(body)).toBe(expected);
  });

  it('lets without grouping follow the body', () => {
    expect(order('a(X), b(X) |> let Y = fn:plus(X, 1), let Z = fn:plus(Y, 1)', 'p(Z)')).toBe(
      'a(X), b(X), let Y = fn:plus(X, 1), let Z = fn:plus(Y, 1)',
    );
  });

  it('the `+` arguments of a deferred head have values', () => {
    const { rules } = programOf('Decl f(X, Y) descr [deferred(), mode("+", "-")]. f(X, Y) :- X < 3, Y = X.');
    expect(rules[0]?.premises.map(({ span }) => textOf(span))).toEqual(['X < 3', 'Y = X']);
  });
});

describe('what can never run', () => {
  it.each([
    [
      'one variable is reported once, where it is needed first',
      'p(X) :- a(X), Y < 1, Y < 2, !b(Y).',
      ['unbound-variable Y'],
    ],
    ['what only follows is not reported', 'p(Z) :- Y = fn:plus(X, 1), Z = fn:plus(Y, 1).', ['unbound-variable X']],
    ['two causes are two reports', 'p(X) :- a(X), Y < 1, Z < 1.', ['unbound-variable Y', 'unbound-variable Z']],
    [
      'a head variable beside a stuck condition',
      'p(X, W) :- a(X), Y < 1.',
      ['unbound-head-variable W', 'unbound-variable Y'],
    ],
    [
      'conditions that wait for each other',
      'p(X) :- X = fn:plus(Y, 1), Y = fn:minus(X, 1).',
      ['circular-conditions X = fn:plus(Y, 1)'],
    ],
    ['a variable of a negation that the head wants', 'p(Y) :- a(X), !b(Y).', ['unbound-in-negation Y']],
    ['an input of a deferred predicate', 'p(Y) :- f(X, Y).', ['unbound-variable X']],
  ])('%s', (_, rule, expected) => {
    expect(findings(`${facts}${decls}${rule}`)).toEqual(expected);
  });
});

describe('the hint about order', () => {
  it('names the binder and the portable order', () => {
    const { diagnostics } = check(`${facts}p(X) :- X < 5, X != 2, a(X), b(X).`);
    const hint = diagnostics.find(({ code }) => code === 'reordered');
    expect(hint?.message).toBe('`X < 5` stands before `a(X)`, which gives `X` its value');
    expect(hint?.help).toContain('`a(X), X < 5, X != 2, b(X)`');
  });

  it('speaks of the variable that has no value yet', () => {
    const { diagnostics } = check(`${facts}p(X) :- a(X), X != Y, c(X, Z), b(Y).`);
    const hint = diagnostics.find(({ code }) => code === 'reordered');
    expect(hint?.message).toBe('`X != Y` stands before `b(Y)`, which gives `Y` its value');
  });

  it('does not call an order portable that is not', () => {
    const { diagnostics } = check(`${facts}p(X) :- X = Y, a(Y), fn:mod(X, 2) = 0.`);
    const hint = diagnostics.find(({ code }) => code === 'reordered');
    expect(hint?.message).toBe('`fn:mod(X, 2) = 0` has its value from `X = Y` alone');
    expect(hint?.fix).toBeUndefined();
  });
});
