import type { PredicateKey, Program, Rule, SourceFact } from '../../program/program.js';

/** The facts and rules that a program has for a predicate. */
export interface Producers {
  readonly facts: readonly SourceFact[];
  readonly rules: readonly Rule[];
}

export const noProducers: Producers = { facts: [], rules: [] };

/** The producers of each predicate that has some. */
export function producersOf({ facts, rules }: Program): Map<PredicateKey, Producers> {
  const producers = new Map<PredicateKey, { facts: SourceFact[]; rules: Rule[] }>();
  const of = (key: PredicateKey) => {
    const known = producers.get(key);
    if (known !== undefined) return known;
    const fresh = { facts: [], rules: [] };
    producers.set(key, fresh);
    return fresh;
  };
  for (const fact of facts) of(fact.predicate).facts.push(fact);
  for (const rule of rules) of(rule.predicate).rules.push(rule);
  return producers;
}
