import { closest } from '../diagnostics/suggest.js';
import type { PredicateKey, Program } from '../program/program.js';
import { checkFact } from '../types/check-value.js';
import type { FactBatch } from '../value/fact-batch.js';
import { Budget, checkLimits, type Limits } from './budget.js';
import { driveAsync, driveSync, loadAll } from './drive.js';
import { Evaluation } from './evaluation.js';
import { Evaluator } from './evaluator.js';
import type { EvaluatorOptions } from './evaluator-options.js';
import type { Pause } from './pause.js';
import type { Execution } from './plan-runner.js';
import { checkExternals, type Externals } from './external.js';
import { loadBatches, loadHostFacts, loadSourceFacts } from './given-facts.js';
import { type FactInput, type InstantInput, toNanos } from './host-facts.js';
import type { Profile } from './profile.js';

export interface EvaluateOptions {
  /** The evaluation time: every `now` and `fn:time:now()`. The current time if absent. */
  readonly now?: InstantInput;
  /** More facts, beside those of the program, one by one or as `readFacts` gives them. */
  readonly facts?: Iterable<FactInput | FactBatch>;
  readonly limits?: Limits;
  /** Host functions behind external predicates, by key (`delay/2`). */
  readonly externals?: Externals;
  /** Whether facts of the host and of external predicates must conform to the declared bounds. `error` if absent. */
  readonly bounds?: 'error' | 'off';
  /** How rules are run. `auto` if absent. */
  readonly execution?: Execution;
  /** Counts where the time goes. */
  readonly profile?: Profile;
}

export interface AsyncEvaluateOptions extends EvaluateOptions {
  readonly signal?: AbortSignal;
  /** Called every few milliseconds of a long evaluation with the number of facts derived so far, to show progress. */
  readonly onPause?: (derivedCount: number) => void;
  /**
   * Asked whenever the evaluation has run for some milliseconds: it goes on when this resolves, and ends with the error
   * if it rejects. If absent, evaluations take turns, and all else comes before the next one.
   */
  readonly turn?: () => Promise<void>;
}

/**
 * Evaluates a program to its perfect model. Gives way to other work every few milliseconds, so that a signal can end
 * it. Rejects with an `EvaluationError`; nothing of a failed evaluation is left behind.
 */
export async function evaluate(program: Program, options: AsyncEvaluateOptions = {}): Promise<Evaluation> {
  const { steps, evaluator, evaluation } = start(program, options, options.signal);
  const { onPause, turn } = options;
  await driveAsync(evaluator, steps, {
    ...(turn === undefined ? {} : { turn }),
    ...(onPause === undefined ? {} : { onPause: () => onPause(evaluator.derivedCount) }),
  });
  return evaluation;
}

/** Evaluates without pauses. Takes deadlines but no signal, and refuses asynchronous external predicates. */
export function evaluateSync(program: Program, options: EvaluateOptions = {}): Evaluation {
  const { steps, evaluator, evaluation } = start(program, options);
  driveSync(evaluator, steps);
  return evaluation;
}

/** Checks the options of an evaluation and fills in what is absent. */
export function evaluatorOptions(program: Program, options: EvaluateOptions, signal?: AbortSignal): EvaluatorOptions {
  checkNames(options);
  checkChoice('execution', options.execution, ['auto', 'compiled', 'closures']);
  checkChoice('bounds', options.bounds, ['error', 'off']);
  if (signal !== undefined && typeof signal.aborted !== 'boolean') {
    throw new TypeError('`signal` must be an AbortSignal');
  }
  const externals = options.externals ?? {};
  checkExternals(externals, program);
  return {
    now: toNanos(options.now ?? new Date()),
    budget: new Budget(checkLimits(options.limits ?? {}), () => performance.now(), signal),
    externals,
    checkArgs: options.bounds === 'off' ? () => undefined : checkFact,
    signal,
    execution: options.execution,
    profile: options.profile,
  };
}

const optionNames: readonly string[] = [
  'now',
  'facts',
  'limits',
  'externals',
  'bounds',
  'execution',
  'profile',
  'signal',
  'onPause',
  'turn',
] satisfies (keyof AsyncEvaluateOptions)[];

/** An option that nobody reads is a slip, such as `limit` for `limits`; what it was to prevent would happen unnoticed. */
function checkNames(options: EvaluateOptions): void {
  for (const name of Object.keys(options)) {
    if (optionNames.includes(name)) continue;
    const near = closest(name, optionNames);
    throw new TypeError(`there is no option \`${name}\`${near === undefined ? '' : `; did you mean \`${near}\`?`}`);
  }
}

/** Options come from hosts that may be plain JavaScript. */
function checkChoice(name: string, given: string | undefined, choices: readonly string[]): void {
  if (given === undefined || choices.includes(given)) return;
  throw new TypeError(`\`${name}\` must be one of ${choices.map((each) => `'${each}'`).join(', ')}`);
}

interface Started {
  readonly steps: Generator<Pause, void>;
  readonly evaluator: Evaluator;
  readonly evaluation: Evaluation;
}

function start(program: Program, options: EvaluateOptions, signal?: AbortSignal): Started {
  const settings = evaluatorOptions(program, options, signal);
  const evaluator = new Evaluator(program, settings);
  const steps = evaluationSteps(evaluator, program, settings, options.facts ?? []);
  return { steps, evaluator, evaluation: new Evaluation(program, evaluator, settings.now) };
}

/** As `requestSteps`, it refers to nothing of an evaluation. */
function* evaluationSteps(
  evaluator: Evaluator,
  program: Program,
  settings: EvaluatorOptions,
  inputs: Iterable<FactInput | FactBatch>,
): Generator<Pause, void> {
  yield* loadAll(givenFacts(evaluator, program, settings, inputs), settings.budget);
  yield* evaluator.run();
}

/** Loads one fact of the program or the host at a time and tells its predicate. */
function* givenFacts(
  evaluator: Evaluator,
  program: Program,
  { now, checkArgs }: EvaluatorOptions,
  inputs: Iterable<FactInput | FactBatch>,
): Generator<PredicateKey> {
  yield* loadSourceFacts(evaluator, program.facts, now);
  yield* loadBatches(evaluator, program);
  yield* loadHostFacts(evaluator, inputs, program, checkArgs);
}
