import type { CheckedFact } from './check-fact.js';
import type { Violation } from './violation.js';

/** The predicates of which an intent needs a fact and the request has none (C-49). */
export function checkRequired(required: readonly string[], facts: readonly CheckedFact[]): Violation[] {
  const present = new Set(facts.map(({ pred }) => pred));
  return required
    .filter((predicate) => !present.has(predicate))
    .map((predicate) => ({
      fact_index: -1,
      predicate,
      issue: 'missing_required_fact',
      message: `the intent needs a fact of \`${predicate}\``,
    }));
}
