import type { FactView } from './fact-view.js';
import type { Relation } from './relation.js';
import type { RowIndex } from './row-index.js';

/** Below this many rows of its own a view is searched without an index: making one would cost more. */
export const fewRows = 16;

/**
 * Tells whether a view has a row with given values in some columns. It can be used again and again, after a `reset` for
 * each use. INVARIANT: nothing is added to the view while it is in use.
 */
export class Presence {
  readonly #columns: readonly number[];
  readonly #isOld: boolean;
  readonly #values: Int32Array;
  #view: FactView | undefined;
  #isWhole = false;
  #own: Relation | undefined;
  #ownIndex: RowIndex | undefined;
  #baseIndex: RowIndex | undefined;
  #hasBase = false;
  /** The one relation that has all rows, if whole rows are asked for and nothing was taken away. */
  #all: Relation | undefined;

  /** With `isOld` the rows of the base count, whatever became of them. */
  constructor(columns: readonly number[], isOld: boolean) {
    this.#columns = columns;
    this.#isOld = isOld;
    this.#values = new Int32Array(columns.length);
  }

  /** Takes a view, or lets go of the last one. */
  reset(view: FactView | undefined): this {
    this.#view = view;
    this.#own = this.#ownIndex = this.#baseIndex = this.#all = undefined;
    if (view === undefined) return this;
    const columns = this.#columns;
    this.#isWhole = columns.length === view.width;
    this.#hasBase = view.base !== undefined && view.base.limit > 0 && (this.#isOld || !view.hidesBase);
    if (!this.#isOld && view.own.size > 0) this.#own = view.own;
    if (this.#isWhole) {
      this.#all = this.#onlyRelation(view);
      return this;
    }
    if (columns.length === 0) return this;
    if (this.#own !== undefined && this.#own.size > fewRows) this.#ownIndex = indexOf(this.#own, columns);
    if (this.#hasBase && view.base !== undefined) this.#baseIndex = indexOf(view.base.relation, columns);
    return this;
  }

  has1(a: number): boolean {
    if (this.#all !== undefined) return this.#all.has1(a);
    this.#values[0] = a;
    return this.hasMany(this.#values);
  }

  has2(a: number, b: number): boolean {
    if (this.#all !== undefined) return this.#all.has2(a, b);
    this.#values[0] = a;
    this.#values[1] = b;
    return this.hasMany(this.#values);
  }

  has3(a: number, b: number, c: number): boolean {
    if (this.#all !== undefined) return this.#all.has3(a, b, c);
    this.#values[0] = a;
    this.#values[1] = b;
    this.#values[2] = c;
    return this.hasMany(this.#values);
  }

  /** For any number of columns. */
  hasMany(values: Int32Array): boolean {
    if (this.#own !== undefined && this.#inOwn(this.#own, values)) return true;
    return this.#hasBase && this.#inBase(values);
  }

  #onlyRelation({ base, removed }: FactView): Relation | undefined {
    // Rows of lattice predicates die when better ones come.
    if (!this.#hasBase) return this.#own?.death === undefined ? this.#own : undefined;
    if (this.#own !== undefined || base === undefined || (removed !== undefined && !this.#isOld)) return undefined;
    const { relation, limit } = base;
    return relation.death === undefined && relation.size === limit ? relation : undefined;
  }

  #inOwn(own: Relation, values: Int32Array): boolean {
    if (this.#isWhole) {
      const row = own.find(values);
      return row !== -1 && !own.isDead(row);
    }
    const index = this.#ownIndex;
    if (index === undefined) {
      for (let row = 0; row < own.size; row++) if (this.#agrees(own, row, values) && !own.isDead(row)) return true;
      return false;
    }
    for (let row = index.first(values); row !== -1; row = index.next(row)) if (!own.isDead(row)) return true;
    return false;
  }

  #inBase(values: Int32Array): boolean {
    const view = this.#view;
    if (view === undefined) return false;
    if (this.#isWhole) return this.#counts(view.findInBase(values));
    const index = this.#baseIndex;
    if (index === undefined) {
      for (let row = view.limit - 1; row >= 0; row--) if (this.#counts(row) && view.isInBase(row)) return true;
      return false;
    }
    for (let row = index.first(values); row !== -1; row = index.next(row)) {
      if (row < view.limit && view.isInBase(row) && this.#counts(row)) return true;
    }
    return false;
  }

  #counts(row: number): boolean {
    return row !== -1 && (this.#isOld || this.#view?.removed?.has(row) !== true);
  }

  #agrees(own: Relation, row: number, values: Int32Array): boolean {
    for (let at = 0; at < this.#columns.length; at++) {
      if (own.at(row, this.#columns[at] ?? 0) !== values[at]) return false;
    }
    return true;
  }
}

function indexOf(relation: Relation, columns: readonly number[]): RowIndex {
  return columns.length === 1 ? relation.index1(columns[0] ?? 0) : relation.index(columns);
}
