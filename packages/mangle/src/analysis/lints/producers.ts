import type { PredicateKey, Program, ProgramBatch, Rule, SourceFact } from '../../program/program.js';

/** The facts and rules that a program has for a predicate. */
export interface Producers {
  /** Where there are batches there are facts too: the first one of each text is never in a batch. */
  readonly facts: readonly SourceFact[];
  readonly batches: readonly ProgramBatch[];
  readonly rules: readonly Rule[];
}

export const noProducers: Producers = { facts: [], batches: [], rules: [] };

/** The producers of each predicate that has some. */
export function producersOf({ facts, batches, rules }: Program): Map<PredicateKey, Producers> {
  const producers = new Map<PredicateKey, { facts: SourceFact[]; batches: ProgramBatch[]; rules: Rule[] }>();
  const of = (key: PredicateKey) => {
    const known = producers.get(key);
    if (known !== undefined) return known;
    const fresh = { facts: [], batches: [], rules: [] };
    producers.set(key, fresh);
    return fresh;
  };
  for (const fact of facts) of(fact.predicate).facts.push(fact);
  for (const batch of batches) of(batch.predicate).batches.push(batch);
  for (const rule of rules) of(rule.predicate).rules.push(rule);
  return producers;
}

/** How many facts are written for a predicate. */
export function factCount({ facts, batches }: Producers): number {
  return batches.reduce((sum, batch) => sum + batch.facts.count, facts.length);
}
