const bucketMs = 1000;

/**
 * Keys by the time at which they are due, in buckets of a second, so that adding, removing and collecting a key costs
 * the same however many there are. A key may be collected up to a second late, never early.
 */
export class DueKeys {
  readonly #buckets = new Map<number, Set<string>>();
  /** INVARIANT: all buckets before this one are empty. */
  #next = Number.NEGATIVE_INFINITY;

  /** Returns the bucket of the key, which `remove` asks for. */
  add(key: string, dueMs: number): number {
    const bucket = Math.max(Math.floor(dueMs / bucketMs), this.#next);
    const keys = this.#buckets.get(bucket);
    if (keys === undefined) this.#buckets.set(bucket, new Set([key]));
    else keys.add(key);
    return bucket;
  }

  remove(key: string, bucket: number): void {
    const keys = this.#buckets.get(bucket);
    if (keys?.delete(key) === true && keys.size === 0) this.#buckets.delete(bucket);
  }

  /** Takes out the keys that are due, the earlier ones first. */
  take(nowMs: number): readonly string[] {
    const end = Math.floor(nowMs / bucketMs);
    if (end <= this.#next) return [];
    const due = this.#dueBuckets(end);
    this.#next = end;
    return due.flatMap((bucket) => {
      const keys = [...(this.#buckets.get(bucket) ?? [])];
      this.#buckets.delete(bucket);
      return keys;
    });
  }

  /** Counts through the seconds that passed, or through the buckets if these are fewer, as after a long rest. */
  #dueBuckets(end: number): readonly number[] {
    if (end - this.#next > this.#buckets.size) {
      return [...this.#buckets.keys()].filter((bucket) => bucket < end).sort((left, right) => left - right);
    }
    return Array.from({ length: end - this.#next }, (_, index) => this.#next + index);
  }
}
