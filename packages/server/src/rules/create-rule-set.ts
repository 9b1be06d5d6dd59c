import { EvaluationError } from '@manglecp/mangle';
import type { Pack } from '../pack/pack.js';
import { diagnosticProblem, type Problem } from '../pack/problem.js';
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
    return { problems: [diagnosticProblem(error.diagnostic)] };
  }
}

async function makeRuleSet(pack: Pack, { clock = () => performance.now() }: RuleSetOptions): Promise<RuleSet> {
  const limits = serverLimits(pack);
  const visible = new Set(pack.declarations.map(({ predicate, arity }) => `${predicate}/${arity}`));
  const guarded = async <T>(work: () => Promise<T>, allowed: QuestionLimits): Promise<T> => {
    const started = clock();
    try {
      return await work();
    } catch (error) {
      const isPublic = (predicate: string): boolean => visible.has(predicate);
      throw toProtocolError(error, { limits: allowed, elapsedMs: clock() - started, isPublic });
    }
  };
  const { program, check } = defuse(pack.program, pack.unsafeTemporal);
  const gate = await createPolicyGate({ ...pack, program }, limits, check);
  const select = await createSelect({ ...pack, program }, limits, check);
  return {
    authorize: (question) => guarded(() => gate(question), limits),
    select: (question) => guarded(() => select(question), question.limits),
    close: async () => pack.closeExternals?.(),
  };
}

function serverLimits({ config: { limits } }: Pack): QuestionLimits {
  return {
    maxFacts: limits.max_derived_facts,
    maxIntervals: limits.max_intervals_per_atom,
    timeoutMs: limits.max_compute_ms,
  };
}
