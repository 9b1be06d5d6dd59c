import { needsOf } from '../plan/needs.js';
import type { PredicateKey, Premise, Program, Rule } from '../program/program.js';
import { variablesOf } from '../program/variables.js';

/** What the order of a rule's premises depends on, apart from the sizes of relations. */
export interface OrderInfo {
  readonly variables: ReadonlyMap<string, number>;
  readonly premises: readonly PremiseInfo[];
}

interface PremiseInfo {
  readonly needs: readonly number[];
  readonly gives: readonly number[];
  /** The variables of each side of an equality, which may get its value from the other; else empty. */
  readonly equality: readonly (readonly number[])[];
  /** Which sides of the equality are a variable. */
  readonly targets: readonly number[];
  readonly isPartial: boolean;
  readonly isTest: boolean;
  readonly predicate: PredicateKey | undefined;
  readonly args: readonly (readonly number[])[];
}

export function orderInfo(rule: Rule, program: Program): OrderInfo {
  const variables = new Map<string, number>();
  const number = (name: string): number => {
    const known = variables.get(name) ?? variables.size;
    variables.set(name, known);
    return known;
  };
  const premises = rule.premises.map((premise) => premiseInfo(premise, program, number));
  return { variables, premises };
}

function premiseInfo(premise: Premise, program: Program, number: (name: string) => number): PremiseInfo {
  const { needs, gives, isPartial } = needsOf(premise, (key) => {
    const info = program.predicates.get(key);
    return info?.isDeferred === true || info?.isExternal === true ? info : undefined;
  });
  const isFacts = premise.kind === 'temporal' || (premise.kind === 'atom' && !premise.isNegated);
  const sides = premise.kind === 'compare' && premise.operator === '=' ? [premise.left, premise.right] : [];
  return {
    needs: [...needs].map(number),
    gives: [...gives].map(number),
    equality: sides.map((side) => variablesOf(side).map(({ name }) => number(name))),
    targets: sides.map((side) => (side.kind === 'variable' ? number(side.name) : -1)),
    isPartial,
    isTest: !isFacts,
    predicate: isFacts ? premise.predicate : undefined,
    args: isFacts ? premise.args.map((arg) => variablesOf(arg).map(({ name }) => number(name))) : [],
  };
}

/**
 * An order for the search: tests as soon as they can decide, then the premise with the fewest rows to look at, by the
 * magnitudes (base 2) of the relations, one for each premise. As in evaluations, a premise that may fail never moves before one written earlier.
 */
export function searchOrder(info: OrderInfo, bound: Iterable<string>, magnitudes: readonly number[]): number[] {
  const known = new Uint8Array(info.variables.size);
  for (const name of bound) {
    const variable = info.variables.get(name);
    if (variable !== undefined) known[variable] = 1;
  }
  const waiting = info.premises.map((_, at) => at);
  const order: number[] = [];
  while (waiting.length > 0) {
    const [taken] = waiting.splice(cheapest(info, waiting, known, magnitudes), 1);
    if (taken === undefined) break;
    order.push(taken);
    learn(info.premises[taken], known);
  }
  return order;
}

function cheapest(
  { premises }: OrderInfo,
  waiting: readonly number[],
  known: Uint8Array,
  magnitudes: readonly number[],
): number {
  let best = 0;
  let bestCost = Infinity;
  for (let at = 0; at < waiting.length; at++) {
    const index = waiting[at] ?? -1;
    const premise = premises[index];
    // What comes earlier is still waiting at a smaller index, so only the very first may be partial.
    if (premise === undefined || (premise.isPartial && at > 0) || !isReady(premise, known)) continue;
    const cost = premise.predicate === undefined ? -1 : scanCost(premise.args, known, magnitudes[index] ?? 0);
    if (cost < bestCost) [best, bestCost] = [at, cost];
  }
  return best;
}

/** About the logarithm of the number of rows to look at, if values are spread evenly over the columns. */
function scanCost(args: readonly (readonly number[])[], known: Uint8Array, magnitude: number): number {
  let unknown = 0;
  for (const arg of args) if (!areKnown(arg, known)) unknown++;
  return args.length === 0 ? 0 : (magnitude * unknown) / args.length;
}

function isReady({ needs, equality, targets }: PremiseInfo, known: Uint8Array): boolean {
  if (areKnown(needs, known)) return true;
  return (
    (targets[0] !== undefined && targets[0] !== -1 && areKnown(equality[1] ?? [], known)) ||
    (targets[1] !== undefined && targets[1] !== -1 && areKnown(equality[0] ?? [], known))
  );
}

function learn(premise: PremiseInfo | undefined, known: Uint8Array): void {
  for (const variable of premise?.gives ?? []) known[variable] = 1;
  for (const variable of premise?.targets ?? []) if (variable !== -1) known[variable] = 1;
}

function areKnown(variables: readonly number[], known: Uint8Array): boolean {
  for (const variable of variables) if (known[variable] === 0) return false;
  return true;
}
