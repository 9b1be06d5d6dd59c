import { isObject, type Json, type JsonObject } from '@manglecp/protocol';

const minInt64 = -(2n ** 63n);
const maxInt64 = 2n ** 63n - 1n;

/** Whether an object says that it stands for an integer. It may still be a wrong one: nothing else may have a `_type`. */
export function isWrapper(json: Json): json is JsonObject {
  return isObject(json) && Object.hasOwn(json, '_type');
}

/** The 64-bit integer that JSON stands for, written plainly or wrapped (Spec 03 §3.2); undefined for anything else. */
export function readInteger(json: Json): bigint | undefined {
  if (typeof json === 'number') return Number.isSafeInteger(json) ? BigInt(json) : undefined;
  if (!isWrapper(json)) return undefined;
  const { _type: type, value } = json;
  if (type !== 'int64' || Object.keys(json).length !== 2) return undefined;
  if (typeof value !== 'string' || !/^-?(?:0|[1-9]\d{0,18})$/.test(value)) return undefined;
  const integer = BigInt(value);
  return integer >= minInt64 && integer <= maxInt64 ? integer : undefined;
}
