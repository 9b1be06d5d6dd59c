import { type Bucket, type BucketRate, takeToken } from './token-bucket.js';

/** Where buckets are kept; replicas share one by an implementation over a network. */
export interface RateStore {
  /** Takes a token of `key` in one atomic step. 0 if there was one, otherwise the milliseconds until there is one. */
  take(key: string, rate: BucketRate, nowMs: number): Promise<number>;
}

/** More keys than this at once, within the time a bucket needs to fill, push out those that were not used for longest. */
const defaultMaxKeys = 100_000;

/**
 * Buckets in memory, with one rate for all keys. Full buckets are forgotten, for they are like new ones. There are no
 * timers: each use cleans up a little.
 */
export function createMemoryRateStore({ maxKeys = defaultMaxKeys } = {}): RateStore & { readonly size: number } {
  /** INVARIANT: in the order of their last use, because each use puts a key at the end. */
  const buckets = new Map<string, Bucket>();
  return {
    get size() {
      return buckets.size;
    },
    take: async (key, rate, nowMs) => {
      const { bucket, waitMs } = takeToken(buckets.get(key), rate, nowMs);
      buckets.delete(key);
      buckets.set(key, bucket);
      forgetFull(buckets, rate, nowMs);
      if (buckets.size > maxKeys) forgetOldest(buckets);
      return waitMs;
    },
  };
}

/** Two at a time are enough: one use adds one key at most. */
const cleanedPerUse = 2;

function forgetFull(buckets: Map<string, Bucket>, { capacity, intervalMs }: BucketRate, nowMs: number): void {
  let looked = 0;
  for (const [key, { levelMs, atMs }] of buckets) {
    if (looked === cleanedPerUse || levelMs + (nowMs - atMs) < capacity * intervalMs) return;
    looked += 1;
    buckets.delete(key);
  }
}

function forgetOldest(buckets: Map<string, Bucket>): void {
  for (const key of buckets.keys()) {
    buckets.delete(key);
    return;
  }
}
