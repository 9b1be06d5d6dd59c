import type { ValueIds } from '../builtins/define.js';
import { compareBytes, compareFloats, compareKinds } from '../value/compare.js';
import { intOf } from '../value/value-id.js';
import { compareText } from '../text/order.js';

/** `compareValues` on ids: the total order of values, without making the values. */
export function compareIds(values: ValueIds, a: number, b: number): number {
  if (a === b) return 0;
  if (a < 0 && b < 0) return intOf(a) - intOf(b);
  const kind = values.kindOf(a);
  const other = values.kindOf(b);
  if (kind !== other) return compareKinds(kind, other);
  switch (kind) {
    case 'name':
    case 'string':
      return compareText(values.textOf(a), values.textOf(b));
    case 'float64':
      return compareFloats(values.floatOf(a), values.floatOf(b));
    case 'bytes':
      return compareBytes(values.bytesOf(a), values.bytesOf(b));
    case 'number':
    case 'time':
    case 'duration':
      return values.compareInts(a, b);
    default:
      return compareParts(values, a, b);
  }
}

/** Keys and values in turn compare like entries, since both have them at the same places. */
function compareParts(values: ValueIds, a: number, b: number): number {
  const length = Math.min(values.partCount(a), values.partCount(b));
  for (let at = 0; at < length; at++) {
    const order = compareIds(values, values.part(a, at), values.part(b, at));
    if (order !== 0) return order;
  }
  return values.partCount(a) - values.partCount(b);
}

/** Sorts ids in the total order of their values. */
export function sortIds(values: ValueIds, ids: Int32Array): void {
  // Small integers have the order of their ids.
  if (ids.every((id) => id < 0)) ids.sort();
  else ids.sort((a, b) => compareIds(values, a, b));
}

/** Sorts entries, keys and values in turn, by key and then by value. Equal entries are all kept. */
export function sortEntries(values: ValueIds, parts: Int32Array, from: number, to: number): void {
  if (to - from <= 2 * fewEntries) insertEntries(values, parts, from, to);
  else orderEntries(values, parts, from, to);
}

const fewEntries = 12;

/** By insertion, in place. */
function insertEntries(values: ValueIds, parts: Int32Array, from: number, to: number): void {
  for (let at = from + 2; at < to; at += 2) {
    const key = parts[at] ?? 0;
    const value = parts[at + 1] ?? 0;
    let free = at;
    while (free > from && compareEntries(values, parts[free - 2] ?? 0, parts[free - 1] ?? 0, key, value) > 0) {
      parts[free] = parts[free - 2] ?? 0;
      parts[free + 1] = parts[free - 1] ?? 0;
      free -= 2;
    }
    parts[free] = key;
    parts[free + 1] = value;
  }
}

function orderEntries(values: ValueIds, parts: Int32Array, from: number, to: number): void {
  const given = parts.slice(from, to);
  const order = Int32Array.from({ length: (to - from) / 2 }, (_, entry) => 2 * entry);
  order.sort((a, b) => compareEntries(values, given[a] ?? 0, given[a + 1] ?? 0, given[b] ?? 0, given[b + 1] ?? 0));
  for (const [place, entry] of order.entries()) {
    parts[from + 2 * place] = given[entry] ?? 0;
    parts[from + 2 * place + 1] = given[entry + 1] ?? 0;
  }
}

function compareEntries(values: ValueIds, key: number, value: number, otherKey: number, otherValue: number): number {
  return compareIds(values, key, otherKey) || compareIds(values, value, otherValue);
}
