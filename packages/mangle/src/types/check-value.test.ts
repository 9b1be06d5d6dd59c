import { expect, test } from 'vitest';
import { check } from '../analysis/analyze.suite.js';
import { listValue, nameValue, numberValue, stringValue, structValue } from '../value/make.js';
import type { Value } from '../value/value.js';
import { checkFact } from './check-value.js';

function checkArguments(decl: string, args: readonly Value[]): string | undefined {
  const info = [...(check(decl).program?.predicates.values() ?? [])][0];
  if (info === undefined) throw new Error('no predicate');
  return checkFact(info, args);
}

const one = numberValue(1);
const x = stringValue('x');

test.each<readonly [string, string, readonly Value[]]>([
  ['a predicate without a declaration', 'p(1).', [x]],
  ['a declaration without bounds', 'Decl p(X).', [x]],
  ['a fitting fact', 'Decl p(X) bound [/number].', [one]],
  ['a fact that fits the second row', 'Decl p(X) bound [/number] bound [/string].', [x]],
  ['a type variable', 'Decl p(L, X) bound [.List<T>, T].', [listValue([one]), one]],
])('%s is no problem', (_, decl, args) => {
  expect(checkArguments(decl, args)).toBeUndefined();
});

test.each<readonly [string, readonly Value[], string]>([
  [
    'Decl p(X, Y) bound [/name, /number].',
    [nameValue('/a'), x],
    'argument 2 of `p/2` must be a number, got the string `"x"`',
  ],
  ['Decl p(X) bound [/u].', [nameValue('/v/1')], 'argument 1 of `p/1` must be a name below `/u`, got the name `/v/1`'],
  [
    'Decl p(X) bound [.List</number>].',
    [listValue([one, x])],
    'element 2 of argument 1 of `p/1` must be a number, got the string `"x"`',
  ],
  [
    'Decl p(X) bound [.Pair</number, /number>].',
    [one],
    'argument 1 of `p/1` must be a pair `fn:Pair(/number,/number)`, got the number `1`',
  ],
  [
    'Decl p(X) bound [.Struct</y : /number>].',
    [structValue([])],
    'field `/y` of argument 1 of `p/1` is missing; it must be a number',
  ],
  [
    'Decl p(X, Y) bound [/name, /number] bound [/string, /string].',
    [nameValue('/a'), x],
    'no `bound` row of `p/2` fits; in the closest one argument 2 of `p/2` must be a number, got the string `"x"`',
  ],
  [
    'Decl p(L, X) bound [.List<T>, T].',
    [listValue([one]), x],
    'the arguments of `p/2` disagree about a type variable of its declaration',
  ],
])('%s with a bad fact', (decl, args, expected) => {
  expect(checkArguments(decl, args)).toBe(expected);
});
