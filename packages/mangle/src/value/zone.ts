import { type Civil, daysFromCivil, floorDiv, nanosFromCivil, nanosPerDay, nanosPerSecond } from './civil.js';

/** The clock of a place: how many seconds it is ahead of UTC at an instant. */
export interface Zone {
  readonly offsetAt: (nanos: bigint) => number;
}

const utc: Zone = { offsetAt: () => 0 };

const zones = new Map<string, Zone | undefined>([
  ['', utc],
  ['UTC', utc],
]);

/**
 * The zone of an IANA name such as `Europe/Berlin`; the empty name is UTC. Undefined if there is none. `Local` is
 * none: the answer of a program must not depend on the machine it runs on.
 */
export function zoneOf(name: string): Zone | undefined {
  if (!zones.has(name) && zones.size < maxZones) zones.set(name, createZone(name));
  return zones.has(name) ? zones.get(name) : createZone(name);
}

/** More than there are zones; names made up by a program must not fill the memory. */
const maxZones = 2000;

/**
 * The instant at which the zone's clock shows this civil time. A time that the clock skips when it is put forward is
 * read with the offset after the change west of Greenwich and with the one before it east of it; of a time that
 * occurs twice it is the first west of Greenwich and the second east of it. That is what looking the offset up twice
 * gives, and what the reference does.
 */
export function instantInZone(civil: Civil, zone: Zone): bigint {
  const asUtc = nanosFromCivil(civil);
  const guess = asUtc - offsetNanos(zone, asUtc);
  return asUtc - offsetNanos(zone, guess);
}

/**
 * The first instant of a date in the zone; the time of day of `date` does not matter. It is midnight where there is
 * one: of two midnights it is the first, and if the clock skips midnight it is the moment when it does.
 */
export function firstInstantOf(date: Civil, zone: Zone): bigint {
  const midnight = nanosFromCivil({ ...date, hour: 0, minute: 0, second: 0, nanosecond: 0 });
  const offsets = [offsetNanos(zone, midnight - nanosPerDay), offsetNanos(zone, midnight + nanosPerDay)];
  const candidates = offsets.map((offset) => midnight - offset);
  const [early = midnight, late = midnight] = candidates.toSorted(byTime);
  return early + offsetNanos(zone, early) >= midnight ? early : late;
}

function byTime(a: bigint, b: bigint): number {
  return a < b ? -1 : Number(a > b);
}

/** The names of three letters in the IANA database. Some hosts know others, such as `PST`; then answers would differ. */
const shortNames = new Set('CET EET EST GMT HST MET MST PRC ROC ROK UCT WET'.split(' '));

function createZone(name: string): Zone | undefined {
  if (!isZoneName(name)) return undefined;
  const formatter = createFormatter(name);
  if (formatter === undefined || isMisspelled(name, formatter.resolvedOptions().timeZone)) return undefined;
  return { offsetAt: (nanos) => offsetFrom(formatter, nanos) };
}

/** Intl also knows offsets such as `+01:00` and names of its own, which are not in the IANA database. */
function isZoneName(name: string): boolean {
  if (/^[A-Z]{3}$/.test(name)) return shortNames.has(name);
  return /^[A-Za-z][A-Za-z0-9+\-_/]*$/.test(name) && !name.startsWith('SystemV/');
}

/** Intl takes names in any case; the reference, whose zones are files, does not. */
function isMisspelled(name: string, canonical: string): boolean {
  return name !== canonical && name.toLowerCase() === canonical.toLowerCase();
}

function createFormatter(name: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
      timeZone: name,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  } catch {
    // The only way to ask whether a zone exists is to use it.
    return undefined;
  }
}

function offsetFrom(formatter: Intl.DateTimeFormat, nanos: bigint): number {
  const instant = Number(floorDiv(nanos, nanosPerSecond));
  const fields: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
  for (const { type, value } of formatter.formatToParts(instant * 1000)) fields[type] = Number(value);
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = fields;
  const local = daysFromCivil(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second;
  return local - instant;
}

function offsetNanos(zone: Zone, nanos: bigint): bigint {
  return BigInt(zone.offsetAt(nanos)) * nanosPerSecond;
}
