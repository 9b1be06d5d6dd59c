import { Time } from '@manglecp/mangle';
import type { SqliteTableConfig } from '../config/config.js';
import { type Cell, toCell } from './cell.js';
import { allows, type Column } from './column.js';
import { readRow, tooManyRows } from './read-row.js';
import type { Answer, Question, Source } from './source.js';
import type { DecodeText, SqliteDatabase, SqliteValue } from './sqlite-database.js';
import { sqliteQuery, type TableColumn } from './sqlite-query.js';

/** The sizes for which there are statements: a few questions cost little, and many few statements. */
const sizes = [1, 16, 256];
const batchSize = 256;

/** A table or view of a SQLite file, looked up by the given columns. */
export function createSqliteTable(
  database: SqliteDatabase,
  { table, columns: labels }: SqliteTableConfig,
  { columns: declared, maxRows }: { readonly columns: readonly Column[]; readonly maxRows: number },
): Source {
  const columns: readonly TableColumn[] = declared.map((column, at) => ({ ...column, label: labels[at] ?? '' }));
  const given = columns.filter(({ isGiven }) => isGiven);
  const asked = columns.filter(({ isGiven }) => !isGiven);
  const statements = new Map(sizes.map((size) => [size, sqliteQuery(table, columns, { size, maxRows })]));
  return {
    batchSize,
    answer: async (questions, signal) => {
      const size = sizes.find((each) => each >= questions.length) ?? batchSize;
      const answers: Answer[number][][] = questions.map(() => []);
      await database.read(
        statements.get(size) ?? '',
        given.length === 0 ? [] : parameters(questions, given, size),
        ([number, ...row], decode) => {
          const answer = answers[Number(number)] ?? [];
          if (answer.length === maxRows) throw tooManyRows(maxRows);
          answer.push(
            readRow(
              asked.map((column, at) => cellOf(row, at, column, decode)),
              asked,
            ),
          );
        },
        signal,
      );
      return answers;
    },
  };
}

/** Null is equal to nothing: it stands for values that no row can have, and for questions that are not there. */
function parameters(
  questions: readonly Question[],
  given: readonly TableColumn[],
  size: number,
): readonly SqliteValue[] {
  return Array.from({ length: size }, (_, number) =>
    given.map((column, at) => {
      const value = questions[number]?.[at];
      const cell = value === undefined ? undefined : toCell(value, column);
      return cell === undefined ? null : toSqlite(cell, column);
    }),
  ).flat();
}

/** SQLite has 0 and 1 for booleans, and they are that where nothing but a boolean is declared. */
function toSqlite(cell: Exclude<Cell, null>, column: TableColumn): SqliteValue {
  if (typeof cell === 'boolean') return allows(column, 'number') ? null : BigInt(cell);
  return cell instanceof Time ? null : cell;
}

function cellOf(row: readonly SqliteValue[], at: number, column: TableColumn, decode: DecodeText): Cell {
  const [type, value = null] = row.slice(at * 2, at * 2 + 2);
  if (type === 'text' && value instanceof Uint8Array) return readText(value, column, decode);
  const isBoolean = !allows(column, 'number') && allows(column, 'bool');
  return isBoolean && (value === 0n || value === 1n) ? value === 1n : value;
}

/** What `datetime()` and `CURRENT_TIMESTAMP` write is in UTC. */
const ownTime = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d{1,9})?)$/;

function readText(bytes: Uint8Array, column: TableColumn, decode: DecodeText): string {
  const text = decode(bytes);
  return allows(column, 'string') ? text : text.replace(ownTime, '$1T$2Z');
}
