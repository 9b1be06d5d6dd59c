import { type JsonObject, plainJson } from '@manglecp/protocol';
import canonicalize from 'canonicalize';
import { sha256 } from './sha256.js';

/**
 * Lower-case hex of the SHA-256 of the arguments in the form of RFC 8785 (C-53). They must be those that were sent,
 * without defaults filled in: the client computes the same.
 */
export function argsDigest(args: JsonObject): string {
  const text = canonicalize(plainJson(args));
  if (text === undefined) throw new Error('arguments have no canonical form');
  return sha256(text).toString('hex');
}
