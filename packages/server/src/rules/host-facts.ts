import { fact, type FactInput, type Program, time } from '@manglecp/mangle';
import { currentIntent, paramFacts } from '../facts/param-facts.js';
import type { Principal } from '../security/principal.js';
import type { Question } from './rule-set.js';

/** What of a question becomes facts. */
type Asked = Pick<Question, 'principal' | 'canLogIn' | 'intent' | 'params' | 'facts' | 'evalTime' | 'preference'>;

/**
 * What the host alone knows about a question, and the facts of the client, as far as a program has predicates for them.
 * Nothing a message says can add to what is said of the principal.
 */
export function questionFacts(question: Asked, { predicates }: Program, maxParams: number): readonly FactInput[] {
  const { principal, canLogIn, intent, params, facts, evalTime, preference } = question;
  const { identity, privileges } = principal;
  const asserted = new Set(facts.map(({ predicate }) => predicate));
  return [
    fact('intent_type', currentIntent, intent),
    ...paramFacts(params, maxParams),
    ...classesOf(principal).map((name) => fact('client_class', name)),
    ...(identity === null ? [] : [fact('client_identity', identity)]),
    ...privileges.map((privilege) => fact('client_has_privilege', privilege)),
    ...(canLogIn ? [fact('login_possible')] : []),
    ...Array.from(asserted, (predicate) => fact('asserted_predicate', predicate)),
    fact('eval_time', time(evalTime)),
    fact('eval_time_ms', floorDivide(evalTime, 1_000_000n)),
    fact('disclosure_preference', preference),
    ...facts,
  ].filter(({ predicate, args }) => predicates.has(`${predicate}/${args.length}`));
}

/** The classes that policy speaks of (Spec 08 §2.2): one that is trusted as a machine has logged in, too. */
function classesOf({ isAnonymous, trustLevel }: Principal): readonly string[] {
  if (isAnonymous) return ['anonymous'];
  return trustLevel === 'automated' ? ['authenticated', 'automated'] : ['authenticated'];
}

/** Rounds down, also before 1970. */
function floorDivide(value: bigint, divisor: bigint): bigint {
  return (value - (((value % divisor) + divisor) % divisor)) / divisor;
}
