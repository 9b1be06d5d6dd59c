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

  /** Appends a row. INVARIANT: it has a value for each column. */
  add(row: Int32Array): void {
    if (this.#size === this.#capacity) this.#grow();
    for (let at = 0; at < row.length; at++) {
      const column = this.#columns[at];
      if (column !== undefined) column[this.#size] = row[at] ?? 0;
    }
    this.#size++;
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
