import type { Plan } from '../plan/plan.js';
import { type PredicateInfo, type PredicateKey, predicateKey, type Rule } from '../program/program.js';
import type { Span } from '../text/source.js';
import { intervalText } from '../value/format.js';
import type { Budget } from './budget.js';
import type { Database } from './database.js';
import { Failure } from './failure.js';
import type { MergeCandidate } from './merge-candidate.js';
import { instantAt } from './operands.js';

/** Takes derived heads into the database: checks intervals, counts against the budget, sets lattice rows aside. */
export class Sink {
  readonly #predicates: ReadonlyMap<PredicateKey, PredicateInfo>;
  readonly #database: Database;
  readonly #budget: Budget;
  #candidates: MergeCandidate[] = [];

  constructor(predicates: ReadonlyMap<PredicateKey, PredicateInfo>, database: Database, budget: Budget) {
    this.#predicates = predicates;
    this.#database = database;
    this.#budget = budget;
  }

  emit({ rule }: Plan, row: Int32Array): void {
    const { predicate } = rule;
    const info = this.#predicates.get(predicate);
    const { lattice } = info ?? {};
    if (lattice !== undefined) this.addCandidate({ predicate, lattice, row: [...row], span: rule.clause.head.span });
    else if (info?.isTemporal === true)
      this.#addTemporal(info, row, rule.clause.annotation?.span ?? rule.clause.head.span);
    else this.add(predicate, row, info === undefined ? headKey(rule) : predicate);
  }

  /** Adds a derived row, if it is new; an auxiliary one counts for the predicate that it helps to derive. */
  add(predicate: PredicateKey, row: ArrayLike<number>, producer: PredicateKey = predicate): void {
    const base = this.#database.base === undefined ? -1 : this.#database.facts(predicate).rows.find(row);
    if (base !== -1 || !this.#database.own(predicate).add(row, this.#database.table)) return;
    this.#budget.countFact(producer, this.#predicates.get(predicate)?.isDeferred !== false);
  }

  addCandidate(candidate: MergeCandidate): void {
    this.#candidates.push(candidate);
  }

  /** Adds what the merge of a candidate came to. */
  addMerged({ predicate, lattice, span, isGiven }: MergeCandidate, row: readonly number[]): void {
    const facts = this.#database.own(predicate);
    if (facts.rows.own.has(row)) {
      throw new Failure(
        'merge-failed',
        span,
        `the merge predicate \`${lattice.merge}\` went back to a value it had replaced`,
      );
    }
    if (isGiven === true) facts.give(row, this.#database.table);
    else this.add(predicate, row);
  }

  get hasCandidates(): boolean {
    return this.#candidates.length > 0;
  }

  takeCandidates(): readonly MergeCandidate[] {
    const taken = this.#candidates;
    if (taken.length > 0) this.#candidates = [];
    return taken;
  }

  /** The last two columns of the row are the interval; whatever they are, they are stored as times. */
  #addTemporal({ key, arity }: PredicateInfo, row: Int32Array, span: Span): void {
    const { table } = this.#database;
    const start = instantAt(table, row[arity] ?? -1, span);
    const end = instantAt(table, row[arity + 1] ?? -1, span);
    checkInterval(start, end, span);
    row[arity] = table.time(start);
    row[arity + 1] = table.time(end);
    this.add(key, row);
    const facts = this.#database.facts(key);
    this.#budget.checkIntervals(facts.coverage(facts.atoms.find(row)).size, key);
  }
}

/** The predicate of the clause that a rule was made from. */
function headKey({ clause }: Rule): PredicateKey {
  return predicateKey(clause.head.predicate, clause.head.args.length);
}

/** An interval that ends before it starts is an error, not an empty one: it is nearly always a mistake. */
export function checkInterval(start: bigint, end: bigint, span: Span): void {
  if (start <= end) return;
  const [from, to] = [start, end].map((instant) => intervalText(instant, instant).slice(2, -1));
  throw new Failure('invalid-interval', span, `the interval ends before it starts: from ${from} to ${to}`);
}
