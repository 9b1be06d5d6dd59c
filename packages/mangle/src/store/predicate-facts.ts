import { FactView, type Snapshot } from './fact-view.js';
import { IntervalSet } from './interval-set.js';
import { Relation } from './relation.js';
import type { ValueTable } from './value-table.js';

/** The facts of a predicate that a run starts from. */
export interface BaseFacts {
  readonly rows: Snapshot;
  /** For a plain predicate the same as `rows`. */
  readonly atoms: Snapshot;
  /** By row of `atoms`. */
  readonly coverage: IntervalSet[];
}

/**
 * The facts of one predicate in one run. For a plain predicate `rows` and `atoms` are one. For a temporal one `rows`
 * has the arguments, then start and end as ids of times, one row for each stored interval; `atoms` has the arguments
 * alone, once, and for each of its rows the union of the intervals.
 */
export class PredicateFacts {
  readonly arity: number;
  readonly isTemporal: boolean;
  readonly rows: FactView;
  readonly atoms: FactView;
  readonly #base: BaseFacts | undefined;
  /** By own row of `atoms`. */
  readonly #coverage: IntervalSet[] = [];

  constructor({ arity, isTemporal }: { readonly arity: number; readonly isTemporal: boolean }, base?: BaseFacts) {
    this.arity = arity;
    this.isTemporal = isTemporal;
    this.#base = base;
    this.rows = new FactView(isTemporal ? arity + 2 : arity, base?.rows);
    this.atoms = isTemporal ? new FactView(arity, base?.atoms) : this.rows;
  }

  /** These facts as the start of later runs. INVARIANT: nothing is added to them any more. */
  snapshot(version: number): BaseFacts {
    // Later versions are written to it, so it must not be the relation that all empty views share.
    const snapshotOf = ({ writable }: FactView): Snapshot => {
      // The first request should not pay for it.
      writable.ready();
      return { relation: writable, limit: writable.size, version };
    };
    return { rows: snapshotOf(this.rows), atoms: snapshotOf(this.atoms), coverage: this.#coverage };
  }

  /** Whether the run has changed anything. */
  get isTouched(): boolean {
    return this.rows.own.size > 0 || this.rows.removed !== undefined || this.rows.hidesBase;
  }

  /** Makes the run's changes a part of the base; those who read older versions of it do not see them. */
  commit(version: number): BaseFacts {
    if (this.#base === undefined || this.rows.hidesBase) return this.snapshot(version);
    const rows = this.rows.commit(version);
    if (!this.isTemporal) return compacted({ rows, atoms: rows, coverage: [] });
    const { coverage } = this.#base;
    const atoms = this.atoms.commit(version, (own, added) => {
      const set = this.#coverage[own];
      if (set !== undefined) coverage[added] = set;
    });
    return compacted({ rows, atoms, coverage });
  }

  /** Adds a row; tells whether it is new. */
  add(values: ArrayLike<number>, table: ValueTable): boolean {
    if (this.rows.base !== undefined && this.rows.find(values) !== -1) return false;
    if (this.rows.writable.add(values) === -1) return false;
    if (this.isTemporal) this.#cover(values, table);
    return true;
  }

  /** Adds a row that is given, not derived; tells whether it had to be added. */
  give(values: ArrayLike<number>, table: ValueTable): boolean {
    if (!this.rows.give(values)) return false;
    if (this.isTemporal) this.#cover(values, table);
    return true;
  }

  /** Adds a row that was given to the base, after the base was hidden. */
  restore(values: ArrayLike<number>, table: ValueTable): void {
    const row = this.rows.writable.add(values);
    if (row === -1) return;
    this.rows.writable.markGiven(row);
    if (this.isTemporal) this.#cover(values, table);
  }

  /** Starts from what was given to the same predicate of this run, whose own rows are all there is. */
  startFrom({ rows }: PredicateFacts, table: ValueTable): void {
    this.rows.hidesBase = this.atoms.hidesBase = rows.hidesBase;
    for (let row = 0; row < rows.own.size; row++) {
      if (rows.own.isGiven(row) && !rows.own.isDead(row)) this.restore(rows.own.row(row), table);
    }
  }

  /** Lets the own rows die that are not among these. */
  keepOnly({ rows: kept }: PredicateFacts, table: ValueTable): void {
    const { own, limit } = this.rows;
    const dropped: number[] = [];
    for (let row = 0; row < own.size; row++) {
      if (own.isDead(row) || kept.own.has(own.row(row))) continue;
      own.kill(row);
      dropped.push(limit + row);
    }
    if (!this.isTemporal) return;
    for (const row of dropped) {
      this.recover(row, table);
      const atom = this.atoms.own.find(this.rows.row(row));
      if (this.#coverage[atom]?.size === 0) this.atoms.own.kill(atom);
    }
  }

  /** The union of the intervals of an atom, given by its row in `atoms`. */
  coverage(atom: number): IntervalSet {
    const { limit } = this.atoms;
    const coverage = atom < limit ? this.#base?.coverage[atom] : this.#coverage[atom - limit];
    if (coverage === undefined) throw new RangeError(`no atom has the row ${atom}`);
    return coverage;
  }

  /** Gives the atom of a removed row the intervals it has left, if any. To be called when all removals are known. */
  recover(row: number, table: ValueTable): void {
    if (!this.isTemporal) return;
    const values = this.rows.row(row);
    const left = new IntervalSet();
    this.rows.forEach(
      (each) => {
        left.add(table.nanosOf(this.rows.at(each, this.arity)), table.nanosOf(this.rows.at(each, this.arity + 1)));
      },
      Array.from({ length: this.arity }, (_, column) => column),
      values,
    );
    const inBase = this.atoms.findInBase(values);
    if (inBase !== -1) this.atoms.remove(inBase);
    const own = this.atoms.own.find(values);
    if (own !== -1) this.#coverage[own] = left;
    else if (left.size > 0) this.#coverage[this.atoms.writable.add(values)] = left;
  }

  #cover(values: ArrayLike<number>, table: ValueTable): void {
    const coverage = this.#touch(values);
    coverage.add(table.nanosOf(values[this.arity] ?? 0), table.nanosOf(values[this.arity + 1] ?? 0));
  }

  /** The coverage of an atom that this run changes: it becomes an own atom. */
  #touch(values: ArrayLike<number>): IntervalSet {
    const { own, writable } = { own: this.atoms.own.find(values), writable: this.atoms.writable };
    const known = this.#coverage[own];
    if (known !== undefined) return known;
    const inBase = this.atoms.hidesBase ? -1 : this.atoms.findInBase(values);
    const coverage = new IntervalSet();
    if (inBase !== -1 && this.atoms.remove(inBase)) {
      for (const [start, end] of this.coverage(inBase)) coverage.add(start, end);
    }
    this.#coverage[writable.add(values)] = coverage;
    return coverage;
  }
}

/** The same facts without the rows that died, if those are many. */
function compacted(base: BaseFacts): BaseFacts {
  if (!isWasteful(base.rows) && !isWasteful(base.atoms)) return base;
  const rows = compactedRows(base.rows);
  if (base.rows === base.atoms) return { rows, atoms: rows, coverage: [] };
  const coverage: IntervalSet[] = [];
  const atoms = compactedRows(base.atoms, (from, to) => {
    const set = base.coverage[from];
    if (set !== undefined) coverage[to] = set;
  });
  return { rows, atoms, coverage };
}

function isWasteful({ relation }: Snapshot): boolean {
  return relation.deadCount > minWaste && relation.deadCount * 2 > relation.size;
}

const minWaste = 64;

function compactedRows(
  { relation, version }: Snapshot,
  visit: (from: number, to: number) => void = () => undefined,
): Snapshot {
  const living = new Relation(relation.width);
  living.appendAll(relation, visit);
  return { relation: living, limit: living.size, version };
}
