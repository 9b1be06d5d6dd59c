import { type ByteReader, DamagedBytes } from './byte-reader.js';
import type { ByteWriter } from './byte-writer.js';
import type { Snapshot } from './fact-view.js';
import { type BaseFacts, PredicateFacts } from './predicate-facts.js';
import type { ValueTable } from './value-table.js';

/**
 * Writes the living rows of a predicate, when they came, and which were given. What follows from them is not written.
 * Yields between columns, so that the caller can pause.
 */
export function* writeFacts({ rows }: BaseFacts, writer: ByteWriter): Generator<undefined, void> {
  const living = livingRows(rows);
  const { relation } = rows;
  writer.uint(living.length);
  if (living.length === 0) return;
  for (let column = 0; column < relation.width; column++) {
    // Columns are replaced as they grow, which may happen in a pause.
    const values = relation.columns[column];
    writer.column(living.map((row) => values?.[row] ?? 0));
    if (living.length > fewRows) yield;
  }
  writeRuns(living, writer, (row) => stampCode(relation.stamp(row)));
  if (living.length > fewRows) yield;
  writeRuns(living, writer, (row) => (relation.isGiven(row) ? 1 : 0));
}

/** The facts that were written, with row numbers of their own. They are at version 1. */
export function readFacts(
  reader: ByteReader,
  shape: { readonly arity: number; readonly isTemporal: boolean },
  table: ValueTable,
  clock: number,
): BaseFacts {
  const facts = new PredicateFacts(shape);
  const { width } = facts.rows;
  const count = reader.uint();
  // Rows differ, so that from two on some column takes a byte for each.
  if (count > Math.max(1, reader.left)) throw new DamagedBytes('more rows are announced than there are bytes');
  if (count === 0) return facts.snapshot(1);
  const columns = Array.from({ length: width }, () => readIds(reader, count, table));
  if (shape.isTemporal) checkIntervals(columns, shape.arity, table);
  const relation = facts.rows.writable;
  relation.reserve(count);
  for (const { from, to, value } of readRuns(reader, count)) {
    if (shape.isTemporal) addTemporal(facts, columns, { from, to, table });
    else relation.addColumns(columns, from, to);
    if (relation.size !== to) throw new DamagedBytes('a row is there twice');
    relation.advance(stampOf(value, clock));
  }
  relation.tidy();
  for (const { from, to, value } of readRuns(reader, count)) {
    for (let row = from; row < to && value === 1; row++) relation.markGiven(row);
  }
  return facts.snapshot(1);
}

/** Rows with intervals also tell when their atoms hold. */
function addTemporal(
  facts: PredicateFacts,
  columns: readonly Int32Array[],
  { from, to, table }: { readonly from: number; readonly to: number; readonly table: ValueTable },
): void {
  const values = new Int32Array(columns.length);
  for (let row = from; row < to; row++) {
    for (let column = 0; column < columns.length; column++) values[column] = columns[column]?.[row] ?? 0;
    facts.add(values, table);
  }
}

/** So many are written in no time. */
const fewRows = 4096;

/** Some rows in the order of their numbers. */
function livingRows({ relation, limit, version }: Snapshot): Int32Array {
  const { death } = relation;
  const rows = new Int32Array(limit);
  let size = 0;
  for (let row = 0; row < limit; row++) {
    const died = death?.[row] ?? 0;
    if (died === 0 || died > version) rows[size++] = row;
  }
  return rows.subarray(0, size);
}

/** Rows that never were part of a round, such as the answers of the host, have the stamp Infinity. */
function stampCode(stamp: number): number {
  return stamp === Infinity ? 0 : stamp + 1;
}

function stampOf(code: number, clock: number): number {
  if (code > clock + 1) throw new DamagedBytes('a row is newer than the clock');
  return code === 0 ? Infinity : code - 1;
}

/** Writes a number for each row, as lengths of runs of equal ones. */
function writeRuns(rows: Int32Array, writer: ByteWriter, valueOf: (row: number) => number): void {
  for (let at = 0; at < rows.length;) {
    const value = valueOf(rows[at] ?? 0);
    const start = at;
    while (at < rows.length && valueOf(rows[at] ?? 0) === value) at++;
    writer.uint(at - start);
    writer.uint(value);
  }
}

/** The rows from `from` to before `to` have one value. */
interface Run {
  readonly from: number;
  readonly to: number;
  readonly value: number;
}

/** The runs of `count` rows. */
function readRuns(reader: ByteReader, count: number): readonly Run[] {
  const runs: Run[] = [];
  for (let from = 0; from < count;) {
    const length = reader.uint();
    if (length === 0 || length > count - from) throw new DamagedBytes('a run of rows has a wrong length');
    runs.push({ from, to: from + length, value: reader.uint() });
    from += length;
  }
  return runs;
}

function readIds(reader: ByteReader, count: number, table: ValueTable): Int32Array {
  const ids = reader.column(count);
  const { size } = table;
  for (let at = 0; at < count; at++)
    if ((ids[at] ?? 0) >= size) throw new DamagedBytes('a row has a value that is none');
  return ids;
}

function checkIntervals(columns: readonly Int32Array[], arity: number, table: ValueTable): void {
  const [starts, ends] = [columns[arity], columns[arity + 1]];
  for (let row = 0; row < (starts?.length ?? 0); row++) {
    const [start, end] = [starts?.[row] ?? 0, ends?.[row] ?? 0];
    if (table.kindOf(start) !== 'time' || table.kindOf(end) !== 'time')
      throw new DamagedBytes('an interval has no times');
    if (table.compareInts(start, end) > 0) throw new DamagedBytes('an interval ends before it starts');
  }
}
