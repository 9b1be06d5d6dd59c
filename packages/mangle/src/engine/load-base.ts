import { diagnostic } from '../diagnostics/diagnostic.js';
import { planProgram, type ProgramPlan } from '../plan/program-plan.js';
import type { PredicateKey, Program } from '../program/program.js';
import { ByteReader, DamagedBytes } from '../store/byte-reader.js';
import { readFacts } from '../store/save-facts.js';
import { readValues } from '../store/save-values.js';
import type { ValueTable } from '../store/value-table.js';
import type { Span } from '../text/source.js';
import { Base } from './base.js';
import { checksumOf, formatVersion, header, magic } from './base-format.js';
import { EvaluationError, placeOf } from './evaluation-error.js';
import type { MergeCandidate } from './merge-candidate.js';
import { programHash, volatileHash } from './program-hash.js';
import type { RevisionPlan } from './revision-plan.js';

/**
 * The base that `saveBase` wrote for this program. No rule runs. Throws an `EvaluationError` with the code
 * `base-refused` for anything else, and then nothing of it is left.
 */
export function loadBase(program: Program, plan: RevisionPlan, bytes: Uint8Array): Base {
  checkHeader(program, plan, bytes);
  try {
    return readBase(program, new ByteReader(bytes, header.end));
  } catch (error) {
    if (error instanceof DamagedBytes) throw damaged(program, error.message, { cause: error });
    throw error;
  }
}

function checkHeader(program: Program, plan: RevisionPlan, bytes: Uint8Array): void {
  if (!magic.every((byte, at) => bytes[at] === byte)) {
    const help = 'Give it the bytes that `save` gave, from the first one on.';
    throw refusal(program, 'the bytes are no saved base', help);
  }
  if (bytes.length < header.end) throw damaged(program, 'it is cut short');
  const reader = new ByteReader(bytes, header.version);
  const version = reader.word();
  if (version !== formatVersion) {
    const message = `the base was saved in version ${version >>> 0} of the format, and this engine reads ${formatVersion}`;
    throw refusal(program, message, 'Prepare the base with this version of the engine, and save it again.');
  }
  checkWhole(program, reader, bytes);
  if (!isNext(reader, programHash(program))) {
    const help = 'Load it with the program that it was prepared for, or prepare a base for this one.';
    throw refusal(program, 'the base was saved for another program', help);
  }
  if (isNext(reader, volatileHash(plan))) return;
  const help = 'Say of the same external predicates that they are deterministic as when the base was prepared.';
  throw refusal(program, 'the base was prepared with other external predicates', help);
}

function checkWhole(program: Program, reader: ByteReader, bytes: Uint8Array): void {
  const length = reader.word() >>> 0;
  if (bytes.length !== length) throw damaged(program, `it has ${bytes.length} bytes instead of ${length}`);
  if (!isNext(reader, checksumOf(bytes))) throw damaged(program, 'its content was changed');
}

function isNext(reader: ByteReader, words: readonly [number, number]): boolean {
  const found = [reader.word(), reader.word()];
  return found[0] === words[0] && found[1] === words[1];
}

function readBase(program: Program, reader: ByteReader): Base {
  const plan = planProgram(program);
  const clock = reader.uint();
  const table = readValues(reader, plan.constants);
  const facts = plan.shapes.map((shape) => readFacts(reader, shape, table, clock));
  const candidates = readCandidates(reader, program, plan, table);
  reader.expectEnd();
  return new Base(plan, { table, facts, candidates, clock });
}

/** Given facts of lattice predicates; those of the program's text get their places again. */
function readCandidates(
  reader: ByteReader,
  program: Program,
  { shapes }: ProgramPlan,
  table: ValueTable,
): readonly MergeCandidate[] {
  const count = reader.count();
  if (count === 0) return [];
  const spans = factSpans(program, table);
  return Array.from({ length: count }, (): MergeCandidate => {
    const predicate = shapes[reader.uint()]?.key ?? '';
    const info = program.predicates.get(predicate);
    if (info?.lattice === undefined) throw new DamagedBytes('a fact is to be merged that has no merge predicate');
    const row = Array.from({ length: info.arity + (info.isTemporal ? 2 : 0) }, () => reader.int());
    if (row.some((id) => id >= table.size)) throw new DamagedBytes('a fact has a value that is none');
    const span = spans.get(placeKey(predicate, row)) ?? info.span ?? placeOf(program);
    return { predicate, lattice: info.lattice, row, span, isGiven: true };
  });
}

/** Where the text states the facts of lattice predicates. */
function factSpans({ facts, predicates }: Program, table: ValueTable): ReadonlyMap<string, Span> {
  const spans = new Map<string, Span>();
  for (const { predicate, args, clause } of facts) {
    if (predicates.get(predicate)?.lattice === undefined) continue;
    const row = args.map((value) => table.find(value) ?? NaN);
    spans.set(placeKey(predicate, row), clause.annotation?.span ?? clause.head.span);
  }
  return spans;
}

function placeKey(predicate: PredicateKey, row: readonly number[]): string {
  return `${predicate} ${row.join()}`;
}

function damaged(program: Program, reason: string, options?: ErrorOptions): EvaluationError {
  const help = 'Take another copy of it, or prepare the base and save it again.';
  return refusal(program, `the saved base is damaged: ${reason}`, help, options);
}

function refusal(program: Program, message: string, help: string, options?: ErrorOptions): EvaluationError {
  return new EvaluationError(diagnostic('base-refused', placeOf(program), message, { help }), [], options);
}
