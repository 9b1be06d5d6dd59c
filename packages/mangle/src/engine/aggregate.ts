import type { GroupLetPlan, GroupPlan } from '../plan/plan.js';
import type { PredicateKey } from '../program/program.js';
import { Relation } from '../store/relation.js';
import { RowColumns } from '../store/row-columns.js';
import { noValue } from '../store/value-id.js';
import { checkGroupedRows } from './budget.js';
import { type IdReducer, reducerOnIds } from './calls.js';
import { createReader, type OperandContext, type Reader } from './operands.js';
import { RowGroups } from './row-groups.js';

/** Collects the distinct solutions of an aggregation's body, then gives the groups one after the other. */
export class Aggregator {
  readonly #predicate: PredicateKey;
  readonly #isDistinct: boolean;
  /** The registers that are kept of a solution. */
  readonly #kept: readonly number[];
  readonly #body: OperandContext;
  readonly #group: OperandContext;
  readonly #keys: readonly number[];
  readonly #lets: readonly GroupLet[];
  #rows: Relation | RowColumns;

  /** The keys and lets of the current group are written to the registers of `group`. */
  constructor(plan: GroupPlan, predicate: PredicateKey, body: OperandContext, group: OperandContext) {
    this.#predicate = predicate;
    this.#isDistinct = plan.isDistinct;
    this.#kept = plan.kept;
    this.#body = body;
    this.#group = group;
    this.#keys = plan.keys.map((register) => this.#kept.indexOf(register));
    this.#rows = this.#createRows();
    this.#lets = plan.lets.map((each) => createLet(each, this.#kept, body, group));
  }

  reset(): void {
    this.#rows = this.#createRows();
  }

  /** Adds solutions, as rows of what is kept of them. */
  addAll(rows: Int32Array, count: number): void {
    if (this.#rows instanceof Relation) this.#rows.addAll(rows, count, Infinity);
    else this.#rows.addAll(rows, count);
    checkGroupedRows(this.#rows.size, this.#predicate, this.#group.table.maxMade);
  }

  /** Calls `emit` for each group, in order of first appearance. Yields after each bit of work, so that it can pause. */
  *finish(emit: () => void): Generator<void, void> {
    const groups = new RowGroups(this.#rows, this.#keys);
    while (groups.take(rowsBetweenPauses)) yield;
    const members = groups.members();
    const { registers } = this.#group;
    for (let group = 0; group < groups.count; group++) {
      this.#keys.forEach((column, at) => (registers[at] = this.#at(groups.first(group), column)));
      const rows = members.rows.subarray(members.starts[group], members.starts[group + 1]);
      for (let at = 0; at < this.#lets.length; at++) {
        registers[this.#keys.length + at] = yield* this.#resultOf(this.#lets[at], rows);
      }
      emit();
      yield;
    }
  }

  /** What a let comes to in the group of these rows. */
  *#resultOf(each: GroupLet | undefined, rows: Int32Array): Generator<void, number> {
    if (each === undefined) return noValue;
    if (!(each instanceof Reduction)) return each();
    each.reserve(rows.length);
    if (each.takeColumns(this.#rows.columns, rows)) return each.result(rows.length);
    for (let at = 0; at < rows.length; at++) {
      this.#load(rows[at] ?? 0);
      each.takeRow(at);
      if (at % rowsBetweenPauses === 0) yield;
    }
    return each.result(rows.length);
  }

  /** Solutions that may come twice are looked up; of others only what is used is kept. */
  #createRows(): Relation | RowColumns {
    return this.#isDistinct ? new RowColumns(this.#kept.length) : new Relation(this.#kept.length);
  }

  #at(row: number, column: number): number {
    return this.#rows.columns[column]?.[row] ?? noValue;
  }

  /** Writes a solution back into the registers of the body. */
  #load(row: number): void {
    const { registers } = this.#body;
    this.#kept.forEach((register, column) => (registers[register] = this.#at(row, column)));
  }
}

/** A few microseconds' work. */
const rowsBetweenPauses = 128;

/** A value that is read from the group's registers, or a reduction of its rows. */
type GroupLet = Reader | Reduction;

function createLet(plan: GroupLetPlan, row: readonly number[], body: OperandContext, group: OperandContext): GroupLet {
  const { reducer, args, span } = plan;
  const [value] = args;
  if (reducer !== undefined) return new Reduction(plan, row, reducerOnIds(reducer, span, body), body);
  if (value === undefined) throw new Error('a let without a value');
  return createReader(value, group);
}

/** Takes the arguments of a reducer from the rows of one group after the other. */
class Reduction {
  readonly #reduce: IdReducer;
  readonly #readers: readonly Reader[];
  /** For each argument the column of the row that it is, or -1 if it is none. */
  readonly #sources: readonly number[];
  #columns: readonly Int32Array[];

  constructor({ args }: GroupLetPlan, row: readonly number[], reduce: IdReducer, body: OperandContext) {
    this.#reduce = reduce;
    this.#readers = args.map((arg) => createReader(arg, body));
    this.#sources = args.map((arg) => (arg.kind === 'register' ? row.indexOf(arg.register) : -1));
    this.#columns = args.map(() => new Int32Array(8));
  }

  /** Makes room for so many rows. */
  reserve(count: number): void {
    if (count <= (this.#columns[0]?.length ?? Infinity)) return;
    this.#columns = this.#columns.map(() => new Int32Array(2 * count));
  }

  /** Takes the arguments of all rows, if they are columns of the rows; tells whether they are. */
  takeColumns(columns: readonly Int32Array[], rows: Int32Array): boolean {
    if (this.#sources.includes(-1)) return false;
    for (let at = 0; at < this.#sources.length; at++) {
      const source = columns[this.#sources[at] ?? 0] ?? noColumn;
      const target = this.#columns[at] ?? noColumn;
      for (let place = 0; place < rows.length; place++) target[place] = source[rows[place] ?? 0] ?? noValue;
    }
    return true;
  }

  /** Takes the arguments of the row in the registers of the body as the group's row number `at`. */
  takeRow(at: number): void {
    for (let arg = 0; arg < this.#readers.length; arg++) {
      const column = this.#columns[arg];
      if (column !== undefined) column[at] = this.#readers[arg]?.() ?? noValue;
    }
  }

  /** The result for the first `count` rows that were taken. */
  result(count: number): number {
    return this.#reduce(this.#columns, count);
  }
}

const noColumn = new Int32Array(0);
