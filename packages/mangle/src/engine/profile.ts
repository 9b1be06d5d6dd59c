import type { PredicateKey, Program, Rule } from '../program/program.js';
import type { Clock } from './budget.js';
import type { RowSink } from './row-sink.js';

/** What the runs of one rule took and gave. */
export interface RuleProfile {
  readonly rule: Rule;
  /** How often the rule ran: once for a full evaluation, once for each round and premise that had new facts. */
  readonly runs: number;
  readonly timeMs: number;
  /** Heads that it derived, of facts that were there before or not. */
  readonly solutions: number;
  /** Facts that were not there before. Those of a lattice are merged later and count for no rule. */
  readonly facts: number;
}

/** What one stratum took and gave. */
export interface StratumProfile {
  /** The number of the stratum, from 0 on. */
  readonly stratum: number;
  readonly predicates: readonly PredicateKey[];
  readonly rounds: number;
  readonly timeMs: number;
  readonly solutions: number;
  readonly facts: number;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/**
 * Counts where the time of evaluations goes, by rule and by stratum. Give one to an evaluation; it adds up over several
 * of one program. Without one nothing is counted: the evaluator asks once for each run of a rule whether it has a
 * profile, never for a row.
 */
export class Profile {
  readonly #clock: Clock;
  readonly #rules = new Map<number, Mutable<RuleProfile>>();
  /** Rounds by the index of the first rule that ran in them. */
  readonly #rounds = new Map<number, number>();
  readonly #sink = new CountingSink();
  #running: Mutable<RuleProfile> | undefined;
  #since = 0;

  constructor(clock: Clock = () => performance.now()) {
    this.#clock = clock;
  }

  /** Rules begin a round; `first` is one of them. */
  round({ index }: Rule): void {
    this.#rounds.set(index, (this.#rounds.get(index) ?? 0) + 1);
  }

  /** A rule begins to run; its heads go to the sink that this gives back. */
  start(rule: Rule, sink: RowSink): RowSink {
    let entry = this.#rules.get(rule.index);
    if (entry === undefined) {
      entry = { rule, runs: 0, timeMs: 0, solutions: 0, facts: 0 };
      this.#rules.set(rule.index, entry);
    }
    this.#running = entry;
    this.#sink.begin(sink);
    this.#since = this.#clock();
    return this.#sink;
  }

  /** The evaluation lets others run. */
  pause(): void {
    if (this.#running !== undefined) this.#running.timeMs += this.#clock() - this.#since;
  }

  resume(): void {
    this.#since = this.#clock();
  }

  /** The rule has run and added this many facts. */
  stop(facts: number): void {
    this.pause();
    if (this.#running !== undefined) {
      this.#running.runs++;
      this.#running.facts += facts;
      this.#running.solutions += this.#sink.count;
    }
    this.#running = undefined;
  }

  /** The rules that ran, the slowest first. */
  rules(): RuleProfile[] {
    return [...this.#rules.values()].sort((a, b) => b.timeMs - a.timeMs || a.rule.index - b.rule.index);
  }

  /** The strata whose rules ran, in their order. */
  strata({ strata }: Program): StratumProfile[] {
    return strata.flatMap(({ predicates, rules }, stratum) => {
      const total = { stratum, predicates, rounds: 0, timeMs: 0, solutions: 0, facts: 0 };
      for (const index of rules) {
        const entry = this.#rules.get(index);
        total.rounds += this.#rounds.get(index) ?? 0;
        total.timeMs += entry?.timeMs ?? 0;
        total.solutions += entry?.solutions ?? 0;
        total.facts += entry?.facts ?? 0;
      }
      return total.rounds === 0 ? [] : [total];
    });
  }
}

/** Counts the rows that go to another sink. */
class CountingSink implements RowSink {
  count = 0;
  #target: RowSink | undefined;

  begin(target: RowSink): void {
    this.#target = target;
    this.count = 0;
  }

  add(row: Int32Array): void {
    this.count++;
    this.#target?.add(row);
  }

  addAll(rows: Int32Array, count: number): void {
    this.count += count;
    this.#target?.addAll(rows, count);
  }
}
