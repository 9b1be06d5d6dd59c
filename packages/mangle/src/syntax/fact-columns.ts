/** Collects facts of one predicate, row by row, and gives them as columns. */
export class FactColumns {
  readonly predicate: string;
  readonly arity: number;
  count = 0;
  /** One row behind the other. */
  #rows: Int32Array;
  #starts: Int32Array;

  constructor(predicate: string, arity: number) {
    this.predicate = predicate;
    this.arity = arity;
    this.#rows = new Int32Array(firstCapacity * arity);
    this.#starts = new Int32Array(firstCapacity);
  }

  /** Adds the first `arity` ids of `row`; `start` is where they come from. */
  add(row: Int32Array, start: number): void {
    const at = this.count;
    if (at === this.#starts.length) this.#grow();
    const { arity } = this;
    const rows = this.#rows;
    const base = at * arity;
    for (let column = 0; column < arity; column++) rows[base + column] = row[column] ?? 0;
    this.#starts[at] = start;
    this.count = at + 1;
  }

  /** Sets a value; places are counted from the first value of the first fact on. */
  set(place: number, id: number): void {
    this.#rows[place] = id;
  }

  /** Where each fact comes from. */
  starts(): Int32Array {
    return this.#starts.slice(0, this.count);
  }

  columns(): readonly Int32Array[] {
    return Array.from({ length: this.arity }, (_, column) => this.#column(column));
  }

  #column(column: number): Int32Array {
    const { arity, count } = this;
    const rows = this.#rows;
    const ids = new Int32Array(count);
    for (let row = 0, at = column; row < count; row++, at += arity) ids[row] = rows[at] ?? 0;
    return ids;
  }

  #grow(): void {
    this.#rows = doubled(this.#rows);
    this.#starts = doubled(this.#starts);
  }
}

const firstCapacity = 64;

function doubled(array: Int32Array): Int32Array {
  const larger = new Int32Array(array.length * 2);
  larger.set(array);
  return larger;
}
