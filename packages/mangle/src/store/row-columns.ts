/** Rows of value ids, stored by column; equal rows are not looked for. */
export class RowColumns {
  readonly #columns: Int32Array[];
  #size = 0;
  #capacity = 64;

  constructor(width: number) {
    this.#columns = Array.from({ length: width }, () => new Int32Array(this.#capacity));
  }

  get size(): number {
    return this.#size;
  }

  /** The columns; reading past `size` gives garbage. They are replaced as they grow, so fetch them anew for each use. */
  get columns(): readonly Int32Array[] {
    return this.#columns;
  }

  /** Appends rows that lie one after the other in an array. */
  addAll(rows: Int32Array, count: number): void {
    while (this.#size + count > this.#capacity) this.#grow();
    const width = this.#columns.length;
    for (let at = 0; at < width; at++) {
      const column = this.#columns[at];
      if (column === undefined) continue;
      for (let row = 0; row < count; row++) column[this.#size + row] = rows[row * width + at] ?? 0;
    }
    this.#size += count;
  }

  #grow(): void {
    this.#capacity *= 2;
    for (const [at, column] of this.#columns.entries()) {
      const larger = new Int32Array(this.#capacity);
      larger.set(column);
      this.#columns[at] = larger;
    }
  }
}
