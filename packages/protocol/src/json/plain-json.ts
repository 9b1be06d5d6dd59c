import { type Json, JsonNumber } from './json.js';
import { JsonError } from './json-error.js';
import { isList } from './kinds.js';

/**
 * The value with ordinary numbers and ordinary objects, for code that does not know `JsonNumber`: `5.0` becomes 5.
 * Throws a `JsonError` for a whole number that would lose a digit, and for a number too large for a JavaScript number.
 */
export function plainJson(value: Json): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof JsonNumber) return plainNumber(value.text);
  if (isList(value)) return value.map(plainJson);
  const members: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) {
    if (key === '__proto__') define(members, key, plainJson(member));
    else members[key] = plainJson(member);
  }
  return members;
}

/** An assignment to this key would replace the prototype. */
function define(target: object, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}

/** No finite number has more digits before the point. */
const maxDigits = 310;

function plainNumber(text: string): number {
  const value = Number(text);
  if (!Number.isFinite(value)) throw outOfRange(text);
  const isWhole = !/[.eE]/.test(text);
  if (isWhole && !keepsDigits(text, value)) throw outOfRange(text);
  return value;
}

/** The second test is for what `JSON.stringify` writes: the shortest digits that are read as the same number. */
function keepsDigits(text: string, value: number): boolean {
  return text.length <= maxDigits && (BigInt(text) === BigInt(value) || text === String(value));
}

function outOfRange(text: string): JsonError {
  const shown = text.length > 40 ? `${text.slice(0, 40)}…` : text;
  return new JsonError('number_out_of_range', 0, `\`${shown}\` does not fit into a 64-bit float`);
}
