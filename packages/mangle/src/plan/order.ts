import type { PredicateKey, Premise } from '../program/program.js';
import type { Term } from '../syntax/ast.js';
import { variablesOf, variablesOfAll } from '../program/variables.js';
import { type Needs, needsOf, type OnDemand } from './needs.js';

/** How many facts a predicate has, as far as it is known when a rule is planned. */
export type SizeOf = (predicate: PredicateKey) => number;

/**
 * Puts premises into the order in which they are evaluated. Tests come as soon as they can decide; among atoms the one
 * that promises the fewest rows comes next, on a tie the one written first. `first` (the premise that reads what
 * changed) comes before all others, except for tests that need no variable.
 *
 * A premise that may fail (a function, an order comparison) never moves before one that comes earlier: that one may be
 * its guard, as in `Y != 0, Z = fn:div(X, Y)`. And none that comes later moves before it, except `first`: whether a
 * function fails depends on what is written before it, and not on sizes or on what changed.
 *
 * INVARIANT: the premises come in an order that works (see `Rule.premises`), so this never gets stuck.
 */
export function orderPremises(
  premises: readonly Premise[],
  onDemand: OnDemand,
  bound: Iterable<string>,
  sizeOf: SizeOf,
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
  if (first !== undefined) {
    for (let at = 0; at < barrierOf(waiting);)
      if (isPlainTest(waiting[at], first)) take(at);
      else at++;
    const start = waiting.findIndex(({ premise }) => premise === first);
    if (isReady(waiting[start], known)) take(start);
  }
  while (waiting.length > 0) take(choose(waiting, known, sizeOf));
  return ordered;
}

/** The place of the first premise that may fail. */
function barrierOf(waiting: readonly Waiting[]): number {
  const at = waiting.findIndex(({ isPartial }) => isPartial);
  return at === -1 ? waiting.length : at;
}

/** An atom without variables: it decides whether the rule has anything to do at all. */
function isPlainTest(each: Waiting | undefined, first: Premise): boolean {
  if (each === undefined || each.premise === first || each.isPartial) return false;
  return each.premise.kind === 'atom' && each.needs.size === 0 && each.gives.size === 0;
}

function learn(known: Set<string>, { premise, gives }: Waiting): void {
  for (const name of [...gives, ...equalityGives(premise, known)]) known.add(name);
}

type Waiting = Needs & { readonly premise: Premise };

function choose(waiting: readonly Waiting[], known: ReadonlySet<string>, sizeOf: SizeOf): number {
  let best = -1;
  let leastRows = Infinity;
  const barrier = barrierOf(waiting);
  for (const [at, each] of waiting.entries()) {
    if (at > barrier) break;
    if (!isReady(each, known) || (at === barrier && at > 0)) continue;
    const rows = rowsOf(each.premise, known, sizeOf);
    if (rows < leastRows) [best, leastRows] = [at, rows];
  }
  return Math.max(best, 0);
}

/**
 * How many rows a premise is likely to have: tests none, and an atom the fewer the more of its columns are known. Each
 * column is taken to tell equally many rows apart.
 */
function rowsOf(premise: Premise, known: ReadonlySet<string>, sizeOf: SizeOf): number {
  if (premise.kind === 'compare' || premise.kind === 'builtin') return -1;
  if (premise.kind === 'atom' && premise.isNegated) return -1;
  const columns = premise.args.length;
  const open = premise.args.filter((arg) => !isKnown(arg, known)).length;
  if (open === 0) return 0;
  const rows = sizeOf(premise.predicate) ** (open / columns);
  // What has nothing to do with the premises so far multiplies their rows.
  const isApart = known.size > 0 && !variablesOfAll(premise.args).some(({ name }) => known.has(name));
  return isApart && rows > 1 ? rows * productPenalty : rows;
}

const productPenalty = 1e9;

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
