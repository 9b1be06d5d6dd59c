import type { Lattice } from '../program/program.js';
import type { Relation } from '../store/relation.js';
import type { Span } from '../text/source.js';
import { oracleText } from '../value/format.js';
import type { Database } from './database.js';
import { Failure } from './failure.js';

/** The live row that agrees with the candidate on the source columns, or -1. */
export function rivalOf({ sources }: Lattice, relation: Relation, row: readonly number[]): number {
  const index = relation.index(sources);
  for (let rival = index.first(sources.map((column) => row[column] ?? -1)); rival !== -1; rival = index.older(rival)) {
    if (!relation.isDead(rival)) return rival;
  }
  return -1;
}

/** What the merge predicate makes of an old and a new value: one value, or the evaluation cannot go on. */
export function mergedValue({ merge }: Lattice, database: Database, old: number, fresh: number, span: Span): number {
  const { rows } = database.facts(merge);
  const index = rows.index([0, 1]);
  const found = new Set<number>();
  for (let row = index.first([old, fresh]); row !== -1; row = index.older(row)) {
    if (!rows.isDead(row)) found.add(rows.at(row, 2));
  }
  const [merged, another] = found;
  if (merged !== undefined && another === undefined) return merged;
  const [a, b] = [old, fresh].map((id) => oracleText(database.table.get(id)));
  const complaint = `gives ${merged === undefined ? 'no value' : 'several values'} for \`${a}\` and \`${b}\``;
  throw new Failure('merge-failed', span, `the merge predicate \`${merge}\` ${complaint}`);
}
