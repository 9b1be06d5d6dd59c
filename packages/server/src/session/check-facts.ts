import { checkFacts, checkRequired, checkReserved, type Json, ProtocolError, violationError } from '@manglecp/protocol';
import { toFactInputs } from '../facts/to-engine.js';
import type { Exchange } from './exchange.js';

/** Step 10: counted as sent (C-114). */
export function checkFactCount(exchange: Exchange): void {
  const limit = exchange.live.pack.config.limits.max_facts_per_request;
  const actual = factsOf(exchange).length;
  if (actual <= limit) return;
  throw new ProtocolError('too_many_facts', `expected at most ${limit} facts, got ${actual}`, {
    details: { limit, actual },
  });
}

/** Step 11. What it finds is told by step 12, together with all other violations. */
export function collectReservedNames(exchange: Exchange): void {
  exchange.violations = checkReserved(factsOf(exchange));
}

/** Step 12: everything that declarations can tell about the facts, and their values in the engine. */
export function checkFactsFit(exchange: Exchange): void {
  const { live } = exchange;
  const checked = checkFacts(factsOf(exchange), live.profile, { now: exchange.get('evalTime') });
  const converted = toFactInputs(checked.facts, live.predicates);
  const others = checked.violations.filter(({ issue }) => issue !== 'reserved_predicate');
  const violations = [...exchange.violations, ...others, ...converted.violations];
  if (violations.length > 0) throw violationError(violations.sort((a, b) => a.fact_index - b.fact_index));
  exchange.set('checkedFacts', checked.facts);
  exchange.set('facts', converted.facts);
  exchange.set('places', converted.places);
}

/** Step 13 (C-49). Intents that the manifest does not list have no required facts. */
export function checkRequiredFacts(exchange: Exchange): void {
  const { intent } = exchange.get('intent');
  const listed = exchange.live.pack.config.intents.find(({ name }) => name === intent.name);
  const missing = checkRequired(listed?.required_facts ?? [], exchange.get('checkedFacts'));
  if (missing.length > 0) throw violationError(missing);
}

function factsOf(exchange: Exchange): readonly Json[] {
  return exchange.get('intent').facts ?? [];
}
