import type { Term, TimeBound, Variable } from '../syntax/ast.js';
import type { Instant, Premise, TemporalPremise } from './program.js';

/** The variables of a term in source order, with repetitions. */
export function variablesOf(term: Term): Variable[] {
  const found: Variable[] = [];
  visitTerm(term, (part) => {
    if (part.kind === 'variable') found.push(part);
  });
  return found;
}

/** Whether a variable stands for a `_`: those are named `_1`, `_2`, … in rules, which no source can spell. */
export function isAnonymous(name: string): boolean {
  return name.startsWith('_');
}

/** The variables of several terms, one after the other. */
export function variablesOfAll(terms: readonly Term[]): Variable[] {
  return terms.flatMap(variablesOf);
}

/** The interval bound as a variable, if it is one. */
export function boundVariable(bound: TimeBound | undefined): Variable[] {
  return bound?.kind === 'variable' ? [{ kind: 'variable', name: bound.name, span: bound.span }] : [];
}

/** Calls `visit` for a term and everything inside, outermost first. The parser limits the depth. */
export function visitTerm(term: Term, visit: (part: Term) => void): void {
  visit(term);
  if (term.kind === 'apply') for (const arg of term.args) visitTerm(arg, visit);
}

/** The argument terms of a premise; intervals are no terms. */
function termsOf(premise: Premise): readonly Term[] {
  return premise.kind === 'compare' ? [premise.left, premise.right] : premise.args;
}

/** The names of all variables a premise mentions, those of its interval included. */
export function namesIn(premise: Premise): Set<string> {
  const names = new Set(variablesOfAll(termsOf(premise)).map(({ name }) => name));
  if (premise.kind === 'temporal') for (const { name } of timeVariables(premise)) names.add(name);
  return names;
}

/** A moment that is the value of a variable. */
export type InstantVariable = Extract<Instant, { kind: 'variable' }>;

/** The variables of the interval that a premise binds, and of its window. */
export function timeVariables({ binds, window }: TemporalPremise): readonly InstantVariable[] {
  const sides = binds === undefined ? [] : [binds.start, binds.end];
  const instants = sides.flatMap((side) => (side.kind === 'equals' ? [side.instant] : []));
  return instantVariables(...instants, window?.from, window?.to);
}

/** The variables among instants. */
export function instantVariables(...instants: readonly (Instant | undefined)[]): readonly InstantVariable[] {
  return instants.filter((instant) => instant?.kind === 'variable');
}
