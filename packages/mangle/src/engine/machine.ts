import type { Plan } from '../plan/plan.js';
import type { Budget } from './budget.js';
import type { Cursor, CursorContext } from './cursor.js';
import { createCursor } from './cursors.js';

/** What a machine came to: a solution in the registers, the end of a time slice, or the end. */
export type Outcome = 'solution' | 'pause' | 'done';

/**
 * Finds the solutions of one plan by a backtracking walk over its cursors. The whole state is in the cursors and in
 * `#depth`, so that a run can stop after any step and go on later: this is how long evaluations let others run, and
 * the one place where time and cancellation are checked.
 */
export class Machine {
  readonly #cursors: readonly Cursor[];
  readonly #plan: Plan;
  #depth = -1;
  /** Whether the cursor at `#depth` stands on a solution. */
  #isAt = false;
  /** Whether the caller has the solution already; the last cursor moves on only when the next one is wanted. */
  #isShown = false;

  constructor(plan: Plan, context: CursorContext) {
    this.#plan = plan;
    this.#cursors = plan.steps.map((step) => createCursor(step, context));
  }

  /** Starts again from the first step. */
  start(): void {
    this.#depth = 0;
    this.#isShown = false;
    // A plan without steps has one solution.
    this.#isAt = this.#cursors[0]?.open() ?? true;
  }

  /** Goes on to the next solution. */
  next(budget: Budget): Outcome {
    const last = Math.max(this.#cursors.length - 1, 0);
    if (this.#isShown) {
      this.#isShown = false;
      this.#isAt = this.#cursors[this.#depth]?.next() ?? false;
    }
    while (this.#depth >= 0) {
      if (this.#plan.callsHost) budget.fuel = 0;
      if (--budget.fuel < 0 && budget.refuel(this.#plan.rule.predicate) < 0) return 'pause';
      if (!this.#isAt) this.#isAt = this.#cursors[--this.#depth]?.next() ?? false;
      else if (this.#depth < last) this.#isAt = this.#cursors[++this.#depth]?.open() ?? false;
      else {
        this.#isShown = true;
        return 'solution';
      }
    }
    return 'done';
  }
}
