import type { PredicateInfo, PredicateKey } from '../program/program.js';
import type { PredicateFacts } from '../store/predicate-facts.js';
import type { ValueTable } from '../store/value-table.js';
import { compareValues } from '../value/compare.js';
import type { Value } from '../value/value.js';
import type { Interval } from './evaluator-options.js';

/** A fact of a finished evaluation. */
export interface Fact {
  readonly predicate: PredicateKey;
  /** The predicate's name without its arity. */
  readonly name: string;
  readonly args: readonly Value[];
  /** When it holds; only for temporal predicates. */
  readonly interval?: Interval;
}

/** The fact in a row of its predicate. */
export function factAt(
  { key, name, arity }: PredicateInfo,
  facts: PredicateFacts,
  row: number,
  table: ValueTable,
): Fact {
  const { rows } = facts;
  const args: Value[] = [];
  for (let column = 0; column < arity; column++) args.push(table.get(rows.at(row, column)));
  if (!facts.isTemporal) return { predicate: key, name, args };
  const interval = { start: table.nanosOf(rows.at(row, arity)), end: table.nanosOf(rows.at(row, arity + 1)) };
  return { predicate: key, name, args, interval };
}

/** Facts of one predicate in the total order of values, then by time. */
export function compareFacts(a: Fact, b: Fact): number {
  for (const [at, value] of a.args.entries()) {
    const other = b.args[at];
    const order = other === undefined ? 0 : compareValues(value, other);
    if (order !== 0) return order;
  }
  return compareInstants(a.interval?.start, b.interval?.start) || compareInstants(a.interval?.end, b.interval?.end);
}

function compareInstants(a: bigint | undefined, b: bigint | undefined): number {
  if (a === undefined || b === undefined || a === b) return 0;
  return a < b ? -1 : 1;
}
