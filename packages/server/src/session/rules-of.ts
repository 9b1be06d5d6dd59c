import type { RuleSet } from '../rules/rule-set.js';
import type { Exchange } from './exchange.js';

/** The rules a request is answered with. INVARIANT: the readiness check has let it pass, so there are some. */
export function rulesOf({ live }: Exchange): RuleSet {
  if (live.rules === undefined) throw new Error('a request was admitted before the rules were ready');
  return live.rules;
}
