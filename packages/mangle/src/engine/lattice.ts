import type { Lattice } from '../program/program.js';
import type { Relation } from '../store/relation.js';
import type { Span } from '../text/source.js';
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

/** What the merge predicate makes of an old and a new value; the least row decides if it says several things. */
export function mergedValue({ merge }: Lattice, database: Database, old: number, fresh: number, span: Span): number {
  const { rows } = database.facts(merge);
  const index = rows.index([0, 1]);
  let first = -1;
  for (let row = index.first([old, fresh]); row !== -1; row = index.older(row)) if (!rows.isDead(row)) first = row;
  if (first !== -1) return rows.at(first, 2);
  throw new Failure('merge-failed', span, `the merge predicate \`${merge}\` gives no value for this pair`);
}
