import { describe, expect, it } from 'vitest';
import { JsonNumber } from '../json/json.js';
import { formatTime, readTime, TimeError } from './time.js';

const context = { now: 42n, formats: ['rfc3339', 'epoch_ms'] };

describe('reading', () => {
  it.each<[string | number, bigint]>([
    ['1970-01-01T00:00:00Z', 0n],
    ['1970-01-01t00:00:00z', 0n],
    ['1970-01-01T00:00:00.000000001Z', 1n],
    ['1969-12-31T23:59:59.999999999Z', -1n],
    ['1970-01-01T01:00:00+01:00', 0n],
    ['1969-12-31T18:30:00-05:30', 0n],
    ['1970-01-01T00:00:00-00:00', 0n],
    ['2026-03-01T09:12:00.5Z', 1_772_356_320_500_000_000n],
    ['2024-02-29T12:00:00Z', 1_709_208_000_000_000_000n],
    ['2000-02-29T00:00:00Z', 951_782_400_000_000_000n],
    ['1677-09-21T00:12:43.145224194Z', -(2n ** 63n) + 2n],
    ['2262-04-11T23:47:16.854775806Z', 2n ** 63n - 2n],
    ['now', 42n],
    [0, 0n],
    [1_772_356_320_500, 1_772_356_320_500_000_000n],
    [-1, -1_000_000n],
  ])('DATA-026 DATA-027 DATA-028 %s', (time, nanos) => {
    expect(readTime(time, context)).toBe(nanos);
  });

  it('takes whole milliseconds however they are spelled', () => {
    expect(readTime(new JsonNumber('1772356320500.0'), context)).toBe(1_772_356_320_500_000_000n);
    expect(readTime(new JsonNumber('1e3'), context)).toBe(1_000_000_000n);
  });

  it.each([
    ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00Z'],
    ['2016-12-31T23:59:60.5Z', '2017-01-01T00:00:00.500Z'],
    ['2016-12-31T18:59:60-05:00', '2017-01-01T00:00:00Z'],
    ['2017-01-01T08:59:60+09:00', '2017-01-01T00:00:00Z'],
    ['2015-06-30T23:59:60Z', '2015-07-01T00:00:00Z'],
  ])('DATA-026 takes the leap second %s for the second after it', (time, expected) => {
    expect(formatTime(readTime(time, context))).toBe(expected);
  });

  it.each(['2016-12-31T22:59:60Z', '2016-12-30T23:59:60Z', '2016-12-31T23:59:60+01:00', '2016-12-31T23:58:60Z'])(
    'there is no leap second at %s',
    (time) => {
      expect(() => readTime(time, context)).toThrow(TimeError);
    },
  );

  it('DATA-029 takes only the formats that are announced', () => {
    expect(() => readTime(5, { now: 0n, formats: ['rfc3339'] })).toThrow('numbers are not taken');
    expect(() => readTime('2026-01-01T00:00:00Z', { now: 0n, formats: ['epoch_ms'] })).toThrow('milliseconds');
    expect(readTime('now', { now: 7n, formats: [] })).toBe(7n);
  });

  it.each([null, true, '_', '', [], {}])('%j is no instant', (time) => {
    expect(() => readTime(time, context)).toThrow(TimeError);
  });

  it('DATA-051 the ends of the clock stand for no bound and are no instants', () => {
    expect(() => readTime('1677-09-21T00:12:43.145224192Z', context)).toThrow('1677');
    expect(() => readTime('2262-04-11T23:47:16.854775807Z', context)).toThrow('2262');
  });
});

describe('writing', () => {
  it.each<[bigint, string]>([
    [0n, '1970-01-01T00:00:00Z'],
    [-1n, '1969-12-31T23:59:59.999999999Z'],
    [1_000_000_000n, '1970-01-01T00:00:01Z'],
    [1_500_000_000n, '1970-01-01T00:00:01.500Z'],
    [1_000_001_000n, '1970-01-01T00:00:01.000001Z'],
    [1_000_000_001n, '1970-01-01T00:00:01.000000001Z'],
    [1_100_000_000n, '1970-01-01T00:00:01.100Z'],
    [-(2n ** 63n), '1677-09-21T00:12:43.145224192Z'],
    [2n ** 63n - 1n, '2262-04-11T23:47:16.854775807Z'],
  ])('%s', (nanos, expected) => {
    expect(formatTime(nanos)).toBe(expected);
  });
});
