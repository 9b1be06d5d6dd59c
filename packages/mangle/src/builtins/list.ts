import { equalValues } from '../value/compare.js';
import { listValue } from '../value/make.js';
import type { Value } from '../value/value.js';
import { type Builtin, BuiltinError } from './define.js';
import {
  appendOnIds,
  consOnIds,
  containsOnIds,
  getOnIds,
  lenOnIds,
  listOnIds,
  matchConsOnIds,
  matchNilOnIds,
  memberOnIds,
} from './list-on-ids.js';
import { boolType } from './native.js';
import { func, matcher, noSolution, oneSolution, variadic } from './rows.js';

/** Builtins over lists. */
export const listBuiltins: readonly Builtin[] = [
  variadic('fn:list', { type: 'X', min: 0 }, 'fn:List(X)', 'a list; `[A, B]` for short', (items) => items, {
    typing: 'list',
    onIds: listOnIds,
  }),
  func(
    'fn:list:cons',
    ['X', 'fn:List(X)'],
    'fn:List(X)',
    'the list with an element put before it',
    (item, items) => [item, ...items],
    { onIds: consOnIds },
  ),
  func(
    'fn:list:append',
    ['fn:List(X)', 'X'],
    'fn:List(X)',
    'the list with an element put behind it',
    (items, item) => [...items, item],
    { onIds: appendOnIds },
  ),
  func('fn:list:len', ['fn:List(X)'], '/number', 'the number of elements', (items) => BigInt(items.length), {
    onIds: lenOnIds,
  }),
  func('fn:list:get', ['fn:List(X)', '/number'], 'X', 'the element at an index that counts from 0', elementAt, {
    onIds: getOnIds,
  }),
  func(
    'fn:list:contains',
    ['fn:List(X)', 'X'],
    boolType,
    'whether a value is an element of the list',
    (items, wanted) => items.some((item) => equalValues(item, wanted)),
    { onIds: containsOnIds },
  ),
  matcher(
    ':match_cons',
    { modes: ['+', '-', '-'], params: ['fn:List(X)', 'X', 'fn:List(X)'], inputs: ['fn:List(X)'] },
    'takes a list apart into its first element and the rest',
    (items) => {
      const [head, ...tail] = items;
      return head === undefined ? noSolution : [[head, listValue(tail)]];
    },
    { isUnique: true, onIds: matchConsOnIds },
  ),
  matcher(
    ':match_nil',
    { modes: ['+'], params: ['fn:List(X)'], inputs: ['fn:List(X)'] },
    'whether a list is empty',
    (items) => (items.length === 0 ? oneSolution : noSolution),
    { onIds: matchNilOnIds },
  ),
  matcher(
    ':list:member',
    { modes: ['-', '+'], params: ['X', 'fn:List(X)'], inputs: ['fn:List(X)'] },
    'each element of a list in turn',
    (items) => items.map((item) => [item]),
    { onIds: memberOnIds },
  ),
];

function elementAt(items: readonly Value[], index: bigint): Value {
  const item = index < 0n ? undefined : items[Number(index)];
  if (item !== undefined) return item;
  throw new BuiltinError(`fn:list:get: index out of bounds: ${index}, the list has ${items.length} element(s)`);
}
