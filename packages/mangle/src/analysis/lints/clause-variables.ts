import { boundVariable, variablesOfAll } from '../../program/variables.js';
import type { Annotation, Clause, Literal, Variable } from '../../syntax/ast.js';

/** The variables of a clause as they are written, in source order and with repetitions. */
export function variablesOfClause({ head, annotation, premises, transforms }: Clause): Variable[] {
  return [
    ...variablesOfAll(head.args),
    ...inTime(annotation),
    ...premises.flatMap(variablesOfLiteral),
    ...transforms.flatMap(({ operation, lets }) => [
      ...variablesOfAll(operation === undefined ? [] : [operation]),
      ...lets.flatMap(({ variable, expression }) => variablesOfAll([variable, expression])),
    ]),
  ];
}

/** The variables of one premise, those of its time included. */
export function variablesOfLiteral(literal: Literal): Variable[] {
  if (literal.kind === 'compare') return variablesOfAll([literal.left, literal.right]);
  return [...variablesOfAll(literal.atom.args), ...timesOfLiteral(literal)];
}

/** The variables of the time of one premise. */
export function timesOfLiteral(literal: Literal): Variable[] {
  return literal.kind === 'compare' ? [] : [...inTime(literal.operator), ...inTime(literal.annotation)];
}

/** Variables that stand alone in a column of a positive atom, where `_` may stand as well. */
export function columnVariables(literal: Literal): Variable[] {
  if (literal.kind !== 'atom' || literal.isNegated) return [];
  return literal.atom.args.filter((term): term is Variable => term.kind === 'variable');
}

/** The variables of a clause that occur once, and stand alone in a column. */
export function usedOnce(clause: Clause): Variable[] {
  const counts = new Map<string, number>();
  for (const { name } of variablesOfClause(clause)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return clause.premises.flatMap(columnVariables).filter(({ name }) => counts.get(name) === 1);
}

/**
 * The names of a clause, each once; none if there are more than anybody writes by hand. Whoever looks for a misspelled
 * name compares each with each, and a machine that wrote a clause makes no typing errors.
 */
export function handwrittenNames(clause: Clause): ReadonlySet<string> {
  const names = new Set(variablesOfClause(clause).map(({ name }) => name));
  return names.size > maxHandwritten ? new Set() : names;
}

const maxHandwritten = 200;

function inTime(time: Pick<Annotation, 'start' | 'end'> | undefined): Variable[] {
  return [time?.start, time?.end].flatMap(boundVariable);
}
