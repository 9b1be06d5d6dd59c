import type { Apply, Clause, Transform } from '../syntax/ast.js';
import { compareValues } from '../value/compare.js';
import type { Value } from '../value/value.js';
import { headInterval } from './intervals.js';
import { valueKey } from './intern.js';
import { NaiveError } from './naive-error.js';
import { type NaiveFact, solve, type SolveContext } from './solve.js';
import { type Bindings, valueOf } from './terms.js';

/** The facts that a clause gives for all solutions of its body that extend the initial bindings. */
export function derive(context: SolveContext, clause: Clause, initial: Bindings): readonly NaiveFact[] {
  const rows = solve(context, clause.premises, initial);
  const [transform, another] = clause.transforms;
  if (another !== undefined) throw new NaiveError('more than one transform');
  return transformed(context, rows, transform).map((bindings) => ({
    args: clause.head.args.map((arg) => valueOf(context, arg, bindings)),
    ...(clause.annotation === undefined ? {} : { interval: headInterval(context, clause.annotation, bindings) }),
  }));
}

function transformed(
  context: SolveContext,
  rows: readonly Bindings[],
  transform: Transform | undefined,
): readonly Bindings[] {
  if (transform === undefined) return rows;
  if (transform.operation !== undefined) return grouped(context, rows, transform.operation, transform);
  return rows.map((row) => {
    let bindings = row;
    for (const { variable, expression } of transform.lets) {
      bindings = bind(bindings, variable.name, valueOf(context, expression, bindings));
    }
    return bindings;
  });
}

/** One binding for each group: its keys and its lets. Rows are the distinct bindings of all body variables. */
function grouped(
  context: SolveContext,
  rows: readonly Bindings[],
  operation: Apply,
  { lets }: Transform,
): readonly Bindings[] {
  if (operation.name !== 'fn:group_by') throw new NaiveError(`\`do\` takes fn:group_by, not ${operation.name}`);
  const keys = operation.args.map((arg) => (arg.kind === 'variable' ? arg.name : ''));
  const groups = new Map<string, Bindings[]>();
  for (const row of distinct(rows)) {
    const key = textOf(row, keys);
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()].map((group) => {
    let result: Bindings = new Map([...(group[0] ?? [])].filter(([name]) => keys.includes(name)));
    const computed = new Set<string>();
    for (const { variable, expression } of lets) {
      result = bind(result, variable.name, letValue(context, expression, group, result, computed));
      computed.add(variable.name);
    }
    return result;
  });
}

/** A reducer sees the rows, unless it is applied to the result of an earlier let, which is a list. */
function letValue(
  context: SolveContext,
  expression: Apply,
  group: readonly Bindings[],
  result: Bindings,
  computed: ReadonlySet<string>,
): Value {
  const reducer = context.registry.reducers.get(expression.name);
  const readsLet = expression.args.some((arg) => arg.kind === 'variable' && computed.has(arg.name));
  if (reducer === undefined || readsLet) return valueOf(context, expression, result);
  const rows = group.map((row) => expression.args.map((arg) => valueOf(context, arg, row)));
  return context.intern(reducer.reduce(rows.sort(compareRows)));
}

function compareRows(a: readonly Value[], b: readonly Value[]): number {
  for (const [column, value] of a.entries()) {
    const other = b[column];
    const order = other === undefined ? 1 : compareValues(value, other);
    if (order !== 0) return order;
  }
  return 0;
}

function distinct(rows: readonly Bindings[]): readonly Bindings[] {
  return [...new Map(rows.map((row) => [textOf(row, [...row.keys()].sort()), row])).values()];
}

function textOf(row: Bindings, names: readonly string[]): string {
  return names
    .map((name) => {
      const value = row.get(name);
      if (value === undefined) throw new NaiveError(`variable \`${name}\` has no value`);
      return valueKey(value);
    })
    .join('|');
}

function bind(bindings: Bindings, name: string, value: Value): Bindings {
  return new Map([...bindings, [name, value]]);
}
