import { Time } from '@manglecp/mangle';
import { isList, isObject, type Json, JsonNumber } from '@manglecp/protocol';
import type { HttpLookupConfig } from '../config/config.js';
import type { UrlTemplate } from '../config/url-template.js';
import { type Cell, toCell } from './cell.js';
import type { Column } from './column.js';
import type { JsonFetcher } from './fetch-json.js';
import { fillUrl } from './fill-url.js';
import { type AskedColumn, readRow, tooManyRows } from './read-row.js';
import { type Answer, type Question, type Source, SourceFailure } from './source.js';

/** Asks a server for JSON, with the given arguments in the address. */
export function createHttpLookup(
  fetcher: JsonFetcher,
  template: UrlTemplate,
  { rows: rowsPath, columns: paths }: HttpLookupConfig,
  { columns, maxRows }: { readonly columns: readonly Column[]; readonly maxRows: number },
): Source {
  const given = columns.filter(({ isGiven }) => isGiven);
  const asked = columns
    .filter(({ isGiven }) => !isGiven)
    .map((column, at): AskedColumn => ({ ...column, label: paths[at] ?? '' }));
  const answer = async (question: Question, signal: AbortSignal): Promise<Answer> => {
    const values = textsOf(question, given);
    if (values === undefined) return [];
    const json = await fetcher.fetch(fillUrl(template, values), signal);
    return json === undefined ? [] : readAnswer(memberAt(json, rowsPath, 'the answer'), asked, maxRows);
  };
  return {
    batchSize: 1,
    answer: (questions, signal) => Promise.all(questions.map((question) => answer(question, signal))),
  };
}

/** The given values as text; undefined if one of them is of a kind that no answer could have there. */
function textsOf(question: Question, given: readonly Column[]): ReadonlyMap<string, string> | undefined {
  const texts = new Map<string, string>();
  for (const [at, column] of given.entries()) {
    const value = question[at];
    const cell = value === undefined ? undefined : toCell(value, column);
    if (cell === undefined || cell instanceof Uint8Array) return undefined;
    texts.set(column.name, cell instanceof Time ? cell.toString() : String(cell));
  }
  return texts;
}

/** A list of rows, or one row; where nothing is asked for, also whether it is so. */
function readAnswer(json: Json, asked: readonly AskedColumn[], maxRows: number): Answer {
  if (asked.length === 0) {
    if (typeof json === 'boolean') return json ? [[]] : [];
    if (isList(json)) return json.length > 0 ? [[]] : [];
  }
  const rows = isList(json) ? json : [json];
  if (rows.length > maxRows) throw tooManyRows(maxRows);
  return rows.map((row) => {
    if (!isObject(row)) throw new SourceFailure('expected each row of the answer to be an object');
    return readRow(
      asked.map(({ label }) => cellOf(memberAt(row, label, 'a row'), label)),
      asked,
    );
  });
}

/** What is at a path of names. */
function memberAt(json: Json, path: string, where: string): Json {
  let found: Json = json;
  for (const name of path === '' ? [] : path.split('.')) {
    const member: Json | undefined = isObject(found) && Object.hasOwn(found, name) ? found[name] : undefined;
    if (member === undefined) throw new SourceFailure(`${where} has no \`${path}\``);
    found = member;
  }
  return found;
}

/** Whole numbers keep all their digits. `5.0` is none, as in the facts of clients (C-15). */
function cellOf(json: Json, label: string): Cell {
  if (typeof json === 'number') return Number.isInteger(json) ? BigInt(json) : json;
  if (json instanceof JsonNumber) return /^-?\d+$/.test(json.text) ? BigInt(json.text) : Number(json.text);
  if (json === null || typeof json === 'string' || typeof json === 'boolean') return json;
  throw new SourceFailure(`expected one value in \`${label}\`, got ${isList(json) ? 'a list' : 'an object'}`);
}
