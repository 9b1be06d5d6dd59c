/**
 * A set of row numbers in the order of their arrival. Small ones are searched plainly, larger ones have a hash table:
 * most sets of a request hold a handful of rows.
 */
export class RowSet {
  #rows = new Int32Array(8);
  #size = 0;
  #slots: Int32Array | undefined;

  get size(): number {
    return this.#size;
  }

  /** The row that came as number `at`. */
  at(at: number): number {
    return this.#rows[at] ?? -1;
  }

  has(row: number): boolean {
    if (this.#slots !== undefined) return this.#slots[this.#slotOf(row, this.#slots)] !== 0;
    for (let at = 0; at < this.#size; at++) if (this.#rows[at] === row) return true;
    return false;
  }

  /** Adds a row; tells whether it was not there. */
  add(row: number): boolean {
    if (this.has(row)) return false;
    if (this.#size === this.#rows.length) this.#grow();
    this.#rows[this.#size++] = row;
    if (this.#slots !== undefined) this.#slots[this.#slotOf(row, this.#slots)] = row + 1;
    return true;
  }

  #grow(): void {
    const rows = new Int32Array(this.#size * 2);
    rows.set(this.#rows);
    this.#rows = rows;
    this.#slots = new Int32Array(this.#size * 8);
    for (let at = 0; at < this.#size; at++) {
      const row = rows[at] ?? 0;
      this.#slots[this.#slotOf(row, this.#slots)] = row + 1;
    }
  }

  /** The slot of a row, or the free one where it belongs. */
  #slotOf(row: number, slots: Int32Array): number {
    const mask = slots.length - 1;
    let slot = (Math.imul(row, 0x9e3779b1) >>> 7) & mask;
    for (;;) {
      const found = slots[slot];
      if (found === 0 || found === row + 1) return slot;
      slot = (slot + 1) & mask;
    }
  }
}
