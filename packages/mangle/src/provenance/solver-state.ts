import { compareValues } from '../value/compare.js';
import type { Solver } from './solver.js';
import type { EvaluationView, PredicateView } from './view.js';

/** A solution that a solver stood on. */
export interface SolverState {
  readonly registers: readonly number[];
  readonly rows: readonly number[];
}

/** Puts a solver back on a solution; it cannot go on from there. */
export function restoreState(solver: Solver, { registers, rows }: SolverState): void {
  registers.forEach((id, at) => (solver.registers[at] = id));
  rows.forEach((row, at) => (solver.rows[at] = row));
}

/** Compares the solution that a solver stands on with another one, by the values of the facts and of the variables. */
export function compareStates(solver: Solver, other: SolverState, view: EvaluationView): number {
  for (const [at, row] of solver.rows.entries()) {
    const facts = solver.factsOf(at);
    const otherRow = other.rows[at] ?? -1;
    if (facts === undefined || row === otherRow || row === -1 || otherRow === -1) continue;
    const order = compareRows(facts, [row, otherRow], view);
    if (order !== 0) return order;
  }
  for (const { register } of solver.plan.variables) {
    const order = compareIds(solver.registers[register] ?? 0, other.registers[register] ?? 0, view);
    if (order !== 0) return order;
  }
  return 0;
}

function compareRows(facts: PredicateView, [one, other]: readonly [number, number], view: EvaluationView): number {
  const width = facts.arity + (facts.isTemporal ? 2 : 0);
  for (let column = 0; column < width; column++) {
    const order = compareIds(facts.at(one, column), facts.at(other, column), view);
    if (order !== 0) return order;
  }
  return 0;
}

function compareIds(one: number, other: number, { table }: EvaluationView): number {
  return one === other ? 0 : compareValues(table.get(one), table.get(other));
}
