import type { PredicateKey, Program, SourceFact } from '../program/program.js';
import { checkFact } from '../types/check-value.js';
import { Budget, checkLimits, type Limits, stepsBetweenChecks } from './budget.js';
import { Evaluation } from './evaluation.js';
import { placeOf } from './evaluation-error.js';
import { Evaluator, type Pause } from './evaluator.js';
import { type CheckArgs, checkExternals, type Externals } from './external.js';
import { Failure } from './failure.js';
import { type FactInput, type InstantInput, readHostFact, toNanos } from './host-facts.js';
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
  const { steps, evaluator, evaluation } = start(program, options, options.signal);
  for (;;) {
    const { done, value } = evaluator.guarded(() => steps.next());
    if (done === true) return evaluation;
    const waiting = await settled(value ?? nextTurn());
    evaluator.guarded(waiting);
  }
}

/** Evaluates without pauses. Takes deadlines but no signal, and refuses asynchronous external predicates. */
export function evaluateSync(program: Program, options: EvaluateOptions = {}): Evaluation {
  const { steps, evaluator, evaluation } = start(program, options);
  evaluator.guarded(() => runSync(steps));
  return evaluation;
}

interface Started {
  readonly steps: Generator<Pause, void>;
  readonly evaluator: Evaluator;
  readonly evaluation: Evaluation;
}

function start(program: Program, options: EvaluateOptions, signal?: AbortSignal): Started {
  const budget = new Budget(checkLimits(options.limits ?? {}), () => performance.now(), signal);
  const now = options.now === undefined ? toNanos(new Date()) : toNanos(options.now);
  checkExternals(options.externals ?? {}, program);
  const checkArgs = options.bounds === 'off' ? () => undefined : checkFact;
  const evaluator = new Evaluator(program, { now, budget, externals: options.externals ?? {}, checkArgs, signal });
  const given = givenFacts(evaluator, program, { now, checkArgs, inputs: options.facts ?? [] });
  return { steps: allSteps(evaluator, given, budget), evaluator, evaluation: new Evaluation(program, evaluator, now) };
}

/** Loads the given facts, then evaluates; pauses in both. */
function* allSteps(evaluator: Evaluator, given: Iterable<PredicateKey>, budget: Budget): Generator<Pause, void> {
  budget.check();
  let fuel = stepsBetweenChecks;
  for (const predicate of given) {
    if (fuel-- > 0) continue;
    fuel = stepsBetweenChecks;
    if (!budget.check(predicate)) continue;
    yield;
    budget.startSlice();
  }
  yield* evaluator.run();
}

interface Given {
  readonly now: bigint;
  readonly checkArgs: CheckArgs;
  readonly inputs: Iterable<FactInput>;
}

/** Loads one fact of the program or the host at a time and tells its predicate. */
function* givenFacts(
  evaluator: Evaluator,
  program: Program,
  { now, checkArgs, inputs }: Given,
): Generator<PredicateKey> {
  for (const fact of program.facts) {
    loadSourceFact(evaluator, fact, now);
    yield fact.predicate;
  }
  for (const input of inputs) {
    const fact = readHostFact(input, program, checkArgs);
    evaluator.load(fact.info.key, fact.args, fact.interval, fact.info.span ?? placeOf(program));
    yield fact.info.key;
  }
}

/** Lets other work run. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

/** Waits for a promise; the function it gives throws if the promise failed. */
async function settled(promise: Promise<void>): Promise<() => void> {
  try {
    await promise;
    return () => undefined;
  } catch (error) {
    return () => {
      throw error;
    };
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
