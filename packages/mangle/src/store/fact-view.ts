import { Relation } from './relation.js';
import { RowSet } from './row-set.js';

/** A state of a relation that does not change any more: its first rows, without those that died up to a version. */
export interface Snapshot {
  readonly relation: Relation;
  readonly limit: number;
  readonly version: number;
}

/**
 * Rows as one run sees them: those of a base that others share and nobody writes to, without the ones this run took
 * away, and the run's own ones. The rows of the base keep their numbers, own rows are numbered from the base's limit on.
 *
 * What changed against the base can be read, too: `gone` rows of the base, and own rows that are `added`, not just
 * moved: while a component is revised, a row of the base may be taken away and come back as an own row.
 */
export class FactView {
  readonly width: number;
  readonly base: Snapshot | undefined;
  /** The rows of the base that are not the run's any more. */
  removed: RowSet | undefined;
  /** Which of `removed` are to be followed in this round of taking away. */
  doomedFrom = 0;
  doomedTo = 0;
  /** The rows of the base that are removed and did not come back; complete once the predicate is. */
  gone: RowSet | undefined;
  /** Rows of the base that were given to the run again. */
  kept: RowSet | undefined;
  /** Own rows (counted from 0) that a row of the base had before. */
  moved: RowSet | undefined;
  /** Whether own rows are all there is, because the predicate is derived anew. */
  hidesBase = false;
  /** Whether the predicate is complete, so that what changed can be read. */
  isSettled = false;
  /** Own rows (counted from 0) from here on are no change: answers of the host to questions. */
  addedEnd = Infinity;
  #own: Relation | undefined;

  constructor(width: number, base?: Snapshot) {
    this.width = width;
    this.base = base;
    if (base === undefined) this.#own = new Relation(width);
  }

  /** The run's own rows; read only. */
  get own(): Relation {
    return this.#own ?? emptyRelation(this.width);
  }

  /** The run's own rows, to be added to. */
  get writable(): Relation {
    this.#own ??= new Relation(this.width);
    return this.#own;
  }

  get limit(): number {
    return this.base?.limit ?? 0;
  }

  /** The end of the row numbers. */
  get end(): number {
    return this.limit + this.own.size;
  }

  at(row: number, column: number): number {
    return row < this.limit ? (this.base?.relation.at(row, column) ?? 0) : this.own.at(row - this.limit, column);
  }

  row(row: number): number[] {
    return row < this.limit ? (this.base?.relation.row(row) ?? []) : this.own.row(row - this.limit);
  }

  /** When the row came: greater than the stamps of all rows of its component that it was derived from; 0 if given. */
  stamp(row: number): number {
    if (this.isGiven(row)) return 0;
    return row < this.limit ? (this.base?.relation.stamp(row) ?? 0) : this.own.stamp(row - this.limit);
  }

  /** Whether the row was given, not derived. */
  isGiven(row: number): boolean {
    return row < this.limit ? this.base?.relation.isGiven(row) === true : this.own.isGiven(row - this.limit);
  }

  /** Whether a row of the base was alive in it. */
  isInBase(row: number): boolean {
    if (this.base === undefined || row >= this.base.limit) return false;
    const death = this.base.relation.death?.[row] ?? 0;
    return death === 0 || death > this.base.version;
  }

  /** Whether the row counts for this run. */
  isAlive(row: number): boolean {
    if (row >= this.limit) return !this.own.isDead(row - this.limit);
    return !this.hidesBase && this.isInBase(row) && this.removed?.has(row) !== true;
  }

  /** The row with these values that counts, or -1. */
  find(values: ArrayLike<number>): number {
    const own = this.own.size === 0 ? -1 : this.own.find(values);
    if (own !== -1 && !this.own.isDead(own)) return this.limit + own;
    if (this.hidesBase) return -1;
    const row = this.findInBase(values);
    return row === -1 || this.removed?.has(row) === true ? -1 : row;
  }

  /** The row of the base with these values, taken away or not, or -1. */
  findInBase(values: ArrayLike<number>): number {
    if (this.base === undefined) return -1;
    return this.base.relation.findAt(values, this.base.limit, this.base.version);
  }

  /** Calls back for each row that counts, in order of their numbers, those with these values if columns are given. */
  forEach(visit: (row: number) => void, columns: readonly number[] = [], values: ArrayLike<number> = []): void {
    for (const row of this.#candidates(columns, values)) if (this.isAlive(row)) visit(row);
  }

  /** About how many rows there are. */
  get roughSize(): number {
    const { base } = this;
    return this.own.size + (base === undefined || this.hidesBase ? 0 : base.limit - base.relation.deadCount);
  }

  /** How many rows count. */
  get liveSize(): number {
    if (this.base === undefined || this.hidesBase) return this.own.liveSize;
    return this.baseSize - (this.removed?.size ?? 0) + this.own.liveSize;
  }

  /** How many rows the base has. */
  get baseSize(): number {
    if (this.base === undefined) return 0;
    const { relation, limit } = this.base;
    if (relation.death === undefined) return limit;
    let size = 0;
    for (let row = 0; row < limit; row++) if (this.isInBase(row)) size++;
    return size;
  }

  /** Takes a row of the base away; tells whether it was still there. */
  remove(row: number): boolean {
    this.removed ??= new RowSet();
    return this.removed.add(row);
  }

  /**
   * Takes a given row of the base away, unless it was given again; tells whether it was there. What rests on it falls
   * with it, unless it is derived, too.
   */
  withdraw(values: ArrayLike<number>): boolean {
    const row = this.findInBase(values);
    if (row === -1 || !this.isGiven(row) || this.kept?.has(row) === true) return false;
    return this.remove(row);
  }

  /** Makes the run's changes a part of the base, which others then see from `version` on. */
  commit(version: number, visit?: (from: number, to: number) => void): Snapshot {
    const relation = this.base?.relation;
    if (relation === undefined || this.hidesBase) {
      return { relation: this.writable, limit: this.own.size, version };
    }
    for (let at = 0; at < (this.removed?.size ?? 0); at++) relation.kill(this.removed?.at(at) ?? -1, version);
    relation.appendAll(this.own, visit);
    return { relation, limit: relation.size, version };
  }

  /** Finds out which removed rows came back as own ones; to be called when the predicate is complete. */
  settle(): void {
    const base = this.base;
    this.isSettled = true;
    if (base === undefined || (this.removed === undefined && !this.hidesBase)) return;
    const gone = new RowSet();
    const back = new RowSet();
    const visit = (row: number): void => {
      const own = this.own.find(base.relation.row(row));
      if (own === -1 || this.own.isDead(own)) gone.add(row);
      else back.add(own);
    };
    if (this.hidesBase) {
      for (let row = 0; row < base.limit; row++) if (this.isInBase(row)) visit(row);
    } else for (let at = 0; at < (this.removed?.size ?? 0); at++) visit(this.removed?.at(at) ?? -1);
    this.gone = gone;
    this.moved = back.size === 0 ? undefined : back;
  }

  /** Whether this run has facts that the base has not. */
  get hasAdded(): boolean {
    return Math.min(this.own.size, this.addedEnd) > (this.moved?.size ?? 0);
  }

  /** Whether the base has facts that this run has not. */
  get hasGone(): boolean {
    return this.gone !== undefined && this.gone.size > 0;
  }

  /** Adds a row that is given: what the base derives may go away, this does not. Tells whether it had to be added. */
  give(values: ArrayLike<number>): boolean {
    const inBase = this.hidesBase ? -1 : this.findInBase(values);
    if (inBase !== -1 && this.base?.relation.isGiven(inBase) === true) {
      (this.kept ??= new RowSet()).add(inBase);
      return false;
    }
    const own = this.writable.add(values);
    if (own === -1) return false;
    this.writable.markGiven(own);
    if (inBase === -1 || !this.remove(inBase)) return true;
    // The fact only changes hands: nothing that rests on it falls.
    this.doomedFrom = this.doomedTo = this.removed?.size ?? 0;
    (this.moved ??= new RowSet()).add(own);
    return true;
  }

  #candidates(columns: readonly number[], values: ArrayLike<number>): Iterable<number> {
    if (columns.length === 0) return rowNumbers(this.end);
    const rows: number[] = [];
    const collect = (relation: Relation, offset: number, limit: number): void => {
      const index = relation.index(columns);
      for (let row = index.first(values); row !== -1; row = index.next(row)) if (row < limit) rows.push(row + offset);
    };
    if (this.own.size > 0) collect(this.own, this.limit, this.own.size);
    if (this.base !== undefined) collect(this.base.relation, 0, this.base.limit);
    return rows.reverse();
  }
}

function* rowNumbers(end: number): Generator<number> {
  for (let row = 0; row < end; row++) yield row;
}

/** One relation without rows for each width; nobody adds to it. */
const emptyRelations: Relation[] = [];

function emptyRelation(width: number): Relation {
  return (emptyRelations[width] ??= new Relation(width));
}
