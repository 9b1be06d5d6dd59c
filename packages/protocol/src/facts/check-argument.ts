import { quote } from '../errors/clip.js';
import { type Json, JsonNumber, type JsonObject } from '../json/json.js';
import { isList, isObject } from '../json/kinds.js';
import { int64Json, isWrapper, parseInt64, readWrapper } from './int64.js';
import type { Violation } from './violation.js';

/** What is wrong with an argument; whoever asks knows the fact and the position. */
export type ArgumentFault = Pick<Violation, 'issue' | 'message' | 'expected_type' | 'actual_type' | 'suggestion'>;

/** The first fault of an argument: it must be ground, its numbers exact, and of the declared type. */
export function checkArgument(value: Json, expected: string): ArgumentFault | undefined {
  const fault = valueFault(value);
  if (fault !== undefined) return fault;
  const actual = typeName(value);
  if (expected === 'any' || expected === actual) return undefined;
  const message = `expected a ${expected}, got a ${actual}`;
  return { issue: 'type_mismatch', message, expected_type: expected, actual_type: actual };
}

function typeName(value: Json): string {
  if (isList(value)) return 'list';
  if (isObject(value)) return isWrapper(value) ? 'number' : 'map';
  return value instanceof JsonNumber ? 'number' : typeof value;
}

/** Looks into lists and maps; the parser has bounded how deep they are. */
function valueFault(value: Json): ArgumentFault | undefined {
  if (value === null) return notGround('`null`');
  if (typeof value === 'number') return numberFault(value, String(value));
  if (value instanceof JsonNumber) return numberFault(Number(value.text), value.text);
  if (isList(value)) return firstFault(value);
  return isObject(value) ? objectFault(value) : undefined;
}

function firstFault(values: readonly Json[]): ArgumentFault | undefined {
  for (const value of values) {
    const fault = valueFault(value);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function objectFault(value: JsonObject): ArgumentFault | undefined {
  if (value['_var'] !== undefined) return notGround('a variable');
  if (!isWrapper(value)) return firstFault(Object.values(value));
  if (readWrapper(value) !== undefined) return undefined;
  const expected = '`{"_type":"int64","value":"…"}` with the decimal digits of a 64-bit integer and nothing else';
  return { issue: 'invalid_int64', message: `expected ${expected}` };
}

/** Only patterns may leave a value open (C-13). */
function notGround(what: string): ArgumentFault {
  return { issue: 'not_ground', message: `${what} stands for any value, but a fact must say which` };
}

/** Whole numbers beyond ±(2^53 - 1) need the wrapper (C-15); `5.0` and `5e0` are floats. */
function numberFault(value: number, text: string): ArgumentFault | undefined {
  if (!Number.isFinite(value) && /[.eEIN]/.test(text)) {
    return { issue: 'number_out_of_range', message: `${quote(text)} does not fit into a 64-bit float` };
  }
  if (/[.eE]/.test(text) || Number.isSafeInteger(value)) return undefined;
  const integer = parseInt64(text);
  const suggestion = integer === undefined ? {} : { suggestion: JSON.stringify(int64Json(integer)) };
  const message = `${quote(text)} is beyond ±(2^53 - 1) and must be sent in the int64 wrapper`;
  return { issue: 'unsafe_integer', message, ...suggestion };
}
