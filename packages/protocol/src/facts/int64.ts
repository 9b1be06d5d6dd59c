import type { Json, JsonObject } from '../json/json.js';

const minInt64 = -(2n ** 63n);
const maxInt64 = 2n ** 63n - 1n;
const maxSafe = BigInt(Number.MAX_SAFE_INTEGER);

/** No more digits than 64 bits have, because reading digits takes more than linear time. */
const decimal = /^-?(?:0|[1-9]\d{0,18})$/;

/** A 64-bit integer as JSON: a number where that is exact, else the wrapper (Spec 03 §3.2). */
export function int64Json(value: bigint): Json {
  if (value < minInt64 || value > maxInt64) throw new RangeError(`${value} has more than 64 bits`);
  if (value >= -maxSafe && value <= maxSafe) return Number(value);
  return { _type: 'int64', value: value.toString() };
}

/** The integer that decimal digits stand for; undefined for other texts and for more than 64 bits. */
export function parseInt64(text: string): bigint | undefined {
  if (!decimal.test(text)) return undefined;
  const integer = BigInt(text);
  return integer >= minInt64 && integer <= maxInt64 ? integer : undefined;
}

/** Whether an object claims to be the wrapper of a 64-bit integer. */
export function isWrapper(value: JsonObject): boolean {
  return value['_type'] !== undefined;
}

/** The integer in the wrapper; undefined if it is malformed or has more than 64 bits. */
export function readWrapper(wrapper: JsonObject): bigint | undefined {
  const { _type: type, value } = wrapper;
  if (type !== 'int64' || typeof value !== 'string' || Object.keys(wrapper).length !== 2) return undefined;
  return parseInt64(value);
}
