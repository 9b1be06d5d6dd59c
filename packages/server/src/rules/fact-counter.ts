import type { Evaluation, FactInput, PredicateKey, Program } from '@manglecp/mangle';
import { factIdentity, inputIdentity } from '../facts/fact-identity.js';

/** Tells how many facts an evaluation with these facts of a client started from: distinct ones, the base's included (C-79). */
export type FactCounter = (evaluation: Evaluation, facts: readonly FactInput[]) => number;

/** Looks at the facts of a base once, so that a count costs no more than the facts of its request. */
export function createFactCounter(program: Program, base: Evaluation): FactCounter {
  const counts = new Map(base.predicates().map(({ key }) => [key, base.count(key)]));
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const derived = new Set(program.rules.map(({ predicate }) => predicate));
  const known = new Set([...derived].flatMap((key) => base.facts(key).map(factIdentity)));
  return (evaluation, facts) => {
    const plain = new Set<PredicateKey>();
    const fresh = new Set<string>();
    for (const input of facts) {
      const key: PredicateKey = `${input.predicate}/${input.args.length}`;
      // What no rule derives is counted by the engine. Where rules add facts, the client's have to be told apart.
      if (!derived.has(key)) plain.add(key);
      else if (!known.has(inputIdentity(input))) fresh.add(inputIdentity(input));
    }
    return [...plain].reduce((sum, key) => sum + evaluation.count(key) - (counts.get(key) ?? 0), total + fresh.size);
  };
}
