import type { PredicateKey } from '../program/program.js';

/** Enough for every honest program we know; a runaway recursion ends here instead of in an exhausted machine. */
const defaultMaxFacts = 2_000_000;
const defaultMaxIntervals = 1000;

/** What one evaluation may keep beside its facts, about its bytes. */
const defaultMaxBytes = 2 ** 30;

/** The distinct solutions that one aggregation may have, and what each of them takes, about its bytes. */
export const maxGroupedRows = 10_000_000;
const groupedRowBytes = 16;

/** Limits of one evaluation. */
export interface Limits {
  /**
   * Distinct facts derived by rules, temporal ones counted by stored interval; and as many questions to deferred
   * predicates and answers of them. Exactly this many pass. 2,000,000 if absent.
   */
  readonly maxFacts?: number;
  /** Separate intervals of one atom, after merging those that touch. 1,000 if absent. */
  readonly maxIntervals?: number;
  /** Wall time. Unlimited if absent. */
  readonly timeoutMs?: number;
  /** What the values that rules make, or the solutions of an aggregation, may take, about their bytes. 1 GiB if absent. */
  readonly maxBytes?: number;
}

/** Throws a TypeError for limits that would limit nothing: they come from hosts, and NaN compares as false. */
export function checkLimits(limits: Limits): Limits {
  for (const [name, limit] of Object.entries(limits) as [string, unknown][]) {
    if (!limitNames.has(name)) throw new TypeError(`there is no limit \`${name}\``);
    if (limit !== undefined && !(typeof limit === 'number' && limit >= 0)) {
      throw new TypeError(`the limit \`${name}\` must be a number from 0 on`);
    }
    if (name !== 'timeoutMs' && limit !== undefined && limit !== Infinity && !Number.isInteger(limit)) {
      throw new TypeError(`the limit \`${name}\` must be a whole number`);
    }
  }
  return limits;
}

const limitNames: ReadonlySet<string> = new Set([
  'maxFacts',
  'maxIntervals',
  'timeoutMs',
  'maxBytes',
] satisfies (keyof Limits)[]);

/** Reads a clock in milliseconds; only differences matter. */
export type Clock = () => number;

export type BudgetCode = 'fact-limit' | 'interval-limit' | 'memory-limit' | 'time-limit' | 'cancelled';

/** Thrown inside the loops when a limit is passed; the evaluator turns it into an `EvaluationError`. */
export class BudgetSignal extends Error {
  override readonly name = 'BudgetSignal';
  readonly code: BudgetCode;
  /** What was being evaluated; absent before the first rule. */
  readonly predicate: PredicateKey | undefined;

  constructor(code: BudgetCode, predicate?: PredicateKey) {
    super(code);
    this.code = code;
    this.predicate = predicate;
  }
}

/** Throws if an aggregation has too many distinct solutions. */
export function checkGroupedRows(count: number, predicate: PredicateKey, maxBytes: number): void {
  if (count > maxGroupedRows || count * groupedRowBytes > maxBytes) throw new BudgetSignal('memory-limit', predicate);
}

/**
 * How many steps may pass between two looks at the clock. What a step takes depends on the values at hand (think of a
 * function on a long list), so a budget begins with few steps and takes more, up to `most`, as long as they are short.
 */
export interface StepsBetweenChecks {
  readonly first: number;
  readonly most: number;
}

const defaultSteps: StepsBetweenChecks = { first: 64, most: 16_384 };

/** Steps that took longer than this are made fewer, those that took less than `shortMs` more. */
const longMs = 2;
const shortMs = 0.5;

/** The longest stretch of work before an asynchronous evaluation lets others run. */
const sliceMs = 8;

/** Counts what an evaluation uses and stops it at its limits. */
export class Budget {
  readonly #limits: Limits;
  readonly #maxFacts: number;
  readonly #clock: Clock;
  readonly #signal: { readonly aborted: boolean } | undefined;
  #deadline = Infinity;
  #sliceEnd = 0;
  #derived = 0;
  #hidden = 0;
  readonly #mostSteps: number;
  #steps: number;
  #lastCheck = 0;
  /** How many steps are left before `refuel` has to be asked. */
  fuel: number;

  constructor(limits: Limits, clock: Clock, signal?: { readonly aborted: boolean }, steps = defaultSteps) {
    this.#limits = limits;
    this.#steps = this.fuel = steps.first;
    this.#mostSteps = steps.most;
    this.#maxFacts = limits.maxFacts ?? defaultMaxFacts;
    this.#clock = clock;
    this.#signal = signal;
    this.restart();
  }

  get maxBytes(): number {
    return this.#limits.maxBytes ?? defaultMaxBytes;
  }

  get derived(): number {
    return this.#derived;
  }

  /** Questions to deferred predicates and their answers. */
  get hidden(): number {
    return this.#hidden;
  }

  /**
   * Counts a derived fact; throws if it is one too many. Hidden ones (the questions to deferred predicates and their
   * answers) are counted apart, so that the count of facts does not depend on how they were found.
   */
  countFact(predicate: PredicateKey, isHidden: boolean): void {
    this.countFacts(1, predicate, isHidden);
  }

  /** The same for several. */
  countFacts(count: number, predicate: PredicateKey, isHidden: boolean): void {
    const isTooMany = count > this.roomForFacts(isHidden);
    if (isHidden) this.#hidden = Math.min(this.#hidden + count, this.#maxFacts);
    else this.#derived = Math.min(this.#derived + count, this.#maxFacts);
    if (isTooMany) throw new BudgetSignal('fact-limit', predicate);
  }

  /** How many more facts of either kind may be derived. */
  get room(): number {
    return this.#maxFacts - Math.max(this.#derived, this.#hidden);
  }

  /** How many more facts may be derived. */
  roomForFacts(isHidden: boolean): number {
    return this.#maxFacts - (isHidden ? this.#hidden : this.#derived);
  }

  checkIntervals(count: number, predicate: PredicateKey): void {
    if (count > (this.#limits.maxIntervals ?? defaultMaxIntervals)) throw new BudgetSignal('interval-limit', predicate);
  }

  /** Throws past the deadline or after cancellation; tells whether the slice is over. */
  check(predicate?: PredicateKey): boolean {
    if (this.#signal?.aborted === true) throw new BudgetSignal('cancelled', predicate);
    const now = this.#clock();
    if (now > this.#deadline) throw new BudgetSignal('time-limit', predicate);
    return now > this.#sliceEnd;
  }

  /**
   * To be called when the fuel is used up. Throws past the deadline or after cancellation. Tells how many steps may
   * follow until the next call, or -1 if the slice is over.
   */
  refuel(predicate?: PredicateKey): number {
    const isOver = this.check(predicate);
    const now = this.#clock();
    const passed = now - this.#lastCheck;
    this.#lastCheck = now;
    if (passed > longMs) this.#steps = Math.max(1, this.#steps >> 2);
    else if (passed < shortMs) this.#steps = Math.min(this.#mostSteps, this.#steps * 2);
    this.fuel = this.#steps;
    return isOver ? -1 : this.#steps;
  }

  /** Counts steps that were made together; tells whether the slice is over. */
  spend(steps: number, predicate?: PredicateKey): boolean {
    this.fuel -= steps;
    return this.fuel < 0 && this.refuel(predicate) < 0;
  }

  /** Gives the whole time again: a question to a finished evaluation does not pay for what came before. */
  restart(): void {
    this.#deadline = this.#clock() + (this.#limits.timeoutMs ?? Infinity);
    this.startSlice();
  }

  /** To be called when the evaluation goes on after a pause. */
  startSlice(): void {
    this.#lastCheck = this.#clock();
    this.#sliceEnd = this.#lastCheck + sliceMs;
  }

  /** Milliseconds left until the deadline. */
  get remainingMs(): number {
    return this.#deadline - this.#clock();
  }
}
