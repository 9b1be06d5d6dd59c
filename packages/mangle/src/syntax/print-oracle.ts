import { oracleText } from '../value/format.js';
import { formatTime } from '../value/time-text.js';
import type { Annotation, Atom, Clause, CompareOperator, Literal, Term, TimeBound, Transform } from './ast.js';

/**
 * Syntax trees in the text of the reference engine, as its explanations and messages show them. It drops information:
 * durations print as `?`, fractions of seconds not at all, and of several transform stages only the first.
 */
export function oracleTerm(term: Term): string {
  switch (term.kind) {
    case 'wildcard':
      return '_';
    case 'variable':
      return term.name;
    case 'constant':
      return oracleText(term.value);
    case 'apply':
      return `${term.name}(${term.args.map(oracleTerm).join(',')})`;
  }
}

/** See `oracleTerm`. Arguments are separated by a comma without a blank. */
export function oracleAtom({ predicate, args }: Atom): string {
  return `${predicate}(${args.map(oracleTerm).join(',')})`;
}

/** The order comparisons are atoms of built-in predicates. */
const orderPredicates: Partial<Record<CompareOperator, string>> = { '<': ':lt', '<=': ':le', '>': ':gt', '>=': ':ge' };

/** See `oracleTerm`. */
export function oracleLiteral(literal: Literal): string {
  if (literal.kind === 'compare') {
    const left = oracleTerm(literal.left);
    const right = oracleTerm(literal.right);
    const predicate = orderPredicates[literal.operator];
    return predicate === undefined ? `${left} ${literal.operator} ${right}` : `${predicate}(${left},${right})`;
  }
  const { operator } = literal;
  const prefix =
    operator === undefined ? '' : `${operator.sign}[${boundText(operator.start)}, ${boundText(operator.end)}] `;
  return `${prefix}${literal.isNegated ? '!' : ''}${oracleAtom(literal.atom)}${intervalText(literal.annotation)}`;
}

/** See `oracleTerm`. With the final period, which touches what stands before it. */
export function oracleClause(clause: Clause): string {
  const head = oracleAtom(clause.head) + intervalText(clause.annotation);
  if (clause.arrow === undefined) return `${head}.`;
  const [stage] = clause.transforms;
  const body = clause.premises.map(oracleLiteral).join(', ');
  return `${head} :- ${body}${stage === undefined ? '' : ` |> ${transformText(stage)}`}.`;
}

function transformText({ operation, lets }: Transform): string {
  const assignments = lets.map(({ variable, expression }) => `let ${variable.name} = ${oracleTerm(expression)}`);
  return [...(operation === undefined ? [] : [`do ${oracleTerm(operation)}`]), ...assignments].join(', ');
}

/** A point prints one bound, all of time prints nothing. */
function intervalText(annotation: Annotation | undefined): string {
  if (annotation === undefined) return '';
  const { start, end = start } = annotation;
  if (start.kind === 'wildcard' && end.kind === 'wildcard') return '';
  return isSameBound(start, end) ? `@[${boundText(start)}]` : `@[${boundText(start)}, ${boundText(end)}]`;
}

function isSameBound(a: TimeBound, b: TimeBound): boolean {
  if (a.kind === 'timestamp') return b.kind === 'timestamp' && a.nanos === b.nanos;
  if (a.kind === 'variable') return b.kind === 'variable' && a.name === b.name;
  return a.kind === 'now' && b.kind === 'now';
}

function boundText(bound: TimeBound): string {
  switch (bound.kind) {
    case 'timestamp':
      return formatTime(bound.nanos, 'second');
    case 'duration':
      return '?';
    case 'variable':
      return bound.name;
    case 'wildcard':
      return '_';
    case 'now':
      return 'now';
  }
}
