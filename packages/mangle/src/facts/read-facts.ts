import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { hasErrors } from '../diagnostics/diagnostic.js';
import { closest } from '../diagnostics/suggest.js';
import { type PredicateInfo, predicateKey, type Program } from '../program/program.js';
import { ValueTable } from '../store/value-table.js';
import { maxPending } from '../syntax/pending-texts.js';
import { columnTypes } from '../types/infer.js';
import { valueHasType } from '../types/has-type.js';
import { describeMany } from '../types/words.js';
import type { FactBatch } from '../value/fact-batch.js';
import { stringValue } from '../value/make.js';
import { noteChecked } from './checked-batches.js';
import type { FactFile, FactsRead } from './fact-file.js';
import { FactTarget } from './fact-target.js';
import { FileProblems, firstBadByte } from './file-problems.js';
import { JsonRows } from './read-json-lines.js';
import { csv, SeparatedRows, tsv } from './read-separated.js';
import { SimpleColumns } from './read-simple-column.js';

/**
 * Reads files of facts for a program. A column takes the type that is declared for it; where none is, the fields of
 * `csv` and `tsv` are strings, and JSON has strings, numbers, lists and structs. All facts are checked against the
 * declarations. Never throws because of what the files say.
 */
export function readFacts(files: readonly FactFile[], program: Program): FactsRead {
  const values = new ValueTable(valuesOf(program));
  const batches: FactBatch[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const file of files) {
    const problems = new FileProblems(file.name, file.bytes);
    batches.push(...readFile(file, { program, values, problems }));
    for (const each of problems.diagnostics) diagnostics.push(each);
  }
  if (hasErrors(diagnostics)) return { diagnostics };
  for (const batch of batches) noteChecked(batch, program);
  return { batches, diagnostics };
}

/** The table in which the program has its own facts, so that equal values have equal ids. */
function valuesOf({ batches }: Program): ValueTable | undefined {
  const values = batches[0]?.facts.values;
  return values instanceof ValueTable ? values : undefined;
}

/** Offsets are kept as int32. */
const maxSize = 2 ** 31 - 1;

interface Reading {
  readonly program: Program;
  readonly values: ValueTable;
  readonly problems: FileProblems;
}

function readFile(file: FactFile, { program, values, problems }: Reading): FactBatch[] {
  if (file.bytes.length > maxSize) {
    problems.report('invalid-row', 0, 0, 'the file is larger than two gigabytes', { help: 'Split it.' });
    return [];
  }
  const bad = firstBadByte(file.bytes);
  if (bad !== -1) {
    const hex = (file.bytes[bad] ?? 0).toString(16).padStart(2, '0');
    problems.report('invalid-row', bad, bad + 1, `the byte 0x${hex} is no UTF-8`, {
      help: 'Files of facts are UTF-8. Convert the file, for example with `iconv -f latin1 -t utf-8`.',
    });
    return [];
  }
  values.reserve(file.bytes.length >> 5, file.bytes.length >> 2);
  if (file.format === 'simple-column') return readColumns(file, { program, values, problems });
  const info = findPredicate(file.predicate ?? '', undefined, program, problems, { start: 0, end: 0 });
  if (info === undefined) return [];
  const target = new FactTarget(info, file.bytes, values, problems);
  if (file.format !== 'jsonl') warnAboutTypes(info, program, problems);
  return [readRows(file, target)];
}

function readRows({ format, bytes, hasHeader = false }: FactFile, target: FactTarget): FactBatch {
  if (format === 'jsonl') {
    const rows = new JsonRows(bytes, target);
    rows.readAll();
    return target.finish(rows.placeOf);
  }
  const rows = new SeparatedRows(bytes, format === 'csv' ? csv : tsv, target);
  rows.readAll(hasHeader);
  return target.finish(rows.placeOf);
}

function readColumns({ bytes, predicate }: FactFile, { program, values, problems }: Reading): FactBatch[] {
  return new SimpleColumns(bytes, values, problems).readAll((section) => {
    const { name, arity } = section;
    const isWanted = predicate === undefined || predicate === name || predicate === predicateKey(name, arity);
    return isWanted ? findPredicate(name, arity, program, problems, section) : undefined;
  });
}

/** The predicate of a name, or of a name with its arity; reports why there is none. */
function findPredicate(
  name: string,
  arity: number | undefined,
  { predicates }: Program,
  problems: FileProblems,
  { start, end }: { readonly start: number; readonly end: number },
): PredicateInfo | undefined {
  const wanted = arity === undefined ? name : predicateKey(name, arity);
  const found = Array.from(predicates.values()).filter((each) => each.key === wanted || each.name === wanted);
  const [info, second] = found;
  if (info === undefined) {
    const near = closest(wanted, [...predicates.keys(), ...Array.from(predicates.values(), (each) => each.name)]);
    const help = `Declare it: \`Decl ${name.replace(/\/\d+$/, '')}(A, B) bound [/name, /number].\``;
    problems.report('invalid-fact', start, end, `the program has no predicate \`${wanted}\``, {
      help: near === undefined ? help : `Did you mean \`${near}\`? ${help}`,
    });
    return undefined;
  }
  const refusal = second === undefined ? refusalOf(info, arity !== undefined) : severalText(found);
  if (refusal === undefined) return info;
  problems.report('invalid-fact', start, end, refusal.message, { help: refusal.help });
  return undefined;
}

interface Refusal {
  readonly message: string;
  readonly help: string;
}

function severalText(found: readonly PredicateInfo[]): Refusal {
  const keys = found.map(({ key }) => `\`${key}\``).join(' and ');
  return { message: `the name means several predicates: ${keys}`, help: 'Give the number of arguments too.' };
}

function refusalOf({ key, arity, isTemporal }: PredicateInfo, hasSections: boolean): Refusal | undefined {
  if (isTemporal) {
    const help = 'Read them into another predicate, with the times as columns, and derive it by a rule.';
    return { message: `the facts of \`${key}\` have times, and files have none`, help };
  }
  if (!hasSections && (arity === 0 || arity > maxPending)) {
    return { message: `\`${key}\` has no columns that a file could have`, help: 'Write its fact in the program.' };
  }
  return undefined;
}

/** Strings in a column that holds names or numbers elsewhere never meet them. */
function warnAboutTypes(info: PredicateInfo, program: Program, problems: FileProblems): void {
  if (info.decl !== undefined) return;
  const types = columnTypes(program).get(info.key) ?? [];
  const column = types.findIndex((type) => type.kind !== 'bot' && !valueHasType(stringValue(''), type));
  const type = types[column];
  if (type === undefined) return;
  const message = `column ${column + 1} of \`${info.key}\` holds ${describeMany(type)} in the program, but strings in this file`;
  problems.report('untyped-column', 0, 0, message, {
    help: `Without a declaration the columns of a file are strings. Declare the types: \`Decl ${info.name}(…) bound […].\``,
  });
}
