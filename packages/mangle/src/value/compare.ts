import { compareText } from '../text/order.js';
import { type Entry, type Value, type ValueKind, valueKinds } from './value.js';

/**
 * The total order of values: by kind in the order of the language reference, then by content. Text is ordered by code
 * point, bytes and collections element by element and then by length, floats by size with -0 before +0 and the one
 * NaN last. 0 exactly for equal values: `1` and `1.0`, `"/a"` and `/a`, `0.0` and `-0.0` all differ.
 */
export function compareValues(a: Value, b: Value): number {
  if (a === b) return 0;
  if (a.kind !== b.kind) return compareKinds(a.kind, b.kind);
  // Both have this kind, which the compiler cannot see through the table.
  const compare = comparers[a.kind] as (a: Value, b: Value) => number;
  return compare(a, b);
}

/** The order of kinds: that of the language reference. */
export function compareKinds(a: ValueKind, b: ValueKind): number {
  return ordinals[a] - ordinals[b];
}

/** Whether two values are the same value. */
export function equalValues(a: Value, b: Value): boolean {
  return compareValues(a, b) === 0;
}

/** By size; -0 comes before +0, and NaN, of which there is one, after everything. */
export function compareFloats(a: number, b: number): number {
  if (a < b) return -1;
  if (a > b) return 1;
  if (Object.is(a, b)) return 0;
  if (a === b) return Object.is(a, -0) ? -1 : 1;
  return Number.isNaN(a) ? 1 : -1;
}

const ordinals: Readonly<Record<ValueKind, number>> = Object.fromEntries(
  valueKinds.map((kind, ordinal) => [kind, ordinal]),
) as Record<ValueKind, number>;

type OfKind<K extends ValueKind> = Extract<Value, { readonly kind: K }>;

const comparers: { readonly [K in ValueKind]: (a: OfKind<K>, b: OfKind<K>) => number } = {
  name: (a, b) => compareText(a.text, b.text),
  string: (a, b) => compareText(a.text, b.text),
  bytes: (a, b) => compareBytes(a.bytes, b.bytes),
  number: (a, b) => compareIntegers(a.value, b.value),
  float64: (a, b) => compareFloats(a.value, b.value),
  time: (a, b) => compareIntegers(a.nanos, b.nanos),
  duration: (a, b) => compareIntegers(a.nanos, b.nanos),
  pair: (a, b) => compareValues(a.first, b.first) || compareValues(a.second, b.second),
  list: (a, b) => compareSequences(a.items, b.items, compareValues),
  map: (a, b) => compareSequences(a.entries, b.entries, compareEntries),
  struct: (a, b) => compareSequences(a.entries, b.entries, compareEntries),
};

function compareIntegers(a: bigint, b: bigint): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Byte by byte, then by length. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

function compareSequences<T>(a: readonly T[], b: readonly T[], compare: (x: T, y: T) => number): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const order = compare(a[at] as T, b[at] as T);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

function compareEntries(a: Entry, b: Entry): number {
  return compareValues(a[0], b[0]) || compareValues(a[1], b[1]);
}
