import type { Registry } from '../builtins/registry.js';
import type { GroupLet, Instant, Rule } from '../program/program.js';
import type { Term } from '../syntax/ast.js';
import type { ValueTable } from '../store/value-table.js';
import { compareValues } from '../value/compare.js';
import type { Value } from '../value/value.js';
import type { Fuel, Solver } from './solver.js';
import type { EvaluationView } from './view.js';

/** A group of an aggregation: its distinct rows, and what its keys and lets are. */
export interface Group {
  /** By name, keys and lets. */
  readonly values: ReadonlyMap<string, Value>;
  readonly rows: readonly GroupRow[];
}

export interface GroupRow {
  /** The ids of the values of the plan's variables, in their order. */
  readonly ids: readonly number[];
  /** The row of each step that reads facts, and the rows of each that covers a window. */
  readonly steps: readonly number[];
  readonly chains: readonly (readonly number[])[];
}

/** What it takes to compute a term. */
interface TermContext {
  readonly registry: Registry;
  readonly now: bigint;
}

/**
 * The groups of an aggregation under the bound variables of a solver that was just started; undefined if the fuel does
 * not last. Throws a `BuiltinError` if a reducer cannot take its rows.
 */
export function groupsOf(solver: Solver, view: EvaluationView, fuel: Fuel): readonly Group[] | undefined {
  const { grouping } = solver.plan.rule;
  const rows = distinctRows(solver, fuel);
  if (rows === undefined || grouping === undefined) return undefined;
  const names = solver.plan.variables.map(({ variable }) => variable);
  const keys = grouping.keys.map((key) => names.indexOf(key));
  const context = { registry: view.program.registry, now: view.now, table: view.table };
  return grouped(rows, keys).map((members) => {
    members.sort((a, b) => compareIds(a.ids, b.ids, view.table));
    const values = new Map(grouping.keys.map((key, at) => [key, view.table.get(members[0]?.ids[keys[at] ?? -1] ?? 0)]));
    for (const each of grouping.lets) values.set(each.variable, letValue(each, members, names, values, context));
    return { values, rows: members };
  });
}

/** What the arguments of the head, then its interval, are for a group. */
export function groupHead(rule: Rule, { values }: Group, view: EvaluationView): Value[] {
  const context = { registry: view.program.registry, now: view.now };
  const head = rule.args.map((arg) => termValue(arg, (name) => values.get(name), context));
  if (rule.interval === undefined) return head;
  const instant = (each: Instant): Value => asTime(instantValue(each, (name) => values.get(name), view.now));
  return [...head, instant(rule.interval.start), instant(rule.interval.end)];
}

function distinctRows(solver: Solver, fuel: Fuel): GroupRow[] | undefined {
  const { plan, registers } = solver;
  const covers = plan.steps.some(({ kind }) => kind === 'cover');
  const seen = new IdRows();
  const rows: GroupRow[] = [];
  for (;;) {
    const outcome = solver.next(fuel);
    if (outcome === 'limit') return undefined;
    if (outcome === 'done') return rows;
    const ids = plan.variables.map(({ register }) => registers[register] ?? 0);
    if (seen.numberOf(ids) < rows.length) continue;
    const chains = covers ? plan.steps.map((step, at) => (step.kind === 'cover' ? solver.chainOf(at) : [])) : [];
    rows.push({ ids, steps: solver.rows.slice(), chains });
  }
}

function grouped(rows: readonly GroupRow[], keys: readonly number[]): GroupRow[][] {
  const seen = new IdRows();
  const groups: GroupRow[][] = [];
  for (const row of rows) {
    const number = seen.numberOf(keys.map((key) => row.ids[key] ?? 0));
    const group = groups[number];
    if (group === undefined) groups.push([row]);
    else group.push(row);
  }
  return groups;
}

/** Numbers rows of ids in the order in which they come; equal ones have one number. */
class IdRows {
  readonly #rows: (readonly number[])[] = [];
  /** Only if there are many: by the text of the row. */
  #numbers: Map<string, number> | undefined;

  numberOf(ids: readonly number[]): number {
    const number = this.#numbers === undefined ? this.#search(ids) : this.#numbers.get(ids.join());
    if (number !== undefined) return number;
    const next = this.#rows.push(ids) - 1;
    if (this.#rows.length === fewRows) this.#numbers = new Map(this.#rows.map((row, at) => [row.join(), at]));
    else this.#numbers?.set(ids.join(), next);
    return next;
  }

  #search(ids: readonly number[]): number | undefined {
    for (let at = this.#rows.length - 1; at >= 0; at--) if (sameIds(this.#rows[at] ?? [], ids)) return at;
    return undefined;
  }
}

/** Fewer rows than this are searched one by one. */
const fewRows = 12;

function sameIds(a: readonly number[], b: readonly number[]): boolean {
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false;
  return true;
}

function letValue(
  { reducer, args }: GroupLet,
  members: readonly GroupRow[],
  names: readonly string[],
  group: ReadonlyMap<string, Value>,
  context: TermContext & { readonly table: ValueTable },
): Value {
  if (reducer === undefined) {
    const [term] = args;
    if (term === undefined) throw new Error('a let has no expression');
    return termValue(term, (name) => group.get(name), context);
  }
  const { table } = context;
  const rows = members.map(({ ids }) =>
    args.map((arg) => termValue(arg, (name) => table.get(ids[names.indexOf(name)] ?? 0), context)),
  );
  return reducer.reduce(rows.sort(compareRows));
}

/** The value of a term, with the values of its variables. */
export function termValue(term: Term, valueOf: (name: string) => Value | undefined, context: TermContext): Value {
  if (term.kind === 'constant') return term.value;
  if (term.kind === 'apply') {
    const builtin = context.registry.functions.get(term.name);
    if (builtin === undefined) throw new Error(`there is no function ${term.name}`);
    return builtin.apply(
      term.args.map((arg) => termValue(arg, valueOf, context)),
      context,
    );
  }
  const value = term.kind === 'variable' ? valueOf(term.name) : undefined;
  if (value === undefined) throw new Error('a variable has no value');
  return value;
}

function instantValue(instant: Instant, valueOf: (name: string) => Value | undefined, now: bigint): Value | undefined {
  if (instant.kind === 'variable') return valueOf(instant.name);
  const nanos = instant.kind === 'time' ? instant.nanos : BigInt.asIntN(64, now + instant.offset);
  return { kind: 'time', nanos };
}

function asTime(value: Value | undefined): Value {
  if (value?.kind === 'number') return { kind: 'time', nanos: value.value };
  if (value === undefined) throw new Error('a bound of the head has no value');
  return value;
}

/** Rows in the order of their values. */
function compareIds(a: readonly number[], b: readonly number[], table: ValueTable): number {
  for (let at = 0; at < a.length; at++) {
    const [one = 0, other = 0] = [a[at], b[at]];
    if (one !== other) return compareValues(table.get(one), table.get(other));
  }
  return 0;
}

function compareRows(a: readonly Value[], b: readonly Value[]): number {
  for (let at = 0; at < a.length; at++) {
    const [one, other] = [a[at], b[at]];
    const order = one === undefined || other === undefined ? 0 : compareValues(one, other);
    if (order !== 0) return order;
  }
  return 0;
}
