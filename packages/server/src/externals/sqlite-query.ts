import { allows, type Column, isOnly } from './column.js';
import { quoteIdentifier } from './quote-identifier.js';

/** An argument and the column of the table that holds it. */
export interface TableColumn extends Column {
  readonly label: string;
}

/**
 * One statement for `size` questions: rows of the number of the question and, for each asked column, its storage class and
 * its value. A question whose parameters are null has no rows.
 *
 * - Text is read as its bytes: the driver ends at a zero byte, and ends the process at bytes that are no text.
 * - Equality is that of facts: neither the affinity of a column nor its collation makes different values equal.
 * - A plus before what is sorted by keeps SQLite from walking an index in that order, so that the first row needs all the
 *   work, which is done on another thread.
 */
export function sqliteQuery(
  table: string,
  columns: readonly TableColumn[],
  { size, maxRows }: { readonly size: number; readonly maxRows: number },
): string {
  const given = columns.filter(({ isGiven }) => isGiven);
  const asked = columns.filter(({ isGiven }) => !isGiven).map(placeOf);
  const from = `${quoteIdentifier(table)} AS t`;
  const limit = Math.min(size * maxRows + 1, Number.MAX_SAFE_INTEGER);
  const values = asked.flatMap((place) => [`typeof(${place})`, bytesOfText(place)]);
  const order = asked.map((place) => `+${place} COLLATE BINARY`);
  if (given.length === 0) {
    return `SELECT ${['0', ...values].join(', ')} FROM ${from} ORDER BY ${order.join(', ')} LIMIT ${limit}`;
  }
  const conditions = given.map(condition).join(' AND ');
  const questions = questionTable(given.length, size);
  if (asked.length === 0) {
    const exists = `EXISTS (SELECT 1 FROM ${from} WHERE ${conditions})`;
    return `${questions} SELECT q.n FROM q WHERE ${exists} ORDER BY +q.n`;
  }
  const found = `SELECT ${['q.n', ...values].join(', ')} FROM q JOIN ${from} ON ${conditions}`;
  return `${questions} ${found} ORDER BY ${['+q.n', ...order].join(', ')} LIMIT ${limit}`;
}

function placeOf({ label }: TableColumn): string {
  // With its table: a quoted name alone that is no column would be taken for a text.
  return `t.${quoteIdentifier(label)}`;
}

function bytesOfText(place: string): string {
  return `CASE typeof(${place}) WHEN 'text' THEN CAST(${place} AS BLOB) ELSE ${place} END`;
}

function questionTable(width: number, size: number): string {
  const names = Array.from({ length: width }, (_, at) => `k${at}`);
  const row = Array.from({ length: width }, () => '?').join(', ');
  const rows = Array.from({ length: size }, (_, at) => `(${at}, ${row})`);
  return `WITH q(n, ${names.join(', ')}) AS (VALUES ${rows.join(', ')})`;
}

function condition(column: TableColumn, at: number): string {
  const place = placeOf(column);
  // Where a whole number is read as a float, it is found as one.
  const isFloat = isOnly(column, 'float64') || (allows(column, 'float64') && !allows(column, 'number'));
  const type = isFloat ? `typeof(${place}) IN ('real', 'integer')` : `typeof(${place}) = typeof(q.k${at})`;
  return `${place} = q.k${at} COLLATE BINARY AND ${type}`;
}
