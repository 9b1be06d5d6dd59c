import type { Plan } from '../plan/plan.js';
import type { PredicateInfo, PredicateKey } from '../program/program.js';
import type { Relation } from '../store/relation.js';
import type { Budget } from './budget.js';
import type { Database } from './database.js';

/** Takes the columns of a row that a plan gives; the array is reused for the next one. */
export type Emit = (plan: Plan, row: Int32Array) => void;

/** Takes the rows that generated code finds, as values or in an array. */
export interface RowSink {
  add(row: Int32Array): void;
  add1(a: number): void;
  add2(a: number, b: number): void;
  add3(a: number, b: number, c: number): void;
}

/** Hands rows on to a function. */
export class EmitSink implements RowSink {
  readonly #plan: Plan;
  readonly #row: Int32Array;
  readonly #emit: Emit;

  constructor(plan: Plan, emit: Emit) {
    this.#plan = plan;
    this.#row = new Int32Array(plan.head.length);
    this.#emit = emit;
  }

  add(row: Int32Array): void {
    this.#emit(this.#plan, row);
  }

  add1(a: number): void {
    this.#row[0] = a;
    this.#emit(this.#plan, this.#row);
  }

  add2(a: number, b: number): void {
    this.#row[0] = a;
    this.#row[1] = b;
    this.#emit(this.#plan, this.#row);
  }

  add3(a: number, b: number, c: number): void {
    this.#row[0] = a;
    this.#row[1] = b;
    this.#row[2] = c;
    this.#emit(this.#plan, this.#row);
  }
}

/** One row for each arity; nothing is kept in it between two calls. */
const scratchRows: Int32Array[] = [];

/** Adds rows to a plain predicate and counts those that are new. */
export class FactSink implements RowSink {
  readonly #predicate: PredicateKey;
  readonly #number: number;
  readonly #database: Database;
  readonly #isHidden: boolean;
  readonly #budget: Budget;
  readonly #hasBase: boolean;
  readonly #row: Int32Array;
  #own: Relation | undefined;

  constructor({ key, arity, isDeferred }: PredicateInfo, number: number, database: Database, budget: Budget) {
    this.#predicate = key;
    this.#number = number;
    this.#database = database;
    this.#isHidden = isDeferred;
    this.#budget = budget;
    this.#hasBase = database.at(number).rows.limit > 0;
    this.#row = scratchRows[arity] ??= new Int32Array(arity);
  }

  add(row: Int32Array): void {
    if (this.#hasBase && this.#database.at(this.#number).rows.find(row) !== -1) return;
    if (this.#relation().add(row) !== -1) this.#count();
  }

  add1(a: number): void {
    if (this.#hasBase) {
      this.#row[0] = a;
      this.add(this.#row);
    } else if (this.#relation().add1(a) !== -1) this.#count();
  }

  add2(a: number, b: number): void {
    if (this.#hasBase) {
      this.#row[0] = a;
      this.#row[1] = b;
      this.add(this.#row);
    } else if (this.#relation().add2(a, b) !== -1) this.#count();
  }

  add3(a: number, b: number, c: number): void {
    if (this.#hasBase) {
      this.#row[0] = a;
      this.#row[1] = b;
      this.#row[2] = c;
      this.add(this.#row);
    } else if (this.#relation().add3(a, b, c) !== -1) this.#count();
  }

  /** Made when the first row comes, so that rules without solutions cost no relation. */
  #relation(): Relation {
    return (this.#own ??= this.#database.ownAt(this.#number).rows.writable);
  }

  #count(): void {
    this.#budget.countFact(this.#predicate, this.#isHidden);
  }
}
