import { RowIndex } from './row-index.js';

/**
 * A set of rows of value ids, stored by column and only ever appended to, so that "what is new" is a range of row
 * numbers. A row of a lattice predicate that a better one replaced is marked dead and skipped by scans.
 *
 * Life of a row during a fixpoint: it is appended (`toAdd`), becomes recent when the round ends, stable one round
 * later. `stable` and `recent` are the ends of these ranges: rows below `stable` are old, rows from `stable` to
 * `recent` are the last round's, rows from `recent` on belong to the round that is running.
 */
export class Relation {
  readonly width: number;
  stable = 0;
  recent = 0;
  #size = 0;
  #live = 0;
  readonly #columns: Int32Array[];
  /** For each row the number of rows that all relations held when it came; proofs lean on older rows only. */
  #stamps: Int32Array;
  #dead: Uint8Array | undefined;
  readonly #indexes = new Map<string, RowIndex>();
  readonly #all: RowIndex;

  constructor(width: number) {
    this.width = width;
    this.#columns = Array.from({ length: width }, () => new Int32Array(8));
    this.#stamps = new Int32Array(8);
    this.#all = new RowIndex(this.#columns);
  }

  /** How many rows were ever added, dead ones included. */
  get size(): number {
    return this.#size;
  }

  /** How many rows count. */
  get liveSize(): number {
    return this.#live;
  }

  /** The columns; reading past `size` gives garbage. They are replaced as they grow, so fetch them anew for each use. */
  get columns(): readonly Int32Array[] {
    return this.#columns;
  }

  at(row: number, column: number): number {
    return this.#columns[column]?.[row] ?? -1;
  }

  row(row: number): number[] {
    return this.#columns.map((column) => column[row] ?? -1);
  }

  stamp(row: number): number {
    return this.#stamps[row] ?? 0;
  }

  isDead(row: number): boolean {
    return this.#dead !== undefined && this.#dead[row] === 1;
  }

  /** The number of the row with these values, dead or alive, or -1. */
  find(values: ArrayLike<number>): number {
    return this.#all.first(values);
  }

  /** Appends a row unless it is here already; tells the row's number, or -1 if nothing was added. */
  add(values: ArrayLike<number>, stamp: number): number {
    // A value that a lattice replaced and that is derived again stays replaced: lattices only move one way.
    if (this.#all.first(values) !== -1) return -1;
    if (this.#size === this.#stamps.length) this.#grow();
    const row = this.#size++;
    for (let column = 0; column < this.width; column++) {
      const target = this.#columns[column];
      if (target !== undefined) target[row] = values[column] ?? -1;
    }
    this.#stamps[row] = stamp;
    this.#all.append(row);
    this.#live++;
    return row;
  }

  kill(row: number): void {
    this.#dead ??= new Uint8Array(this.#stamps.length);
    if (this.#dead[row] === 1) return;
    this.#dead[row] = 1;
    this.#live--;
  }

  /** The rows by the values of some columns; kept up to date from here on. */
  index(columns: readonly number[]): RowIndex {
    if (columns.length === this.width && columns.every((column, at) => column === at)) return this.#all;
    const key = columns.join();
    let index = this.#indexes.get(key);
    if (index === undefined) {
      index = new RowIndex(this.#columns, columns);
      this.#indexes.set(key, index);
    }
    index.catchUp(this.#size);
    return index;
  }

  /** Moves the ranges on by one round; tells whether there is anything recent. */
  advance(): boolean {
    this.stable = this.recent;
    this.recent = this.#size;
    return this.stable < this.recent;
  }

  #grow(): void {
    const capacity = this.#stamps.length * 2;
    for (let column = 0; column < this.width; column++) {
      const grown = new Int32Array(capacity);
      grown.set(this.#columns[column] ?? []);
      this.#columns[column] = grown;
    }
    const stamps = new Int32Array(capacity);
    stamps.set(this.#stamps);
    this.#stamps = stamps;
    if (this.#dead === undefined) return;
    const dead = new Uint8Array(capacity);
    dead.set(this.#dead);
    this.#dead = dead;
  }
}
