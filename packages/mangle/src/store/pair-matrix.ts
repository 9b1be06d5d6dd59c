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
  /** Where `addAll` stopped. */
  stoppedAt = 0;

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

  /**
   * Adds the pairs that lie one after the other in `pairs`, from a place on, and writes those that were not there into
   * two columns, from row `size` to before row `end`. Stops when the columns are full or a pair does not fit, and notes
   * where; gives the number of rows that the columns have then.
   */
  addAll(
    pairs: Int32Array,
    from: number,
    to: number,
    columns: { readonly a: Int32Array; readonly b: Int32Array; readonly size: number; readonly end: number },
  ): number {
    const words = this.#words;
    const [lowA, lowB, countA, countB] = [this.#lowA, this.#lowB, this.#countA, this.#countB];
    const { a, b, end } = columns;
    let row = columns.size;
    let at = from;
    for (; at < to && row < end; at += 2) {
      const x = (pairs[at] ?? 0) - lowA;
      const y = (pairs[at + 1] ?? 0) - lowB;
      if (x < 0 || x >= countA || y < 0 || y >= countB) break;
      const bit = Math.imul(x, countB) + y;
      const word = words[bit >>> 5] ?? 0;
      const mask = 1 << (bit & 31);
      if ((word & mask) !== 0) continue;
      words[bit >>> 5] = word | mask;
      a[row] = x + lowA;
      b[row++] = y + lowB;
    }
    this.stoppedAt = at;
    return row;
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
  // In pieces: the host is quicker to compile a short function that is called often than a long loop that is under way.
  let range: ValueRange = { low: column[0] ?? 0, high: column[0] ?? 0 };
  for (let from = 0; from < count; from += pieceLength) {
    range = extended(range, column, from, Math.min(from + pieceLength, count));
  }
  return range;
}

const pieceLength = 512;

function extended(range: ValueRange, column: Int32Array, from: number, to: number): ValueRange {
  let { low, high } = range;
  for (let row = from; row < to; row++) {
    const value = column[row] ?? 0;
    if (value < low) low = value;
    else if (value > high) high = value;
  }
  return { low, high };
}
