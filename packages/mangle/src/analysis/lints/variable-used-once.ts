import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.js';
import type { Annotation, Clause, Literal, Term, Variable } from '../../syntax/ast.js';
import { boundVariable, variablesOfAll } from '../../program/variables.js';
import type { LintContext } from './context.js';

/**
 * A variable that occurs once joins nothing: either it is a slip of the pen, or `_` says better what is meant.
 * In an aggregating rule a name of its own says which rows count, so those rules are left alone.
 */
export function variableUsedOnce({ program }: LintContext): Diagnostic[] {
  return program.rules.flatMap(({ clause, grouping }) => (grouping === undefined ? inClause(clause) : []));
}

function inClause(clause: Clause): Diagnostic[] {
  const counts = new Map<string, number>();
  for (const name of namesOf(clause)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return clause.premises.flatMap(columnVariables).flatMap((variable) => {
    if (counts.get(variable.name) !== 1) return [];
    return [finding(variable)];
  });
}

function finding({ name, span }: Variable): Diagnostic {
  return diagnostic('variable-used-once', span, `\`${name}\` occurs only here`, {
    help: 'Write `_` if the value does not matter; otherwise check the spelling of the variable.',
    fix: { title: 'write `_`', edits: [{ span, text: '_' }] },
  });
}

/** Variables that stand alone in a column of a positive atom, where `_` may stand as well. */
function columnVariables(literal: Literal): Variable[] {
  if (literal.kind !== 'atom' || literal.isNegated) return [];
  return literal.atom.args.filter((term): term is Variable => term.kind === 'variable');
}

function namesOf({ head, annotation, premises, transforms }: Clause): string[] {
  return [
    ...namesInTerms(head.args),
    ...namesInTime(annotation),
    ...premises.flatMap(namesInLiteral),
    ...transforms.flatMap(({ operation, lets }) => [
      ...namesInTerms(operation === undefined ? [] : [operation]),
      ...lets.flatMap(({ variable, expression }) => namesInTerms([variable, expression])),
    ]),
  ];
}

function namesInLiteral(literal: Literal): string[] {
  if (literal.kind === 'compare') return namesInTerms([literal.left, literal.right]);
  const { atom, operator, annotation } = literal;
  return [...namesInTerms(atom.args), ...namesInTime(operator), ...namesInTime(annotation)];
}

function namesInTerms(terms: readonly Term[]): string[] {
  return variablesOfAll(terms).map(({ name }) => name);
}

function namesInTime(time: Pick<Annotation, 'start' | 'end'> | undefined): string[] {
  return [time?.start, time?.end].flatMap(boundVariable).map(({ name }) => name);
}
