import { type Evaluation, EvaluationError, prepare } from '@manglecp/mangle';
import { readPlan } from '../macro/read-plan.js';
import type { Pack } from '../pack/pack.js';
import { diagnosticProblem, type Problem } from '../pack/problem.js';
import { createFactCounter } from './fact-counter.js';
import { questionFacts } from './host-facts.js';
import { externalsOf } from './kernel-externals.js';
import { createPolicyGate } from './policy-gate.js';
import { readSelection } from './read-selection.js';
import type { Question, QuestionLimits, RuleSet, Selection } from './rule-set.js';
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
    close: () => Promise.resolve(),
  };
}

function serverLimits({ config: { limits } }: Pack): QuestionLimits {
  return {
    maxFacts: limits.max_derived_facts,
    maxIntervals: limits.max_intervals_per_atom,
    timeoutMs: limits.max_compute_ms,
  };
}

/** All rules of a pack over its base. What the base itself derives counts against no limit of a question. */
async function createSelect(
  { program, baseFacts, externals, config, policyDigest }: Pack,
  { maxIntervals }: QuestionLimits,
  check: (evaluation: Evaluation) => void,
): Promise<(question: Question) => Promise<Selection>> {
  const prepared = await prepare(program, baseFacts, {
    externals: externalsOf(program, externals),
    limits: { maxIntervals },
  });
  const countFacts = await createFactCounter(program, baseFacts);
  return async (question) => {
    const { facts, evalTime: now, limits, signal } = question;
    const given = questionFacts(question, program, config.limits.max_facts_per_request);
    const evaluation = await prepared.request(given, { now, limits, signal });
    check(evaluation);
    const origin = { ...question, lifetimeS: config.tools.lifetime_s, policyDigest };
    return {
      tools: readSelection(evaluation).map(({ name, score, phase }) => {
        return { score, phase, plan: readPlan(evaluation, name, origin) };
      }),
      factsEvaluated: countFacts(evaluation, facts),
      factsDerived: evaluation.derivedCount,
    };
  };
}
