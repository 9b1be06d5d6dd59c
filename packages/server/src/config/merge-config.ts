import { isObject, type Json, type JsonObject } from '@manglecp/protocol';

/** One configuration laid over another: objects are merged member by member, everything else replaces what was there. */
export function mergeConfig(base: JsonObject, over: JsonObject): JsonObject {
  const merged = Object.assign(Object.create(null) as Record<string, Json>, base);
  for (const [key, value] of Object.entries(over)) {
    const known = merged[key];
    merged[key] = isObject(known) && isObject(value) ? mergeConfig(known, value) : value;
  }
  return merged;
}
