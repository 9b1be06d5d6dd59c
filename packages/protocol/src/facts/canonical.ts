import { type Json, JsonNumber } from '../json/json.js';
import { isList, isObject } from '../json/kinds.js';
import type { TemporalAnnotation } from '../messages/wire-fact.js';
import { isWrapper, readWrapper } from './int64.js';
import { readTime, TimeError } from './time.js';

/** A text that is equal for equal values: whole numbers and floats apart, each by its value, members in one order. */
export function valueKey(value: Json): string {
  if (typeof value === 'number') return Number.isInteger(value) ? String(value) : floatKey(value);
  if (value instanceof JsonNumber) return /[.eE]/.test(value.text) ? floatKey(Number(value.text)) : value.text;
  if (isList(value)) return `[${value.map(valueKey).join()}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const integer = isWrapper(value) ? readWrapper(value) : undefined;
  if (integer !== undefined) return integer.toString();
  // Any order will do, as long as it is always the same.
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${valueKey(value[key] ?? null)}`).join()}}`;
}

function floatKey(value: number): string {
  return `float ${value}`;
}

const formats = ['rfc3339', 'epoch_ms'];

/** A text that is equal for annotations of the same instants. `now`, whose instant is not known, equals only itself. */
export function validityKey(t: TemporalAnnotation | null | undefined): string {
  if (t === null || t === undefined) return 'always';
  const { at = '_', start = at, end = at } = t;
  return `${boundKey(start)} ${boundKey(end)}`;
}

function boundKey(time: string | number): string {
  if (time === '_' || time === 'now') return time;
  try {
    return readTime(time, { now: 0n, formats }).toString();
  } catch (error) {
    if (!(error instanceof TimeError)) throw error;
    return JSON.stringify(time);
  }
}
