import { type Json, JsonNumber, type JsonObject } from './json.js';

/** Narrower than `Array.isArray`, which does not know readonly lists. */
export function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

/** Whether it is an object of JSON: no list, no null, no number. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonNumber);
}
