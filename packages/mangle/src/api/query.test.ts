import { describe, expect, it } from 'vitest';
import { run } from '../../test/support.js';
import { EvaluationError } from '../engine/evaluation-error.js';
import { name } from '../value/js.js';
import { CompileError } from './compile.js';
import { query, rows } from './query.js';

const evaluation = run(
  `e(/a, 1). e(/b, 2). same(1, 1). same(1, 2). list([1, 2], /x). when(/t)@[2024-01-01].
   Decl double(X, Y) descr [mode("+", "-"), deferred()]. double(X, Y) :- Y = fn:mult(X, 2).`,
  { check: 'off' },
);

describe('a query', () => {
  it.each([
    [
      'e(X, Y)',
      [
        { X: name('/a'), Y: 1n },
        { X: name('/b'), Y: 2n },
      ],
    ],
    ['e(/b, Y)', [{ Y: 2n }]],
    ['e(_, 1)', [{}]],
    ['same(X, X)', [{ X: 1n }]],
    ['list([1, 2], X)', [{ X: name('/x') }]],
    ['e(X, fn:plus(1, 1))', [{ X: name('/b') }]],
    ['when(X)', [{ X: name('/t') }]],
    ['double(21, X)', [{ X: 42n }]],
    ['e(/c, X)', []],
  ])('%s has its answers', (goal, bindings) => {
    expect(query(evaluation, goal).map((answer) => answer.bindings)).toEqual(bindings);
  });

  it.each([
    ['e(X', CompileError, /expected|unclosed|close/],
    ['f(X)', EvaluationError, /no predicate `f\/1`/],
    ['e(X)', EvaluationError, /no predicate `e\/1`/],
    ['e(X, fn:nope(1))', EvaluationError, /no function `fn:nope`/],
    ['e(X, fn:mod(1))', EvaluationError, /1 arguments/],
    ['e(X, fn:plus(Y, 1))', EvaluationError, /cannot take a structured value apart/],
    ['e(X, fn:div(1, 0))', EvaluationError, /div by zero/],
  ])('%s is refused with a reason', (goal, kind, reason) => {
    expect(() => query(evaluation, goal)).toThrow(kind);
    expect(() => query(evaluation, goal)).toThrow(reason);
  });

  it('gives JavaScript numbers on request', () => {
    expect(query(evaluation, 'e(/a, X)', { numbers: 'safe' })[0]?.bindings).toEqual({ X: 1 });
    expect(rows(evaluation, 'same', { numbers: 'safe' })).toEqual([
      [1, 1],
      [1, 2],
    ]);
  });
});
