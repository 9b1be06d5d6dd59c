import { planProgram } from '../plan/program-plan.js';
import type { Program } from '../program/program.js';
import { ByteWriter } from '../store/byte-writer.js';
import { writeFacts } from '../store/save-facts.js';
import { writeValues } from '../store/save-values.js';
import type { Base } from './base.js';
import { checksumOf, formatVersion, header, magic } from './base-format.js';
import { programHash, volatileHash } from './program-hash.js';
import type { RevisionPlan } from './revision-plan.js';

/**
 * A base as bytes that `loadBase` takes, with the same program. Equal bases that came about equally have equal bytes.
 * Whatever happens in the pauses, what is written is the base as it is now.
 */
export function* saveBase(
  program: Program,
  plan: RevisionPlan,
  base: Base,
): Generator<undefined, Uint8Array<ArrayBuffer>> {
  const writer = new ByteWriter();
  writeHeader(writer, programHash(program), volatileHash(plan));
  const { numbers, constants } = planProgram(program);
  writer.uint(base.clock);
  yield* writeValues(base.table, constants.size, writer);
  for (const facts of base.facts) yield* writeFacts(facts, writer);
  writer.uint(base.candidates.length);
  for (const { predicate, row } of base.candidates) {
    writer.uint(numbers.get(predicate) ?? -1);
    for (const id of row) writer.int(id);
  }
  return sealed(writer);
}

type Words = readonly [number, number];

function writeHeader(writer: ByteWriter, program: Words, volatile: Words): void {
  for (const byte of magic) writer.byte(byte);
  // The length and the checksum are known in the end.
  for (const word of [formatVersion, 0, 0, 0, ...program, ...volatile]) writer.word(word);
}

function sealed(writer: ByteWriter): Uint8Array<ArrayBuffer> {
  if (writer.size >= 2 ** 32) throw new RangeError('a base of more than four gigabytes cannot be saved');
  writer.replaceWord(header.length, writer.size);
  checksumOf(writer.written()).forEach((word, at) => writer.replaceWord(header.checksum + 4 * at, word));
  return writer.written().slice();
}
