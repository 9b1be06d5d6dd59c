import { finish, mix } from '../store/hash.js';

/** Rows, stored by column; the columns are replaced as they grow, so they are fetched anew for each use. */
export interface Columns {
  readonly columns: readonly Int32Array[];
  readonly size: number;
}

/** Puts rows with equal values in some columns into groups, which are numbered in order of first appearance. */
export class RowGroups {
  readonly #size: number;
  /** The columns that tell the groups apart. */
  readonly #keys: readonly Int32Array[];
  /** A group plus one, by the hash of its key; 0 is free. */
  #slots = new Int32Array(16);
  /** The first row of each group. */
  #firsts = new Int32Array(8);
  #count = 0;
  readonly #groupOf: Int32Array;
  #next = 0;

  /** INVARIANT: no row is added to `rows` while the groups are made. */
  constructor(rows: Columns, keys: readonly number[]) {
    this.#size = rows.size;
    this.#keys = keys.map((key) => rows.columns[key] ?? new Int32Array(rows.size));
    this.#groupOf = new Int32Array(rows.size);
  }

  get count(): number {
    return this.#count;
  }

  /** Takes up to `count` more rows; tells whether there are more. */
  take(count: number): boolean {
    const end = Math.min(this.#next + count, this.#size);
    for (let row = this.#next; row < end; row++) this.#groupOf[row] = this.#groupFor(row);
    this.#next = end;
    return end < this.#size;
  }

  /** The first row of a group. */
  first(group: number): number {
    return this.#firsts[group] ?? 0;
  }

  /** The rows of all groups one after the other, and where each group begins; one more entry tells the end. */
  members(): { readonly rows: Int32Array; readonly starts: Int32Array } {
    const starts = new Int32Array(this.#count + 1);
    for (const group of this.#groupOf) starts[group + 1] = (starts[group + 1] ?? 0) + 1;
    for (let group = 0; group < this.#count; group++)
      starts[group + 1] = (starts[group + 1] ?? 0) + (starts[group] ?? 0);
    const free = starts.slice();
    const rows = new Int32Array(this.#groupOf.length);
    for (let row = 0; row < rows.length; row++) {
      const group = this.#groupOf[row] ?? 0;
      const place = free[group] ?? 0;
      rows[place] = row;
      free[group] = place + 1;
    }
    return { rows, starts };
  }

  #groupFor(row: number): number {
    const slot = this.#slotOf(row);
    const known = this.#slots[slot] ?? 0;
    if (known !== 0) return known - 1;
    if (this.#count === this.#firsts.length) this.#grow();
    const group = this.#count++;
    this.#firsts[group] = row;
    this.#slots[this.#slotOf(row)] = group + 1;
    return group;
  }

  #grow(): void {
    const firsts = new Int32Array(2 * this.#count);
    firsts.set(this.#firsts);
    this.#firsts = firsts;
    this.#slots = new Int32Array(2 * this.#slots.length);
    for (let group = 0; group < this.#count; group++) this.#slots[this.#slotOf(this.first(group))] = group + 1;
  }

  /** The slot of the group with the key of a row, or the free one where it belongs. */
  #slotOf(row: number): number {
    let hash = 0;
    for (let at = 0; at < this.#keys.length; at++) hash = mix(hash, this.#keys[at]?.[row] ?? 0);
    const mask = this.#slots.length - 1;
    for (let slot = finish(hash) & mask; ; slot = (slot + 1) & mask) {
      const group = (this.#slots[slot] ?? 0) - 1;
      if (group === -1 || this.#isSame(row, this.#firsts[group] ?? 0)) return slot;
    }
  }

  #isSame(row: number, other: number): boolean {
    for (let at = 0; at < this.#keys.length; at++) {
      const key = this.#keys[at];
      if (key?.[row] !== key?.[other]) return false;
    }
    return true;
  }
}
