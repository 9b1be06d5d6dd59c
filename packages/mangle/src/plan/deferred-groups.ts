import type { PredicateKey, Program, Rule } from '../program/program.js';

/** Deferred predicates that call each other, with their rules. */
export interface DeferredGroup {
  readonly predicates: readonly PredicateKey[];
  readonly rules: readonly Rule[];
}

/** Splits the deferred predicates of a program into groups; there are few, so reachability is computed plainly. */
export function deferredGroups(program: Program): DeferredGroup[] {
  const deferred = [...program.predicates.values()].filter((info) => info.isDeferred).map((info) => info.key);
  const reach = new Map(deferred.map((key) => [key, reachable(key, program)]));
  const grouped = new Set<PredicateKey>();
  return deferred.flatMap((key) => {
    if (grouped.has(key)) return [];
    const predicates = deferred.filter(
      (other) => other === key || (reach.get(key)?.has(other) === true && reach.get(other)?.has(key) === true),
    );
    for (const member of predicates) grouped.add(member);
    return [{ predicates, rules: program.rules.filter((rule) => predicates.includes(rule.predicate)) }];
  });
}

function reachable(from: PredicateKey, { rules }: Program): Set<PredicateKey> {
  const seen = new Set<PredicateKey>();
  const waiting = [from];
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    for (const rule of rules) {
      if (rule.predicate !== key) continue;
      for (const premise of rule.premises) {
        if ((premise.kind !== 'atom' && premise.kind !== 'temporal') || seen.has(premise.predicate)) continue;
        seen.add(premise.predicate);
        waiting.push(premise.predicate);
      }
    }
  }
  return seen;
}
