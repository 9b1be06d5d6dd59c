import type { Value } from '../value/value.js';
import { NaiveError } from './naive-error.js';
import type { NaiveLattice } from './naive-program.js';
import type { NaiveFact, SolveContext } from './solve.js';

/** Folds facts that agree on the sources with the merge predicate until no two of them can be merged. */
export function foldFacts(
  context: SolveContext,
  lattice: NaiveLattice,
  facts: readonly NaiveFact[],
): readonly NaiveFact[] {
  const kept: NaiveFact[] = [];
  for (const fact of facts) {
    const at = kept.findIndex((each) => lattice.sources.every((column) => each.args[column] === fact.args[column]));
    const old = kept[at];
    if (old === undefined) kept.push(fact);
    else kept[at] = { args: fact.args.with(lattice.target, merge(context, lattice, old, fact)) };
  }
  return kept;
}

function merge(context: SolveContext, lattice: NaiveLattice, old: NaiveFact, added: NaiveFact): Value {
  const [left, right] = [old.args[lattice.target], added.args[lattice.target]];
  if (left === undefined || right === undefined) throw new NaiveError('a lattice column is missing');
  if (left === right) return left;
  const inputs = [{ value: left }, { value: right }, { free: 'merged' }];
  const results = new Set(context.call(lattice.merge, inputs).map((fact) => fact.args[2]));
  const [result, another] = [...results];
  if (result === undefined || another !== undefined) throw new NaiveError('a merge has exactly one result');
  return result;
}
