import {
  Object as ObjectOf,
  Optional,
  type Static,
  type TProperties,
  type TReadonly,
  type TSchema,
  type TUnsafe,
  Unsafe,
} from 'typebox';
import type { Json, JsonObject } from '../json/json.js';

/**
 * The words that message schemas are written in. Each gives a JSON Schema 2020-12 and a type of TypeScript; lists and
 * members are read-only in the type. Objects tolerate members they do not name, because later versions may add some
 * (C-117).
 */

type ReadonlyMembers<Properties extends TProperties> = { [Key in keyof Properties]: TReadonly<Properties[Key]> };

/** An object with these members; wrap what may be absent in `optional`. */
export function shape<Properties extends TProperties>(properties: Properties, description?: string) {
  return ObjectOf(properties as ReadonlyMembers<Properties>, described(description));
}

/** Of a member: it may be absent. */
export const optional = Optional;

export function list<Item extends TSchema>(items: Item, description?: string): TUnsafe<readonly Static<Item>[]> {
  return Unsafe({ type: 'array', items, ...described(description) });
}

/** An object from names to values of one kind. */
export function table<Item extends TSchema>(
  items: Item,
  description?: string,
): TUnsafe<Readonly<Record<string, Static<Item>>>> {
  return Unsafe({ type: 'object', additionalProperties: items, ...described(description) });
}

export function text(description?: string): TUnsafe<string> {
  return Unsafe({ type: 'string', ...described(description) });
}

/** A text that is not empty. */
export function label(description?: string): TUnsafe<string> {
  return Unsafe({ type: 'string', minLength: 1, ...described(description) });
}

export function textOrNull(description?: string): TUnsafe<string | null> {
  return Unsafe({ type: ['string', 'null'], ...described(description) });
}

export function flag(description?: string): TUnsafe<boolean> {
  return Unsafe({ type: 'boolean', ...described(description) });
}

export interface Range {
  readonly minimum?: number;
  readonly maximum?: number;
}

export function number(range: Range = {}, description?: string): TUnsafe<number> {
  return Unsafe({ type: 'number', ...range, ...described(description) });
}

export function numberOrNull(range: Range = {}, description?: string): TUnsafe<number | null> {
  return Unsafe({ type: ['number', 'null'], ...range, ...described(description) });
}

/** A whole number, written without point and exponent. */
export function whole(range: Range = {}, description?: string): TUnsafe<number> {
  return Unsafe({ type: 'integer', ...range, ...described(description) });
}

export function wholeOrNull(range: Range = {}, description?: string): TUnsafe<number | null> {
  return Unsafe({ type: ['integer', 'null'], ...range, ...described(description) });
}

/** One of these values and no other. */
export function oneOf<const Values extends readonly (string | number)[]>(
  values: Values,
  description?: string,
): TUnsafe<Values[number]> {
  return Unsafe({ enum: [...values], ...described(description) });
}

export function oneOfOrNull<const Values extends readonly string[]>(
  values: Values,
  description?: string,
): TUnsafe<Values[number] | null> {
  return Unsafe({ enum: [...values, null], ...described(description) });
}

/** The object, or null. One schema that allows both types tells a fault better than two of which neither fits. */
export function nullable<Schema extends TSchema>(schema: Schema): TUnsafe<Static<Schema> | null> {
  return Unsafe({ ...(schema as object), type: ['object', 'null'] });
}

/** Any JSON. */
export function json(description?: string): TUnsafe<Json> {
  return Unsafe({ ...described(description) });
}

/** Any object of JSON. */
export function jsonObject(description?: string): TUnsafe<JsonObject> {
  return Unsafe({ type: 'object', ...described(description) });
}

/** Any object; what a host builds need not be typed as JSON. */
export function document(description?: string): TUnsafe<object> {
  return Unsafe({ type: 'object', ...described(description) });
}

function described(description: string | undefined): { readonly description?: string } {
  return description === undefined ? {} : { description };
}
