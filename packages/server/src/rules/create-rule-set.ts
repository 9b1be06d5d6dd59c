import { type Diagnostic, EvaluationError } from '@manglecp/mangle';
import type { Pack } from '../pack/pack.js';
import { diagnosticProblem, type Problem } from '../pack/problem.js';
import { createInvokeGate } from './invoke-gate.js';
import { createPolicyGate } from './policy-gate.js';
import type { QuestionLimits, RuleSet } from './rule-set.js';
import { createSelect } from './select.js';
import { toProtocolError } from './to-protocol-error.js';
import { defuse } from './unsafe-recursion.js';

export interface RuleSetOptions {
  /** Milliseconds of a clock that only runs forward, for what is told of time limits. */
  readonly clock?: () => number;
}

export type RuleSetResult = { readonly rules: RuleSet } | { readonly problems: readonly Problem[] };

/** Evaluates the base of a pack once, for many questions. A base that cannot be evaluated is a problem of the pack. */
export async function createRuleSet(pack: Pack, options: RuleSetOptions = {}): Promise<RuleSetResult> {
  try {
    return { rules: await makeRuleSet(pack, options) };
  } catch (error) {
    if (!(error instanceof EvaluationError)) throw error;
    return { problems: [diagnosticProblem(baseDiagnostic(error))] };
  }
}

/** Nobody has asked anything yet, so it is the facts of the pack that rules fail on. */
function baseDiagnostic({ diagnostic, code }: EvaluationError): Diagnostic {
  const { message, help } = diagnostic;
  const advice = code === 'interval-limit' ? intervalAdvice : help;
  return {
    ...diagnostic,
    message: `the facts of the pack cannot be evaluated: ${message}`,
    ...(advice === undefined ? {} : { help: advice }),
  };
}

const intervalAdvice =
  'A recursion through time makes ever new intervals: give it a condition on the time. If it ends, only later, raise `limits.max_intervals_per_atom`.';

async function makeRuleSet(pack: Pack, { clock = () => performance.now() }: RuleSetOptions): Promise<RuleSet> {
  const limits = serverLimits(pack);
  const visible = new Set(pack.declarations.map(({ predicate, arity }) => `${predicate}/${arity}`));
  const guarded = async <T>(work: () => Promise<T>, allowed: QuestionLimits): Promise<T> => {
    const started = clock();
    try {
      return await work();
    } catch (error) {
      const isPublic = (predicate: string): boolean => visible.has(predicate);
      const elapsedMs = clock() - started;
      throw toProtocolError(error, { limits: allowed, serverLimits: limits, elapsedMs, isPublic });
    }
  };
  const { program, check } = defuse(pack.program, pack.refusedTemporal);
  const gate = await createPolicyGate({ ...pack, program }, limits, check);
  const invokeGate = await createInvokeGate({ ...pack, program }, limits, check);
  const select = await createSelect({ ...pack, program }, { ...limits, keeps: invokeGate.keeps, check });
  return {
    authorize: (question) => guarded(() => gate(question), limits),
    select: (question) => guarded(() => select(question), question.limits),
    reconsider: (invocation) => guarded(() => invokeGate.ask(invocation), limits),
    close: async () => pack.closeExternals?.(),
  };
}

/** What no client may exceed. */
export function serverLimits({ config: { limits, evaluation } }: Pack): QuestionLimits {
  return {
    maxBytes: evaluation.max_bytes,
    maxFacts: limits.max_derived_facts,
    maxIntervals: limits.max_intervals_per_atom,
    timeoutMs: limits.max_compute_ms,
  };
}
