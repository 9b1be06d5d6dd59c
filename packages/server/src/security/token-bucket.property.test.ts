import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Bucket, takeToken } from './token-bucket.js';

it('ERR-028 whoever waits as long as told gets a token, and never has to wait for nothing', () => {
  const waits = fc.array(fc.double({ min: 0, max: 5000, noNaN: true }), { maxLength: 40 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 7000 }), waits, (perMinute, pauses) => {
      const rate = { capacity: perMinute, intervalMs: 60_000 / perMinute };
      let now = 0;
      let bucket: Bucket | undefined;
      for (const pause of pauses) {
        now += pause;
        const taken = takeToken(bucket, rate, now);
        bucket = taken.bucket;
        if (taken.waitMs === 0) continue;
        expect(Number.isInteger(taken.waitMs)).toBe(true);
        expect(taken.waitMs).toBeGreaterThan(0);
        expect(takeToken(bucket, rate, now + taken.waitMs).waitMs).toBe(0);
      }
    }),
  );
});

it('C-64 never gives more than a full bucket and what came back since', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 50 }), fc.array(fc.integer({ min: 0, max: 900 })), (capacity, pauses) => {
      const rate = { capacity, intervalMs: 1000 };
      let now = 0;
      let given = 0;
      let bucket: Bucket | undefined;
      for (const pause of pauses) {
        now += pause;
        const taken = takeToken(bucket, rate, now);
        bucket = taken.bucket;
        if (taken.waitMs === 0) given += 1;
      }
      expect(given).toBeLessThanOrEqual(capacity + now / 1000);
    }),
  );
});
