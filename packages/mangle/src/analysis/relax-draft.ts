import type { ComparePremise, Premise } from '../program/program.js';
import { variablesOf } from '../program/variables.js';
import type { Apply, Term, Variable } from '../syntax/ast.js';
import type { Span } from '../text/source.js';
import { type Draft, isReady, type Way } from './drafts.js';

/** Gives a variable that the clause does not use. */
export type NameVariable = (span: Span) => Variable;

/** A draft that can run after all, and what is left to test behind it. */
export interface Relaxed {
  readonly draft: Draft;
  readonly body: Pick<Draft, 'premise' | 'ways'>;
  /** The functions that are computed behind it. */
  readonly late: readonly Apply[];
  readonly equations: readonly Draft[];
}

/**
 * The first waiting draft that can run without what it waits for. A function among its arguments can be computed
 * afterwards: `p(X, fn:plus(X, 1))` is `p(X, V), V = fn:plus(X, 1)`. If there is none, a test of a value by its name
 * asks for stored facts instead.
 */
export function relax(
  waiting: readonly Draft[],
  bound: ReadonlySet<string>,
  nameVariable: NameVariable,
): Relaxed | undefined {
  for (const draft of waiting) {
    const split = splitArguments(draft, bound, nameVariable);
    if (split !== undefined) return split;
  }
  const draft = waiting.find(({ otherwise }) => otherwise !== undefined && isReady(otherwise, bound));
  return draft?.otherwise === undefined ? undefined : { draft, body: draft.otherwise, late: [], equations: [] };
}

/** Puts variables for the functions that cannot be computed yet, if those are all that a positive atom waits for. */
function splitArguments(draft: Draft, bound: ReadonlySet<string>, nameVariable: NameVariable): Relaxed | undefined {
  const { premise, ways } = draft;
  const [way] = ways;
  if (way === undefined || premise.kind === 'compare' || isNegated(premise)) return undefined;
  const isMissing = ({ name }: { readonly name: string }): boolean => !bound.has(name);
  if (way.needs.some((need) => isMissing(need) && need.place !== 'function')) return undefined;
  const late = premise.args.filter((arg) => arg.kind === 'apply').filter((arg) => variablesOf(arg).some(isMissing));
  const variables = new Map(late.map((arg): [Term, Variable] => [arg, nameVariable(arg.span)]));
  const args = premise.args.map((arg) => variables.get(arg) ?? arg);
  const equations = late.flatMap((arg) => {
    const variable = variables.get(arg);
    return variable === undefined ? [] : [equation(variable, arg, draft)];
  });
  const body: Way = {
    needs: way.needs.filter((need) => !isMissing(need)),
    binds: [...way.binds, ...[...variables.values()].map(({ name }) => name)],
  };
  return { draft, body: { premise: { ...premise, args }, ways: [body] }, late, equations };
}

function isNegated(premise: Premise): boolean {
  return (premise.kind === 'atom' || premise.kind === 'builtin') && premise.isNegated;
}

function equation(left: Variable, right: Apply, { literal }: Draft): Draft {
  const premise: ComparePremise = { kind: 'compare', operator: '=', left, right, span: right.span };
  const needs = variablesOf(right).map(({ name, span }) => ({ name, span, place: 'function' as const }));
  return { premise, ...(literal === undefined ? {} : { literal }), ways: [{ needs, binds: [] }], isEarly: false };
}
