import type { PredicateKey, Program, Rule } from '../program/program.js';
import { stronglyConnected } from '../program/strongly-connected.js';

/** Deferred predicates that call each other, with their rules. */
export interface DeferredGroup {
  readonly predicates: readonly PredicateKey[];
  readonly rules: readonly Rule[];
}

interface OpenGroup {
  readonly predicates: PredicateKey[];
  readonly rules: Rule[];
}

/** Splits the deferred predicates of a program into groups, each at the place of its first predicate. */
export function deferredGroups(program: Program): DeferredGroup[] {
  const deferred = [...program.predicates.values()].filter((info) => info.isDeferred).map((info) => info.key);
  if (deferred.length === 0) return [];
  const componentOf = components(program);
  const groups = new Map<number, OpenGroup>();
  const groupOf = new Map<PredicateKey, OpenGroup>();
  for (const key of deferred) {
    const component = componentOf(key);
    const group = groups.get(component) ?? { predicates: [], rules: [] };
    group.predicates.push(key);
    groups.set(component, group);
    groupOf.set(key, group);
  }
  for (const rule of program.rules) groupOf.get(rule.predicate)?.rules.push(rule);
  return [...groups.values()];
}

/** Tells predicates apart that do not lead to each other and back, by way of whichever others. */
function components({ predicates, rules }: Program): (key: PredicateKey) => number {
  const numbers = new Map<PredicateKey, number>();
  const successors: number[][] = [];
  const numberOf = (key: PredicateKey): number => {
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, successors.length);
    return successors.push([]) - 1;
  };
  for (const key of predicates.keys()) numberOf(key);
  for (const { predicate, premises } of rules) {
    const from = numberOf(predicate);
    for (const premise of premises) {
      if (premise.kind === 'atom' || premise.kind === 'temporal') successors[from]?.push(numberOf(premise.predicate));
    }
  }
  const components = new Int32Array(successors.length);
  for (const [number, nodes] of stronglyConnected(successors).entries()) {
    for (const node of nodes) components[node] = number;
  }
  return (key) => components[numberOf(key)] ?? -1;
}
