import type { PlanSource } from './generate/plan-source.js';

/** A plan as a function that the host compiled. */
export interface CompiledPlan extends Omit<PlanSource, 'text'> {
  /** Takes a `CompiledRun`; true when all solutions are out, false when it has to be called again. */
  readonly run: (run: object) => boolean;
  /** The number of the predicate of each step, -1 for steps without. */
  readonly numbers: readonly number[];
}
