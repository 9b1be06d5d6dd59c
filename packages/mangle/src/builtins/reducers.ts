import { compareFloats, compareValues, equalValues } from '../value/compare.js';
import { listValue, mapValue, numberValue, tupleValue, wrapInt64 } from '../value/make.js';
import { type Entry, maxInt64, minInt64, type Value } from '../value/value.js';
import type { Builtin, ReducerBuiltin, ReducerOnIds } from './define.js';
import { complaintOf, type Native, numericType, specOf } from './native.js';
import {
  avgOnIds,
  collectDistinctOnIds,
  collectOnIds,
  collectToMapOnIds,
  durationSumOnIds,
  extremeFloatOnIds,
  extremeOnIds,
  floatSumOnIds,
  leastOnIds,
  sumOnIds,
} from './reducers-on-ids.js';
import { func, reducer } from './rows.js';

/** Functions over the rows of a group; sums and extremes are also functions over a list. */
export const reducerBuiltins: readonly Builtin[] = [
  ...fold('fn:sum', '/number', 'the sum', sum, sumOnIds),
  ...fold('fn:max', '/number', 'the greatest', greatest(minInt64), extremeOnIds('number', -1)),
  ...fold('fn:min', '/number', 'the least', least(maxInt64), extremeOnIds('number', 1)),
  ...fold(
    'fn:float:sum',
    '/float64',
    'the sum',
    (floats) => floats.reduce((total, float) => total + float, 0),
    floatSumOnIds,
  ),
  ...fold(
    'fn:float:max',
    '/float64',
    'the greatest',
    (floats) => extremeFloat(floats, -Number.MAX_VALUE, -1),
    extremeFloatOnIds(-1),
  ),
  ...fold(
    'fn:float:min',
    '/float64',
    'the least',
    (floats) => extremeFloat(floats, Number.MAX_VALUE, 1),
    extremeFloatOnIds(1),
  ),
  ...fold('fn:duration:sum', '/duration', 'the sum', sum, durationSumOnIds),
  ...fold('fn:duration:max', '/duration', 'the greatest', greatest(minInt64), extremeOnIds('duration', -1)),
  ...fold('fn:duration:min', '/duration', 'the least', least(maxInt64), extremeOnIds('duration', 1)),
  ...fold('fn:time:max', '/time', 'the latest', greatest(minInt64), extremeOnIds('time', -1)),
  ...fold('fn:time:min', '/time', 'the earliest', least(maxInt64), extremeOnIds('time', 1)),
  reducer(
    'fn:avg',
    numericType,
    '/float64',
    'the mean of numbers and floats',
    (numbers) => numbers.reduce((total, number) => total + number, 0) / numbers.length,
    avgOnIds,
  ),
  reducer('fn:pick_any', 'X', 'X', 'one of the values, always the least', (values) => smallest(values), leastOnIds),
  {
    kind: 'reducer',
    name: 'fn:count',
    summary: 'the number of rows',
    signature: { params: [], result: '/number' },
    takesVariables: true,
    reduce: (rows) => numberValue(rows.length),
    onIds: (values, _columns, count) => values.int(count),
  },
  collector(
    'fn:collect',
    'the values (tuples of several) of all rows as a list, in the order of values',
    (tuples) => tuples,
    collectOnIds,
  ),
  collector(
    'fn:collect_distinct',
    'the different values of the rows as a list, in the order of values',
    (tuples) => tuples.filter((tuple, at) => at === 0 || !equalValues(tuple, tuples[at - 1] as Value)),
    collectDistinctOnIds,
  ),
  {
    kind: 'reducer',
    name: 'fn:collect_to_map',
    summary: 'a map from the first column to the second; of equal keys the least value is kept',
    signature: { params: ['K', 'V'], result: 'fn:Map(K, V)' },
    takesVariables: false,
    reduce: (rows) => {
      const { entries } = mapValue(rows as unknown as readonly Entry[]);
      return mapValue(entries.filter(([key], at) => at === 0 || !equalValues(key, (entries[at - 1] as Entry)[0])));
    },
    onIds: collectToMapOnIds,
  },
];

/** The reducer of a column, and the function of the same name over a list. */
function fold<const T extends '/number' | '/float64' | '/time' | '/duration'>(
  name: string,
  type: T,
  what: string,
  combine: (column: readonly Native<T>[]) => Native<T>,
  onIds: ReducerOnIds,
): readonly Builtin[] {
  const spec = specOf(type);
  const complain = complaintOf(name);
  const element = (item: Value): Native<T> => {
    const native = spec.unpack(item);
    if (native === undefined) throw complain(item, spec.expected, 'each element of the list');
    return native as Native<T>;
  };
  return [
    reducer(name, type, type, `${what} of a column`, combine, onIds),
    func(name, [`fn:List(${type})` as const], type, `${what} of a list`, (items) => combine(items.map(element))),
  ];
}

function collector(
  name: string,
  summary: string,
  select: (tuples: readonly Value[]) => readonly Value[],
  onIds: ReducerOnIds,
): ReducerBuiltin {
  return {
    kind: 'reducer',
    name,
    summary,
    signature: { params: [], rest: { type: 'X', min: 1 }, result: 'fn:List(X)' },
    typing: 'collect',
    takesVariables: false,
    reduce: (rows) => listValue(select(rows.map(tupleValue).toSorted(compareValues))),
    onIds,
  };
}

function sum(numbers: readonly bigint[]): bigint {
  return wrapInt64(numbers.reduce((total, number) => total + number, 0n));
}

function greatest(ifEmpty: bigint): (numbers: readonly bigint[]) => bigint {
  return (numbers) => numbers.reduce((best, number) => (number > best ? number : best), ifEmpty);
}

function least(ifEmpty: bigint): (numbers: readonly bigint[]) => bigint {
  return (numbers) => numbers.reduce((best, number) => (number < best ? number : best), ifEmpty);
}

/** NaN is no candidate unless there is nothing else. `direction` is 1 for the least and -1 for the greatest. */
function extremeFloat(floats: readonly number[], ifEmpty: number, direction: 1 | -1): number {
  const candidates = floats.filter((float) => !Number.isNaN(float));
  if (candidates.length === 0) return floats.length === 0 ? ifEmpty : NaN;
  return candidates.reduce((best, float) => (compareFloats(float, best) * direction < 0 ? float : best));
}

function smallest(values: readonly Value[]): Value {
  return values.reduce((best, value) => (compareValues(value, best) < 0 ? value : best));
}
