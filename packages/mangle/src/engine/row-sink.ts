import type { Plan } from '../plan/plan.js';
import type { PredicateInfo } from '../program/program.js';
import type { Relation } from '../store/relation.js';
import type { Budget } from './budget.js';
import type { Database } from './database.js';

/** Takes the columns of a row that a plan gives; the array is reused for the next one. */
export type Emit = (plan: Plan, row: Int32Array) => void;

/** Takes the rows that plans find. */
export interface RowSink {
  /** Takes one row; the array is reused for the next one. */
  add(row: Int32Array): void;
  /** Takes rows that lie one after the other in an array; one without columns takes one number as well. */
  addAll(rows: Int32Array, count: number): void;
}

/** Hands rows on to a function. */
export class EmitSink implements RowSink {
  readonly #plan: Plan;
  readonly #emit: Emit;
  readonly #row: Int32Array;

  constructor(plan: Plan, emit: Emit) {
    this.#plan = plan;
    this.#emit = emit;
    this.#row = scratchRow(plan.head.length);
  }

  add(row: Int32Array): void {
    this.#emit(this.#plan, row);
  }

  addAll(rows: Int32Array, count: number): void {
    for (let at = 0; at < count; at++) this.add(copied(rows, at, this.#row));
  }
}

/** Adds rows to a plain predicate and counts those that are new. */
export class FactSink implements RowSink {
  readonly #info: PredicateInfo;
  readonly #number: number;
  readonly #database: Database;
  readonly #budget: Budget;
  readonly #hasBase: boolean;
  readonly #row: Int32Array;
  #own: Relation | undefined;

  constructor(info: PredicateInfo, number: number, database: Database, budget: Budget) {
    this.#info = info;
    this.#number = number;
    this.#database = database;
    this.#budget = budget;
    this.#hasBase = database.at(number).rows.limit > 0;
    this.#row = scratchRow(info.arity);
  }

  add(row: Int32Array): void {
    if (this.#hasBase && this.#database.at(this.#number).rows.find(row) !== -1) return;
    if (this.#relation().add(row) !== -1) this.#budget.countFact(this.#info.key, this.#info.isDeferred);
  }

  addAll(rows: Int32Array, count: number): void {
    const { key, isDeferred } = this.#info;
    if (this.#hasBase) {
      for (let at = 0; at < count; at++) this.add(copied(rows, at, this.#row));
      return;
    }
    const added = this.#relation().addAll(rows, count, this.#budget.roomForFacts(isDeferred));
    this.#budget.countFacts(added, key, isDeferred);
  }

  /** Made when the first row comes, so that rules without solutions cost no relation. */
  #relation(): Relation {
    return (this.#own ??= this.#database.ownAt(this.#number).rows.writable);
  }
}

/** One row for each width; nothing is kept in it between two calls. */
const scratchRows: Int32Array[] = [];

function scratchRow(width: number): Int32Array {
  return (scratchRows[width] ??= new Int32Array(width));
}

/** A row of many, in an array of its own: a view of the others would take longer to make. */
function copied(rows: Int32Array, at: number, row: Int32Array): Int32Array {
  const start = at * row.length;
  for (let column = 0; column < row.length; column++) row[column] = rows[start + column] ?? 0;
  return row;
}
