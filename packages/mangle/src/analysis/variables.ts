import type { Term, TimeBound, Variable } from '../syntax/ast.js';

/** The variables of a term in source order, with repetitions. */
export function variablesOf(term: Term): Variable[] {
  const found: Variable[] = [];
  visitTerm(term, (part) => {
    if (part.kind === 'variable') found.push(part);
  });
  return found;
}

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
