import { IntervalSet } from './interval-set.js';
import { Relation } from './relation.js';
import type { ValueTable } from './value-table.js';

/**
 * The facts of a temporal predicate. `rows` has the arguments, then start and end as ids of times, one row for each
 * stored interval; `atoms` has the arguments alone, once, and for each of its rows the union of the intervals.
 */
export class TemporalRelation {
  readonly rows: Relation;
  readonly atoms: Relation;
  readonly #arity: number;
  readonly #table: ValueTable;
  readonly #coverage: IntervalSet[] = [];

  constructor(arity: number, table: ValueTable) {
    this.rows = new Relation(arity + 2);
    this.atoms = new Relation(arity);
    this.#arity = arity;
    this.#table = table;
  }

  /** Adds arguments, start and end; tells the row's number, or -1 if it was there. */
  add(values: ArrayLike<number>, stamp: number): number {
    const row = this.rows.add(values, stamp);
    if (row === -1) return -1;
    const atom = this.atoms.add(values, stamp);
    const coverage = atom === -1 ? this.coverage(this.atoms.find(values)) : new IntervalSet();
    if (atom !== -1) this.#coverage[atom] = coverage;
    coverage.add(this.start(row), this.end(row));
    return row;
  }

  start(row: number): bigint {
    return this.#table.nanosOf(this.rows.at(row, this.#arity));
  }

  end(row: number): bigint {
    return this.#table.nanosOf(this.rows.at(row, this.#arity + 1));
  }

  /** The union of the intervals of an atom, given by its row in `atoms`. */
  coverage(atom: number): IntervalSet {
    const coverage = this.#coverage[atom];
    if (coverage === undefined) throw new RangeError(`no atom has the row ${atom}`);
    return coverage;
  }
}
