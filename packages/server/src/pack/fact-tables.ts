import type { FactFormat } from '@manglecp/mangle';
import { encodeJson, isList, isObject, type Json, JsonError, parseJson } from '@manglecp/protocol';
import { fileProblem, type Problem } from './problem.js';

/** Facts of one predicate as they come from a file of `facts/`. */
export interface FactTable {
  /** What problems call it. */
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly format: FactFormat;
  readonly predicate: string;
}

const formats: Readonly<Record<string, FactFormat>> = { csv: 'csv', tsv: 'tsv', jsonl: 'jsonl', ndjson: 'jsonl' };

/** Whether the ending of a file says that it holds facts in a table. */
export function isTable(name: string): boolean {
  const ending = endingOf(name);
  return ending === 'json' || Object.hasOwn(formats, ending);
}

/**
 * The tables of a file. Its name is that of the predicate: `stock_level.csv`. A `.json` file holds one list, whose items
 * are rows as in JSON lines, or facts with their own predicates as on the wire, `{"pred": …, "args": […]}`.
 */
export function readTables(file: string, bytes: Uint8Array, report: (problem: Problem) => void): readonly FactTable[] {
  const predicate = (file.split('/').at(-1) ?? '').split('.')[0] ?? '';
  const format = formats[endingOf(file)];
  if (format !== undefined) return [{ name: file, bytes, format, predicate }];
  const rows = readItems(file, bytes, predicate, report);
  return Array.from(rows, ([key, lines]) => ({
    name: `${file}, one item a line`,
    bytes: new TextEncoder().encode(lines.join('\n')),
    format: 'jsonl' as const,
    predicate: key,
  }));
}

function endingOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1).toLowerCase();
}

/** The items of a list, each as one line, by predicate. */
function readItems(
  file: string,
  bytes: Uint8Array,
  predicate: string,
  report: (problem: Problem) => void,
): ReadonlyMap<string, readonly string[]> {
  const lines = new Map<string, string[]>();
  for (const [at, item] of parseItems(file, bytes, report).entries()) {
    const { key, row } = readItem(item, predicate);
    if (row === undefined) {
      const help =
        'Facts have `pred` and `args`, rows are lists or objects. Facts with times are written in `.mg` files.';
      report(fileProblem('bad-facts', file, `item ${at} of the list is neither a fact nor a row`, help));
      continue;
    }
    const known = lines.get(key) ?? [];
    lines.set(key, known);
    known.push(encodeJson(row));
  }
  return lines;
}

function parseItems(file: string, bytes: Uint8Array, report: (problem: Problem) => void): readonly Json[] {
  try {
    const json = parseJson(bytes);
    if (isList(json)) return json;
    report(fileProblem('bad-facts', file, 'expected a list of facts or rows'));
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    report(fileProblem('bad-facts', file, `it is no JSON: ${error.message}, at byte ${error.offset}`));
  }
  return [];
}

function readItem(item: Json, predicate: string): { readonly key: string; readonly row?: Json } {
  if (isList(item)) return { key: predicate, row: item };
  if (!isObject(item)) return { key: predicate };
  const { pred, args, ...rest } = item;
  if (typeof pred !== 'string') return { key: predicate, row: item };
  const isFact = args !== undefined && isList(args) && Object.keys(rest).length === 0;
  return isFact ? { key: pred, row: args } : { key: pred };
}
