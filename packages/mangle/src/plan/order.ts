import type { Premise } from '../program/program.js';
import type { Term } from '../syntax/ast.js';
import { variablesOf } from '../program/variables.js';
import { type Needs, needsOf, type OnDemand } from './needs.js';

/**
 * Puts premises into the order in which they are evaluated. Tests come as soon as they can decide; among atoms the one
 * with the most known columns comes next, on a tie the one written first. `first` (the premise that reads the newest
 * facts) comes before all others if it can.
 *
 * A premise that may fail (a function, an order comparison) never moves before one that comes earlier: that one may be
 * its guard, as in `Y != 0, Z = fn:div(X, Y)`.
 *
 * INVARIANT: the premises come in an order that works (see `Rule.premises`), so this never gets stuck.
 */
export function orderPremises(
  premises: readonly Premise[],
  onDemand: OnDemand,
  bound: Iterable<string>,
  first?: Premise,
): Premise[] {
  const known = new Set(bound);
  const waiting = premises.map((premise) => ({ premise, ...needsOf(premise, onDemand) }));
  const ordered: Premise[] = [];
  const take = (at: number): void => {
    const [taken] = waiting.splice(at, 1);
    if (taken === undefined) return;
    ordered.push(taken.premise);
    learn(known, taken);
  };
  const start = waiting.findIndex(({ premise }) => premise === first);
  if (start !== -1 && isReady(waiting[start], known)) take(start);
  while (waiting.length > 0) take(choose(waiting, known));
  return ordered;
}

function learn(known: Set<string>, { premise, gives }: Waiting): void {
  for (const name of [...gives, ...equalityGives(premise, known)]) known.add(name);
}

type Waiting = Needs & { readonly premise: Premise };

function choose(waiting: readonly Waiting[], known: ReadonlySet<string>): number {
  let best = -1;
  let bestScore = -1;
  for (const [at, each] of waiting.entries()) {
    if (!isReady(each, known)) continue;
    // What comes earlier is still waiting at a smaller index, so only the very first may be partial.
    if (each.isPartial && at > 0) continue;
    const score = scoreOf(each.premise, known);
    if (score > bestScore) [best, bestScore] = [at, score];
  }
  return Math.max(best, 0);
}

/** Tests before atoms; atoms by the number of known columns. */
function scoreOf(premise: Premise, known: ReadonlySet<string>): number {
  if (premise.kind === 'compare' || premise.kind === 'builtin') return Number.MAX_SAFE_INTEGER;
  if (premise.kind === 'atom' && premise.isNegated) return Number.MAX_SAFE_INTEGER;
  return premise.args.filter((arg) => isKnown(arg, known)).length;
}

function isReady(each: Waiting | undefined, known: ReadonlySet<string>): boolean {
  if (each === undefined) return false;
  const missing = [...each.needs].filter((name) => !known.has(name));
  return missing.length === 0 || (missing.length === 1 && givesByEquality(each.premise, missing[0], known));
}

/** `X = t` and `t = X` with everything in `t` known. */
function givesByEquality(premise: Premise, missing: string | undefined, known: ReadonlySet<string>): boolean {
  if (premise.kind !== 'compare' || premise.operator !== '=') return false;
  const { left, right } = premise;
  return (isVariable(left, missing) && isKnown(right, known)) || (isVariable(right, missing) && isKnown(left, known));
}

function equalityGives(premise: Premise, known: ReadonlySet<string>): string[] {
  if (premise.kind !== 'compare' || premise.operator !== '=') return [];
  return [premise.left, premise.right].flatMap((term) =>
    term.kind === 'variable' && !known.has(term.name) ? [term.name] : [],
  );
}

function isVariable(term: Term, name: string | undefined): boolean {
  return term.kind === 'variable' && term.name === name;
}

function isKnown(term: Term, known: ReadonlySet<string>): boolean {
  return variablesOf(term).every(({ name }) => known.has(name));
}
