import type { Database } from '../engine/database.js';
import type { Evaluation } from '../engine/evaluation.js';
import type { Fact } from '../engine/fact.js';
import { runSync } from '../engine/run-sync.js';
import type { PredicateInfo, PredicateKey, Program } from '../program/program.js';
import { FactView } from '../store/fact-view.js';
import type { Relation } from '../store/relation.js';
import type { RowIndex } from '../store/row-index.js';
import type { ValueTable } from '../store/value-table.js';
import type { Span } from '../text/source.js';
import type { Value } from '../value/value.js';

/** What a view shows that stands for no evaluation. */
const noRows = new FactView(0);

/**
 * The rows of one predicate as the search for reasons reads them. The last columns of a temporal one are its times. What
 * each look at a row needs is taken out of the stored view once.
 */
export class PredicateView {
  readonly info: PredicateInfo;
  /** The same in all evaluations of a program. */
  readonly number: number;
  /** As in `info`, which is slower to read. */
  readonly key: PredicateKey;
  readonly name: string;
  readonly arity: number;
  readonly isTemporal: boolean;
  #rows = noRows;
  #own: Relation = noRows.own;
  #base: Relation = noRows.own;
  #limit = 0;
  /** Whether all rows of the base count. */
  #isBaseWhole = true;

  constructor(info: PredicateInfo, number: number) {
    this.info = info;
    this.number = number;
    this.name = info.name;
    this.arity = info.arity;
    this.isTemporal = info.isTemporal;
    this.key = info.key;
  }

  /** Looks at the facts of a database from here on, as they are now: answers to questions may come later. */
  show(database: Database): void {
    this.#look(database.at(this.number).rows);
  }

  /** Holds no facts any more. */
  release(): void {
    this.#look(noRows);
  }

  #look(rows: FactView): void {
    const { base, own, removed, hidesBase } = rows;
    this.#rows = rows;
    this.#own = own;
    this.#base = base?.relation ?? noRows.own;
    this.#limit = base?.limit ?? 0;
    // Rows that die later do so at a later version, which these facts are not of.
    this.#isBaseWhole = !hidesBase && removed === undefined && base?.relation.death === undefined;
  }

  /** Whether it shows an evaluation. */
  get isShown(): boolean {
    return this.#rows !== noRows;
  }

  /** The rows as they are stored; for lookups. */
  get rows(): FactView {
    return this.#rows;
  }

  /** The end of the row numbers; some rows below it may be dead. */
  get end(): number {
    return this.#limit + this.#own.size;
  }

  /** How many rows a walk meets, dead ones included; whatever becomes of the base later, the same number. */
  get size(): number {
    return this.#rows.hidesBase ? this.#own.size : this.end;
  }

  /** Whether the facts are those of the base, no more and no less. */
  get isAsInBase(): boolean {
    const { base, removed, hidesBase } = this.#rows;
    return base !== undefined && this.#own.size === 0 && removed === undefined && !hidesBase;
  }

  /** Whether a row is the base's. */
  isOfBase(row: number): boolean {
    return row < this.#limit;
  }

  /** The row with these values, rather one that counts than a dead one; or -1. */
  find(values: ArrayLike<number>): number {
    const own = this.#own.size === 0 ? -1 : this.#own.find(values);
    if (own !== -1 && !this.#own.isDead(own)) return own + this.#limit;
    const row = this.#findInBase(values);
    if (row !== -1) return row;
    return own === -1 ? this.#findReplaced(values) : own + this.#limit;
  }

  /** A row of the base that died while its facts were derived. */
  #findReplaced(values: ArrayLike<number>): number {
    if (this.#limit === 0 || this.#rows.hidesBase || this.#base.deadCount === 0) return -1;
    let row = this.#base.find(values);
    while (row >= this.#limit) row = this.#base.former(row);
    return row !== -1 && this.isReplaced(row) ? row : -1;
  }

  #findInBase(values: ArrayLike<number>): number {
    if (this.#limit === 0 || this.#rows.hidesBase) return -1;
    const row = this.#rows.findInBase(values);
    return row === -1 || this.#isBaseWhole || !this.isDead(row) ? row : -1;
  }

  at(row: number, column: number): number {
    return row < this.#limit ? this.#base.at(row, column) : this.#own.at(row - this.#limit, column);
  }

  /** Whether the row is not a fact of the model: a better one took its place, or nothing supports it any more. */
  isDead(row: number): boolean {
    if (row >= this.#limit) return this.#own.isDead(row - this.#limit);
    return !this.#isBaseWhole && !this.#rows.isAlive(row);
  }

  /**
   * Whether the row died while the facts were derived: a better one of a lattice took its place, or it followed from one
   * that was replaced. INVARIANT: rows of such predicates do not die otherwise, since a change derives them all anew.
   */
  isReplaced(row: number): boolean {
    if (row >= this.#limit) return this.#own.isDead(row - this.#limit);
    return !this.#rows.hidesBase && !this.#rows.isInBase(row);
  }

  /** Greater than the stamps of all rows of the same component that the row was derived from. */
  stamp(row: number): number {
    return this.#rows.stamp(row);
  }

  /** Whether program or host gave the fact. */
  isGiven(row: number): boolean {
    return row < this.#limit ? this.#base.isGiven(row) : this.#own.isGiven(row - this.#limit);
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
    this.#ownIndex = own.index(this.#columns);
    const row = this.#ownIndex.first(values);
    return row === -1 ? this.#firstInBase() : row + limit;
  }

  /** Holds no rows any more. */
  release(): void {
    this.#ownIndex = undefined;
    this.#baseIndex = undefined;
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
 * stored. A view may be used for one evaluation of its program after the other.
 */
export class EvaluationView {
  readonly program: Program;
  /** The values that have the same ids in all evaluations of the program. */
  readonly constants: ValueTable;
  readonly #numbers: ReadonlyMap<PredicateKey, number>;
  readonly #views = new Map<PredicateKey, PredicateView>();
  /** The views of predicates that somebody has asked for since the evaluation is shown; the others show nothing. */
  readonly #used: PredicateView[] = [];
  #evaluation: Evaluation | undefined;
  #table: ValueTable;

  constructor(evaluation: Evaluation) {
    const { plan } = evaluation.evaluator;
    this.program = evaluation.program;
    this.constants = plan.constants;
    this.#numbers = plan.numbers;
    this.#evaluation = evaluation;
    this.#table = evaluation.evaluator.database.table;
  }

  /** Looks at another evaluation of the program from here on; to be called after `release`. */
  show(evaluation: Evaluation): void {
    this.#evaluation = evaluation;
    this.#table = evaluation.evaluator.database.table;
  }

  /** Holds nothing of the evaluation any more. */
  release(): void {
    this.#evaluation = undefined;
    this.#table = this.constants;
    for (const view of this.#used) view.release();
    this.#used.length = 0;
  }

  get table(): ValueTable {
    return this.#table;
  }

  get now(): bigint {
    return this.#shown.now;
  }

  /** What other evaluations start from as well, if there is such a thing. */
  get base(): object | undefined {
    return this.#shown.evaluator.database.base;
  }

  /** INVARIANT: the program has the predicate. */
  predicate(key: PredicateKey): PredicateView {
    let view = this.#views.get(key);
    if (view === undefined) {
      const info = this.program.predicates.get(key);
      const number = this.#numbers.get(key);
      if (info === undefined || number === undefined) throw new Error(`the program has no predicate ${key}`);
      view = new PredicateView(info, number);
      this.#views.set(key, view);
    }
    this.use(view);
    return view;
  }

  /** Makes sure that one of the views that `predicate` gave shows this evaluation. */
  use(view: PredicateView): void {
    if (view.isShown) return;
    view.show(this.#shown.evaluator.database);
    this.#used.push(view);
  }

  /** Makes sure that a deferred predicate has its answers for these inputs. */
  solve({ key, isDeferred }: PredicateInfo, inputs: readonly number[], span: Span): void {
    if (!isDeferred) return;
    const { evaluator } = this.#shown;
    try {
      evaluator.guarded(() => runSync(evaluator.solve(key, inputs, span)));
    } finally {
      // What was found before a failure stays.
      this.refresh();
    }
  }

  /** Looks anew at what queries and questions may have added since. */
  refresh(): void {
    const { database } = this.#shown.evaluator;
    for (const view of this.#used) if (view.info.isDeferred || view.info.isExternal) view.show(database);
  }

  get #shown(): Evaluation {
    if (this.#evaluation === undefined) throw new Error('the view shows no evaluation');
    return this.#evaluation;
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
    const { key, name, arity, isTemporal } = view;
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
