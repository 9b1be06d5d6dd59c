import { compareValues } from './compare.js';
import {
  type BytesValue,
  type DurationValue,
  type Entry,
  type FloatValue,
  type ListValue,
  type MapValue,
  type NameValue,
  type NumberValue,
  type PairValue,
  type StringValue,
  type StructValue,
  type TimeValue,
  type Value,
} from './value.js';

const namePattern = /^(?:\/[A-Za-z0-9.\-_~%]+)+$/;

/** Whether text is a name constant of the language, such as `/a/b`: one part or more, none of them empty. */
export function isNameText(text: string): boolean {
  return namePattern.test(text);
}

/** INVARIANT: `text` is a legal name (`isNameText`); parsers and `name()` of the JavaScript values check it. */
export function nameValue(text: string): NameValue {
  return { kind: 'name', text };
}

/** INVARIANT: `text` is well-formed Unicode, without halves of surrogate pairs. */
export function stringValue(text: string): StringValue {
  return { kind: 'string', text };
}

/** Takes ownership of `bytes`: nobody may write to them afterwards. */
export function bytesValue(bytes: Uint8Array): BytesValue {
  return { kind: 'bytes', bytes };
}

/** INVARIANT: a whole number in the range of 64 bits; arithmetic brings it there with `wrapInt64`. */
export function numberValue(value: bigint | number): NumberValue {
  return { kind: 'number', value: typeof value === 'bigint' ? value : BigInt(value) };
}

/** Any float; the bits of a NaN do not matter. */
export function floatValue(value: number): FloatValue {
  return { kind: 'float64', value };
}

/** Nanoseconds since 1970-01-01T00:00:00Z. INVARIANT: in the range of 64 bits. */
export function timeValue(nanos: bigint): TimeValue {
  return { kind: 'time', nanos };
}

/** INVARIANT: in the range of 64 bits. */
export function durationValue(nanos: bigint): DurationValue {
  return { kind: 'duration', nanos };
}

/** Pairs are not lists of two. */
export function pairValue(first: Value, second: Value): PairValue {
  return { kind: 'pair', first, second };
}

/** One value is itself, two are a pair, more are pairs nested to the right. There is no empty tuple. */
export function tupleValue(values: readonly Value[]): Value {
  const last = values.at(-1);
  if (last === undefined) throw new RangeError('a tuple has at least one value');
  return values.slice(0, -1).reduceRight<Value>((rest, value) => pairValue(value, rest), last);
}

/** Takes ownership of `items`: nobody may write to them afterwards. */
export function listValue(items: readonly Value[]): ListValue {
  return { kind: 'list', items };
}

/** Sorts the entries by key, then by value. Equal keys are all kept. */
export function mapValue(entries: readonly Entry[]): MapValue {
  return { kind: 'map', entries: sortedEntries(entries) };
}

/** Sorts the entries by label, then by value. Equal labels are all kept. */
export function structValue(entries: readonly Entry[]): StructValue {
  return { kind: 'struct', entries: sortedEntries(entries) };
}

/** The booleans of the language are two names. */
export const trueValue: NameValue = nameValue('/true');

/** The other boolean. */
export const falseValue: NameValue = nameValue('/false');

/** `/true` or `/false`. */
export function boolValue(condition: boolean): NameValue {
  return condition ? trueValue : falseValue;
}

/** The two's-complement number of 64 bits that an exact result wraps around to. */
export function wrapInt64(value: bigint): bigint {
  return BigInt.asIntN(64, value);
}

function sortedEntries(entries: readonly Entry[]): readonly Entry[] {
  return entries.toSorted((a, b) => compareValues(a[0], b[0]) || compareValues(a[1], b[1]));
}
