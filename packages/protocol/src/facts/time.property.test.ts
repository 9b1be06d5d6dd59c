import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Json } from '../json/json.js';
import { formatTime, readTime, TimeError } from './time.js';

const context = { now: 0n, formats: ['rfc3339', 'epoch_ms'] };

describe('times', () => {
  it('read as they were written', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n) + 1n, max: 2n ** 63n - 2n }), (nanos) => {
        expect(readTime(formatTime(nanos), context)).toBe(nanos);
      }),
    );
  });

  it('agree with Date on what both know', () => {
    const dates = fc.date({ min: new Date('1700-01-01'), max: new Date('2250-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(dates, (date) => {
        expect(readTime(date.toISOString(), context)).toBe(BigInt(date.getTime()) * 1_000_000n);
        expect(readTime(date.getTime(), context)).toBe(BigInt(date.getTime()) * 1_000_000n);
      }),
    );
  });

  it('throw nothing but a TimeError', () => {
    const almost = fc.stringMatching(/^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(\.\d{0,11})?([Zz]|[+-]\d\d:?\d\d)?$/);
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), almost), (value) => {
        try {
          const nanos = readTime(value as Json, context);
          expect(nanos > -(2n ** 63n) && nanos < 2n ** 63n).toBe(true);
        } catch (error) {
          if (!(error instanceof TimeError)) throw error;
        }
      }),
    );
  });
});
