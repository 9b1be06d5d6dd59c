import { EvaluationError } from '@manglecp/mangle';
import { type ErrorCode, ProtocolError } from '@manglecp/protocol';
import type { QuestionLimits } from './rule-set.js';

/** What is known about an evaluation that failed. */
export interface FailedEvaluation {
  readonly limits: QuestionLimits;
  /** The limits of the server, which no client raises. */
  readonly serverLimits: QuestionLimits;
  readonly elapsedMs: number;
  /** Whether clients know a predicate anyway, so that it may be named. Rules and policy are not told (ERR-042). */
  readonly isPublic: (predicate: string) => boolean;
}

/**
 * What an evaluation threw, as the error for the peer; anything else is a defect and passes unchanged. There is never a
 * part of the answer (C-48), and nothing is said of rules: the engine's own words are the cause, for the log.
 */
export function toProtocolError(error: unknown, failed: FailedEvaluation): unknown {
  if (!(error instanceof EvaluationError)) return error;
  const { code, message, details } = (failures[error.code] ?? ruleFailure)(failed, error);
  return new ProtocolError(code, message, { cause: error, ...(details === undefined ? {} : { details }) });
}

interface Told {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

type Failure = (failed: FailedEvaluation, error: EvaluationError) => Told;

const ruleFailure: Failure = () => ({
  code: 'evaluation_failed',
  message: 'the rules failed on this question; the operator finds the reason in the log',
});

/** By the engine's code; the others mean that a rule or the host failed. */
const failures: Readonly<Partial<Record<string, Failure>>> = {
  'fact-limit': (failed, error) => ({
    code: 'derivation_limit_exceeded',
    message: `the evaluation derives more than ${failed.limits.maxFacts} facts`,
    details: budgetDetails(
      'derived_facts',
      failed.limits.maxFacts,
      fewerFacts(raising('maxFacts', failed), failed, error),
    ),
  }),
  // An aggregation or the values that rules make outgrow the memory; no limit of the protocol has their unit.
  'memory-limit': (failed, error) => ({
    code: 'derivation_limit_exceeded',
    message: 'the evaluation needs more memory than it may have',
    details: { partial_results_available: false, suggestion: fewerFacts('', failed, error) },
  }),
  'interval-limit': (failed) => {
    const { maxIntervals } = failed.limits;
    return {
      code: 'interval_limit_exceeded',
      message: `a fact has more than ${maxIntervals} separate intervals`,
      details: budgetDetails('intervals', maxIntervals, `send fewer intervals${raising('maxIntervals', failed)}`),
    };
  },
  'time-limit': (failed) => {
    const { timeoutMs } = failed.limits;
    return {
      code: 'evaluation_timeout',
      message: `the evaluation takes longer than ${timeoutMs} ms`,
      details: {
        ...budgetDetails('ms', timeoutMs, `send fewer facts${raising('timeoutMs', failed)}`),
        budget: { limit: timeoutMs, consumed: Math.max(timeoutMs, Math.round(failed.elapsedMs)), unit: 'ms' },
      },
    };
  },
  cancelled: () => ({ code: 'cancelled', message: 'the request was cancelled' }),
};

/** The evaluation ends at the first one too many, so that is what was consumed. */
function budgetDetails(unit: string, limit: number, suggestion: string): Readonly<Record<string, unknown>> {
  return { budget: { limit, consumed: limit + 1, unit }, partial_results_available: false, suggestion };
}

/** The limits that clients may lower. */
const constraints = {
  maxFacts: 'max_facts_created',
  maxIntervals: 'max_intervals_per_atom',
  timeoutMs: 'max_compute_ms',
} as const satisfies Readonly<Partial<Record<keyof QuestionLimits, string>>>;

/** The error for more facts than a client may have, of those that it may know of. */
export function tooManyFacts(failed: Pick<FailedEvaluation, 'limits' | 'serverLimits'>): ProtocolError {
  const { maxFacts } = failed.limits;
  return new ProtocolError('derivation_limit_exceeded', `the evaluation derives more than ${maxFacts} facts`, {
    details: budgetDetails('derived_facts', maxFacts, `send fewer facts${raising('maxFacts', failed)}`),
  });
}

/** How a client gets more: by its own constraint, if that is what ended the evaluation. */
function raising(
  limit: keyof typeof constraints,
  { limits, serverLimits }: Pick<FailedEvaluation, 'limits' | 'serverLimits'>,
): string {
  return limits[limit] < serverLimits[limit]
    ? `, or allow more with \`${constraints[limit]}\``
    : '; this is the limit of the server, and no constraint raises it';
}

function fewerFacts(more: string, { isPublic }: FailedEvaluation, { producers }: EvaluationError): string {
  const known = producers
    .filter(({ predicate }) => isPublic(predicate))
    .map(({ predicate, facts }) => `${predicate} (${facts})`);
  const largest = known.length === 0 ? '' : `; most were derived for ${known.join(', ')}`;
  return `send fewer facts${more}${largest}`;
}
