import type { Rule } from '../../program/program.js';
import type { CompareOperator, Term } from '../../syntax/ast.js';
import { equalValues } from '../../value/compare.js';
import { namesIn, variablesOfAll } from '../../program/variables.js';

/** `base`, or `base2`, `base3`, … if the rule or `taken` already has such a variable. */
export function freshVariable(rule: Rule, base: string, taken: Iterable<string> = []): string {
  const used = new Set(taken);
  for (const { name } of variablesOfAll(rule.args)) used.add(name);
  for (const premise of rule.premises) for (const name of namesIn(premise)) used.add(name);
  for (const { variable } of rule.grouping?.lets ?? []) used.add(variable);
  let name = base;
  for (let suffix = 2; used.has(name); suffix++) name = `${base}${suffix}`;
  return name;
}

/** Equal by structure; two wildcards are different variables. */
export function sameTerm(a: Term, b: Term): boolean {
  if (a.kind === 'variable') return b.kind === 'variable' && a.name === b.name;
  if (a.kind === 'constant') return b.kind === 'constant' && equalValues(a.value, b.value);
  if (a.kind === 'wildcard' || b.kind !== 'apply') return false;
  return a.name === b.name && sameTerms(a.args, b.args);
}

export function sameTerms(a: readonly Term[], b: readonly Term[]): boolean {
  return a.length === b.length && a.every((term, index) => sameIndexed(term, b[index]));
}

function sameIndexed(a: Term, b: Term | undefined): boolean {
  return b !== undefined && sameTerm(a, b);
}

/** The operator that says the same with the sides exchanged. */
export const mirrored: Readonly<Record<CompareOperator, CompareOperator>> = {
  '=': '=',
  '!=': '!=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
};
