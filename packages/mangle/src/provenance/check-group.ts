import type { Grouping } from '../program/program.js';
import { compareValues } from '../value/compare.js';
import type { Value } from '../value/value.js';
import { type Values, valueOf } from './check-body.js';
import { type CheckModel, valueKey } from './check-model.js';

/** Distinct solutions of a body, by the values of the keys. */
export function groupRows(rows: readonly Values[], { keys }: Grouping): readonly (readonly Values[])[] {
  const groups = new Map<string, Map<string, Values>>();
  for (const row of rows) {
    const name = textOf(row, keys);
    const group = groups.get(name) ?? new Map<string, Values>();
    group.set(rowKey(row), row);
    groups.set(name, group);
  }
  return [...groups.values()].map((group) => [...group.values()]);
}

/** Equal exactly for rows with the same values of the same variables. */
export function rowKey(row: Values): string {
  return textOf(row, [...row.keys()].sort());
}

function textOf(row: Values, names: readonly string[]): string {
  return names
    .map((name) => {
      const value = row.get(name);
      return `${name} ${value === undefined ? '' : valueKey(value)}`;
    })
    .join('\n');
}

/** The keys and lets of a group; a let that cannot be computed is not among them. */
export function groupValues(rows: readonly Values[], { keys, lets }: Grouping, model: CheckModel): Values {
  const values = new Map<string, Value>();
  for (const key of keys) {
    const value = rows[0]?.get(key);
    if (value !== undefined) values.set(key, value);
  }
  for (const { variable, reducer, args } of lets) {
    const [first] = args;
    if (reducer === undefined) {
      const value = first === undefined ? undefined : valueOf(first, values, model);
      if (value !== undefined) values.set(variable, value);
      continue;
    }
    const tuples = rows.map((row) =>
      args.map((arg) => valueOf(arg, row, model)).filter((value) => value !== undefined),
    );
    values.set(variable, reducer.reduce(tuples.sort(compareTuples)));
  }
  return values;
}

function compareTuples(a: readonly Value[], b: readonly Value[]): number {
  for (const [at, value] of a.entries()) {
    const other = b[at];
    const order = other === undefined ? 1 : compareValues(value, other);
    if (order !== 0) return order;
  }
  return 0;
}
