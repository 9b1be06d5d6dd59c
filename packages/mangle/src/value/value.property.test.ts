import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryInt64, arbitraryValue } from './arbitrary.suite.js';
import { compareValues, equalValues } from './compare.js';
import { formatDuration, parseDuration } from './duration-text.js';
import { plainFloatText, sourceFloatText } from './float-text.js';
import { sourceText } from './format.js';
import { fromValue, toValue } from './js.js';
import { formatTime, parseTime } from './time-text.js';

describe('the order of values', () => {
  it('is total', () => {
    fc.assert(
      fc.property(arbitraryValue, arbitraryValue, arbitraryValue, (a, b, c) => {
        expect(Math.sign(compareValues(a, b))).toBe(0 - Math.sign(compareValues(b, a)));
        if (compareValues(a, b) <= 0 && compareValues(b, c) <= 0) expect(compareValues(a, c)).toBeLessThanOrEqual(0);
        expect(compareValues(a, a)).toBe(0);
      }),
    );
  });

  it('finds exactly those values equal that have the same source text', () => {
    fc.assert(
      fc.property(arbitraryValue, arbitraryValue, (a, b) => {
        expect(equalValues(a, b)).toBe(sourceText(a) === sourceText(b));
      }),
    );
  });
});

describe('text', () => {
  it('of floats reads back as the same float', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (float) => {
        expect(Number(plainFloatText(float))).toBe(float);
        expect(plainFloatText(float)).toMatch(/^-?\d+(\.\d+)?$/);
        expect(Number(sourceFloatText(float))).toBe(float);
        expect(sourceFloatText(float)).toMatch(/^-?\d+\.\d+(e-?\d+)?$/);
      }),
    );
  });

  it('of times reads back as the same time', () => {
    fc.assert(
      fc.property(arbitraryInt64, (nanos) => {
        expect(parseTime(formatTime(nanos))).toEqual({ ok: true, value: nanos });
      }),
    );
  });

  it('of times agrees with Date to the millisecond', () => {
    fc.assert(
      fc.property(fc.integer({ min: -9_223_372_036_854, max: 9_223_372_036_854 }), (millis) => {
        expect(formatTime(BigInt(millis) * 1_000_000n, 'millisecond')).toBe(new Date(millis).toISOString());
      }),
    );
  });

  it('of durations reads back as the same duration', () => {
    fc.assert(
      fc.property(arbitraryInt64, (nanos) => {
        expect(parseDuration(formatDuration(nanos))).toEqual({ ok: true, nanos });
      }),
    );
  });

  it('of durations has days only where they are asked for', () => {
    const nanos = 129_600_000_000_000n;
    expect(parseDuration('1.5d', { days: true })).toEqual({ ok: true, nanos });
    expect(parseDuration('1d12h', { days: true })).toEqual({ ok: true, nanos });
    expect(parseDuration('1.5d')).toEqual({ ok: false, reason: 'unknown unit "d"' });
  });

  it('of any kind is one line of visible characters as source', () => {
    fc.assert(
      fc.property(arbitraryValue, (value) => {
        expect(sourceText(value)).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
      }),
    );
  });
});

describe('JavaScript values', () => {
  it('give the same value back that they were read from', () => {
    fc.assert(
      fc.property(arbitraryValue, (value) => {
        expect(toValue(fromValue(value))).toEqual(value);
        expect(toValue(fromValue(value, { numbers: 'safe' }))).toEqual(value);
      }),
    );
  });
});
