import { isCivil, isInstant, nanosFromCivil, nanosPerDay } from '../value/civil.js';
import { maxInt64 } from '../value/value.js';

/** Nanoseconds of a time token, or why it has none. */
export type TimeReading = { readonly nanos: bigint } | { readonly problem: 'no-such-moment' | 'out-of-range' };

const timestampShape = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d):(\d\d)(?:\.(\d+))?Z?)?$/;

/** Reads the text of a TIMESTAMP token as UTC. Digits beyond the nanosecond are dropped, as in the reference. */
export function readTimestamp(text: string): TimeReading {
  const [, year, month, day, hour = 0, minute = 0, second = 0, fraction = ''] = timestampShape.exec(text) ?? [];
  const civil = {
    year: Number(year),
    month: Number(month),
    day: Number(day),
    hour: Number(hour),
    minute: Number(minute),
    second: Number(second),
    nanosecond: Number(fraction.slice(0, 9).padEnd(9, '0')),
  };
  if (year === undefined || !isCivil(civil)) return { problem: 'no-such-moment' };
  const nanos = nanosFromCivil(civil);
  return isInstant(nanos) ? { nanos } : { problem: 'out-of-range' };
}

const unitNanos: ReadonlyMap<string, bigint> = new Map([
  ['d', nanosPerDay],
  ['h', 3_600_000_000_000n],
  ['m', 60_000_000_000n],
  ['s', 1_000_000_000n],
  ['ms', 1_000_000n],
]);

/** Reads the text of a DURATION token: digits and one unit. */
export function readDuration(text: string): TimeReading {
  const unitStart = text.search(/[a-z]/);
  const digits = text.slice(0, unitStart).replace(/^0+(?=.)/, '');
  // More digits than int64 has are out of range in every unit; reading them could take long.
  if (digits.length > 19) return { problem: 'out-of-range' };
  const nanos = BigInt(digits) * (unitNanos.get(text.slice(unitStart)) ?? 0n);
  return nanos > maxInt64 ? { problem: 'out-of-range' } : { nanos };
}

/** The DURATION token of the largest unit that divides the length; undefined if there is none. */
export function durationToken(nanos: bigint): string | undefined {
  for (const [unit, size] of unitNanos) if (nanos % size === 0n) return `${nanos / size}${unit}`;
  return undefined;
}
