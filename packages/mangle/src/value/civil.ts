import { maxInt64, minInt64 } from './value.js';

/** A date and a time of day without a zone, in the Gregorian calendar extended to all years. */
export interface Civil {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  /** 1 to 31. */
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  /** 0 to 999 999 999. */
  readonly nanosecond: number;
}

/** The unit of times and durations is the nanosecond. */
export const nanosPerSecond = 1_000_000_000n;

/** A day of 24 hours. */
export const nanosPerDay = 86_400n * nanosPerSecond;

/** The days since 1970-01-01; months and days beyond their ends carry over. */
export function daysFromCivil(year: number, month: number, day: number): number {
  // Years count from March, so that the leap day is the last day of a year.
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

/** The civil time that a clock `offsetSeconds` east of UTC shows at an instant. */
export function civilFromNanos(nanos: bigint, offsetSeconds = 0): Civil {
  const local = nanos + BigInt(offsetSeconds) * nanosPerSecond;
  const days = floorDiv(local, nanosPerDay);
  const ofDay = local - days * nanosPerDay;
  const seconds = Number(ofDay / nanosPerSecond);
  return {
    ...dateFromDays(Number(days)),
    hour: Math.floor(seconds / 3600),
    minute: Math.floor(seconds / 60) % 60,
    second: seconds % 60,
    nanosecond: Number(ofDay % nanosPerSecond),
  };
}

/** The instant at which a clock in UTC shows this civil time; it may lie outside the range of 64 bits. */
export function nanosFromCivil(civil: Civil): bigint {
  const days = daysFromCivil(civil.year, civil.month, civil.day);
  const seconds = BigInt(days) * 86_400n + BigInt(civil.hour * 3600 + civil.minute * 60 + civil.second);
  return seconds * nanosPerSecond + BigInt(civil.nanosecond);
}

/** Whether the date exists in the calendar and the time of day on a clock (there are no leap seconds). */
export function isCivil(civil: Civil): boolean {
  const { year, month, day, hour, minute, second } = civil;
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return false;
  return hour < 24 && minute < 60 && second < 60;
}

/** Whether an instant fits the 64-bit clock, which reaches from 1677 to 2262. */
export function isInstant(nanos: bigint): boolean {
  return nanos >= minInt64 && nanos <= maxInt64;
}

/** Division that rounds down, so that times before 1970 fall into the right day. */
export function floorDiv(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  return dividend % divisor < 0n ? quotient - 1n : quotient;
}

function daysInMonth(year: number, month: number): number {
  return daysFromCivil(month === 12 ? year + 1 : year, (month % 12) + 1, 1) - daysFromCivil(year, month, 1);
}

function dateFromDays(days: number): { readonly year: number; readonly month: number; readonly day: number } {
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const fromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9;
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * fromMarch + 2) / 5) + 1,
  };
}
