import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.js';
import type { PredicateKey, Program } from '../program/program.js';
import { createSource, type Span } from '../text/source.js';
import { type Budget, type BudgetCode, BudgetSignal } from './budget.js';
import { AsyncExternalError } from './run-sync.js';
import { Failure } from './failure.js';

/** A predicate and how many facts of it were derived. */
export interface Producer {
  readonly predicate: PredicateKey;
  readonly facts: number;
}

/** The one error an evaluation throws: because of a value, a limit, the host, or cancellation. Nothing is left behind. */
export class EvaluationError extends Error {
  override readonly name = 'EvaluationError';
  readonly diagnostic: Diagnostic;
  /** The predicates with the most derived facts when it stopped, most first. */
  readonly producers: readonly Producer[];

  constructor(reason: Diagnostic, producers: readonly Producer[] = [], options?: ErrorOptions) {
    super(reason.message, options);
    this.diagnostic = reason;
    this.producers = producers;
  }

  get code(): Diagnostic['code'] {
    return this.diagnostic.code;
  }
}

/** What the engine throws, as the error that leaves it; anything else is a defect and passes unchanged. */
export function toEvaluationError(
  error: unknown,
  budget: Budget,
  program: Program,
  producers: (signal: BudgetSignal) => readonly Producer[],
): unknown {
  if (error instanceof BudgetSignal) return budgetError(error, budget, program, producers(error));
  if (error instanceof AsyncExternalError) {
    return new EvaluationError(diagnostic('external-failed', placeOf(program), error.message), [], { cause: error });
  }
  if (!(error instanceof Failure)) return error;
  return new EvaluationError(diagnostic(error.code, error.span, error.message), [], { cause: error });
}

const reasons: Readonly<Record<BudgetCode, (budget: Budget) => string>> = {
  'fact-limit': ({ derived, hidden }) =>
    hidden > derived
      ? `stopped after ${hidden} questions to deferred predicates and answers of them`
      : `stopped after ${derived} derived facts`,
  'interval-limit': () => 'stopped because one fact has too many separate intervals',
  'memory-limit': () => 'stopped because an aggregation has too many rows',
  'time-limit': () => 'stopped because the time is over',
  cancelled: () => 'stopped because the caller cancelled',
};

function budgetError(
  signal: BudgetSignal,
  budget: Budget,
  program: Program,
  producers: readonly Producer[],
): EvaluationError {
  const largest = producers.map(({ predicate, facts }) => `\`${predicate}\` ${facts}`).join(', ');
  const { predicate } = signal;
  const place = predicate === undefined ? '' : ` while evaluating \`${predicate}\``;
  const message = reasons[signal.code](budget) + place;
  const help =
    producers.length === 0
      ? 'No rule had derived a fact by then.'
      : `Largest producers so far: ${largest}. The named predicate is where it stopped, not necessarily the cause.`;
  const info = predicate === undefined ? undefined : program.predicates.get(predicate);
  const span = info?.span ?? placeOf(program);
  return new EvaluationError(diagnostic(signal.code, span, message, { help }), producers, { cause: signal });
}

/** Some place in the program, for what concerns it as a whole. */
export function placeOf({ units }: Program): Span {
  const source = units[0]?.source ?? createSource('', '');
  return { source, start: 0, end: 0 };
}
