/**
 * Finds the rows of a relation by the values of some of its columns. Open addressing over the distinct keys; the rows
 * of one key are linked from the newest to the oldest. Rows are only appended, so a chain that is being walked is not
 * disturbed by rows that come meanwhile.
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

  /** Without `key` all columns count. */
  constructor(columns: readonly Int32Array[], key: readonly number[] = columns.map((_, at) => at)) {
    this.#columns = columns;
    this.#key = key;
  }

  /** The newest row with these key values, or -1. */
  first(values: ArrayLike<number>): number {
    let slot = this.#hash(values) & (this.#slots.length - 1);
    for (;;) {
      const row = (this.#slots[slot] ?? 0) - 1;
      if (row === -1 || this.#matches(row, values)) return row;
      slot = (slot + 1) & (this.#slots.length - 1);
    }
  }

  /** The next older row with the same key, or -1. */
  older(row: number): number {
    return (this.#older[row] ?? 0) - 1;
  }

  catchUp(size: number): void {
    while (this.#rowCount < size) this.append(this.#rowCount);
  }

  /** INVARIANT: rows come in order, without gaps. */
  append(row: number): void {
    if (row >= this.#older.length) this.#older = grown(this.#older);
    if (this.#keyCount * 2 >= this.#slots.length) this.#rehash();
    const slot = this.#slotOf(row);
    const newest = this.#slots[slot] ?? 0;
    if (newest === 0) this.#keyCount++;
    this.#older[row] = newest;
    this.#slots[slot] = row + 1;
    this.#rowCount = row + 1;
  }

  #slotOf(row: number): number {
    let slot = this.#hashRow(row) & (this.#slots.length - 1);
    for (;;) {
      const other = (this.#slots[slot] ?? 0) - 1;
      if (other === -1 || this.#sameKey(row, other)) return slot;
      slot = (slot + 1) & (this.#slots.length - 1);
    }
  }

  #rehash(): void {
    const heads = this.#slots;
    this.#slots = new Int32Array(heads.length * 2);
    for (const head of heads) if (head !== 0) this.#slots[this.#slotOf(head - 1)] = head;
  }

  #hash(values: ArrayLike<number>): number {
    let hash = 0;
    for (let at = 0; at < this.#key.length; at++) hash = mix(hash, values[at] ?? 0);
    return finish(hash);
  }

  #hashRow(row: number): number {
    let hash = 0;
    for (const column of this.#key) hash = mix(hash, this.#columns[column]?.[row] ?? 0);
    return finish(hash);
  }

  #matches(row: number, values: ArrayLike<number>): boolean {
    for (let at = 0; at < this.#key.length; at++) {
      if (this.#columns[this.#key[at] ?? 0]?.[row] !== values[at]) return false;
    }
    return true;
  }

  #sameKey(row: number, other: number): boolean {
    for (const column of this.#key) {
      const values = this.#columns[column];
      if (values?.[row] !== values?.[other]) return false;
    }
    return true;
  }
}

function mix(hash: number, value: number): number {
  return (Math.imul(hash ^ value, 0x9e3779b1) << 5) ^ (Math.imul(hash ^ value, 0x9e3779b1) >>> 27);
}

/** Spreads the high bits down: slots are taken from the low ones. */
function finish(hash: number): number {
  const spread = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  return (spread ^ (spread >>> 13)) >>> 0;
}

function grown(array: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(array.length * 2);
  larger.set(array);
  return larger;
}
