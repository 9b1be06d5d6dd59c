import { compileOrThrow, evaluateSync, factText, type Program } from '@manglecp/mangle';
import { describe, expect, it } from 'vitest';
import { factsOfProgram, sliceProgram } from './slice-program.js';

const program = compileOrThrow(
  [
    `Decl given(X) bound [/number].
     Decl best(X, Y) descr [fundep([X], [Y]), merge([Y], "smaller")] bound [/string, /number].
     Decl smaller(A, B, C) descr [mode("+", "+", "-"), deferred()] bound [/number, /number, /number].
     Decl double(X, Y) descr [mode("+", "-"), deferred()] bound [/number, /number].
     smaller(A, B, A) :- A <= B.
     smaller(A, B, B) :- B < A.
     best("a", 3). best("a", 2). best("b", X) :- given(X).
     double(X, Y) :- Y = fn:mult(X, 2).
     given(1). given(2).
     twice(Y) :- given(X), double(X, Y).
     explosion(X) :- given(X).
     explosion(Y) :- explosion(X), Y = fn:plus(X, 1).
     even(0). even(X) :- odd(Y), Y < 6, X = fn:plus(Y, 1).
     odd(X) :- even(Y), X = fn:plus(Y, 1).
     quiet() :- !given(9).`,
    `Package p!
     inner(X) :- even(X).
     outer(X) :- inner(X), 2 < X.`,
  ],
  { lints: false },
);

/** All facts of a part of the program. */
function facts(part: Program): readonly string[] {
  return evaluateSync(part).facts().map(factText);
}

describe('a slice of a program', () => {
  it.each([
    [['quiet/0'], ['given(1)', 'given(2)', 'quiet()']],
    [['twice/1'], ['given(1)', 'given(2)', 'twice(2)', 'twice(4)']],
    [['best/2'], ['best("a",2)', 'best("b",1)', 'given(1)', 'given(2)']],
    [['odd/1'], ['even(0)', 'even(2)', 'even(4)', 'even(6)', 'odd(1)', 'odd(3)', 'odd(5)', 'odd(7)']],
    [['p.outer/1'], expect.arrayContaining(['p.outer(4)', 'p.outer(6)'])],
    [['unheard_of/1'], []],
    [[], []],
  ])('has what %j depend on, and no more', (roots, expected) => {
    expect(facts(sliceProgram(program, roots))).toEqual(expected);
  });
});

describe('the facts of a program', () => {
  it('are those that somebody gave, whatever rules would make of them', () => {
    expect(facts(factsOfProgram(program))).toEqual(['best("a",2)', 'best("a",3)', 'even(0)', 'given(1)', 'given(2)']);
  });
});
