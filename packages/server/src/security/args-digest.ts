import { type Json, type JsonObject, JsonNumber, plainJson } from '@manglecp/protocol';
import { sha256 } from './sha256.js';

/**
 * Lower-case hex of the SHA-256 of the arguments in the form of RFC 8785 (C-53). They must be those that were sent,
 * without defaults filled in: the client computes the same.
 */
export function argsDigest(args: JsonObject): string {
  return sha256(canonicalText(args)).toString('hex');
}

/** RFC 8785 writes values as JavaScript does, members in the order of their UTF-16 units, which is that of `sort`. */
function canonicalText(value: Json): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (value instanceof JsonNumber) return JSON.stringify(plainJson(value));
  if (Array.isArray(value)) return `[${(value as readonly Json[]).map(canonicalText).join(',')}]`;
  const members = value as JsonObject;
  const texts = Object.keys(members)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonicalText(members[name] ?? null)}`);
  return `{${texts.join(',')}}`;
}
