import type { PredicateInfo, PredicateKey, Program, Rule } from '@manglecp/mangle';
import { type Origin, packOrigins } from '../pack/origin.js';
import { reachOf } from '../pack/ownership.js';
import type { Pack } from '../pack/pack.js';
import { readBy } from '../pack/read-by.js';

/**
 * What hints make of the facts of a predicate.
 *
 * - `hidden`: policy, and what the host knows of the client. They are cut off, with all that stands below them.
 * - `phase`: steps of the server's own rules. What stands below takes their place.
 * - `selection`: the phases from the offer on. What got the tool offered takes their place.
 * - `request`, `server`: what the host states of the request, and of the pack.
 * - `entry`: what gets a tool into the answer; `context`: what goes along with it.
 * - `domain`: everything else, which is the pack's own.
 */
export type Role = 'hidden' | 'phase' | 'selection' | 'request' | 'server' | 'entry' | 'context' | 'domain';

/** The predicate that says that a tool is offered, and why: everything behind it only chooses among offers. */
export const offerKey: PredicateKey = 'offered/3';

const entries: ReadonlySet<PredicateKey> = new Set([
  'mandatory_for_intent/2',
  'macro_tool/2',
  'tool_relevant_to_intent/3',
  'vector_similarity/3',
  'tool_serves_intent/2',
  'tool_constraint/3',
  'context_value/2',
  'tool_requires/2',
]);

const contexts: ReadonlySet<PredicateKey> = new Set(['needs_skill/2', 'needs_resource/4']);

const requests: ReadonlySet<PredicateKey> = new Set([
  'intent_type/2',
  'intent_param/3',
  'eval_time/1',
  'eval_time_ms/1',
  'disclosure_preference/1',
  'disclosure_upgrade/1',
]);

/** Who asks, and what that permits. Packs read these for their own decisions; no hint repeats them. */
const confidential: ReadonlySet<PredicateKey> = new Set([
  'client_class/1',
  'client_identity/1',
  'client_has_privilege/1',
  'login_possible/0',
  'asserted_predicate/1',
  'policy_defines/1',
  'requires_privilege/2',
  'requires_privileged_facts/1',
]);

/** Who wrote what, as hints see it. */
export interface PredicateRoles {
  readonly of: (key: PredicateKey) => Role;
  /** Whether hints never look behind facts of the predicate, so that nobody has to prove them. */
  readonly isOpaque: (key: PredicateKey) => boolean;
  readonly originOf: (rule: Rule) => Origin;
  /** Whether the kernel declares the predicate. */
  readonly isKernel: (key: PredicateKey) => boolean;
}

export function predicateRoles({ program, originOf }: Pick<Pack, 'program' | 'originOf'>): PredicateRoles {
  const derived = new Set(program.rules.map(({ predicate }) => predicate));
  const selection = dependentsOf(offerKey, program);
  const roleOf = (info: PredicateInfo): Role => {
    const { key, span, decl } = info;
    const owner = span === undefined ? packOrigins.facts : originOf(span.source);
    const reach = reachOf(decl);
    if (confidential.has(key) || owner.layer === 'policy' || reach === packOrigins.policy.rank) return 'hidden';
    if (!owner.isKernel) return 'domain';
    if (entries.has(key)) return 'entry';
    if (contexts.has(key)) return 'context';
    if (requests.has(key)) return 'request';
    if (reach >= packOrigins.domain.rank) return 'domain';
    if (selection.has(key)) return 'selection';
    return derived.has(key) ? 'phase' : 'server';
  };
  const roles = new Map([...program.predicates].map(([key, info]) => [key, roleOf(info)]));
  const of = (key: PredicateKey): Role => roles.get(key) ?? 'hidden';
  return {
    of,
    isOpaque: (key) => of(key) === 'hidden' || of(key) === 'selection',
    originOf: ({ clause }) => originOf(clause.span.source),
    isKernel: (key) => {
      const span = program.predicates.get(key)?.span;
      return span !== undefined && originOf(span.source).isKernel;
    },
  };
}

/** A predicate and all that are derived from it, directly or by way of others. */
function dependentsOf(key: PredicateKey, { rules }: Program): ReadonlySet<PredicateKey> {
  const heads = new Map<PredicateKey, PredicateKey[]>();
  for (const rule of rules) {
    for (const read of readBy(rule)) {
      const known = heads.get(read);
      if (known === undefined) heads.set(read, [rule.predicate]);
      else known.push(rule.predicate);
    }
  }
  const found = new Set([key]);
  // A set that grows is walked to its end.
  for (const each of found) for (const head of heads.get(each) ?? []) found.add(head);
  return found;
}
