import { addColumns, addMany, addSingles, addTriples } from './add-rows.js';
import { finish, mix } from './hash.js';
import { PairMatrix, rangeOf, widened } from './pair-matrix.js';
import { RowIndex } from './row-index.js';

/**
 * Rows of value ids, stored by column and only ever appended to, with a table that finds a row by all its values. The
 * code for one, two and three columns is written out: this is where evaluations spend their time.
 */
export class RowTable {
  readonly width: number;
  #size = 0;
  #capacity = initialCapacity;
  readonly #columns: Int32Array[];
  /** The first three columns again. */
  #a: Int32Array;
  #b: Int32Array;
  #c: Int32Array;
  /**
   * Row plus one, by the hash of all values. A table of few rows has none, it is searched. One whose rows came in
   * ascending order gets them when it is first searched, and many never are.
   */
  #slots: Int32Array | undefined;
  /** Instead of the slots, for pairs of values that lie close together. */
  #matrix: PairMatrix | undefined;
  /** The rows of a table with a matrix, by both values; made when it is first wanted. */
  #pairIndex: RowIndex | undefined;
  /** The older row with the same values, for rows that were appended again. */
  #former: Map<number, number> | undefined;

  constructor(width: number) {
    this.width = width;
    this.#columns = [];
    for (let column = 0; column < width; column++) this.#columns.push(new Int32Array(initialCapacity));
    [this.#a = noColumn, this.#b = noColumn, this.#c = noColumn] = this.#columns;
  }

  /** How many rows were ever added. */
  get size(): number {
    return this.#size;
  }

  /** How many rows there is room for before the columns are replaced. */
  get capacity(): number {
    return this.#capacity;
  }

  /** The columns; reading past `size` gives garbage. They are replaced as they grow, so fetch them anew for each use. */
  get columns(): readonly Int32Array[] {
    return this.#columns;
  }

  /** The next older row with the same values as a row that was appended again, or -1. */
  former(row: number): number {
    return this.#former?.get(row) ?? -1;
  }

  at(row: number, column: number): number {
    return this.#columns[column]?.[row] ?? 0;
  }

  row(row: number): number[] {
    return this.#columns.map((column) => column[row] ?? 0);
  }

  /** The newest row with these values, or -1. */
  find(values: ArrayLike<number>): number {
    if (this.#matrix !== undefined) {
      const a = values[0] ?? 0;
      const b = values[1] ?? 0;
      if (!this.#matrix.fits(a, b) || !this.#matrix.has(a, b)) return -1;
      return this.#pairs().first2(a, b);
    }
    const slots = this.#slots;
    if (slots !== undefined) return (slots[this.#slotFor(values, slots)] ?? 0) - 1;
    if (this.#size > initialCapacity) {
      this.#reindex();
      return this.find(values);
    }
    for (let row = this.#size - 1; row >= 0; row--) if (this.#equals(row, values)) return row;
    return -1;
  }

  /** Whether there is a row with these values. */
  has(values: ArrayLike<number>): boolean {
    this.ready();
    if (this.#matrix === undefined) return this.find(values) !== -1;
    const a = values[0] ?? 0;
    const b = values[1] ?? 0;
    return this.#matrix.fits(a, b) && this.#matrix.has(a, b);
  }

  /** Whether a row has this value, for one column. */
  has1(a: number): boolean {
    const slots = this.#slots;
    if (slots !== undefined) return slots[this.#slot1(slots, a)] !== 0;
    scratch[0] = a;
    return this.has(scratch);
  }

  /** Whether a row has these values, for two columns. */
  has2(a: number, b: number): boolean {
    const matrix = this.#matrix;
    if (matrix !== undefined) return matrix.fits(a, b) && matrix.has(a, b);
    const slots = this.#slots;
    if (slots !== undefined) return slots[this.#slot2(slots, a, b)] !== 0;
    scratch[0] = a;
    scratch[1] = b;
    return this.has(scratch);
  }

  /** Whether a row has these values, for three columns. */
  has3(a: number, b: number, c: number): boolean {
    const slots = this.#slots;
    if (slots !== undefined) return slots[this.#slot3(slots, a, b, c)] !== 0;
    scratch[0] = a;
    scratch[1] = b;
    scratch[2] = c;
    return this.has(scratch);
  }

  /** Appends a row unless it is here already; tells the row's number, or -1 if nothing was added. */
  add(values: ArrayLike<number>): number {
    if (this.width === 2) return this.add2(values[0] ?? 0, values[1] ?? 0);
    return this.#addHashed(values);
  }

  /** As `add`, for one column. */
  add1(a: number): number {
    const row = this.#size;
    const slots = this.#slots;
    if (slots === undefined || row === this.#capacity) {
      scratch[0] = a;
      return this.#addHashed(scratch);
    }
    const slot = this.#slot1(slots, a);
    if (slots[slot] !== 0) return -1;
    slots[slot] = row + 1;
    this.#a[row] = a;
    this.#size = row + 1;
    return row;
  }

  /** As `add`, for two columns. */
  add2(a: number, b: number): number {
    const matrix = this.#matrix;
    const row = this.#size;
    if (matrix !== undefined) {
      if (!matrix.fits(a, b)) return this.#addOutside(a, b);
      if (!matrix.add(a, b)) return -1;
      if (row === this.#capacity) this.#grow();
    } else {
      const slots = this.#slots;
      if (slots === undefined || row === this.#capacity) {
        scratch[0] = a;
        scratch[1] = b;
        return this.#addHashed(scratch);
      }
      const slot = this.#slot2(slots, a, b);
      if (slots[slot] !== 0) return -1;
      slots[slot] = row + 1;
    }
    this.#a[row] = a;
    this.#b[row] = b;
    this.#size = row + 1;
    return row;
  }

  /** As `add`, for three columns. */
  add3(a: number, b: number, c: number): number {
    const row = this.#size;
    const slots = this.#slots;
    if (slots === undefined || row === this.#capacity) {
      scratch[0] = a;
      scratch[1] = b;
      scratch[2] = c;
      return this.#addHashed(scratch);
    }
    const slot = this.#slot3(slots, a, b, c);
    if (slots[slot] !== 0) return -1;
    slots[slot] = row + 1;
    this.#a[row] = a;
    this.#b[row] = b;
    this.#c[row] = c;
    this.#size = row + 1;
    return row;
  }

  /**
   * Adds rows that lie one after the other in an array, until more than `most` were new; tells how many were. A row
   * without columns takes one number as well.
   */
  addAll(rows: Int32Array, count: number, most: number): number {
    // A function for each width: the host compiles each for what it does and never for what another one did.
    if (this.width === 1) return addSingles(this, rows, count, most);
    if (this.width === 2) return this.#addPairs(rows, 2 * count, most);
    if (this.width === 3) return addTriples(this, rows, 3 * count, most);
    return addMany(this, rows, count, most);
  }

  #addPairs(pairs: Int32Array, length: number, most: number): number {
    const before = this.#size;
    const last = before + most + 1;
    for (let at = 0; at < length && this.#size < last; at += 2) {
      const matrix = this.#matrix;
      if (matrix !== undefined) {
        const end = Math.min(this.#capacity, last);
        this.#size = matrix.addAll(pairs, at, length, { a: this.#a, b: this.#b, size: this.#size, end });
        at = matrix.stoppedAt;
        if (at >= length || this.#size >= last) break;
      }
      this.add2(pairs[at] ?? 0, pairs[at + 1] ?? 0);
    }
    return this.#size - before;
  }

  /** Makes room for so many more rows, so that tables need not grow as they come. */
  reserve(count: number): void {
    if (this.#size + count <= this.#capacity) return;
    while (this.#capacity < this.#size + count) this.#capacity *= 2;
    this.#widen();
    if (this.#slots !== undefined) this.#reindex();
  }

  /** Takes the kind of table that suits the rows; to be called after many came at once. */
  tidy(): void {
    if (this.#matrix === undefined && this.#slots !== undefined) this.#reindex();
  }

  /** Makes the table that finds rows, if that was put off. */
  ready(): void {
    if (this.#size > initialCapacity && this.#slots === undefined && this.#matrix === undefined) this.#reindex();
  }

  /** Adds the rows from `from` to before `to` of some columns. */
  addColumns(columns: readonly Int32Array[], from: number, to: number): void {
    if (from >= to) return;
    const isOpen = this.#slots === undefined && this.#matrix === undefined && this.#size + to - from <= this.#capacity;
    addColumns(this, columns, isOpen ? this.#addAscending(columns, from, to) : from, to);
  }

  /**
   * Adds rows as long as each comes after the one before it, which makes them new without a search; tells the first that
   * does not. INVARIANT: there is room and no table.
   */
  #addAscending(columns: readonly Int32Array[], from: number, to: number): number {
    // Of the rows that are there without a table, those behind the first few and one more came this way.
    for (let row = 1; row < Math.min(this.#size, initialCapacity + 1); row++) {
      if (!comesAfter(this.#columns, row, this.#columns, row - 1)) return from;
    }
    if (this.#size > 0 && !comesAfter(columns, from, this.#columns, this.#size - 1)) return from;
    let end = from + 1;
    while (end < to && comesAfter(columns, end, columns, end - 1)) end++;
    for (let column = 0; column < this.width; column++) {
      const values = columns[column]?.subarray(from, end);
      if (values !== undefined) this.#columns[column]?.set(values, this.#size);
    }
    this.#size += end - from;
    return end;
  }

  /** Appends a row although there may be one with the same values; `find` gives the newest of them. */
  addAgain(values: ArrayLike<number>): number {
    const former = this.find(values);
    if (former === -1) return this.add(values);
    const row = this.#size;
    const isFull = row === this.#capacity;
    if (isFull) this.#grow();
    this.#append(values);
    this.#former ??= new Map();
    this.#former.set(row, former);
    if (this.#slots !== undefined) this.#slots[this.#slotOf(values, this.#slots)] = row + 1;
    if (isFull && this.#matrix === undefined) this.#reindex();
    return row;
  }

  #addHashed(values: ArrayLike<number>): number {
    const size = this.#size;
    const slots = this.#slots;
    if (slots === undefined) {
      if (size > initialCapacity) {
        this.#reindex();
        return this.add(values);
      }
      for (let row = 0; row < size; row++) if (this.#equals(row, values)) return -1;
    } else {
      const slot = this.#slotOf(values, slots);
      if (slots[slot] !== 0) return -1;
      slots[slot] = size + 1;
    }
    if (size === this.#capacity) {
      this.#grow();
      this.#append(values);
      this.#reindex();
    } else this.#append(values);
    return size;
  }

  #append(values: ArrayLike<number>): void {
    const row = this.#size++;
    for (let column = 0; column < this.width; column++) {
      const target = this.#columns[column];
      if (target !== undefined) target[row] = values[column] ?? 0;
    }
  }

  /** A pair outside the matrix makes a larger one, or none if it would be too large. */
  #addOutside(a: number, b: number): number {
    if (this.#size === this.#capacity) this.#grow();
    scratch[0] = a;
    scratch[1] = b;
    this.#append(scratch);
    this.#matrix = undefined;
    this.#reindex();
    return this.#size - 1;
  }

  /** Makes a new table of all rows, of the kind that suits them. */
  #reindex(): void {
    if (this.width === 2 && this.#former === undefined && this.#makeMatrix()) return;
    let length = this.#slots?.length ?? 16;
    if (this.#slots !== undefined && length >= this.#capacity * 2) return;
    while (length < this.#capacity * 4) length *= 2;
    const slots = new Int32Array(length);
    this.#slots = slots;
    if (this.#former === undefined) this.#placeDistinct(slots);
    else this.#placeNewest(slots);
  }

  /** Puts all rows into new slots; no two have the same values, so the first free slot is the right one. */
  #placeDistinct(slots: Int32Array): void {
    const mask = slots.length - 1;
    const columns = this.#columns;
    for (let row = 0; row < this.#size; row++) {
      let hash = 0;
      for (let column = 0; column < columns.length; column++) hash = mix(hash, columns[column]?.[row] ?? 0);
      let slot = finish(hash) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = row + 1;
    }
  }

  #placeNewest(slots: Int32Array): void {
    for (let row = 0; row < this.#size; row++) slots[this.#slotOf(this.row(row), slots)] = row + 1;
  }

  #makeMatrix(): boolean {
    const [left, right] = this.#columns;
    if (left === undefined || right === undefined || this.#size < minMatrixRows) return false;
    const a = rangeOf(left, this.#size);
    const b = rangeOf(right, this.#size);
    if (a === undefined || b === undefined) return false;
    if ((a.high - a.low + 1) * (b.high - b.low + 1) > Math.min(this.#size * maxBitsPerRow, maxBits)) return false;
    const matrix = new PairMatrix(widened(a), widened(b));
    for (let row = 0; row < this.#size; row++) matrix.add(left[row] ?? 0, right[row] ?? 0);
    this.#matrix = matrix;
    this.#slots = undefined;
    return true;
  }

  #grow(): void {
    this.#capacity *= 2;
    this.#widen();
  }

  /** Makes all arrays as long as the capacity is. */
  #widen(): void {
    for (let column = 0; column < this.width; column++) {
      this.#columns[column] = resized(this.#columns[column], this.#capacity);
    }
    [this.#a = noColumn, this.#b = noColumn, this.#c = noColumn] = this.#columns;
  }

  /** As `slotOf`, for one column. */
  #slot1(slots: Int32Array, a: number): number {
    const mask = slots.length - 1;
    const column = this.#a;
    let slot = finish(mix(0, a)) & mask;
    for (let found = slots[slot] ?? 0; found !== 0 && column[found - 1] !== a; found = slots[slot] ?? 0) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  /** As `slotOf`, for two columns. */
  #slot2(slots: Int32Array, a: number, b: number): number {
    const mask = slots.length - 1;
    const columnA = this.#a;
    const columnB = this.#b;
    let slot = finish(mix(mix(0, a), b)) & mask;
    for (;;) {
      const row = (slots[slot] ?? 0) - 1;
      if (row === -1 || (columnA[row] === a && columnB[row] === b)) return slot;
      slot = (slot + 1) & mask;
    }
  }

  /** As `slotOf`, for three columns. */
  #slot3(slots: Int32Array, a: number, b: number, c: number): number {
    const mask = slots.length - 1;
    const columnA = this.#a;
    const columnB = this.#b;
    const columnC = this.#c;
    let slot = finish(mix(mix(mix(0, a), b), c)) & mask;
    for (;;) {
      const row = (slots[slot] ?? 0) - 1;
      if (row === -1 || (columnA[row] === a && columnB[row] === b && columnC[row] === c)) return slot;
      slot = (slot + 1) & mask;
    }
  }

  /** As `#slotOf`, by the code for few columns where there is one. */
  #slotFor(values: ArrayLike<number>, slots: Int32Array): number {
    switch (this.width) {
      case 1:
        return this.#slot1(slots, values[0] ?? 0);
      case 2:
        return this.#slot2(slots, values[0] ?? 0, values[1] ?? 0);
      case 3:
        return this.#slot3(slots, values[0] ?? 0, values[1] ?? 0, values[2] ?? 0);
      default:
        return this.#slotOf(values, slots);
    }
  }

  /** The slot with a row of these values, or the free one where it belongs. */
  #slotOf(values: ArrayLike<number>, slots: Int32Array): number {
    const mask = slots.length - 1;
    let hash = 0;
    for (let at = 0; at < this.width; at++) hash = mix(hash, values[at] ?? 0);
    const columns = this.#columns;
    let slot = finish(hash) & mask;
    for (;;) {
      const row = (slots[slot] ?? 0) - 1;
      if (row === -1) return slot;
      let column = 0;
      while (column < columns.length && columns[column]?.[row] === values[column]) column++;
      if (column === columns.length) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #equals(row: number, values: ArrayLike<number>): boolean {
    for (let column = 0; column < this.width; column++) {
      if (this.#columns[column]?.[row] !== values[column]) return false;
    }
    return true;
  }

  #pairs(): RowIndex {
    this.#pairIndex ??= new RowIndex(this.#columns, [0, 1]);
    this.#pairIndex.catchUp(this.#size);
    return this.#pairIndex;
  }
}

const initialCapacity = 8;

/** Pairs get a matrix from here on, if they lie close together. */
const minMatrixRows = 256;
const maxBitsPerRow = 256;
/** With the room on all sides this stays below two to the 31st. */
const maxBits = 2 ** 29;

const noColumn = new Int32Array(0);

/** For calls with values instead of an array; nothing is kept in it between two calls. */
const scratch = new Int32Array(4);

/** Whether a row comes after another one, by the first value in which they differ. */
function comesAfter(
  columns: readonly Int32Array[],
  row: number,
  others: readonly Int32Array[],
  other: number,
): boolean {
  for (let column = 0; column < columns.length; column++) {
    const value = columns[column]?.[row] ?? 0;
    const before = others[column]?.[other] ?? 0;
    if (value !== before) return value > before;
  }
  return false;
}

function resized(array: Int32Array | undefined, length: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(length);
  if (array !== undefined) larger.set(array);
  return larger;
}
