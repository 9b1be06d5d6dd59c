import { stat } from 'node:fs/promises';
import { suggestName } from '@manglecp/protocol';
import type { SqliteTableConfig } from '../config/config.js';
import type { Column, ColumnKind } from './column.js';
import { SourceFailure, type SourceFault } from './source.js';
import { SqliteDatabase } from './sqlite-database.js';

/** Looks at the file when the pack is loaded: whether there is such a table with such columns that can hold such values. */
export async function checkSqliteTable(
  file: string,
  { table, columns: labels, file: shown }: SqliteTableConfig,
  columns: readonly Column[],
): Promise<SourceFault | undefined> {
  const timed = columns.findIndex(({ isGiven, kinds }) => isGiven && kinds?.has('time') === true);
  if (timed !== -1) return givenTime(labels[timed] ?? '');
  // To open a pipe would wait for whoever writes to it.
  const status = await stat(file).catch(() => undefined);
  if (status === undefined) return { message: `there is no file \`${shown}\`` };
  if (!status.isFile()) return { message: `\`${shown}\` is no regular file` };
  const database = new SqliteDatabase(file);
  try {
    const affinities = await columnsIn(database, table);
    if (affinities.size === 0) return await noTable(database, table, shown);
    return labels.map((label, at) => columnFault(label, columns[at], affinities, table)).find((fault) => fault);
  } catch (error) {
    if (!(error instanceof SourceFailure)) throw error;
    return { message: `\`${shown}\` cannot be read: ${error.message}` };
  } finally {
    await database.close();
  }
}

function givenTime(label: string): SourceFault {
  return {
    message: `\`${label}\` is a time, and SQLite tables cannot be asked for one`,
    help: 'SQLite writes times in several ways, which are not equal. Declare the argument /string or /number.',
  };
}

async function noTable(database: SqliteDatabase, table: string, shown: string): Promise<SourceFault> {
  const tables: string[] = [];
  const sql = "SELECT CAST(name AS BLOB) FROM sqlite_schema WHERE type IN ('table', 'view') ORDER BY +name LIMIT 1000";
  await database.read(sql, [], ([name]) => tables.push(textOf(name)), never);
  const near = suggestName(table, tables);
  return {
    message: `\`${shown}\` has no table or view \`${table}\``,
    ...(near === undefined ? {} : { help: `Did you mean \`${near}\`?` }),
  };
}

type Affinity = 'INTEGER' | 'TEXT' | 'BLOB' | 'REAL' | 'NUMERIC';

/** The columns of a table, in lower case, with what SQLite does to values that are put there. */
async function columnsIn(database: SqliteDatabase, table: string): Promise<ReadonlyMap<string, Affinity>> {
  const found = new Map<string, Affinity>();
  const sql = 'SELECT CAST(name AS BLOB), CAST(type AS BLOB) FROM pragma_table_xinfo(?) ORDER BY +cid';
  await database.read(sql, [table], ([name, type]) => found.set(textOf(name), affinityOf(textOf(type))), never);
  return found;
}

/** The rules of SQLite, in their order. */
function affinityOf(type: string): Affinity {
  const declared = type.toUpperCase();
  if (declared.includes('INT')) return 'INTEGER';
  if (/CHAR|CLOB|TEXT/.test(declared)) return 'TEXT';
  if (declared === '' || declared.includes('BLOB')) return 'BLOB';
  return /REAL|FLOA|DOUB/.test(declared) ? 'REAL' : 'NUMERIC';
}

/** What a column of an affinity can be read as. */
const kindsByAffinity: Readonly<Record<Affinity, readonly ColumnKind[]>> = {
  INTEGER: ['number', 'float64', 'bool', 'bytes'],
  TEXT: ['string', 'name', 'time', 'bytes'],
  BLOB: ['string', 'name', 'number', 'float64', 'bool', 'time', 'bytes'],
  REAL: ['float64', 'bytes'],
  NUMERIC: ['string', 'name', 'number', 'float64', 'bool', 'time', 'bytes'],
};

function columnFault(
  label: string,
  column: Column | undefined,
  affinities: ReadonlyMap<string, Affinity>,
  table: string,
): SourceFault | undefined {
  const names = [...affinities.keys()];
  const name = names.find((each) => each.toLowerCase() === label.toLowerCase());
  if (name === undefined) {
    const near = suggestName(label, names) ?? names.slice(0, 20).join('`, `');
    return { message: `\`${table}\` has no column \`${label}\``, help: `Did you mean \`${near}\`?` };
  }
  const affinity = affinities.get(name) ?? 'BLOB';
  const { kinds, typeText = '' } = column ?? {};
  if (kinds === undefined || kindsByAffinity[affinity].some((kind) => kinds.has(kind))) return undefined;
  return {
    message: `\`${label}\` of \`${table}\` holds ${affinity} values, and its argument is declared ${typeText}`,
    help: 'Change the declaration, or make a view that casts the column.',
  };
}

function textOf(value: unknown): string {
  return value instanceof Uint8Array ? new TextDecoder().decode(value) : '';
}

const never = new AbortController().signal;
