import { formatDuration } from './duration-text.js';
import { readableText } from './format.js';
import { formatTime } from './time-text.js';
import type { Entry, Value } from './value.js';

/** What `JSON.stringify` writes without loss. */
export type JsonValue =
  string | number | boolean | null | readonly JsonValue[] | { readonly [member: string]: JsonValue };

/**
 * A value as JSON for other programs. Names are strings with their slash, `/true` and `/false` booleans, times and
 * durations text, bytes base64, pairs lists of two, structs objects without the slash of their labels. A map is an object
 * if all its keys are strings or names, otherwise a list of pairs. An integer that a JavaScript number cannot hold, and
 * a float that JSON does not have, is a string. Several values may have the same JSON; `sourceText` keeps them apart.
 */
export function toJson(value: Value): JsonValue {
  switch (value.kind) {
    case 'name':
      return value.text === '/true' ? true : value.text === '/false' ? false : value.text;
    case 'string':
      return value.text;
    case 'bytes':
      return btoa(Array.from(value.bytes, (byte) => String.fromCharCode(byte)).join(''));
    case 'number':
      return Number.isSafeInteger(Number(value.value)) ? Number(value.value) : value.value.toString();
    case 'float64':
      return Number.isFinite(value.value) ? value.value : readableText(value);
    case 'time':
      return formatTime(value.nanos);
    case 'duration':
      return formatDuration(value.nanos);
    case 'pair':
      return [toJson(value.first), toJson(value.second)];
    case 'list':
      return value.items.map(toJson);
    case 'map':
      return mapToJson(value.entries);
    case 'struct':
      return objectOf(value.entries, (label) => label.replace(/^\//, ''));
  }
}

function mapToJson(entries: readonly Entry[]): JsonValue {
  const isTextual = entries.every(([key]) => key.kind === 'string' || key.kind === 'name');
  const labels = new Set(entries.map(([key]) => textOf(key)));
  if (isTextual && labels.size === entries.length) return objectOf(entries, (label) => label);
  return entries.map(([key, item]) => [toJson(key), toJson(item)]);
}

/** Defines members rather than assigning them, so that `__proto__` is one like the others. */
function objectOf(entries: readonly Entry[], labelOf: (text: string) => string): JsonValue {
  return Object.fromEntries(entries.map(([key, item]) => [labelOf(textOf(key)), toJson(item)]));
}

function textOf(key: Value): string {
  return key.kind === 'string' || key.kind === 'name' ? key.text : readableText(key);
}
