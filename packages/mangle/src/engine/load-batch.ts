import type { PredicateKey, Program, ProgramBatch } from '../program/program.js';
import type { Relation } from '../store/relation.js';
import type { ValueTable } from '../store/value-table.js';
import { argsAt, type FactBatch, type FactValues } from '../value/fact-batch.js';
import type { Span } from '../text/source.js';
import type { Evaluator } from './evaluator.js';

/** Loads facts that were read in bulk, some at a time, and tells their predicate each time. */
export function* loadBatch(
  evaluator: Evaluator,
  { predicates }: Program,
  { predicate, facts }: Pick<ProgramBatch, 'predicate'> & { readonly facts: FactBatch },
  span: Span,
): Generator<PredicateKey> {
  if (predicates.get(predicate)?.lattice !== undefined) {
    for (let row = 0; row < facts.count; row++) {
      evaluator.load(predicate, argsAt(facts, row), undefined, span);
      yield predicate;
    }
    return;
  }
  const { table } = evaluator.database;
  const target = evaluator.database.own(predicate);
  const ids = new Translation(facts.values, table);
  const { columns } = facts;
  if (ids.isSame && target.rows.base === undefined) {
    yield* loadColumns(target.rows.writable, columns, facts.count, predicate);
    return;
  }
  const values = new Array<number>(columns.length).fill(0);
  for (let row = 0; row < facts.count; row++) {
    for (let column = 0; column < columns.length; column++) values[column] = ids.idOf(columns[column]?.[row] ?? 0);
    target.give(values, table);
    if (row % rowsAtOnce === 0) yield predicate;
  }
}

/** A turn of the caller for each row would cost as much as the row. */
const rowsAtOnce = 16;

/** Loads whole columns, whose ids are those of the relation. */
function* loadColumns(
  relation: Relation,
  columns: readonly Int32Array[],
  count: number,
  predicate: PredicateKey,
): Generator<PredicateKey> {
  relation.reserve(count);
  for (let from = 0; from < count; from += rowsBetweenPauses) {
    relation.addColumns(columns, from, Math.min(count, from + rowsBetweenPauses));
    yield predicate;
  }
  relation.given = relation.size;
  relation.tidy();
}

/** A fraction of a millisecond's work. */
const rowsBetweenPauses = 1024;

/** The ids that the values of one table have in another. */
class Translation {
  readonly #from: FactValues;
  readonly #to: ValueTable;
  /** Whether the other table builds on this one, so that ids are the same in both. */
  readonly isSame: boolean;
  /** By id, the other id plus one. */
  #known = new Int32Array(1024);

  constructor(from: FactValues, to: ValueTable) {
    this.#from = from;
    this.#to = to;
    let table: ValueTable | undefined = to;
    while (table !== undefined && table !== from) table = table.parent;
    this.isSame = table === from;
  }

  idOf(id: number): number {
    // A small integer has the same id in every table.
    if (id < 0 || this.isSame) return id;
    const known = id < this.#known.length ? (this.#known[id] ?? 0) : 0;
    return known === 0 ? this.#translate(id) : known - 1;
  }

  #translate(id: number): number {
    if (id >= this.#known.length) {
      const larger = new Int32Array(Math.max(id + 1, 2 * this.#known.length));
      larger.set(this.#known);
      this.#known = larger;
    }
    const other = this.#to.intern(this.#from.get(id));
    this.#known[id] = other + 1;
    return other;
  }
}
