import { describe, expect, it } from 'vitest';
import { formatTime, parseCivil, parseTime } from './time-text.js';
import { firstInstantOf, instantInZone, type Zone, zoneOf } from './zone.js';

function existingZone(name: string): Zone {
  const zone = zoneOf(name);
  if (zone === undefined) throw new Error(`no zone ${name}`);
  return zone;
}

function inZone(text: string, name: string): string {
  const civil = parseCivil(text);
  if (!civil.ok) throw new Error(civil.reason);
  return formatTime(instantInZone(civil.value, existingZone(name)));
}

function dayStart(text: string, name: string): string {
  const civil = parseCivil(text);
  if (!civil.ok) throw new Error(civil.reason);
  return formatTime(firstInstantOf(civil.value, existingZone(name)));
}

describe('zones', () => {
  it.each(['', 'UTC', 'GMT', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5', 'US/Pacific', 'EST'])(
    '%j is one',
    (name) => {
      expect(zoneOf(name)).toBeDefined();
    },
  );

  it.each(['Local', 'Mars/Base', '+01:00', 'PST', 'europe/berlin', '../etc/passwd', 'SystemV/PST8', 'utc'])(
    '%j is none',
    (name) => {
      expect(zoneOf(name)).toBeUndefined();
    },
  );

  it('have an offset at each instant, to the second', () => {
    const instant = (text: string): bigint => {
      const result = parseTime(text);
      if (!result.ok) throw new Error(result.reason);
      return result.value;
    };
    const newYork = existingZone('America/New_York');
    expect(newYork.offsetAt(instant('2024-03-10T06:59:59.999999999Z'))).toBe(-5 * 3600);
    expect(newYork.offsetAt(instant('2024-03-10T07:00:00Z'))).toBe(-4 * 3600);
    expect(newYork.offsetAt(instant('1850-01-01T00:00:00Z'))).toBe(-(4 * 3600 + 56 * 60 + 2));
    expect(existingZone('').offsetAt(0n)).toBe(0);
  });
});

describe('civil times', () => {
  it.each([
    ['2024-07-01T12:00:00', 'America/New_York', '2024-07-01T16:00:00Z'],
    // Skipped.
    ['2024-03-10T02:30:00', 'America/New_York', '2024-03-10T06:30:00Z'],
    ['2024-03-31T02:30:00', 'Europe/Berlin', '2024-03-31T01:30:00Z'],
    // Twice.
    ['2024-11-03T01:30:00', 'America/New_York', '2024-11-03T05:30:00Z'],
    ['2024-10-27T02:30:00', 'Europe/Berlin', '2024-10-27T01:30:00Z'],
  ])('%s in %s is %s', (text, zone, expected) => {
    expect(inZone(text, zone)).toBe(expected);
  });
});

describe('the first instant of a day', () => {
  it.each([
    ['2024-07-01T12:00:00', 'America/New_York', '2024-07-01T04:00:00Z'],
    ['2024-03-10T12:00:00', 'America/New_York', '2024-03-10T05:00:00Z'],
    // Midnight is skipped.
    ['2024-09-08T12:00:00', 'America/Santiago', '2024-09-08T04:00:00Z'],
    // Midnight comes twice, west and east of Greenwich.
    ['2024-11-03T12:00:00', 'America/Havana', '2024-11-03T04:00:00Z'],
    ['2021-10-29T12:00:00', 'Asia/Amman', '2021-10-28T21:00:00Z'],
    // The whole day is skipped.
    ['2011-12-30T12:00:00', 'Pacific/Apia', '2011-12-30T10:00:00Z'],
  ])('on %s in %s is %s', (text, zone, expected) => {
    expect(dayStart(text, zone)).toBe(expected);
  });
});
