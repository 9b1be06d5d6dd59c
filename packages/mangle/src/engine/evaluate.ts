import type { Program, SourceFact } from '../program/program.js';
import { checkFact } from '../types/check-value.js';
import { Budget, BudgetSignal, type Limits } from './budget.js';
import { Evaluation } from './evaluation.js';
import { budgetError, failureError, placeOf } from './evaluation-error.js';
import { Evaluator, type Pause } from './evaluator.js';
import type { Externals } from './external.js';
import { Failure } from './failure.js';
import { type FactInput, type HostFact, type InstantInput, readHostFact, toNanos } from './host-facts.js';
import { runSync } from './run-sync.js';
import { checkInterval } from './sink.js';

export interface EvaluateOptions {
  /** The evaluation time: every `now` and `fn:time:now()`. The current time if absent. */
  readonly now?: InstantInput;
  /** More facts, beside those of the program. */
  readonly facts?: Iterable<FactInput>;
  readonly limits?: Limits;
  /** Host functions behind external predicates, by key (`delay/2`). */
  readonly externals?: Externals;
  /** Whether facts of the host and of external predicates must conform to the declared bounds. `error` if absent. */
  readonly bounds?: 'error' | 'off';
}

export interface AsyncEvaluateOptions extends EvaluateOptions {
  readonly signal?: AbortSignal;
}

/**
 * Evaluates a program to its perfect model. Gives way to other work every few milliseconds, so that a signal can end
 * it. Rejects with an `EvaluationError`; nothing of a failed evaluation is left behind.
 */
export async function evaluate(program: Program, options: AsyncEvaluateOptions = {}): Promise<Evaluation> {
  const { steps, guard, evaluation } = start(program, options, options.signal);
  for (;;) {
    const { done, value } = guard(() => steps.next());
    if (done === true) return evaluation;
    await guardAsync(guard, value);
  }
}

/** Evaluates without pauses. Takes deadlines but no signal, and refuses asynchronous external predicates. */
export function evaluateSync(program: Program, options: EvaluateOptions = {}): Evaluation {
  const { steps, guard, evaluation } = start(program, options);
  guard(() => runSync(steps));
  return evaluation;
}

type Guard = <T>(run: () => T) => T;

interface Started {
  readonly steps: Generator<Pause, void>;
  /** Turns what the engine throws into an `EvaluationError`. */
  readonly guard: Guard;
  readonly evaluation: Evaluation;
}

function start(program: Program, options: EvaluateOptions, signal?: AbortSignal): Started {
  const budget = new Budget(options.limits ?? {}, () => performance.now(), signal);
  const guard: Guard = (run) => {
    try {
      return run();
    } catch (error) {
      throw toEvaluationError(error, budget, program);
    }
  };
  const now = options.now === undefined ? toNanos(new Date()) : toNanos(options.now);
  const checkArgs = options.bounds === 'off' ? () => undefined : checkFact;
  const evaluator = new Evaluator(program, { now, budget, externals: options.externals ?? {}, checkArgs, signal });
  guard(() => {
    for (const fact of program.facts) loadSourceFact(evaluator, fact, now);
    for (const input of options.facts ?? []) loadHostFact(evaluator, readHostFact(input, program, checkArgs), program);
  });
  return { steps: evaluator.run(), guard, evaluation: new Evaluation(program, evaluator, now) };
}

function toEvaluationError(error: unknown, budget: Budget, program: Program): unknown {
  if (error instanceof BudgetSignal) return budgetError(error, budget, program);
  if (error instanceof Failure) return failureError(error);
  return error;
}

/** Waits for an answer, or lets other work run. */
async function guardAsync(guard: Guard, pause: Pause): Promise<void> {
  try {
    await (pause ?? new Promise<void>((resolve) => setTimeout(resolve, 0)));
  } catch (error) {
    guard(() => {
      throw error;
    });
  }
}

function loadSourceFact(evaluator: Evaluator, { predicate, args, interval, clause }: SourceFact, now: bigint): void {
  const span = clause.annotation?.span ?? clause.head.span;
  if (interval === undefined) return evaluator.load(predicate, args, undefined, span);
  const [start, end] = [interval.start, interval.end].map((instant) => {
    if (instant.kind === 'variable') throw new Failure('invalid-interval', span, 'a fact cannot have a variable bound');
    return instant.kind === 'time' ? instant.nanos : BigInt.asIntN(64, now + instant.offset);
  });
  if (start === undefined || end === undefined) return;
  checkInterval(start, end, span);
  evaluator.load(predicate, args, { start, end }, span);
}

function loadHostFact(evaluator: Evaluator, { info, args, interval }: HostFact, program: Program): void {
  evaluator.load(info.key, args, interval, info.span ?? placeOf(program));
}
