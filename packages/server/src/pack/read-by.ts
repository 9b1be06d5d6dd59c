import type { PredicateKey, Rule } from '@manglecp/mangle';
import { groupBy } from './group-by.js';

/** The predicates that a rule reads. */
export function readBy({ premises }: Rule): readonly PredicateKey[] {
  return premises.flatMap((premise) => ('predicate' in premise ? [premise.predicate] : []));
}

/** The rules of each predicate that has some. */
export function rulesByHead(rules: readonly Rule[]): ReadonlyMap<PredicateKey, readonly Rule[]> {
  return groupBy(rules, ({ predicate }) => predicate);
}

/** What some rules read, and what the rules for that read, and so on. */
export function readAtAll(rules: readonly Rule[], first: readonly Rule[]): ReadonlySet<PredicateKey> {
  const byHead = rulesByHead(rules);
  const read = new Set(first.flatMap(readBy));
  // A set that grows is walked to its end.
  for (const key of read) for (const rule of byHead.get(key) ?? []) for (const next of readBy(rule)) read.add(next);
  return read;
}
