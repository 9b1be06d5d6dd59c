import { type Civil, civilFromNanos, isCivil, isInstant, nanosFromCivil, nanosPerSecond } from './civil.js';

/** How far time text goes; the finer ones include the coarser ones. */
export const timePrecisions = [
  'year',
  'month',
  'day',
  'hour',
  'minute',
  'second',
  'millisecond',
  'microsecond',
  'nanosecond',
] as const;

/** One of `timePrecisions`. */
export type TimePrecision = (typeof timePrecisions)[number];

/**
 * RFC 3339 text of an instant, cut (not rounded) at a precision. The zone offset stands behind hours and finer units,
 * as `Z` if it is zero. `nanosecond`, the default, leaves out the zeros at the end of the fraction.
 */
export function formatTime(nanos: bigint, precision: TimePrecision = 'nanosecond', offsetSeconds = 0): string {
  const civil = civilFromNanos(nanos, offsetSeconds);
  const zone = zoneText(offsetSeconds);
  const year = pad(civil.year, 4);
  const month = `${year}-${pad(civil.month, 2)}`;
  const day = `${month}-${pad(civil.day, 2)}`;
  const hour = `${day}T${pad(civil.hour, 2)}`;
  const minute = `${hour}:${pad(civil.minute, 2)}`;
  const second = `${minute}:${pad(civil.second, 2)}`;
  const fraction = pad(civil.nanosecond, 9);
  const texts: Readonly<Record<TimePrecision, string>> = {
    year,
    month,
    day,
    hour: hour + zone,
    minute: minute + zone,
    second: second + zone,
    millisecond: `${second}.${fraction.slice(0, 3)}${zone}`,
    microsecond: `${second}.${fraction.slice(0, 6)}${zone}`,
    nanosecond: `${second}${`.${fraction}`.replace(/\.?0+$/, '')}${zone}`,
  };
  return texts[precision];
}

/** Either the value or the reason why the text is not a time. */
export type TimeResult<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: string };

const civilPattern = /^(\d{4})-(\d\d)-(\d\d)T(\d{1,2}):(\d\d):(\d\d)(?:[.,](\d+))?(.*)$/s;
const zonePattern = /^(?:Z|([+-])(\d\d):(\d\d))$/;

/**
 * Reads RFC 3339 text with a zone. Like the reference it also takes a comma before the fraction and an hour of one
 * digit; digits beyond the nanosecond are dropped.
 */
export function parseTime(text: string): TimeResult<bigint> {
  const match = civilPattern.exec(text);
  const zone = zonePattern.exec(match?.[8] ?? '');
  if (match === null || zone === null) {
    return failure('expected RFC 3339 text with a zone, such as `2024-01-31T12:30:00Z` or `2024-01-31T12:30:00+02:00`');
  }
  const civil = civilOf(match);
  if (!isCivil(civil)) return failure('there is no such date or time of day');
  const [hours, minutes] = [Number(zone[2] ?? 0), Number(zone[3] ?? 0)];
  if (hours > 24 || minutes > 60) return failure('there is no such zone offset');
  const offset = BigInt(hours * 3600 + minutes * 60) * nanosPerSecond;
  const nanos = nanosFromCivil(civil) + (zone[1] === '-' ? offset : -offset);
  return isInstant(nanos) ? { ok: true, value: nanos } : failure(outOfRange);
}

/** Reads `2024-01-31T12:30:00` with an optional fraction and without a zone. */
export function parseCivil(text: string): TimeResult<Civil> {
  const match = civilPattern.exec(text);
  if (match === null || match[8] !== '') {
    return failure('expected a date and a time without a zone, such as `2024-01-31T12:30:00`');
  }
  const civil = civilOf(match);
  return isCivil(civil) ? { ok: true, value: civil } : failure('there is no such date or time of day');
}

/** What is wrong with a time that does not fit the 64-bit clock. */
export const outOfRange = 'times reach from 1677-09-21 to 2262-04-11';

function civilOf(match: RegExpExecArray): Civil {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(Number);
  const nanosecond = Number((match[7] ?? '').slice(0, 9).padEnd(9, '0'));
  return { year, month, day, hour, minute, second, nanosecond };
}

function failure(reason: string): { readonly ok: false; readonly reason: string } {
  return { ok: false, reason };
}

/** Seconds of an offset, which old local times have, are not shown. */
function zoneText(offsetSeconds: number): string {
  if (offsetSeconds === 0) return 'Z';
  const minutes = Math.trunc(Math.abs(offsetSeconds) / 60);
  return `${offsetSeconds < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60), 2)}:${pad(minutes % 60, 2)}`;
}

function pad(value: number, width: number): string {
  return String(value).padStart(width, '0');
}
