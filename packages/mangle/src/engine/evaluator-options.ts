import type { Base } from './base.js';
import type { Budget } from './budget.js';
import type { CheckArgs, Externals } from './external.js';
import type { Execution } from './plan-runner.js';
import type { Profile } from './profile.js';

/** A closed interval of nanoseconds. */
export interface Interval {
  readonly start: bigint;
  readonly end: bigint;
}

export interface EvaluatorOptions {
  readonly now: bigint;
  readonly budget: Budget;
  readonly externals: Externals;
  /** Says what is wrong with the arguments of a fact from outside, if anything. */
  readonly checkArgs: CheckArgs;
  readonly signal?: AbortSignal | undefined;
  readonly execution?: Execution | undefined;
  /** Counts where the time goes, if there is one. */
  readonly profile?: Profile | undefined;
  /** The facts to start from; without them there are none. */
  readonly base?: Base | undefined;
}
