import { type Observability, type Progress, ProtocolError } from '@manglecp/protocol';
import type { Plan, PlanStep } from '../macro/plan.js';
import type { Action } from '../pack/pack.js';
import type { Bindings } from './bind-template.js';
import { checkActions } from './check-actions.js';
import { type Data, type DataObject, isDataObject } from './data.js';
import { findSchemaErrors } from './find-schema-errors.js';
import { createHalt, type Halt, Halted } from './halt.js';
import { observeFailure, observeSteps, type StepOutcome } from './observe-steps.js';
import { ProgressReport } from './report-progress.js';
import { misfit, runStep } from './run-step.js';
import { StepFailure } from './step-failure.js';

export interface ExecutionContext {
  readonly actions: ReadonlyMap<string, Action>;
  /** Fires when the client cancels. */
  readonly signal: AbortSignal;
  /** In milliseconds; measures durations. */
  readonly clock: () => number;
  /** The evaluation time for actions, in milliseconds since 1970. */
  readonly now: number;
  /** How long all steps together may take. */
  readonly timeoutMs: number;
  readonly maxEvents: number;
  /** Absent where the transport has no progress. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** What came of a plan that was not stopped. */
export interface Execution {
  /** The result of the last step that succeeded; in a member `value` if it is no object. */
  readonly result: DataObject;
  readonly observability: Observability;
  /** One for each step, in order. */
  readonly steps: readonly StepOutcome[];
}

/** The part of a plan that is run. */
export type Runnable = Pick<Plan, 'steps' | 'effects' | 'outputSchema'>;

/**
 * Runs the steps of a plan in order. The first failure of a step that is not optional stops it (INV-042), and so do the
 * client and the time limit, also inside a step: an action that does not heed its signal is left behind and what it does
 * later is ignored. Returns once or throws once: `cancelled`, or `execution_failed` for everything else, both with what
 * was done until then (C-107). The causes of failures are never part of what is sent.
 */
export async function executePlan(plan: Runnable, args: DataObject, context: ExecutionContext): Promise<Execution> {
  const run = new Run(plan, context);
  const startedAt = context.clock();
  run.progress.start();
  try {
    const outcomes = await run.steps(args);
    run.progress.finish();
    const result = run.resultOf(outcomes);
    const durationMs = elapsedSince(startedAt, context.clock);
    return {
      result,
      observability: observeSteps(outcomes, { durationMs, maxEvents: context.maxEvents }),
      steps: outcomes,
    };
  } finally {
    run.end();
  }
}

class Run {
  readonly progress: ProgressReport;
  readonly #plan: Runnable;
  readonly #context: ExecutionContext;
  readonly #halt: Halt;

  constructor(plan: Runnable, context: ExecutionContext) {
    this.#plan = plan;
    this.#context = context;
    this.#halt = createHalt(context.signal, context.timeoutMs);
    this.progress = new ProgressReport({
      send: context.onProgress,
      clock: context.clock,
      stepCount: plan.steps.length,
    });
  }

  end(): void {
    this.progress.end();
    this.#halt.release();
  }

  async steps(args: DataObject): Promise<readonly StepOutcome[]> {
    const outcomes: StepOutcome[] = [];
    const results = new Map<number, Data>();
    const obstacle = checkActions(this.#plan, this.#context.actions);
    if (obstacle !== undefined) throw this.#stop([], obstacle);
    for (const [index, step] of this.#plan.steps.entries()) {
      if (this.#halt.signal.aborted) throw this.#stop(outcomes, this.#halt.signal.reason as Halted);
      const outcome = await this.#attempt(step, index, { args, results });
      outcomes.push(outcome);
      if (outcome.value !== undefined) results.set(step.position, outcome.value);
      if (isFatal(outcome, step)) throw this.#stop(outcomes, outcome.cause, `action \`${step.action}\``);
    }
    return outcomes;
  }

  resultOf(outcomes: readonly StepOutcome[]): DataObject {
    const { value = {} } = outcomes.findLast(({ status }) => status === 'success') ?? {};
    const result = isDataObject(value) ? value : { value };
    const fault = faultOf(result, this.#plan.outputSchema);
    if (fault !== undefined) throw this.#stop(outcomes, fault);
    return result;
  }

  async #attempt(step: PlanStep, index: number, bindings: Bindings): Promise<StepOutcome> {
    const { clock, actions, now } = this.#context;
    const { position, action: name } = step;
    const startedAt = clock();
    const { report, close } = this.progress.openStep(index, name);
    try {
      const action = actions.get(name);
      if (action === undefined) throw new StepFailure('there is no such action', undefined);
      const value = await runStep(step, action, bindings, { halt: this.#halt, progress: report, now });
      return { position, action: name, status: 'success', durationMs: elapsedSince(startedAt, clock), value };
    } catch (error) {
      // What is no `StepFailure` is a defect, such as a schema that does not compile.
      const cause = error instanceof StepFailure ? error : new StepFailure('it cannot be run', error);
      const durationMs = elapsedSince(startedAt, clock);
      return { position, action: name, status: 'failure', durationMs, detail: cause.message, cause };
    } finally {
      close();
    }
  }

  /** The error for the client. Steps without an outcome were skipped. */
  #stop(outcomes: readonly StepOutcome[], cause: StepFailure, who = 'the plan'): ProtocolError {
    const skipped = this.#plan.steps
      .slice(outcomes.length)
      .map(({ position, action }): StepOutcome => ({ position, action, status: 'skipped' }));
    const details = observeFailure(outcomes, skipped, this.#context.maxEvents);
    if (cause instanceof Halted && cause.reason === 'cancelled') {
      return new ProtocolError('cancelled', 'the invocation was cancelled', { details, cause });
    }
    return new ProtocolError('execution_failed', `${who} failed: ${cause.message}`, { details, cause });
  }
}

/** Whether a step ends the plan. A plan that was stopped from outside ends, however optional its step was. */
function isFatal(outcome: StepOutcome, { isOptional }: PlanStep): outcome is StepOutcome & { cause: StepFailure } {
  return outcome.status === 'failure' && (!isOptional || outcome.cause instanceof Halted);
}

/** A result that breaks the promise made with the tool is a fault of the server (C-108), and so is a broken promise. */
function faultOf(result: DataObject, outputSchema: object | undefined): StepFailure | undefined {
  if (outputSchema === undefined) return undefined;
  try {
    const errors = findSchemaErrors(outputSchema, result);
    return errors.length === 0 ? undefined : misfit('the result does not fit the output schema', errors);
  } catch (error) {
    return new StepFailure('the result cannot be checked', error);
  }
}

function elapsedSince(startedAt: number, clock: () => number): number {
  return Math.max(0, Math.round(clock() - startedAt));
}
