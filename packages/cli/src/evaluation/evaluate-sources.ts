import {
  type BoundsCheck,
  compile,
  type Diagnostic,
  evaluate,
  type Evaluation,
  EvaluationError,
  type FactFile,
  type Limits,
  type Profile,
  readFacts,
  type Source,
} from '@manglecp/mangle';
import { currentTime } from '../input/parse-now.js';

/** How to evaluate. */
export interface EvaluationOptions {
  /** The clock if absent. */
  readonly now?: bigint;
  /** How types are checked; `error` if absent. */
  readonly bounds?: BoundsCheck;
  /** Most derived facts. */
  readonly limit?: number;
  /** Milliseconds. */
  readonly timeout?: number;
  /** Most separate intervals of one fact. */
  readonly maxIntervals?: number;
  /** Ends the evaluation early. */
  readonly signal?: AbortSignal;
  /** Counts where the time goes. */
  readonly profiler?: Profile;
  /** Called now and then with the number of facts derived so far. */
  readonly onPause?: (derivedCount: number) => void;
}

/** Whether a text is one of the ways to check types. */
export function isBoundsCheck(text: string): text is BoundsCheck {
  return text === 'error' || text === 'warn' || text === 'off';
}

/** A program that ran, or the reasons why it did not. Warnings come with both; hints are for `mangle check`. */
export type Ran =
  | { readonly ok: true; readonly evaluation: Evaluation; readonly diagnostics: readonly Diagnostic[] }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/** Compiles the sources as one program and evaluates it, with the facts of some files. */
export async function evaluateSources(
  sources: readonly Source[],
  options: EvaluationOptions,
  files: readonly FactFile[] = [],
): Promise<Ran> {
  const { program, diagnostics: found } = compile(sources, { bounds: options.bounds ?? 'error' });
  const notices = found.filter(({ severity }) => severity !== 'hint');
  if (program === undefined) return { ok: false, diagnostics: notices };
  const given = readFacts(files, program);
  const diagnostics = [...notices, ...given.diagnostics];
  if (given.batches === undefined) return { ok: false, diagnostics };
  const { now = currentTime(), signal, profiler, onPause } = options;
  try {
    const evaluation = await evaluate(program, {
      now,
      facts: given.batches,
      limits: limitsOf(options),
      ...(signal === undefined ? {} : { signal }),
      ...(profiler === undefined ? {} : { profile: profiler }),
      ...(onPause === undefined ? {} : { onPause }),
    });
    return { ok: true, evaluation, diagnostics };
  } catch (error) {
    if (!(error instanceof EvaluationError)) throw error;
    return { ok: false, diagnostics: [...diagnostics, error.diagnostic] };
  }
}

/** The limits among the options, as the engine wants them. */
export function limitsOf({ limit, timeout, maxIntervals }: EvaluationOptions): Limits {
  return {
    ...(limit === undefined ? {} : { maxFacts: limit }),
    ...(timeout === undefined ? {} : { timeoutMs: timeout }),
    ...(maxIntervals === undefined ? {} : { maxIntervals }),
  };
}
