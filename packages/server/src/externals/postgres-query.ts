import type { AskedColumn } from './read-row.js';
import type { PostgresType } from './postgres-types.js';
import { quoteIdentifier } from './quote-identifier.js';

/** An argument, the column of the table that holds it, and its type there. */
export interface PostgresColumn extends AskedColumn {
  readonly type: PostgresType;
}

/** The name of a table in SQL. */
export function tableName(table: string): string {
  return table.split('.').map(quoteIdentifier).join('.');
}

/**
 * One statement for any number of questions. Its parameters are one list for each given column; its rows are the number of
 * the question, from 1, and the texts of the asked columns. The limit holds for each question by itself.
 */
export function postgresQuery(table: string, columns: readonly PostgresColumn[], maxRows: number): string {
  const given = columns.filter(({ isGiven }) => isGiven);
  const asked = columns.filter(({ isGiven }) => !isGiven).map((column) => column.type.select(placeOf(column)));
  const values = asked.map((value, at) => `${value} AS c${at}`);
  const order = asked.map((value) => `(${value}) COLLATE "C"`).join(', ');
  const conditions = given.map((column, at) => column.type.equals(placeOf(column), `q.k${at}`, column));
  const where = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
  const found = `FROM ${tableName(table)} AS t${where}`;
  if (given.length === 0) return `SELECT 1, ${values.join(', ')} ${found} ORDER BY ${order} LIMIT ${maxRows + 1}`;
  const lists = given.map((column, at) => `$${at + 1}::${column.type.parameter(column)}[]`);
  const names = given.map((_, at) => `k${at}`);
  const questions = `unnest(${lists.join(', ')}) WITH ORDINALITY AS q(${names.join(', ')}, n)`;
  if (asked.length === 0) return `SELECT q.n FROM ${questions} WHERE EXISTS (SELECT 1 ${found}) ORDER BY q.n`;
  const rows = `SELECT ${values.join(', ')} ${found} ORDER BY ${order} LIMIT ${maxRows + 1}`;
  const sorted = ['q.n', ...asked.map((_, at) => `r.c${at} COLLATE "C"`)].join(', ');
  return `SELECT q.n, r.* FROM ${questions} CROSS JOIN LATERAL (${rows}) AS r ORDER BY ${sorted}`;
}

function placeOf({ label }: AskedColumn): string {
  return `t.${quoteIdentifier(label)}`;
}

/** The columns of the table that the parameter names, with their types; domains have the type they are made of. */
export const describeTable = `
  SELECT a.attname, CASE b.typtype WHEN 'e' THEN 'enum' ELSE b.typname END
  FROM pg_catalog.pg_attribute AS a
  JOIN pg_catalog.pg_type AS t ON t.oid = a.atttypid
  JOIN pg_catalog.pg_type AS b ON b.oid = CASE t.typtype WHEN 'd' THEN t.typbasetype ELSE t.oid END
  WHERE a.attrelid = to_regclass($1) AND a.attnum > 0 AND NOT a.attisdropped
  ORDER BY a.attnum`;
