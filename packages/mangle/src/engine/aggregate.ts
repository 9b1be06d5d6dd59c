import type { GroupLetPlan, GroupPlan } from '../plan/plan.js';
import { Relation } from '../store/relation.js';
import { compareValues } from '../value/compare.js';
import type { Value } from '../value/value.js';
import { callAt, createReader, internAt, type OperandContext } from './operands.js';

/** Collects the distinct solutions of an aggregation's body, then gives the groups one after the other. */
export class Aggregator {
  readonly #plan: GroupPlan;
  readonly #body: OperandContext;
  readonly #group: OperandContext;
  readonly #lets: readonly GroupStep[];
  #rows: Relation;

  /** The keys and lets of the current group are written to the registers of `group`. */
  constructor(plan: GroupPlan, body: OperandContext, group: OperandContext) {
    this.#plan = plan;
    this.#body = body;
    this.#group = group;
    this.#rows = new Relation(plan.row.length);
    this.#lets = plan.lets.map((each) => createLet(each, body, group));
  }

  reset(): void {
    this.#rows = new Relation(this.#plan.row.length);
  }

  /** Adds the solution in the registers of the body. */
  add(): void {
    const { registers } = this.#body;
    this.#rows.add(
      this.#plan.row.map((register) => registers[register] ?? -1),
      0,
    );
  }

  /** Calls `emit` for each group, in order of first appearance. */
  finish(emit: () => void): void {
    const load = (row: number): void => this.#load(row);
    for (const { keys, members } of this.#groups()) {
      this.#group.registers.set(keys);
      this.#lets.forEach((step, at) => (this.#group.registers[keys.length + at] = step(members, load)));
      emit();
    }
  }

  #groups(): Group[] {
    const groups = new Map<string, Group>();
    const { registers } = this.#body;
    for (let row = 0; row < this.#rows.size; row++) {
      this.#load(row);
      const keys = this.#plan.keys.map((register) => registers[register] ?? -1);
      const group = groups.get(keys.join());
      if (group === undefined) groups.set(keys.join(), { keys, members: [row] });
      else group.members.push(row);
    }
    return [...groups.values()];
  }

  #load(row: number): void {
    const { registers } = this.#body;
    this.#plan.row.forEach((register, column) => (registers[register] = this.#rows.at(row, column)));
  }
}

interface Group {
  readonly keys: readonly number[];
  readonly members: number[];
}

type GroupStep = (members: readonly number[], load: (row: number) => void) => number;

function createLet({ reducer, args, span }: GroupLetPlan, body: OperandContext, group: OperandContext): GroupStep {
  const readers = args.map((arg) => createReader(arg, reducer === undefined ? group : body));
  const { table } = body;
  if (reducer === undefined) return () => readers[0]?.() ?? -1;
  return (members, load) => {
    const rows = members.map((row) => {
      load(row);
      return readers.map((read) => table.get(read()));
    });
    // In the total order of values, so that lists and sums of floats do not depend on the order of derivation.
    rows.sort(compareRows);
    const value = callAt(span, () => reducer.reduce(rows));
    return internAt(table, value, span);
  };
}

function compareRows(a: readonly Value[], b: readonly Value[]): number {
  for (const [at, value] of a.entries()) {
    const other = b[at];
    const order = other === undefined ? 0 : compareValues(value, other);
    if (order !== 0) return order;
  }
  return 0;
}
