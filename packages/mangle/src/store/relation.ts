import { RowIndex } from './row-index.js';
import { RowTable } from './row-table.js';

/**
 * A set of rows of value ids that is only ever appended to, so that "what is new" is a range of row numbers.
 *
 * Life of a row during a fixpoint: it is appended, becomes recent when the round ends, stable one round later. `stable`
 * and `recent` are the ends of these ranges: rows below `stable` are old, rows from `stable` to `recent` are the last
 * round's, rows from `recent` on belong to the round that is running.
 *
 * A row does not go away, it dies at a version: a better row of a lattice replaced it, or the base facts changed. Who
 * reads at an older version still sees it.
 */
export class Relation extends RowTable {
  stable = 0;
  recent = 0;
  /** Rows below this one were given from outside, not derived. */
  given = 0;
  /** Rows from `given` on that were given, too. */
  #givenLater: Set<number> | undefined;
  /** The version at which each row died; 0 for the living. */
  #death: Int32Array | undefined;
  #deadCount = 0;
  #indexes: Map<number, RowIndex> | undefined;
  /** The indexes by one column, by that column. */
  #singles: RowIndex[] | undefined;
  /** Ends of the rounds in rows, each followed by its stamp. */
  #rounds: number[] | undefined;

  /** How many rows never died. */
  get liveSize(): number {
    return this.size - this.#deadCount;
  }

  get deadCount(): number {
    return this.#deadCount;
  }

  /** The version at which each row died, 0 for the living; undefined if none did. */
  get death(): Int32Array | undefined {
    if (this.#death !== undefined && this.#death.length < this.capacity) this.#death = this.#longer(this.#death);
    return this.#death;
  }

  isGiven(row: number): boolean {
    return row < this.given || this.#givenLater?.has(row) === true;
  }

  /** Marks a row as given from outside. */
  markGiven(row: number): void {
    if (row === this.given) this.given++;
    else if (row > this.given) (this.#givenLater ??= new Set()).add(row);
  }

  isDead(row: number): boolean {
    return this.#death !== undefined && (this.#death[row] ?? 0) !== 0;
  }

  /** When a row came, by the stamps that `advance` was given; rows of one round have one stamp. */
  stamp(row: number): number {
    const rounds = this.#rounds ?? [];
    let low = 0;
    let high = rounds.length / 2;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((rounds[2 * middle] ?? 0) <= row) low = middle + 1;
      else high = middle;
    }
    return rounds[2 * low + 1] ?? Infinity;
  }

  /** The row with these values that counts among the first `limit` rows at a version, or -1. */
  findAt(values: ArrayLike<number>, limit: number, version: number): number {
    let row = this.find(values);
    while (row >= limit) row = this.former(row);
    if (row === -1 || this.#death === undefined) return row;
    const death = this.#death[row] ?? 0;
    return death === 0 || death > version ? row : -1;
  }

  /** Appends the living rows of another relation, each after its own stamp and as given or derived as it was. */
  appendAll(other: Relation, visit: (from: number, to: number) => void = () => undefined): void {
    let stamp = -1;
    for (let row = 0; row < other.size; row++) {
      if (other.isDead(row)) continue;
      const next = other.stamp(row);
      if (next !== stamp && stamp !== -1) this.advance(stamp);
      stamp = next;
      const added = this.addAgain(other.row(row));
      if (other.isGiven(row)) this.markGiven(added);
      visit(row, added);
    }
    if (stamp !== -1) this.advance(stamp);
    this.stable = this.recent;
  }

  kill(row: number, version = 1): void {
    this.#death ??= new Int32Array(this.capacity);
    if (row >= this.#death.length) this.#death = this.#longer(this.#death);
    if ((this.#death[row] ?? 0) !== 0) return;
    this.#death[row] = version;
    this.#deadCount++;
  }

  /** The rows by the values of some columns, up to date. */
  index(columns: readonly number[]): RowIndex {
    const key = keyOf(columns);
    this.#indexes ??= new Map();
    let index = this.#indexes.get(key);
    if (index === undefined) {
      index = new RowIndex(this.columns, columns);
      this.#indexes.set(key, index);
    }
    index.catchUp(this.size);
    return index;
  }

  /** As `index`, for one column. */
  index1(column: number): RowIndex {
    const index = (this.#singles ??= [])[column] ?? (this.#singles[column] = this.index([column]));
    index.catchUp(this.size);
    return index;
  }

  /** Moves the ranges on by one round; tells whether there is anything recent. */
  advance(stamp: number): boolean {
    this.stable = this.recent;
    this.recent = this.size;
    if (this.stable === this.recent) return false;
    (this.#rounds ??= []).push(this.recent, stamp);
    return true;
  }

  #longer(death: Int32Array): Int32Array {
    const longer = new Int32Array(this.capacity);
    longer.set(death);
    return longer;
  }
}

/** A number for some columns in their order; the columns of a relation are few. */
function keyOf(columns: readonly number[]): number {
  let key = 0;
  for (let at = 0; at < columns.length; at++) key = key * 64 + (columns[at] ?? 0) + 1;
  return key;
}
