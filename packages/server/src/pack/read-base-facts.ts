import { isUtf8 } from 'node:buffer';
import { isDeepStrictEqual } from 'node:util';
import {
  compareText,
  createSource,
  exact,
  type FactBatch,
  type FactInput,
  type PredicateInfo,
  type Program,
  readFacts,
} from '@manglecp/mangle';
import { snakeCase } from './argument-names.js';
import { type FactTable, isTable, readTables } from './fact-tables.js';
import { packOrigins } from './origin.js';
import type { Ownership } from './ownership.js';
import { diagnosticProblem, fileProblem, type Problem } from './problem.js';
import { type Entry, listOptional, type PackFolder, readBytes } from './read-files.js';
import type { RuleSource } from './rule-source.js';

/** What lies in `facts/`. */
export interface FactFiles {
  /** Facts in the language of rules; they become part of the program. */
  readonly sources: readonly RuleSource[];
  readonly tables: readonly FactTable[];
}

/** Reads the files of `facts/`. What becomes of tables depends on the declarations, so it has to wait for the program. */
export async function readFactFiles(folder: PackFolder, entries: readonly Entry[]): Promise<FactFiles> {
  const sources: RuleSource[] = [];
  const tables: FactTable[] = [];
  for (const { name, isFolder } of (await listOptional(folder, entries, 'facts')) ?? []) {
    const file = `facts/${name}`;
    const isRules = name.endsWith('.mg');
    if (isFolder || !(isRules || isTable(name))) {
      const help = 'Facts are `.mg`, `.json`, `.jsonl`, `.csv` and `.tsv` files.';
      if (!name.endsWith('.md')) folder.report(fileProblem('stray-file', file, 'it is no file of facts', help));
      continue;
    }
    const bytes = await readBytes(folder, file);
    if (bytes === undefined) continue;
    if (!isUtf8(bytes)) folder.report(fileProblem('not-utf8', file, 'it is not UTF-8', 'Save it as UTF-8.'));
    else if (isRules) sources.push({ source: createSource(file, bytes), origin: packOrigins.facts });
    else tables.push(...readTables(file, bytes, folder.report));
  }
  return { sources, tables };
}

/** The facts of tables, by the declarations of a program. */
export function factsOfTables(
  tables: readonly FactTable[],
  program: Program,
  { refuseFacts }: Ownership,
  report: (problem: Problem) => void,
): readonly FactInput[] {
  return tables.flatMap((table) => {
    const { name, predicate } = table;
    // By name, or by name and arity: whatever names a predicate for `readFacts` must be found here too.
    const info = [...program.predicates.values()].find(({ name: own, key }) => own === predicate || key === predicate);
    const refusal = info === undefined ? undefined : refuseFacts(info.key);
    if (refusal === undefined) return factsOfTable(table, info, program, report);
    report(fileProblem('not-owner', name, `\`${predicate}\` ${refusal.message}`, refusal.help));
    return [];
  });
}

function factsOfTable(
  table: FactTable,
  info: PredicateInfo | undefined,
  program: Program,
  report: (problem: Problem) => void,
): readonly FactInput[] {
  const columns = columnNames(info);
  const first = table.format === 'jsonl' ? [] : firstRow(table.bytes);
  const hasHeader = columns.length > 0 && isDeepStrictEqual(first, columns);
  if (
    !hasHeader &&
    columns.length > 1 &&
    isDeepStrictEqual(first.toSorted(compareText), columns.toSorted(compareText))
  ) {
    const help = `The order is that of the declaration: ${columns.join(', ')}.`;
    report(fileProblem('bad-facts', table.name, 'the first row names the columns in another order', help));
    return [];
  }
  const { batches = [], diagnostics } = readFacts([{ ...table, hasHeader }], program);
  for (const diagnostic of diagnostics) {
    if (diagnostic.severity === 'error') report(diagnosticProblem(diagnostic));
    // Nobody can say here that a file has a header, so its first row is a fact only beyond doubt.
    else if (diagnostic.code === 'doubtful-header') report({ ...diagnosticProblem(diagnostic), severity: 'error' });
  }
  return batches.flatMap(factsOf);
}

/** The columns as the declaration names them, whatever the case. A first row that says the same is no fact. */
function columnNames(info: PredicateInfo | undefined): readonly string[] {
  return (info?.decl?.atom.args ?? []).map((arg) => (arg.kind === 'variable' ? plain(snakeCase(arg.name)) : ''));
}

function firstRow(bytes: Uint8Array): readonly string[] {
  const end = bytes.indexOf(0x0a);
  const line = new TextDecoder().decode(end === -1 ? bytes : bytes.subarray(0, end));
  return line.trim().split(/[,\t]/).map(plain);
}

function plain(field: string): string {
  return field.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
}

function factsOf({ predicate, count, columns, values }: FactBatch): readonly FactInput[] {
  return Array.from({ length: count }, (_, row) => ({
    predicate,
    args: columns.map((column) => exact(values.get(column[row] ?? 0))),
  }));
}
