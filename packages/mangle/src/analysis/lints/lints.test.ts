import { describe, expect, it } from 'vitest';
import { standardRegistry } from '../../builtins/registry.js';
import type { DiagnosticCode } from '../../diagnostics/codes.js';
import { hasErrors } from '../../diagnostics/diagnostic.js';
import { parse } from '../../syntax/parser.js';
import { createSource, textOf } from '../../text/source.js';
import { analyze } from '../analyze.js';
import { lint } from './lints.js';
import { growingFunctions } from './unbounded-recursion.js';

/** The marked texts of all findings of one code. */
function marked(code: DiagnosticCode, text: string): string[] {
  const { unit, diagnostics } = parse(createSource('a.mg', text));
  const { program, diagnostics: more } = analyze([unit], { lints: false });
  expect([...diagnostics, ...more].filter((each) => hasErrors([each])).map(({ message }) => message)).toEqual([]);
  if (program === undefined) throw new Error('a program without errors is analyzed');
  return lint(program)
    .filter((each) => each.code === code)
    .map(({ span }) => textOf(span));
}

type Case = readonly [program: string, ...marked: string[]];

function check(code: DiagnosticCode, cases: readonly Case[]): void {
  it.each(cases)('in `%s`', (program, ...expected) => {
    expect(marked(code, program)).toEqual(expected);
  });
}

describe('never-fires sees comparisons that exclude each other', () => {
  const given = 'p(1). p(2). ';
  check('never-fires', [
    [`${given}q(X) :- p(X), X < 3, X > 5.`, 'X > 5'],
    [`${given}q(X) :- p(X), X > 3, X < 4.`, 'X < 4'],
    [`${given}q(X) :- p(X), X >= 3, X <= 3.`],
    [`${given}q(X) :- p(X), X > 3, X <= 4.`],
    [`${given}q(X) :- p(X), 3 > X, 5 < X.`, '5 < X'],
    [`${given}q(X) :- p(X), X = 1, X = 2.`, 'X = 2'],
    [`${given}q(X) :- p(X), X = 1, X != 1.`, 'X != 1'],
    [`${given}q(X) :- p(X), X = 1, X < 1.`, 'X < 1'],
    [`${given}q(X) :- p(X), X != 1, X != 2.`],
    [`${given}q(X, Y) :- p(X), p(Y), X < Y, Y < X.`, 'Y < X'],
    [`${given}q(X, Y) :- p(X), p(Y), X <= Y, Y <= X.`],
    [`${given}q(X) :- p(X), 2 < 1.`, '2 < 1'],
    ['p(1.5). q(X) :- p(X), X > 1.0, X < 1.5.'],
    ['p(1.5). q(X) :- p(X), X > 1.5, X < 1.5.', 'X < 1.5'],
  ]);
});

describe('never-fires sees predicates that nothing can start', () => {
  check('never-fires', [
    ['e(1, 2). r(X, Z) :- r(X, Y), e(Y, Z).', 'r(X, Y)'],
    ['e(1, 2). r(X, Y) :- e(X, Y). r(X, Z) :- r(X, Y), e(Y, Z).'],
    ['p(1). q(X) :- p(X), X < 1, X > 1. r(X) :- q(X).', 'X > 1', 'q(X)'],
    ['p(1). q(X) :- p(X), X < 1, X > 1. r(X) :- p(X), !q(X).', 'X > 1'],
    ['Decl in(X) bound [/number]. q(X) :- in(X).'],
  ]);
});

describe('product-join', () => {
  const given = 'a(1, 2). a(3, 4). b(1, 2). b(3, 4). ';
  check('product-join', [
    [`${given}q(X, Y) :- a(X, _), b(Y, _).`, 'b(Y, _)'],
    [`${given}q(X, Y) :- a(X, Z), b(Y, Z).`],
    [`${given}q(X, Y) :- a(X, _), b(Y, _), X < Y.`],
    [`${given}q(X, Y) :- a(X, _), b(Y, _), !b(X, Y).`],
    [`${given}q(X) :- a(X, _), b(1, 2).`],
    [`${given}q(X) :- a(X, _), b(_, _).`],
    [`${given}q(X) :- a(X, _), b(Y, _), Y > 1.`],
    [`${given}n(N) :- a(X, Z), b(Y, W) |> do fn:group_by(), let N = fn:count().`, 'b(Y, W)'],
  ]);
});

describe('unbounded-recursion', () => {
  check('unbounded-recursion', [
    ['n(0). n(Y) :- n(X), Y = fn:plus(X, 1).', 'fn:plus(X, 1)'],
    ['n(0). n(fn:plus(X, 1)) :- n(X).', 'fn:plus(X, 1)'],
    ['n([]). n(L) :- n(K), L = fn:list:cons(1, K).', 'fn:list:cons(1, K)'],
    ['n(0). n(Y) :- n(X), Y = fn:plus(X, 1), Y <= 9.'],
    ['n(0). n(Y) :- n(X), X != 9, Y = fn:plus(X, 1).'],
    ['n(0). s(5). n(Y) :- n(X), s(X), Y = fn:plus(X, 1).'],
    ['n(1). n(Y) :- n(X), Y = fn:minus(X).'],
    ['n(1). m(Y) :- n(X), Y = fn:plus(X, 1).'],
    ['n(/k, 0). n(K, Y) :- n(K, X), Y = fn:plus(X, 1).', 'fn:plus(X, 1)'],
    ['n(/a, 0). n(/b, Y) :- n(/a, X), Y = fn:plus(X, 1).'],
    ['n(/a, 0). n(/b, Y) :- n(_, X), Y = fn:plus(X, 1).', 'fn:plus(X, 1)'],
    ['n(0, 0). n(X, Y) :- n(X, X), Y = fn:plus(X, 1).'],
  ]);

  it('names only functions that exist', () => {
    expect([...growingFunctions].filter((name) => !standardRegistry.functions.has(name))).toEqual([]);
  });
});

describe('recursion-over-cycles', () => {
  const given = 'e(1, 2). e(2, 3). d(1, 0). ';
  check('recursion-over-cycles', [
    [`${given}d(Y, N) :- d(X, M), e(X, Y), N = fn:plus(M, 1).`, 'fn:plus(M, 1)'],
    [`${given}d(Y, N) :- d(X, M), e(X, Y), Y < 9, N = fn:plus(M, 1).`, 'fn:plus(M, 1)'],
    [`${given}d(Y, N) :- d(X, M), e(X, Y), X < Y, N = fn:plus(M, 1).`],
    [`${given}d(Y, N) :- d(X, M), e(X, Y), M < 9, N = fn:plus(M, 1).`],
    ['f(0, 1). f(M, W) :- f(N, V), N < 15, M = fn:plus(N, 1), W = fn:mult(V, M).'],
    ['w([1, 2], 0). w(T, N) :- w(L, M), :match_cons(L, _, T), N = fn:plus(M, 1).'],
  ]);
});

describe('variable-used-once', () => {
  check('variable-used-once', [
    ['p(1, 2). q(X) :- p(X, Y).', 'Y'],
    ['p(1, 2). q(X) :- p(X, Y), Y > 1.'],
    ['p(1, 2). q(X) :- p(X, X).'],
    ['p([1]). q(X) :- p(L), :match_cons(L, X, T).', 'T'],
    ['p(1, 2). q(Z) :- p(X, Y) |> let Z = fn:plus(X, Y).'],
    ['Decl t(X) temporal. t(1)@[2024-01-01]. q(X) :- t(X)@[S, E].'],
  ]);
});

describe('duplicates', () => {
  check('duplicate-fact', [
    ['p(1). p(1).', 'p(1).'],
    ['p([1, 2]). p([1,2]).', 'p([1,2]).'],
    ['p(1). p(1.0). p("1").'],
    ['t(1)@[2024-01-01]. t(1)@[2024-01-02].'],
    ['t(1)@[2024-01-01]. t(1)@[2024-01-01].', 't(1)@[2024-01-01].'],
  ]);
  check('duplicate-rule', [
    ['p(1, 2). q(X) :- p(X, _). q(Y) :- p(Y, _).', 'q(Y) :- p(Y, _).'],
    ['p(1, 2). q(X) :- p(X, _). q(X) :- p(_, X).'],
    ['p(1, 2). q(X) :- p(X, X). q(X) :- p(X, _).'],
  ]);
});

describe('wildcard-in-count', () => {
  check('wildcard-in-count', [
    ['p(1, 2). q(2). n(N) :- p(_, Y), q(Y) |> do fn:group_by(), let N = fn:count().', '_'],
    ['p(1, 2). n(N) :- p(_, Y) |> do fn:group_by(), let N = fn:count().'],
    ['p(1, 2). q(2). n(N) :- p(_, Y), q(Y) |> do fn:group_by(), let N = fn:min(Y).'],
    ['p(1, 2). r(1). n(N) :- p(X, Y), !r(_) |> do fn:group_by(), let N = fn:count().'],
  ]);
});

describe('join-of-instants', () => {
  const at = (day: number): string => `2024-01-0${day}`;
  const rule = 'q(X, Y) :- a(X)@[T], b(Y)@[T].';
  check('join-of-instants', [
    [`a(1)@[${at(1)}]. b(1)@[${at(2)}]. ${rule}`, '@[T]'],
    [`a(1)@[${at(1)}]. b(1)@[${at(1)}]. b(2)@[${at(2)}]. ${rule}`],
    [`a(1)@[${at(1)}]. b(1)@[${at(2)}, ${at(3)}]. ${rule}`],
    [`a(1)@[${at(1)}]. c(1)@[${at(2)}]. b(X)@[T] :- c(X)@[T]. ${rule}`],
  ]);
});

describe('eternal-only', () => {
  check('eternal-only', [
    ['Decl t(X) temporal. t(1)@[2024-01-01]. q(X) :- t(X)@[_, _].', '@[_, _]'],
    ['Decl t(X) temporal. t(1)@[2024-01-01]. q(X) :- t(X)@[_, E].'],
    ['Decl t(X) temporal. t(1)@[_, _]. q(X) :- t(X)@[_].'],
    ['Decl t(X) temporal. Decl u(X) temporal. u(1)@[_, _]. t(X)@[S, E] :- u(X)@[S, E]. q(X) :- t(X)@[_].'],
  ]);
});

describe('lints in general', () => {
  it('say nothing about an empty program', () => {
    expect(marked('never-fires', '')).toEqual([]);
  });
});
