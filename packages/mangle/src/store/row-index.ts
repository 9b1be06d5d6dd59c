import { finish, mix } from './hash.js';
import { rangeOf } from './pair-matrix.js';

/**
 * Finds the rows of a relation by the values of some of its columns. The rows of one key are linked from the newest to
 * the oldest. Rows are only appended, so a chain that is being walked is not disturbed by rows that come meanwhile.
 *
 * The head of a chain is found by the value itself where there is one key column whose values lie close together, and
 * by open addressing over the distinct keys otherwise.
 *
 * An index does not follow its relation: `catchUp` brings it up to date before a rule runs.
 */
export class RowIndex {
  /** The relation's own array of columns: it replaces them when it grows, and the index sees that. */
  readonly #columns: readonly Int32Array[];
  readonly #key: readonly number[];
  /** Newest row of each key plus one; 0 is free. */
  #slots = new Int32Array(16);
  #keyCount = 0;
  /** The next older row with the same key plus one; 0 ends the chain. */
  #older = new Int32Array(16);
  #rowCount = 0;
  /** With direct addressing: newest row plus one by value, starting with the value `#low`. */
  #heads: Int32Array | undefined;
  #low = 0;
  /** How many rows there must be before direct addressing is tried again. */
  #nextTry = 0;

  constructor(columns: readonly Int32Array[], key: readonly number[]) {
    this.#columns = columns;
    this.#key = key;
  }

  /** For each row the next older one with the same key plus one, 0 at the end; valid for the rows that are indexed. */
  get older(): Int32Array {
    return this.#older;
  }

  /** The newest row plus one by the value of the key, from the value `low` on; empty where keys are hashed. */
  get heads(): Int32Array {
    return this.#heads ?? noColumn;
  }

  get low(): number {
    return this.#low;
  }

  /** The newest row with these key values, or -1. */
  first(values: ArrayLike<number>): number {
    if (this.#key.length === 1) return this.first1(values[0] ?? 0);
    return this.#firstOf(values);
  }

  /** As `first`, for a key of one column. */
  first1(value: number): number {
    if (this.#heads !== undefined) {
      const at = value - this.#low;
      return at >= 0 && at < this.#heads.length ? (this.#heads[at] ?? 0) - 1 : -1;
    }
    const column = this.#columns[this.#key[0] ?? 0] ?? noColumn;
    const mask = this.#slots.length - 1;
    let slot = finish(mix(0, value)) & mask;
    for (;;) {
      const row = (this.#slots[slot] ?? 0) - 1;
      if (row === -1 || column[row] === value) return row;
      slot = (slot + 1) & mask;
    }
  }

  /** As `first`, for a key of two columns. */
  first2(a: number, b: number): number {
    const columnA = this.#columns[this.#key[0] ?? 0] ?? noColumn;
    const columnB = this.#columns[this.#key[1] ?? 0] ?? noColumn;
    const mask = this.#slots.length - 1;
    let slot = finish(mix(mix(0, a), b)) & mask;
    for (;;) {
      const row = (this.#slots[slot] ?? 0) - 1;
      if (row === -1 || (columnA[row] === a && columnB[row] === b)) return row;
      slot = (slot + 1) & mask;
    }
  }

  /** The next older row with the same key, or -1. */
  next(row: number): number {
    return (this.#older[row] ?? 0) - 1;
  }

  /** Takes in the rows up to `size`. */
  catchUp(size: number): void {
    if (this.#rowCount >= size) return;
    if (size > this.#older.length) this.#older = resized(this.#older, capacityFor(size));
    if (this.#key.length === 1 && this.#catchUpDirect(size)) return;
    if (this.#key.length === 2) this.#appendPairs(size);
    else for (let row = this.#rowCount; row < size; row++) this.#append(row);
    this.#rowCount = size;
  }

  /** Takes in the rows up to `size`, for a key of two columns; written out, since large indexes are mostly of this kind. */
  #appendPairs(size: number): void {
    const columnA = this.#columns[this.#key[0] ?? 0] ?? noColumn;
    const columnB = this.#columns[this.#key[1] ?? 0] ?? noColumn;
    const older = this.#older;
    let slots = this.#slots;
    for (let row = this.#rowCount; row < size; row++) {
      if (this.#keyCount * 2 >= slots.length) {
        this.#rehash();
        slots = this.#slots;
      }
      const a = columnA[row] ?? 0;
      const b = columnB[row] ?? 0;
      const mask = slots.length - 1;
      let slot = finish(mix(mix(0, a), b)) & mask;
      let newest = slots[slot] ?? 0;
      while (newest !== 0 && (columnA[newest - 1] !== a || columnB[newest - 1] !== b)) {
        slot = (slot + 1) & mask;
        newest = slots[slot] ?? 0;
      }
      if (newest === 0) this.#keyCount++;
      older[row] = newest;
      slots[slot] = row + 1;
    }
  }

  /** Direct addressing, if the values of the column are dense enough. */
  #catchUpDirect(size: number): boolean {
    const column = this.#columns[this.#key[0] ?? 0] ?? noColumn;
    if (this.#heads === undefined && !this.#goDirect(column, size)) return false;
    while (this.#rowCount < size) {
      this.#rowCount = link(column, this.#heads ?? noColumn, this.#low, this.#older, this.#rowCount, size);
      if (this.#rowCount < size && !this.#goDirect(column, size)) return this.#leaveDirect();
    }
    return true;
  }

  /**
   * Makes the table of heads for the values of all rows up to `size`; false if it would be too large for them. A table
   * that is replaced gets room on the side on which it was too small, so that keys may come in any order: replacing it
   * costs a look at all rows, and must not happen again before there are some more.
   */
  #goDirect(column: Int32Array, size: number): boolean {
    const isFirst = this.#heads === undefined;
    if (isFirst && size < this.#nextTry) return false;
    this.#nextTry = size * 2;
    const range = rangeOf(column, size);
    if (range === undefined) return false;
    const count = range.high - range.low + 1;
    const maxCount = Math.max(size * maxSlotsPerRow, smallSlots);
    const room = Math.min(count >> 1, maxCount - count);
    if (room < (isFirst ? 0 : count >> 2)) return false;
    const isTooHigh = !isFirst && range.low < this.#low;
    const low = isTooHigh ? Math.max(range.low - room, minId) : range.low;
    const heads = new Int32Array(count + room);
    for (let row = 0; row < this.#rowCount; row++) heads[(column[row] ?? 0) - low] = row + 1;
    this.#heads = heads;
    this.#low = low;
    return true;
  }

  #leaveDirect(): boolean {
    this.#heads = undefined;
    const size = this.#rowCount;
    this.#slots = new Int32Array(16);
    this.#keyCount = 0;
    for (let row = 0; row < size; row++) this.#append(row);
    return false;
  }

  #firstOf(values: ArrayLike<number>): number {
    let hash = 0;
    for (let at = 0; at < this.#key.length; at++) hash = mix(hash, values[at] ?? 0);
    const mask = this.#slots.length - 1;
    let slot = finish(hash) & mask;
    for (;;) {
      const row = (this.#slots[slot] ?? 0) - 1;
      if (row === -1 || this.#matches(row, values)) return row;
      slot = (slot + 1) & mask;
    }
  }

  #append(row: number): void {
    if (this.#keyCount * 2 >= this.#slots.length) this.#rehash();
    const slot = this.#slotOf(row);
    const newest = this.#slots[slot] ?? 0;
    if (newest === 0) this.#keyCount++;
    this.#older[row] = newest;
    this.#slots[slot] = row + 1;
  }

  #slotOf(row: number): number {
    const mask = this.#slots.length - 1;
    let hash = 0;
    for (let at = 0; at < this.#key.length; at++) hash = mix(hash, this.#columns[this.#key[at] ?? 0]?.[row] ?? 0);
    let slot = finish(hash) & mask;
    for (;;) {
      const other = (this.#slots[slot] ?? 0) - 1;
      if (other === -1 || this.#sameKey(row, other)) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #rehash(): void {
    const heads = this.#slots;
    this.#slots = new Int32Array(heads.length * 4);
    for (let at = 0; at < heads.length; at++) {
      const head = heads[at] ?? 0;
      if (head !== 0) this.#slots[this.#slotOf(head - 1)] = head;
    }
  }

  #matches(row: number, values: ArrayLike<number>): boolean {
    for (let at = 0; at < this.#key.length; at++) {
      if (this.#columns[this.#key[at] ?? 0]?.[row] !== values[at]) return false;
    }
    return true;
  }

  #sameKey(row: number, other: number): boolean {
    for (let at = 0; at < this.#key.length; at++) {
      const values = this.#columns[this.#key[at] ?? 0];
      if (values?.[row] !== values?.[other]) return false;
    }
    return true;
  }
}

/**
 * Puts rows into the chains of their values; gives the first row whose value has no place among the heads, or `to`.
 * The loop has a function of its own: a host that compiles a loop while it runs has not seen yet what comes after it.
 */
function link(column: Int32Array, heads: Int32Array, low: number, older: Int32Array, from: number, to: number): number {
  for (let row = from; row < to; row++) {
    const at = (column[row] ?? 0) - low;
    if (at < 0 || at >= heads.length) return row;
    older[row] = heads[at] ?? 0;
    heads[at] = row + 1;
  }
  return to;
}

const noColumn = new Int32Array(0);

/** The least value that a column can hold. */
const minId = -(2 ** 31);

/** How many slots of a table of heads a row may cost. */
const maxSlotsPerRow = 8;

/** So many slots a table of heads may always have: a relation that begins small then need not change its ways later. */
const smallSlots = 1024;

/** A power of two that has room for some rows and for as many again. */
function capacityFor(size: number): number {
  let capacity = 16;
  while (capacity < size) capacity *= 2;
  return capacity;
}

function resized(array: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(length);
  larger.set(array);
  return larger;
}
