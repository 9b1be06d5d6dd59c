import type { Database } from '../engine/database.js';
import type { Evaluation } from '../engine/evaluation.js';
import type { Evaluator } from '../engine/evaluator.js';
import type { Fact } from '../engine/fact.js';
import { runSync } from '../engine/run-sync.js';
import type { PredicateInfo, PredicateKey, Program } from '../program/program.js';
import type { FactView } from '../store/fact-view.js';
import type { Relation } from '../store/relation.js';
import type { RowIndex } from '../store/row-index.js';
import type { ValueTable } from '../store/value-table.js';
import type { Span } from '../text/source.js';
import type { Value } from '../value/value.js';

/** The rows of one predicate as the search for reasons reads them. The last columns of a temporal one are its times. */
export class PredicateView {
  readonly info: PredicateInfo;
  /** The same in all evaluations of a program. */
  readonly number: number;
  readonly #database: Database;
  #rows: FactView;

  constructor(info: PredicateInfo, number: number, database: Database) {
    this.info = info;
    this.number = number;
    this.#database = database;
    this.#rows = database.facts(info.key).rows;
  }

  /** The rows as they are stored; for lookups. */
  get rows(): FactView {
    return this.#rows;
  }

  /** Looks at the facts anew: answers to questions may have come. */
  refresh(): void {
    this.#rows = this.#database.facts(this.info.key).rows;
  }

  /** The end of the row numbers; some rows below it may be dead. */
  get end(): number {
    return this.#rows.end;
  }

  /** How many rows a walk meets, dead ones included; whatever becomes of the base later, the same number. */
  get size(): number {
    return this.#rows.hidesBase ? this.#rows.own.size : this.#rows.end;
  }

  /** Whether the facts are those of the base, no more and no less. */
  get isAsInBase(): boolean {
    const { base, own, removed, hidesBase } = this.#rows;
    return base !== undefined && own.size === 0 && removed === undefined && !hidesBase;
  }

  /** Whether a row is the base's. */
  isOfBase(row: number): boolean {
    return row < this.#rows.limit;
  }

  /** The row with these values, rather one that counts than a dead one; or -1. */
  find(values: ArrayLike<number>): number {
    const row = this.#rows.find(values);
    if (row !== -1) return row;
    const own = this.#rows.own.find(values);
    return own === -1 ? -1 : own + this.#rows.limit;
  }

  at(row: number, column: number): number {
    return this.#rows.at(row, column);
  }

  /** Whether the row is not a fact of the model: a better one took its place, or nothing supports it any more. */
  isDead(row: number): boolean {
    return !this.#rows.isAlive(row);
  }

  /** Whether the row is dead because a better one of a lattice took its place while the facts were derived. */
  isReplaced(row: number): boolean {
    return row >= this.#rows.limit && this.#rows.own.isDead(row - this.#rows.limit);
  }

  /** Greater than the stamps of all rows of the same component that the row was derived from. */
  stamp(row: number): number {
    return this.#rows.stamp(row);
  }

  /** Whether program or host gave the fact. */
  isGiven(row: number): boolean {
    return this.#rows.isGiven(row);
  }

  /** Finds rows by these columns. One walk at a time. */
  lookup(columns: readonly number[]): RowLookup {
    return new RowLookup(this, columns);
  }
}

/** So many own rows are searched one by one. */
const fewRows = 24;

/**
 * Rows by the values of some columns: `next` follows `first` until it gives -1. Own rows come first, then those of the
 * base; dead ones are among them.
 */
export class RowLookup {
  readonly #view: PredicateView;
  readonly #columns: readonly number[];
  #own: Relation | undefined;
  #ownIndex: RowIndex | undefined;
  #baseIndex: RowIndex | undefined;
  #key: ArrayLike<number> = [];

  constructor(view: PredicateView, columns: readonly number[]) {
    this.#view = view;
    this.#columns = columns;
  }

  /** `values` must not change during the walk. */
  first(values: ArrayLike<number>): number {
    const { own, limit } = this.#view.rows;
    this.#key = values;
    if (own.size <= fewRows) {
      this.#ownIndex = undefined;
      return this.#ownBelow(own.size);
    }
    if (this.#own !== own || this.#ownIndex === undefined) {
      this.#own = own;
      this.#ownIndex = own.index(this.#columns);
    } else this.#ownIndex.catchUp(own.size);
    const row = this.#ownIndex.first(values);
    return row === -1 ? this.#firstInBase() : row + limit;
  }

  next(row: number): number {
    const { limit } = this.#view.rows;
    if (row < limit) return this.#inBase(this.#baseIndex?.next(row) ?? -1);
    if (this.#ownIndex === undefined) return this.#ownBelow(row - limit);
    const next = this.#ownIndex.next(row - limit);
    return next === -1 ? this.#firstInBase() : next + limit;
  }

  /** The next own row below one; without an index, which would cost more than it saves for a few rows. */
  #ownBelow(end: number): number {
    const { own, limit } = this.#view.rows;
    for (let row = end - 1; row >= 0; row--) if (this.#matches(own, row)) return row + limit;
    return this.#firstInBase();
  }

  #matches(own: Relation, row: number): boolean {
    for (let at = 0; at < this.#columns.length; at++) {
      if (own.at(row, this.#columns[at] ?? 0) !== this.#key[at]) return false;
    }
    return true;
  }

  #firstInBase(): number {
    const { base, hidesBase } = this.#view.rows;
    if (base === undefined || hidesBase) return -1;
    this.#baseIndex ??= base.relation.index(this.#columns);
    return this.#inBase(this.#baseIndex.first(this.#key));
  }

  /** Skips rows that the base got later. */
  #inBase(row: number): number {
    const { limit } = this.#view.rows;
    let found = row;
    while (found >= limit) found = this.#baseIndex?.next(found) ?? -1;
    return found;
  }
}

/**
 * A finished evaluation as the search for reasons sees it. This file is the only one here that knows how facts are
 * stored.
 */
export class EvaluationView {
  readonly program: Program;
  readonly now: bigint;
  readonly table: ValueTable;
  /** The values that have the same ids in all evaluations of the program. */
  readonly constants: ValueTable;
  /** What other evaluations start from as well, if there is such a thing. */
  readonly base: object | undefined;
  readonly #evaluator: Evaluator;
  readonly #views = new Map<PredicateKey, PredicateView>();

  constructor({ program, now, evaluator }: Evaluation) {
    this.program = program;
    this.now = now;
    this.table = evaluator.database.table;
    this.constants = evaluator.plan.constants;
    this.base = evaluator.database.base;
    this.#evaluator = evaluator;
  }

  /** INVARIANT: the program has the predicate. */
  predicate(key: PredicateKey): PredicateView {
    let view = this.#views.get(key);
    if (view === undefined) {
      const info = this.program.predicates.get(key);
      const number = this.#evaluator.plan.numbers.get(key);
      if (info === undefined || number === undefined) throw new Error(`the program has no predicate ${key}`);
      view = new PredicateView(info, number, this.#evaluator.database);
      this.#views.set(key, view);
    }
    return view;
  }

  /** Makes sure that a deferred predicate has its answers for these inputs. */
  solve({ key, isDeferred }: PredicateInfo, inputs: readonly number[], span: Span): void {
    if (!isDeferred) return;
    this.#evaluator.guarded(() => runSync(this.#evaluator.solve(key, inputs, span)));
    this.refresh();
  }

  /** Looks anew at what queries and questions may have added since. */
  refresh(): void {
    for (const view of this.#views.values()) if (view.info.isDeferred || view.info.isExternal) view.refresh();
  }

  /** The row of a fact of the model, or -1. */
  rowOf({ args, interval }: Fact, view: PredicateView): number {
    const ids: number[] = [];
    for (const value of args) {
      const id = this.table.find(value);
      if (id === undefined) return -1;
      ids.push(id);
    }
    if (interval !== undefined) ids.push(this.table.time(interval.start), this.table.time(interval.end));
    return view.find(ids);
  }

  /** A row as a fact. */
  factAt(view: PredicateView, row: number): Fact {
    const { key, name, arity, isTemporal } = view.info;
    const args: Value[] = [];
    for (let column = 0; column < arity; column++) args.push(this.table.get(view.at(row, column)));
    if (!isTemporal) return { predicate: key, name, args };
    const [start, end] = [view.at(row, arity), view.at(row, arity + 1)];
    return { predicate: key, name, args, interval: { start: this.table.nanosOf(start), end: this.table.nanosOf(end) } };
  }
}

const views = new WeakMap<Evaluation, EvaluationView>();

/** The view of an evaluation, made once. */
export function viewOf(evaluation: Evaluation): EvaluationView {
  let view = views.get(evaluation);
  if (view === undefined) {
    view = new EvaluationView(evaluation);
    views.set(evaluation, view);
  }
  view.refresh();
  return view;
}
