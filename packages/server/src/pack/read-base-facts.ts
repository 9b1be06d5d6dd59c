import { isUtf8 } from 'node:buffer';
import {
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
import { type Entry, listFolder, type PackFolder, readBytes } from './read-files.js';
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
  const isThere = entries.some(({ name, isFolder }) => name === 'facts' && isFolder);
  for (const { name, isFolder } of isThere ? await listFolder(folder, 'facts') : []) {
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
    const info = [...program.predicates.values()].find((each) => each.name === predicate);
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
  const hasHeader = table.format !== 'jsonl' && hasColumnNames(table.bytes, info);
  const { batches = [], diagnostics } = readFacts([{ ...table, hasHeader }], program);
  for (const diagnostic of diagnostics) if (diagnostic.severity === 'error') report(diagnosticProblem(diagnostic));
  return batches.flatMap(factsOf);
}

/** Whether the first row names the columns as the declaration does, whatever the case. */
function hasColumnNames(bytes: Uint8Array, info: PredicateInfo | undefined): boolean {
  const columns = (info?.decl?.atom.args ?? []).map((arg) =>
    arg.kind === 'variable' ? plain(snakeCase(arg.name)) : '',
  );
  const end = bytes.indexOf(0x0a);
  const line = new TextDecoder().decode(end === -1 ? bytes : bytes.subarray(0, end));
  const fields = line.trim().split(/[,\t]/).map(plain);
  return columns.length > 0 && fields.length === columns.length && fields.every((field, at) => field === columns[at]);
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
