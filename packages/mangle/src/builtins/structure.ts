import { equalValues } from '../value/compare.js';
import { mapValue, pairValue, structValue, tupleValue } from '../value/make.js';
import type { Entry, Value } from '../value/value.js';
import { type Builtin, BuiltinError } from './define.js';
import { shortText } from './native.js';
import { func, matcher, noSolution, variadic } from './rows.js';
import {
  entriesOnIds,
  entryOnIds,
  matchEntryOnIds,
  matchPairOnIds,
  pairOnIds,
  tupleOnIds,
} from './structure-on-ids.js';

/** Builtins over pairs, tuples, maps and structs. */
export const structureBuiltins: readonly Builtin[] = [
  func('fn:pair', ['X', 'Y'], 'fn:Pair(X, Y)', 'a pair', pairValue, { onIds: pairOnIds }),
  variadic(
    'fn:tuple',
    { type: '/any', min: 1 },
    '/any',
    'one value itself, a pair, or pairs nested to the right',
    tupleValue,
    { typing: 'tuple', onIds: tupleOnIds },
  ),
  variadic(
    'fn:map',
    { type: '/any', min: 0 },
    '/any',
    'a map from keys and values in turn; `[K : V]` for short',
    (args) => mapValue(entriesOf('fn:map', args)),
    { typing: 'map', onIds: entriesOnIds('map') },
  ),
  variadic(
    'fn:struct',
    { type: '/any', min: 0 },
    '/any',
    'a struct from labels and values in turn; `{/label : V}` for short',
    (args) => structValue(entriesOf('fn:struct', args)),
    { typing: 'struct', onIds: entriesOnIds('struct') },
  ),
  func(
    'fn:map:get',
    ['fn:Map(K, V)', 'K'],
    'V',
    'the value of a key that the map must have',
    (entries, key) => existing('fn:map:get', entries, key),
    { onIds: entryOnIds('map') },
  ),
  func(
    'fn:struct:get',
    ['fn:Struct()', '/any'],
    '/any',
    'the value of a field that the struct must have',
    (entries, label) => existing('fn:struct:get', entries, label),
    { typing: 'struct-get', onIds: entryOnIds('struct') },
  ),
  matcher(
    ':match_pair',
    { modes: ['+', '-', '-'], params: ['fn:Pair(X, Y)', 'X', 'Y'], inputs: ['fn:Pair(X, Y)'] },
    'takes a pair apart',
    ({ first, second }) => [[first, second]],
    { isUnique: true, onIds: matchPairOnIds },
  ),
  matcher(
    ':match_entry',
    { modes: ['+', '+', '-'], params: ['fn:Map(K, V)', 'K', 'V'], inputs: ['fn:Map(K, V)', '/any'] },
    'the value of a key, if the map has it',
    solutionsFor,
    { isUnique: true, onIds: matchEntryOnIds('map') },
  ),
  matcher(
    ':match_field',
    { modes: ['+', '+', '-'], params: ['fn:Struct()', '/name', 'X'], inputs: ['fn:Struct()', '/any'] },
    'the value of a field, if the struct has it',
    solutionsFor,
    { typing: 'match-field', isUnique: true, onIds: matchEntryOnIds('struct') },
  ),
];

function entriesOf(name: string, args: readonly Value[]): readonly Entry[] {
  if (args.length % 2 !== 0) {
    throw new BuiltinError(
      `${name}: expected an even number of arguments (keys and values in turn), got ${args.length}`,
    );
  }
  return Array.from({ length: args.length / 2 }, (_, at) => [args[2 * at], args[2 * at + 1]] as unknown as Entry);
}

/** Of equal keys the first entry counts, which has the least value. */
function find(entries: readonly Entry[], wanted: Value): Value | undefined {
  return entries.find(([key]) => equalValues(key, wanted))?.[1];
}

function existing(name: string, entries: readonly Entry[], wanted: Value): Value {
  const value = find(entries, wanted);
  if (value !== undefined) return value;
  const keys = entries.map(([key]) => shortText(key)).slice(0, 5);
  const available = keys.length === 0 ? 'it is empty' : `it has ${keys.join(', ')}${entries.length > 5 ? ', …' : ''}`;
  throw new BuiltinError(`${name}: key does not exist: ${shortText(wanted)}; ${available}`);
}

function solutionsFor(entries: readonly Entry[], wanted: Value): readonly (readonly Value[])[] {
  const value = find(entries, wanted);
  return value === undefined ? noSolution : [[value]];
}
