import type { PredicateKey, Rule } from '../program/program.js';
import type { Clock } from './budget.js';

/** What the runs of one rule took and gave. */
export interface RuleProfile {
  readonly rule: Rule;
  /** The number of the stratum from 0 on; undefined for a rule that runs on demand. */
  readonly stratum: number | undefined;
  /** How often the rule ran: once for a full evaluation, once for each round and premise that had new facts. */
  readonly runs: number;
  readonly timeMs: number;
  /** Solutions of its body, found again or not. */
  readonly solutions: number;
  /** Facts that were not there before. */
  readonly facts: number;
}

/** What one stratum took and gave. */
export interface StratumProfile {
  readonly stratum: number;
  readonly predicates: readonly PredicateKey[];
  readonly rounds: number;
  readonly timeMs: number;
  readonly solutions: number;
  readonly facts: number;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/**
 * Counts where the time of evaluations goes, by rule and by stratum. Give one to `evaluate`; it adds up over several
 * evaluations of one program. Without one nothing is counted: the evaluator asks once for each run of a rule whether it
 * has a profile, never for a row.
 */
export class Profile {
  readonly #clock: Clock;
  readonly #rules = new Map<number, Mutable<RuleProfile>>();
  readonly #strata = new Map<number, Mutable<StratumProfile>>();
  #stratum: number | undefined;
  #startedAt = 0;

  constructor(clock: Clock = () => performance.now()) {
    this.#clock = clock;
  }

  /** The rules that run from here on are those of a stratum; of none, if they run on demand. */
  enter(stratum: number | undefined, predicates: readonly PredicateKey[] = []): void {
    this.#stratum = stratum;
    if (stratum === undefined || this.#strata.has(stratum)) return;
    this.#strata.set(stratum, { stratum, predicates, rounds: 0, timeMs: 0, solutions: 0, facts: 0 });
  }

  /** A round over the rules of the current stratum begins. */
  round(): void {
    const stratum = this.#stratum === undefined ? undefined : this.#strata.get(this.#stratum);
    if (stratum !== undefined) stratum.rounds++;
  }

  /** A rule begins to run, or goes on after a pause. */
  start(): void {
    this.#startedAt = this.#clock();
  }

  /** The rule has run, or pauses; the counts are those since `start`. */
  stop(rule: Rule, counts: { readonly solutions: number; readonly facts: number; readonly isDone: boolean }): void {
    const timeMs = this.#clock() - this.#startedAt;
    const entry = this.#entryOf(rule);
    const stratum = this.#stratum === undefined ? undefined : this.#strata.get(this.#stratum);
    for (const each of stratum === undefined ? [entry] : [entry, stratum]) {
      each.timeMs += timeMs;
      each.solutions += counts.solutions;
      each.facts += counts.facts;
    }
    if (counts.isDone) entry.runs++;
  }

  /** The rules that ran, the slowest first. */
  rules(): RuleProfile[] {
    return [...this.#rules.values()].sort((a, b) => b.timeMs - a.timeMs || a.rule.index - b.rule.index);
  }

  /** The strata that had rules to run, in their order. */
  strata(): StratumProfile[] {
    return [...this.#strata.values()].sort((a, b) => a.stratum - b.stratum);
  }

  #entryOf(rule: Rule): Mutable<RuleProfile> {
    let entry = this.#rules.get(rule.index);
    if (entry === undefined) {
      entry = { rule, stratum: this.#stratum, runs: 0, timeMs: 0, solutions: 0, facts: 0 };
      this.#rules.set(rule.index, entry);
    }
    return entry;
  }
}
