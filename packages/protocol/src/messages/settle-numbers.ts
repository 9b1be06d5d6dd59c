import { type Json, JsonNumber, type JsonObject } from '../json/json.js';
import { isList, isObject } from '../json/kinds.js';

/** The part of a message schema that says where numbers are. */
export interface NumberSchema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, NumberSchema>>;
  readonly items?: NumberSchema;
}

/**
 * The value with ordinary numbers where the schema asks for a number or an object, so that a validator that knows nothing
 * of `JsonNumber` takes `50.0` for a number and not for an object. What the schema leaves open keeps its spelling, and
 * so do whole numbers: `5.0` is not one (C-94).
 */
export function settleNumbers(schema: NumberSchema, value: Json): Json {
  if (value instanceof JsonNumber) return settleNumber(schema, value);
  if (isList(value)) return settleList(schema, value);
  return isObject(value) ? settleObject(schema, value) : value;
}

function settleNumber({ type = [] }: NumberSchema, value: JsonNumber): Json {
  return type.includes('number') || type.includes('object') ? Number(value.text) : value;
}

/** INVARIANT, here and for objects: what needs no change is not copied. */
function settleList({ items }: NumberSchema, value: readonly Json[]): Json {
  if (items?.type === undefined) return value;
  let settled: Json[] | undefined;
  for (const [index, item] of value.entries()) {
    const replaced = settleNumbers(items, item);
    if (replaced === item) continue;
    settled ??= [...value];
    settled[index] = replaced;
  }
  return settled ?? value;
}

function settleObject({ properties }: NumberSchema, value: JsonObject): Json {
  if (properties === undefined) return value;
  let settled: Record<string, Json> | undefined;
  for (const [key, schema] of Object.entries(properties)) {
    const member = value[key];
    if (member === undefined) continue;
    const replaced = settleNumbers(schema, member);
    if (replaced === member) continue;
    settled ??= Object.assign(Object.create(null) as Record<string, Json>, value);
    settled[key] = replaced;
  }
  return settled ?? value;
}
