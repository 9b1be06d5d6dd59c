import { type Evaluation, prepare } from '@manglecp/mangle';
import { ProtocolError, type Violation, violationError } from '@manglecp/protocol';
import { relation, textOf } from '../facts/relation.js';
import type { Pack } from '../pack/pack.js';
import { questionFacts } from './host-facts.js';
import { externalsOf } from './kernel-externals.js';
import type { Question, QuestionLimits } from './rule-set.js';
import { sliceProgram } from './slice-program.js';

/** Asks policy about a question. Throws a `ProtocolError` if it refuses (C-50), an `EvaluationError` if it fails. */
export type PolicyGate = (question: Question) => Promise<void>;

const refusals = relation('intent_refusal', 1);
const deniedIntents = relation('intent_denied', 1);
const deniedFacts = relation('fact_denied', 1);

/**
 * Prepares the rules that decide who may ask what, and only these: whatever the rest of a pack derives, a refusal costs
 * nothing of it. The limits should be the server's own, so that no constraint of a client comes before the refusal.
 */
export async function createPolicyGate(
  pack: Pack,
  limits: QuestionLimits,
  check: (evaluation: Evaluation) => void,
): Promise<PolicyGate> {
  const program = sliceProgram(pack.program, ['intent_refusal/1', 'intent_denied/1', 'fact_denied/1']);
  const baseFacts = pack.baseFacts.filter(({ predicate, args }) =>
    program.predicates.has(`${predicate}/${args.length}`),
  );
  const maxParams = pack.config.limits.max_facts_per_request;
  const externals = externalsOf(program, pack.externals);
  const prepared = await prepare(program, baseFacts, { externals, limits: { maxIntervals: limits.maxIntervals } });
  return async (question) => {
    const { evalTime: now, signal, turn } = question;
    const options = { now, limits, signal, ...(turn === undefined ? {} : { turn }) };
    const evaluation = await prepared.request(questionFacts(question, program, maxParams), options);
    check(evaluation);
    const refusal = intentRefusal(evaluation, pack);
    if (refusal !== undefined) throw refusal;
    checkFacts(evaluation, question);
  };
}

/** Why the intent is refused, if it is. A request that is refused only because of its facts is a matter of these. */
export function intentRefusal(evaluation: Evaluation, { config: { auth } }: Pack): ProtocolError | undefined {
  const codes = refusals.all(evaluation).map(([code]) => textOf(code));
  const isAboutFacts = deniedFacts.all(evaluation).length > 0 && deniedIntents.all(evaluation).length === 0;
  if (codes.length === 0 || isAboutFacts) return undefined;
  if (!codes.includes('auth_required')) {
    return new ProtocolError('auth_insufficient', 'this client may not ask for this intent');
  }
  return new ProtocolError('auth_required', 'this intent is only for clients that have logged in', {
    details: { schemes: ['bearer', 'api_key', ...(auth.jwt === null ? [] : ['oauth2'])] },
  });
}

function checkFacts(evaluation: Evaluation, { facts, places }: Question): void {
  const denied = new Set(deniedFacts.all(evaluation).map(([predicate]) => textOf(predicate)));
  const violations = facts.flatMap(({ predicate }, index): Violation[] => {
    return denied.has(predicate) ? [notPermitted(predicate, places?.[index] ?? index)] : [];
  });
  if (violations.length > 0) throw violationError(violations);
}

function notPermitted(predicate: string, index: number): Violation {
  return {
    fact_index: index,
    predicate,
    issue: 'not_permitted',
    message: `this client may not assert facts of \`${predicate}\``,
  };
}
