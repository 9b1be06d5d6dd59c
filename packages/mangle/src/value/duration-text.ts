import { nanosPerDay } from './civil.js';
import { maxInt64 } from './value.js';

const units: ReadonlyMap<string, bigint> = new Map([
  ['ns', 1n],
  ['us', 1_000n],
  // The micro sign and the Greek letter mu.
  ['\u00b5s', 1_000n],
  ['\u03bcs', 1_000n],
  ['ms', 1_000_000n],
  ['s', 1_000_000_000n],
  ['m', 60_000_000_000n],
  ['h', 3_600_000_000_000n],
]);

const unitsWithDays: ReadonlyMap<string, bigint> = new Map([...units, ['d', nanosPerDay]]);

const second = 1_000_000_000n;

/**
 * Duration text as the reference writes it: `0s`, `1.5µs`, `500ms`, `1h30m0s`, `-2m0.001s`. There is no unit above the
 * hour.
 */
export function formatDuration(nanos: bigint): string {
  if (nanos === 0n) return '0s';
  if (nanos < 0n) return `-${formatDuration(-nanos)}`;
  if (nanos < 1_000n) return `${nanos}ns`;
  if (nanos < 1_000_000n) return `${decimalText(nanos, 3)}\u00b5s`;
  if (nanos < second) return `${decimalText(nanos, 6)}ms`;
  const minutes = nanos / (60n * second);
  const seconds = `${decimalText(nanos % (60n * second), 9)}s`;
  if (minutes === 0n) return seconds;
  const hours = minutes / 60n;
  return hours === 0n ? `${minutes}m${seconds}` : `${hours}h${minutes % 60n}m${seconds}`;
}

/** Either the nanoseconds or the reason why the text is not a duration. */
export type DurationResult =
  { readonly ok: true; readonly nanos: bigint } | { readonly ok: false; readonly reason: string };

export interface DurationOptions {
  /** Also take the unit `d`, as the time bounds of the language do: 24 hours. The text of durations has no such unit. */
  readonly days?: boolean;
}

/**
 * Reads an optional sign and one or more numbers with units, such as `1h30m`, `-1.5h`, `2us`. `0` needs no unit.
 * Fractions of a nanosecond are dropped.
 */
export function parseDuration(text: string, { days = false }: DurationOptions = {}): DurationResult {
  const isNegative = text.startsWith('-');
  const body = isNegative || text.startsWith('+') ? text.slice(1) : text;
  if (body === '0') return { ok: true, nanos: 0n };
  if (body === '') return { ok: false, reason: 'there is no number' };
  let total = 0n;
  for (let at = 0; at < body.length;) {
    const part = readPart(body, at, days ? unitsWithDays : units);
    if (typeof part === 'string') return { ok: false, reason: part };
    total += part.nanos;
    at = part.end;
  }
  const nanos = isNegative ? -total : total;
  if (nanos > maxInt64 || nanos < -maxInt64 - 1n) return { ok: false, reason: 'it is longer than 292 years' };
  return { ok: true, nanos };
}

/** One number with its unit, or what is wrong with it. */
function readPart(
  text: string,
  start: number,
  sizes: ReadonlyMap<string, bigint>,
): { readonly nanos: bigint; readonly end: number } | string {
  const number = /^(\d*)(?:\.(\d*))?/.exec(text.slice(start));
  const [length, whole = '', fraction = ''] = [number?.[0].length ?? 0, number?.[1], number?.[2]];
  if (whole === '' && fraction === '') return 'a unit needs a number before it';
  const unitStart = start + length;
  const unitText = /^[^.\d]*/.exec(text.slice(unitStart))?.[0] ?? '';
  if (unitText === '') return `missing unit after \`${text.slice(start, unitStart)}\``;
  const unit = sizes.get(unitText);
  if (unit === undefined) return `unknown unit "${unitText}"`;
  const digits = BigInt(`${whole}${fraction}` || '0');
  return { nanos: (digits * unit) / 10n ** BigInt(fraction.length), end: unitStart + unitText.length };
}

/** `nanos / 10^places` with the zeros at the end of the fraction left out. */
function decimalText(nanos: bigint, places: number): string {
  const scale = 10n ** BigInt(places);
  const fraction = String(nanos % scale)
    .padStart(places, '0')
    .replace(/0+$/, '');
  return fraction === '' ? `${nanos / scale}` : `${nanos / scale}.${fraction}`;
}
