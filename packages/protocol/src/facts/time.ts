import { quote } from '../errors/clip.js';
import { type Json, JsonNumber } from '../json/json.js';

/** Why something is no instant. */
export class TimeError extends Error {
  override readonly name = 'TimeError';
}

export interface TimeContext {
  /** What `now` means, in nanoseconds since 1970. */
  readonly now: bigint;
  /** `rfc3339` and `epoch_ms`: what `facts_profile.time_formats` says. */
  readonly formats: readonly string[];
}

const nanosPerSecond = 1_000_000_000n;
const nanosPerMs = 1_000_000n;

/**
 * The clock of rules counts nanoseconds in 64 bits, about the years 1677 to 2262 (C-121). The very ends of it stand for
 * intervals without a bound and are no instants.
 */
const minTime = -(2n ** 63n) + 1n;
const maxTime = 2n ** 63n - 2n;

/** The instant in nanoseconds since 1970: `now`, RFC 3339 text, or epoch milliseconds. Throws a `TimeError`. */
export function readTime(time: Json, { now, formats }: TimeContext): bigint {
  if (time === 'now') return now;
  if (typeof time === 'string' && formats.includes('rfc3339')) return inRange(readRfc3339(time));
  if (typeof time === 'number' || time instanceof JsonNumber) return readEpoch(time, formats);
  throw new TimeError(`expected ${formats.map(formatName).join(', ')} or \`now\``);
}

function formatName(format: string): string {
  if (format === 'rfc3339') return 'an RFC 3339 text such as `2026-03-01T09:12:00Z`';
  return format === 'epoch_ms' ? 'a number of milliseconds since 1970' : format;
}

function readEpoch(time: number | JsonNumber, formats: readonly string[]): bigint {
  if (!formats.includes('epoch_ms')) throw new TimeError('numbers are not taken for times here');
  const ms = typeof time === 'number' ? time : Number(time.text);
  if (!Number.isFinite(ms) || Math.abs(ms) > Number.MAX_SAFE_INTEGER) throw outOfRange();
  if (!Number.isInteger(ms)) throw new TimeError('milliseconds since 1970 must be whole');
  return inRange(BigInt(ms) * nanosPerMs);
}

function inRange(nanos: bigint): bigint {
  if (nanos < minTime || nanos > maxTime) throw outOfRange();
  return nanos;
}

function outOfRange(): TimeError {
  return new TimeError('the time is outside the years 1677 to 2262');
}

const rfc3339 = /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/;

function readRfc3339(text: string): bigint {
  const match = text.length > 40 ? null : rfc3339.exec(text);
  if (match === null) {
    throw new TimeError(`expected an RFC 3339 time such as \`2026-03-01T09:12:00Z\`, got ${quote(text)}`);
  }
  const [, year, month, day, hour, minute, second, fraction = '', sign, offsetHour = '0', offsetMinute = '0'] = match;
  const date = { year: Number(year), month: Number(month), day: Number(day) };
  const clock = { hour: Number(hour), minute: Number(minute), second: Number(second) };
  const offset = (Number(offsetHour) * 60 + Number(offsetMinute)) * (sign === '-' ? -1 : 1);
  if (!isDate(date) || clock.hour > 23 || clock.minute > 59 || Number(offsetHour) > 23 || Number(offsetMinute) > 59) {
    throw new TimeError(`\`${text}\` is not in the calendar`);
  }
  const minutes = daysSinceEpoch(date) * 1440 + clock.hour * 60 + clock.minute - offset;
  if (clock.second > 59 && !(clock.second === 60 && isLeapMinute(minutes))) {
    throw new TimeError(`\`${text}\` is not in the calendar`);
  }
  return BigInt(minutes * 60 + clock.second) * nanosPerSecond + BigInt(fraction.padEnd(9, '0'));
}

interface CalendarDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

const monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function isDate({ year, month, day }: CalendarDate): boolean {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const length = month === 2 && isLeap ? 29 : (monthLengths[month - 1] ?? 0);
  return day >= 1 && day <= length;
}

/** By the proleptic Gregorian calendar. `Date.UTC` takes the years 0 to 99 for others. */
function daysSinceEpoch({ year, month, day }: CalendarDate): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getTime() / 86_400_000;
}

/**
 * Leap seconds are at the end of the last minute of a month of UTC (RFC 3339 §5.7). The clock of rules does not have
 * them: one is the first second of the next day, as in POSIX.
 */
function isLeapMinute(minutes: number): boolean {
  const next = new Date((minutes + 1) * 60_000);
  return next.getUTCDate() === 1 && next.getUTCHours() === 0 && next.getUTCMinutes() === 0;
}

/** The instant as RFC 3339 in UTC, with as many decimals as it needs: none, three, six or nine (C-106). */
export function formatTime(nanos: bigint): string {
  const rest = ((nanos % nanosPerSecond) + nanosPerSecond) % nanosPerSecond;
  const seconds = new Date(Number((nanos - rest) / nanosPerMs)).toISOString().slice(0, -5);
  const decimals = rest
    .toString()
    .padStart(9, '0')
    .replace(/(?:000){1,3}$/, '');
  return decimals === '' ? `${seconds}Z` : `${seconds}.${decimals}Z`;
}
