import type { Lattice } from '../program/program.js';
import type { FactView } from '../store/fact-view.js';
import type { Span } from '../text/source.js';
import { oracleText } from '../value/format.js';
import type { Database } from './database.js';
import { Failure } from './failure.js';

/** The row that agrees with the candidate on the source columns, or -1. */
export function rivalOf({ sources }: Lattice, rows: FactView, row: readonly number[]): number {
  let rival = -1;
  const values = sources.map((column) => row[column] ?? 0);
  rows.forEach((each) => (rival = each), sources, values);
  return rival;
}

/** What the merge predicate makes of an old and a new value: one value, or the evaluation cannot go on. */
export function mergedValue({ merge }: Lattice, database: Database, old: number, fresh: number, span: Span): number {
  const { rows } = database.facts(merge);
  const found = new Set<number>();
  rows.forEach((row) => found.add(rows.at(row, 2)), [0, 1], [old, fresh]);
  const [merged, another] = found;
  if (merged !== undefined && another === undefined) return merged;
  const [a, b] = [old, fresh].map((id) => oracleText(database.table.get(id)));
  const complaint = `gives ${merged === undefined ? 'no value' : 'several values'} for \`${a}\` and \`${b}\``;
  throw new Failure('merge-failed', span, `the merge predicate \`${merge}\` ${complaint}`);
}
