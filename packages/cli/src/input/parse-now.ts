import { parseTime } from '@manglecp/mangle';

/** An instant in nanoseconds since 1970, or why a text is none. */
export type ParsedNow = { readonly ok: true; readonly value: bigint } | { readonly ok: false; readonly reason: string };

const integer = /^[+-]?\d+$/;
const date = /^\d{4}-\d\d-\d\d$/;
const timeOfDay = /^\d{4}-\d\d-\d\dT/;

/** An evaluation time: RFC 3339 text, a date, which is its beginning in UTC, or nanoseconds since 1970 in digits. */
export function parseNow(text: string): ParsedNow {
  if (integer.test(text)) return parseNanos(text);
  if (date.test(text)) return parseTime(`${text}T00:00:00Z`);
  if (timeOfDay.test(text)) return parseTime(text);
  return { ok: false, reason: 'expected a time such as 2024-06-01T00:00:00Z, or a date such as 2024-06-01' };
}

function parseNanos(text: string): ParsedNow {
  const value = BigInt(text);
  if (BigInt.asIntN(64, value) === value) return { ok: true, value };
  return { ok: false, reason: 'it is out of range: times are 64-bit nanoseconds, from 1677-09-21 to 2262-04-11' };
}

/** The clock of the machine. */
export function currentTime(): bigint {
  return BigInt(Date.now()) * 1_000_000n;
}
