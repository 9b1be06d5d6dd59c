import { ProtocolError } from '@manglecp/protocol';
import { createMemoryRateStore, type RateStore } from './rate-store.js';

export interface RateLimiter {
  /** Counts one request of `key`; throws `rate_limited` if it has no more for now. */
  consume(key: string): Promise<void>;
}

export interface RateLimiterOptions {
  /** 0 means no limit. */
  readonly perMinute: number;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly store?: RateStore;
}

const minuteMs = 60_000;

/**
 * A token bucket for each key (C-64): as many requests at once as are allowed in a minute, and from then on evenly.
 * A refusal says how long to wait, and waiting so long is enough unless somebody else uses the same key (ERR-028).
 */
export function createRateLimiter({
  perMinute,
  clock,
  store = createMemoryRateStore(),
}: RateLimiterOptions): RateLimiter {
  if (perMinute <= 0) return { consume: async () => undefined };
  const rate = { capacity: perMinute, intervalMs: minuteMs / perMinute };
  return {
    consume: async (key) => {
      const retryAfterMs = await store.take(key, rate, clock());
      if (retryAfterMs === 0) return;
      throw new ProtocolError('rate_limited', `expected at most ${perMinute} requests a minute`, { retryAfterMs });
    },
  };
}
