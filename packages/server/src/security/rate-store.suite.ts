import { describe, expect, it } from 'vitest';
import type { RateStore } from './rate-store.js';

/** What every `RateStore` promises. */
export function testRateStore(name: string, create: () => RateStore): void {
  describe(`${name} as a rate store`, () => {
    const rate = { capacity: 3, intervalMs: 1000 };

    it('gives as many tokens at once as a bucket holds, and says when there is the next one', async () => {
      const store = create();
      const waits: number[] = [];
      for (let request = 0; request < 5; request++) waits.push(await store.take('a', rate, 0));
      expect(waits).toEqual([0, 0, 0, 1000, 1000]);
      expect(await store.take('a', rate, 400)).toBe(600);
      expect(await store.take('a', rate, 1000)).toBe(0);
      expect(await store.take('a', rate, 1000)).toBe(1000);
    });

    it('keeps keys apart', async () => {
      const store = create();
      for (let request = 0; request < 3; request++) await store.take('a', rate, 0);
      expect(await store.take('a', rate, 0)).toBe(1000);
      expect(await store.take('b', rate, 0)).toBe(0);
    });

    it('fills a bucket no higher than its capacity', async () => {
      const store = create();
      await store.take('a', rate, 0);
      const waits: number[] = [];
      for (let request = 0; request < 4; request++) waits.push(await store.take('a', rate, 1_000_000));
      expect(waits).toEqual([0, 0, 0, 1000]);
    });

    it('adds nothing when the clock goes back', async () => {
      const store = create();
      for (let request = 0; request < 3; request++) await store.take('a', rate, 5000);
      expect(await store.take('a', rate, 0)).toBe(1000);
    });

    it('ERR-028 keeps its word about the wait when the clock has gone back', async () => {
      const store = create();
      for (let request = 0; request < 3; request++) await store.take('a', rate, 3_600_000);
      expect(await store.take('a', rate, 0)).toBe(1000);
      expect(await store.take('a', rate, 999)).toBe(1);
      expect(await store.take('a', rate, 1000)).toBe(0);
      expect(await store.take('a', rate, 1000)).toBe(1000);
    });

    it('counts exactly when requests come at the same time', async () => {
      const store = create();
      const waits = await Promise.all(Array.from({ length: 10 }, () => store.take('a', rate, 0)));
      expect(waits.filter((wait) => wait === 0)).toHaveLength(3);
    });
  });
}
