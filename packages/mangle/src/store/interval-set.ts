/**
 * The union of closed intervals of nanoseconds, as sorted intervals with gaps between them. Two intervals are one when
 * they overlap or when no instant lies between them.
 */
export class IntervalSet {
  readonly #starts: bigint[] = [];
  readonly #ends: bigint[] = [];

  /** How many separate intervals there are. */
  get size(): number {
    return this.#starts.length;
  }

  /** INVARIANT: `start <= end`. */
  add(start: bigint, end: bigint): void {
    // The intervals from `low` up to `high` touch the new one and become part of it.
    const low = this.#firstEndingAtOrAfter(start - 1n);
    let high = low;
    let from = start;
    let to = end;
    for (; high < this.size && (this.#starts[high] ?? 0n) <= end + 1n; high++) {
      from = least(from, this.#starts[high] ?? from);
      to = greatest(to, this.#ends[high] ?? to);
    }
    this.#starts.splice(low, high - low, from);
    this.#ends.splice(low, high - low, to);
  }

  /** Whether the closed interval is in the set. What ends before it starts is no interval, and never is. */
  covers(start: bigint, end: bigint): boolean {
    if (start > end) return false;
    const at = this.#firstEndingAtOrAfter(end);
    const from = this.#starts[at];
    return from !== undefined && from <= start;
  }

  overlaps(start: bigint, end: bigint): boolean {
    const from = this.#starts[this.#firstEndingAtOrAfter(start)];
    return start <= end && from !== undefined && from <= end;
  }

  *[Symbol.iterator](): Generator<readonly [start: bigint, end: bigint]> {
    for (let at = 0; at < this.size; at++) yield [this.#starts[at] ?? 0n, this.#ends[at] ?? 0n];
  }

  #firstEndingAtOrAfter(instant: bigint): number {
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#ends[middle] ?? 0n) < instant) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

function greatest(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
