import {
  type Civil,
  civilFromNanos,
  daysFromCivil,
  floorDiv,
  isInstant,
  nanosPerDay,
  nanosPerSecond,
} from '../value/civil.js';
import { stringValue, wrapInt64 } from '../value/make.js';
import {
  formatTime,
  outOfRange,
  parseCivil,
  parseTime,
  type TimePrecision,
  timePrecisions,
} from '../value/time-text.js';
import { firstInstantOf, instantInZone, type Zone, zoneOf } from '../value/zone.js';
import { type Builtin, BuiltinError, type FunctionBuiltin } from './define.js';
import { shortText } from './native.js';
import { contextual, func } from './rows.js';

/** Builtins over instants. Those named `civil` take the name of a time zone; the others work in UTC. */
export const timeBuiltins: readonly Builtin[] = [
  contextual('fn:time:now', '/time', 'the time of the evaluation, the same for all calls', ({ now }) => now),
  func('fn:time:add', ['/time', '/duration'], '/time', 'the time a duration later', (time, duration) =>
    wrapInt64(time + duration),
  ),
  func('fn:time:sub', ['/time', '/time'], '/duration', 'how long the first time is after the second', (time, other) =>
    wrapInt64(time - other),
  ),
  func('fn:time:format', ['/time', '/name'], '/string', 'RFC 3339 text in UTC, cut at a unit', (time, unit) =>
    formatTime(time, precisionOf('fn:time:format', unit)),
  ),
  func(
    'fn:time:format_civil',
    ['/time', '/string', '/name'],
    '/string',
    'RFC 3339 text in a time zone, cut at a unit',
    (time, zone, unit) => {
      const offset = existingZone('fn:time:format_civil', zone).offsetAt(time);
      return formatTime(time, precisionOf('fn:time:format_civil', unit), offset);
    },
  ),
  func('fn:time:parse_rfc3339', ['/string'], '/time', 'the time of an RFC 3339 text with a zone', (text) => {
    const result = parseTime(text);
    if (result.ok) return result.value;
    throw new BuiltinError(`fn:time:parse_rfc3339 failed for ${quoted(text)}: ${result.reason}`);
  }),
  func(
    'fn:time:parse_civil',
    ['/string', '/string'],
    '/time',
    'the time at which the clocks of a time zone show a date and time',
    parseInZone,
  ),
  component('year', ({ year }) => year),
  component('month', ({ month }) => month),
  component('day', ({ day }) => day),
  component('hour', ({ hour }) => hour),
  component('minute', ({ minute }) => minute),
  component('second', ({ second }) => second),
  func(
    'fn:time:from_unix_nanos',
    ['/number'],
    '/time',
    'the time of a count of nanoseconds since 1970',
    (nanos) => nanos,
  ),
  func('fn:time:to_unix_nanos', ['/time'], '/number', 'the nanoseconds since 1970', (time) => time),
  func('fn:time:trunc', ['/time', '/name'], '/time', 'the start of the day or a smaller unit in UTC', truncate),
  func(
    'fn:time:trunc_civil',
    ['/time', '/string', '/name'],
    '/time',
    'the start of the year, month, week (Monday) or day in a time zone',
    truncateInZone,
  ),
];

function component(name: string, pick: (civil: Civil) => number): FunctionBuiltin {
  return func(`fn:time:${name}`, ['/time'], '/number', `the ${name} of a time in UTC`, (time) =>
    BigInt(pick(civilFromNanos(time))),
  );
}

function precisionOf(name: string, unit: string): TimePrecision {
  const precision = timePrecisions.find((candidate) => `/${candidate}` === unit);
  if (precision !== undefined) return precision;
  throw new BuiltinError(`${name}: unknown precision "${unit}", expected ${alternatives(timePrecisions)}`);
}

function existingZone(name: string, zoneName: string): Zone {
  const zone = zoneOf(zoneName);
  if (zone !== undefined) return zone;
  throw new BuiltinError(
    `${name}: unknown timezone ${quoted(zoneName)}, expected an IANA name such as "Europe/Berlin"`,
  );
}

function parseInZone(text: string, zoneName: string): bigint {
  const zone = existingZone('fn:time:parse_civil', zoneName);
  const result = parseCivil(text);
  if (!result.ok) throw new BuiltinError(`fn:time:parse_civil failed for ${quoted(text)}: ${result.reason}`);
  return instant('fn:time:parse_civil', instantInZone(result.value, zone));
}

const fixedUnits: ReadonlyMap<string, bigint> = new Map([
  ['/day', nanosPerDay],
  ['/hour', 3600n * nanosPerSecond],
  ['/minute', 60n * nanosPerSecond],
  ['/second', nanosPerSecond],
  ['/millisecond', 1_000_000n],
  ['/microsecond', 1_000n],
  ['/nanosecond', 1n],
]);

function truncate(time: bigint, unit: string): bigint {
  const length = fixedUnits.get(unit);
  if (length !== undefined) return instant('fn:time:trunc', floorDiv(time, length) * length);
  const expected = [...fixedUnits.keys()].join(', ');
  throw new BuiltinError(`fn:time:trunc: unknown unit "${unit}", expected one of ${expected}`);
}

/** The first day of the unit that a date lies in; days out of the month carry over. */
const civilUnits: ReadonlyMap<string, (date: Civil) => Partial<Civil>> = new Map<
  string,
  (date: Civil) => Partial<Civil>
>([
  ['/year', () => ({ month: 1, day: 1 })],
  ['/month', () => ({ day: 1 })],
  ['/week', (date) => ({ day: date.day - daysSinceMonday(date) })],
  ['/day', () => ({})],
]);

function truncateInZone(time: bigint, zoneName: string, unit: string): bigint {
  const zone = existingZone('fn:time:trunc_civil', zoneName);
  const startOf = civilUnits.get(unit);
  if (startOf === undefined) {
    const expected = [...civilUnits.keys()].join(', ');
    throw new BuiltinError(`fn:time:trunc_civil: unknown unit "${unit}", expected one of ${expected}`);
  }
  const date = civilFromNanos(time, zone.offsetAt(time));
  const start = { ...date, ...startOf(date) };
  return instant('fn:time:trunc_civil', firstInstantOf(start, zone));
}

/** 1970-01-01 was a Thursday. */
function daysSinceMonday({ year, month, day }: Civil): number {
  return (((daysFromCivil(year, month, day) + 3) % 7) + 7) % 7;
}

function instant(name: string, nanos: bigint): bigint {
  if (isInstant(nanos)) return nanos;
  throw new BuiltinError(`${name}: the result is out of range: ${outOfRange}`);
}

function alternatives(units: readonly string[]): string {
  return `one of ${units.map((unit) => `/${unit}`).join(', ')}`;
}

function quoted(text: string): string {
  return shortText(stringValue(text));
}
