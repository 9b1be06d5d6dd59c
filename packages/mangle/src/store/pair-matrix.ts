/**
 * The pairs of a binary relation as one bit each. Where the values of both columns lie close together, as node numbers
 * of a graph do, this is far smaller than a hash table and stays in the processor's cache.
 */
export class PairMatrix {
  readonly #lowA: number;
  readonly #lowB: number;
  readonly #countA: number;
  readonly #countB: number;
  readonly #words: Int32Array;

  constructor(a: ValueRange, b: ValueRange) {
    this.#lowA = a.low;
    this.#lowB = b.low;
    this.#countA = a.high - a.low + 1;
    this.#countB = b.high - b.low + 1;
    this.#words = new Int32Array(Math.ceil((this.#countA * this.#countB) / 32));
  }

  /** Whether the pair lies in the ranges of this matrix. */
  fits(a: number, b: number): boolean {
    const x = a - this.#lowA;
    const y = b - this.#lowB;
    return x >= 0 && x < this.#countA && y >= 0 && y < this.#countB;
  }

  /** INVARIANT: the pair fits. */
  has(a: number, b: number): boolean {
    const bit = (a - this.#lowA) * this.#countB + (b - this.#lowB);
    return ((this.#words[bit >>> 5] ?? 0) & (1 << (bit & 31))) !== 0;
  }

  /** Adds a pair; tells whether it was not there. INVARIANT: the pair fits. */
  add(a: number, b: number): boolean {
    const bit = (a - this.#lowA) * this.#countB + (b - this.#lowB);
    const word = this.#words[bit >>> 5] ?? 0;
    const mask = 1 << (bit & 31);
    if ((word & mask) !== 0) return false;
    this.#words[bit >>> 5] = word | mask;
    return true;
  }
}

/** The least and the greatest id of a column. */
export interface ValueRange {
  readonly low: number;
  readonly high: number;
}

/** A range with room on both sides, for values to come. */
export function widened({ low, high }: ValueRange): ValueRange {
  const room = Math.ceil((high - low + 1) / 4);
  return { low: low - room, high: high + room };
}

/** The range of the first `count` values of a column; undefined for an empty one. */
export function rangeOf(column: Int32Array, count: number): ValueRange | undefined {
  if (count === 0) return undefined;
  let low = column[0] ?? 0;
  let high = low;
  for (let row = 1; row < count; row++) {
    const value = column[row] ?? 0;
    if (value < low) low = value;
    else if (value > high) high = value;
  }
  return { low, high };
}
