import { operandOf } from '../plan/operand.js';
import type { Program } from '../program/program.js';
import type { FactView } from '../store/fact-view.js';
import type { Atom, Term } from '../syntax/ast.js';
import { noValue } from '../store/value-id.js';
import type { Evaluator } from './evaluator.js';
import { createReader } from './operands.js';

/** What a goal asks of the rows of its predicate. */
export interface GoalPattern {
  /** The columns whose value the goal tells, and the values' ids; an id that no row has if there is no such value. */
  readonly columns: readonly number[];
  readonly values: readonly number[];
  /** Pairs of columns that must have the same value. */
  readonly equal: readonly (readonly [number, number])[];
}

/** Reads the pattern of a goal. Functions of constants are evaluated, so that `p([1, 2])` finds a list. */
export function goalPattern({ args }: Atom, evaluator: Evaluator, program: Program): GoalPattern {
  const columns: number[] = [];
  const values: number[] = [];
  const equal: (readonly [number, number])[] = [];
  const seen = new Map<string, number>();
  args.forEach((arg, column) => {
    if (arg.kind === 'wildcard') return;
    if (arg.kind === 'variable') {
      const first = seen.get(arg.name);
      if (first === undefined) seen.set(arg.name, column);
      else equal.push([first, column]);
      return;
    }
    columns.push(column);
    values.push(valueOf(arg, evaluator, program));
  });
  return { columns, values, equal };
}

/** Calls back for each row that fits a goal. */
export function forEachMatch(rows: FactView, pattern: GoalPattern, visit: (row: number) => void): void {
  const { columns, values, equal } = pattern;
  if (values.includes(noValue)) return;
  const fits = (row: number): boolean => equal.every(([a, b]) => rows.at(row, a) === rows.at(row, b));
  rows.forEach((row) => (fits(row) ? visit(row) : undefined), columns, values);
}

/** Whether a row, alive or not, fits a goal. */
export function isMatch(rows: FactView, { columns, values, equal }: GoalPattern, row: number): boolean {
  return (
    columns.every((column, at) => rows.at(row, column) === values[at]) &&
    equal.every(([a, b]) => rows.at(row, a) === rows.at(row, b))
  );
}

function valueOf(term: Term, evaluator: Evaluator, { registry }: Program): number {
  const { table, builtins } = evaluator.taskContext;
  if (term.kind === 'constant') return table.find(term.value) ?? noValue;
  return createReader(operandOf(term, new Map(), registry), { table, builtins, registers: new Int32Array(0) })();
}
