/** How fast a bucket fills and how much it holds. */
export interface BucketRate {
  /** Tokens that a full bucket holds. */
  readonly capacity: number;
  /** In how many milliseconds one token comes back. */
  readonly intervalMs: number;
}

/** A bucket at one moment. It refills by itself, so that a full one need not be kept. */
export interface Bucket {
  /** What it holds, counted in milliseconds of filling: `intervalMs` is one token. */
  readonly levelMs: number;
  readonly atMs: number;
}

export interface Taken {
  readonly bucket: Bucket;
  /** 0 if a token was taken; otherwise in how many whole milliseconds there will be one. */
  readonly waitMs: number;
}

/**
 * Takes one token at `nowMs` if there is one. A bucket that is not known is full. A clock that goes back adds nothing, and
 * the bucket fills from there on: whoever was told to wait would otherwise wait until the clock is where it was.
 */
export function takeToken(bucket: Bucket | undefined, rate: BucketRate, nowMs: number): Taken {
  const fullMs = rate.capacity * rate.intervalMs;
  const elapsedMs = bucket === undefined ? 0 : Math.max(0, nowMs - bucket.atMs);
  const levelMs = bucket === undefined ? fullMs : Math.min(fullMs, bucket.levelMs + elapsedMs);
  const missingMs = rate.intervalMs - levelMs;
  if (missingMs > tolerance) return { bucket: { levelMs, atMs: nowMs }, waitMs: Math.max(1, Math.ceil(missingMs)) };
  return { bucket: { levelMs: Math.max(0, -missingMs), atMs: nowMs }, waitMs: 0 };
}

/** Sums of fractions of milliseconds are not exact; without this a client that waited long enough could be sent away. */
const tolerance = 1e-6;
