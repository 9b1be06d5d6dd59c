import { createHash } from 'node:crypto';
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
  let latestMs = -Infinity;
  return {
    get size() {
      return buckets.size;
    },
    take: async (name, rate, nowMs) => {
      const key = shortKey(name);
      if (nowMs < latestMs) moveBack(buckets, latestMs - nowMs);
      latestMs = nowMs;
      const { bucket, waitMs } = takeToken(buckets.get(key), rate, nowMs);
      buckets.delete(key);
      buckets.set(key, bucket);
      forgetFull(buckets, rate, nowMs);
      if (buckets.size > maxKeys) forgetOldest(buckets);
      return waitMs;
    },
  };
}

/** What proxies forward as an address, and the names of principals, may be long. */
const maxKeyLength = 128;

function shortKey(name: string): string {
  return name.length <= maxKeyLength ? name : `sha256:${createHash('sha256').update(name).digest('hex')}`;
}

/** The clock went back, which is rare: buckets go with it, or those from before would look unused for less than no time. */
function moveBack(buckets: Map<string, Bucket>, byMs: number): void {
  for (const [key, { levelMs, atMs }] of buckets) buckets.set(key, { levelMs, atMs: atMs - byMs });
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
