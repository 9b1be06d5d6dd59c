import { type ByteReader, DamagedBytes } from './byte-reader.js';
import type { ByteWriter } from './byte-writer.js';
import type { Snapshot } from './fact-view.js';
import { type BaseFacts, PredicateFacts } from './predicate-facts.js';
import type { ValueTable } from './value-table.js';

/** Writes the living rows of a predicate, when they came, and which were given. What follows from them is not written. */
export function writeFacts({ rows }: BaseFacts, writer: ByteWriter): void {
  const living = livingRows(rows);
  const { relation } = rows;
  writer.uint(living.length);
  if (living.length === 0) return;
  for (const column of relation.columns) writer.column(living.map((row) => column[row] ?? 0));
  writeRuns(living, writer, (row) => stampCode(relation.stamp(row)));
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
  const stamps = readRuns(reader, count);
  const given = readRuns(reader, count);
  const relation = facts.rows.writable;
  const values = new Int32Array(width);
  let isGiven = 0;
  let givenEnd = 0;
  for (let row = 0, round = 0, ofGiven = 0; row < count; row++) {
    for (let column = 0; column < width; column++) values[column] = columns[column]?.[row] ?? 0;
    if (row === givenEnd) {
      isGiven = given.values[ofGiven] ?? 0;
      givenEnd = given.ends[ofGiven++] ?? count;
    }
    const isNew = isGiven === 1 ? facts.give(values, table) : facts.add(values, table);
    if (!isNew) throw new DamagedBytes('a row is there twice');
    if (row + 1 === stamps.ends[round]) relation.advance(stampOf(stamps.values[round++] ?? 0, clock));
  }
  return facts.snapshot(1);
}

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

interface Runs {
  readonly ends: readonly number[];
  readonly values: readonly number[];
}

/** The runs of `count` rows. */
function readRuns(reader: ByteReader, count: number): Runs {
  const ends: number[] = [];
  const values: number[] = [];
  for (let end = 0; end < count;) {
    const length = reader.uint();
    if (length === 0 || length > count - end) throw new DamagedBytes('a run of rows has a wrong length');
    end += length;
    ends.push(end);
    values.push(reader.uint());
  }
  return { ends, values };
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
