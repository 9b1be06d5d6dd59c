import { compareFloats } from '../value/compare.js';
import { wrapInt64 } from '../value/make.js';
import { maxValueSize, partSize } from '../value/value.js';
import { intOf, noValue } from '../value/value-id.js';
import { type ReducerOnIds, type ValueIds, ValueTooLarge } from './define.js';

const noIds = new Int32Array(0);

const maxParts = maxValueSize / partSize;

/** Below this, adding a small integer keeps a float exact. */
const exactLimit = 2 ** 52;

/** Exact until it wraps around at the end, so the order does not matter. */
export const sumOnIds: ReducerOnIds = (values, [column = noIds], count) => {
  let sum = 0;
  let wide = 0n;
  for (let at = 0; at < count; at++) {
    const id = column[at] ?? noValue;
    if (id < 0) sum += intOf(id);
    else if (values.kindOf(id) === 'number') wide += values.bigOf(id);
    else return noValue;
    if (sum > exactLimit || sum < -exactLimit) {
      wide += BigInt(sum);
      sum = 0;
    }
  }
  return wide === 0n ? values.int(sum) : values.int(wrapInt64(wide + BigInt(sum)));
};

export const durationSumOnIds: ReducerOnIds = (values, [column = noIds], count) => {
  let sum = 0n;
  for (let at = 0; at < count; at++) {
    const id = column[at] ?? noValue;
    if (values.kindOf(id) !== 'duration') return noValue;
    sum += values.bigOf(id);
  }
  return values.duration(wrapInt64(sum));
};

/** The least (`direction` 1) or the greatest (-1) of numbers, times or durations. */
export function extremeOnIds(kind: 'number' | 'time' | 'duration', direction: 1 | -1): ReducerOnIds {
  return (values, [column = noIds], count) => {
    let best = column[0] ?? noValue;
    for (let at = 0; at < count; at++) {
      const id = column[at] ?? noValue;
      if (values.kindOf(id) !== kind) return noValue;
      if (values.compareInts(id, best) * direction < 0) best = id;
    }
    return best;
  };
}

/** The least of any values. */
export const leastOnIds: ReducerOnIds = (values, [column = noIds], count) => {
  let best = column[0] ?? noValue;
  for (let at = 1; at < count; at++) {
    const id = column[at] ?? noValue;
    if (values.compare(id, best) < 0) best = id;
  }
  return best;
};

/** NaN is no candidate unless there is nothing else. */
export function extremeFloatOnIds(direction: 1 | -1): ReducerOnIds {
  return (values, [column = noIds], count) => {
    let best = NaN;
    for (let at = 0; at < count; at++) {
      const id = column[at] ?? noValue;
      if (values.kindOf(id) !== 'float64') return noValue;
      const float = values.floatOf(id);
      if (Number.isNaN(best) || (!Number.isNaN(float) && compareFloats(float, best) * direction < 0)) best = float;
    }
    return values.float(best);
  };
}

/** The sum of floats depends on their order, hence the total order of values. */
export const floatSumOnIds: ReducerOnIds = (values, [column = noIds], count) => {
  const floats = new Float64Array(count);
  for (let at = 0; at < count; at++) {
    const id = column[at] ?? noValue;
    if (values.kindOf(id) !== 'float64') return noValue;
    floats[at] = values.floatOf(id);
  }
  return values.float(orderedSum(floats, 0));
};

/** Numbers come before floats in the total order; both are added as floats. */
export const avgOnIds: ReducerOnIds = (values, [column = noIds], count) => {
  const numbers = new Float64Array(count);
  const floats = new Float64Array(count);
  let numberCount = 0;
  let floatCount = 0;
  for (let at = 0; at < count; at++) {
    const id = column[at] ?? noValue;
    const kind = values.kindOf(id);
    if (kind === 'number') numbers[numberCount++] = values.numberOf(id) ?? Number(values.bigOf(id));
    else if (kind === 'float64') floats[floatCount++] = values.floatOf(id);
    else return noValue;
  }
  const sum = exactSum(numbers, numberCount) ?? orderedSum(numbers.subarray(0, numberCount), 0);
  return values.float(orderedSum(floats.subarray(0, floatCount), sum) / count);
};

/** The sum of whole numbers if no rounding can happen in any order. */
function exactSum(numbers: Float64Array, count: number): number | undefined {
  let sum = 0;
  let size = 0;
  for (let at = 0; at < count; at++) {
    const number = numbers[at] ?? 0;
    sum += number;
    size += Math.abs(number);
  }
  return size <= Number.MAX_SAFE_INTEGER ? sum : undefined;
}

/** Adds floats from the least to the greatest; -0 comes before 0 and NaN last, as in the total order. */
function orderedSum(floats: Float64Array, start: number): number {
  let sum = start;
  for (const float of floats.sort()) sum += float;
  return sum;
}

export const collectOnIds: ReducerOnIds = (values, columns, count) => {
  // A list that is too large is refused before the long work of sorting it.
  if (count > maxParts) throw new ValueTooLarge(`fn:collect: the list has ${count} parts, more than ${maxParts}`);
  return values.list(sortedTuples(values, columns, count));
};

export const collectDistinctOnIds: ReducerOnIds = (values, columns, count) => {
  const tuples = sortedTuples(values, columns, count);
  let end = 0;
  for (const tuple of tuples) if (end === 0 || tuple !== tuples[end - 1]) tuples[end++] = tuple;
  return values.list(tuples, 0, end);
};

export const collectToMapOnIds: ReducerOnIds = (values, [keys = noIds, items = noIds], count) => {
  const least = new Map<number, number>();
  for (let at = 0; at < count; at++) {
    const key = keys[at] ?? noValue;
    const item = items[at] ?? noValue;
    const known = least.get(key);
    if (known === undefined || values.compare(item, known) < 0) least.set(key, item);
  }
  return values.entries('map', Int32Array.from([...least].flat()));
};

/** A tuple of each row: one value itself, or pairs nested to the right. */
function sortedTuples(values: ValueIds, columns: readonly Int32Array[], count: number): Int32Array {
  const tuples = (columns.at(-1) ?? noIds).subarray(0, count);
  for (const column of columns.slice(0, -1).reverse()) {
    for (let at = 0; at < count; at++) tuples[at] = values.pair(column[at] ?? noValue, tuples[at] ?? noValue);
  }
  values.sort(tuples);
  return tuples;
}
