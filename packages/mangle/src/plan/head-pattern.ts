import type { Rule } from '../program/program.js';
import type { Value } from '../value/value.js';

/** What a fact must look like to be the head of a rule, and which variables of the body it then tells. */
export interface HeadPattern {
  readonly constants: readonly { readonly column: number; readonly value: Value }[];
  /** Each once, with its first column. Those of an interval are not told: a bound may be a time or a number. */
  readonly variables: readonly { readonly column: number; readonly name: string }[];
  /** The names of `variables`, in order. */
  readonly names: readonly string[];
}

const patterns = new WeakMap<Rule, HeadPattern>();

export function headPattern(rule: Rule): HeadPattern {
  let pattern = patterns.get(rule);
  if (pattern === undefined) {
    pattern = createPattern(rule);
    patterns.set(rule, pattern);
  }
  return pattern;
}

function createPattern({ args, grouping }: Rule): HeadPattern {
  const constants: { column: number; value: Value }[] = [];
  const columns = new Map<string, number>();
  // A variable that an aggregation computes has no value in the body.
  const take = (name: string, column: number): void => {
    const isOfBody = grouping === undefined || grouping.keys.includes(name);
    if (isOfBody && !columns.has(name)) columns.set(name, column);
  };
  args.forEach((arg, column) => {
    if (arg.kind === 'constant') constants.push({ column, value: arg.value });
    else if (arg.kind === 'variable') take(arg.name, column);
  });
  const variables = [...columns].map(([name, column]) => ({ column, name }));
  return { constants, variables, names: variables.map(({ name }) => name) };
}
