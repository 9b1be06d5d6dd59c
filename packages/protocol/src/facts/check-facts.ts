import type { Json } from '../json/json.js';
import { type CheckedFact, type FactContext, checkFact } from './check-fact.js';
import type { FactsProfile } from './facts-profile.js';
import type { Violation } from './violation.js';

export interface FactsChecked {
  /** Those without a violation, in the order of the request. */
  readonly facts: readonly CheckedFact[];
  /** All of them, in the order of the request. */
  readonly violations: readonly Violation[];
}

/**
 * Checks facts against the declarations, all of them, whatever is wrong with the first. Clients may use it before they
 * send. For each fact there are at most as many violations as it has declared arguments, and a few.
 */
export function checkFacts(
  facts: readonly Json[],
  profile: FactsProfile,
  { now }: { readonly now: bigint },
): FactsChecked {
  const context: FactContext = {
    profile,
    times: { now, formats: profile.timeFormats },
    suggestions: new Map(),
  };
  const passed: CheckedFact[] = [];
  const violations: Violation[] = [];
  for (const [index, fact] of facts.entries()) {
    const before = violations.length;
    const checked = checkFact(fact, index, context, violations);
    if (checked !== undefined && violations.length === before) passed.push(checked);
  }
  return { facts: passed, violations };
}
