import type { GroupLetPlan, GroupPlan } from '../plan/plan.js';
import { Relation } from '../store/relation.js';
import { compareValues } from '../value/compare.js';
import type { Value } from '../value/value.js';
import { callAt, createReader, internMade, type OperandContext } from './operands.js';

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

  /** How many distinct solutions there are. */
  get size(): number {
    return this.#rows.size;
  }

  /** Adds the solution in the registers of the body. */
  add(): void {
    const { registers } = this.#body;
    this.#rows.add(
      this.#plan.row.map((register) => registers[register] ?? -1),
      0,
    );
  }

  /** Calls `emit` for each group, in order of first appearance. Yields after each bit of work, so that it can pause. */
  *finish(emit: () => void): Generator<void, void> {
    const groups = new Map<string, Group>();
    for (let row = 0; row < this.#rows.size; row++) {
      this.#addToGroup(groups, row);
      yield;
    }
    const load = (row: number): void => this.#load(row);
    for (const { keys, members } of groups.values()) {
      this.#group.registers.set(keys);
      for (const [at, step] of this.#lets.entries()) {
        this.#group.registers[keys.length + at] = yield* step(members, load);
      }
      emit();
    }
  }

  #addToGroup(groups: Map<string, Group>, row: number): void {
    this.#load(row);
    const { registers } = this.#body;
    const keys = this.#plan.keys.map((register) => registers[register] ?? -1);
    const name = keys.join();
    const group = groups.get(name);
    if (group === undefined) groups.set(name, { keys, members: [row] });
    else group.members.push(row);
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

type GroupStep = (members: readonly number[], load: (row: number) => void) => Generator<void, number>;

function createLet({ reducer, args, span }: GroupLetPlan, body: OperandContext, group: OperandContext): GroupStep {
  const readers = args.map((arg) => createReader(arg, reducer === undefined ? group : body));
  const { table } = body;
  if (reducer === undefined) {
    return function* () {
      yield;
      return readers[0]?.() ?? -1;
    };
  }
  return function* (members, load) {
    const rows: (readonly Value[])[] = [];
    for (const row of members) {
      load(row);
      rows.push(readers.map((read) => table.get(read())));
      yield;
    }
    // In the total order of values, so that lists and sums of floats do not depend on the order of derivation.
    rows.sort(compareRows);
    const value = callAt(span, () => reducer.reduce(rows));
    return internMade(table, value, span);
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
