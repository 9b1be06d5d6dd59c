import { type ValueKind, valueKinds } from '../value/value.js';
import { type ByteReader, DamagedBytes } from './byte-reader.js';
import type { ByteWriter } from './byte-writer.js';
import type { CompoundKind } from './id-table.js';
import { ValueTable, ValueTooDeep } from './value-table.js';

/**
 * Writes the values of a table from an id on, in the order of their ids. Those below are taken to be known. Yields now
 * and then, so that the caller can pause.
 */
export function* writeValues(table: ValueTable, from: number, writer: ByteWriter): Generator<undefined, void> {
  writer.uint(table.size - from);
  for (let id = from; id < table.size; id++) {
    writeValue(table, id, writer);
    if (id % valuesBetweenPauses === 0) yield;
  }
}

/** About a millisecond's work. */
const valuesBetweenPauses = 4096;

/** A table on top of a parent with the values that were written; each has the id that it had. */
export function readValues(reader: ByteReader, parent: ValueTable): ValueTable {
  const table = new ValueTable(parent);
  const count = reader.count();
  table.reserve(count, 0);
  for (let left = count; left > 0; left--) {
    const id = table.size;
    if (readValue(table, reader) !== id) throw new DamagedBytes(`the value ${id} is there twice`);
  }
  return table;
}

/** A text with half of a surrogate pair is no UTF-8; hosts can make one. */
const isBroken = (text: string): boolean => /\p{Surrogate}/u.test(text);

/** Besides the kinds there are texts in UTF-16. */
const wideTexts = { name: valueKinds.length, string: valueKinds.length + 1 } as const;

const encoder = new TextEncoder();
const codes = Object.fromEntries(valueKinds.map((kind, code) => [kind, code])) as Record<ValueKind, number>;

function writeValue(table: ValueTable, id: number, writer: ByteWriter): void {
  const kind = table.kindOf(id);
  if (kind === 'name' || kind === 'string') return writeText(kind, table, id, writer);
  writer.byte(codes[kind]);
  switch (kind) {
    case 'bytes':
      return writeBytes(table.bytesOf(id), writer);
    case 'number':
    case 'time':
    case 'duration':
    case 'float64':
      for (let at = 0; at < 2; at++) writer.word(table.part(id, at));
      return;
    default:
      writer.uint(table.partCount(id));
      for (let at = 0; at < table.partCount(id); at++) writer.int(table.part(id, at));
  }
}

function writeText(kind: 'name' | 'string', table: ValueTable, id: number, writer: ByteWriter): void {
  const wide = table.wideTextOf(id);
  if (wide === undefined || !isBroken(wide)) {
    writer.byte(codes[kind]);
    return writeBytes(wide === undefined ? table.bytesOf(id) : encoder.encode(wide), writer);
  }
  writer.byte(wideTexts[kind]);
  const units = new Uint8Array(2 * wide.length);
  for (let at = 0; at < wide.length; at++) {
    units[2 * at] = wide.charCodeAt(at);
    units[2 * at + 1] = wide.charCodeAt(at) >>> 8;
  }
  writeBytes(units, writer);
}

function writeBytes(bytes: Uint8Array, writer: ByteWriter): void {
  writer.uint(bytes.length);
  writer.bytes(bytes);
}

type ReadKind = (table: ValueTable, reader: ByteReader) => number;

const readers: readonly ReadKind[] = [
  ...valueKinds.map((kind): ReadKind => readerOf(kind)),
  (table, reader) => table.text('name', readWide(reader)),
  (table, reader) => table.text('string', readWide(reader)),
];

/** Interns the next value; tells its id. */
function readValue(table: ValueTable, reader: ByteReader): number {
  const read = readers[reader.byte()];
  if (read === undefined) throw new DamagedBytes('a value is of no kind that there is');
  try {
    return read(table, reader);
  } catch (error) {
    if (error instanceof ValueTooDeep) throw new DamagedBytes('a value nests too deep', { cause: error });
    throw error;
  }
}

function readerOf(kind: ValueKind): ReadKind {
  switch (kind) {
    case 'name':
    case 'string':
      return (table, reader) => readText(kind, table, reader.bytes(reader.count()));
    case 'bytes':
      return (table, reader) => table.bytes(reader.bytes(reader.count()));
    case 'number':
      return (table, reader) => table.int(readInt64(reader));
    case 'time':
    case 'duration':
      return (table, reader) => table[kind](readInt64(reader));
    case 'float64':
      return (table, reader) => table.float(readFloat(reader));
    default:
      return (table, reader) => readCompound(kind, table, reader);
  }
}

function readText(kind: 'name' | 'string', table: ValueTable, bytes: Uint8Array): number {
  try {
    return table.textBytes(kind, bytes, 0, bytes.length);
  } catch (error) {
    if (error instanceof TypeError) throw new DamagedBytes('a text is no UTF-8', { cause: error });
    throw error;
  }
}

function readWide(reader: ByteReader): string {
  const bytes = reader.bytes(reader.count());
  if (bytes.length % 2 === 1) throw new DamagedBytes('a text has half a character');
  let text = '';
  for (let at = 0; at < bytes.length; at += 2) {
    text += String.fromCharCode((bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8));
  }
  return text;
}

const words = new DataView(new ArrayBuffer(8));

function readInt64(reader: ByteReader): bigint {
  takeWords(reader);
  return words.getBigInt64(0, true);
}

function readFloat(reader: ByteReader): number {
  takeWords(reader);
  return words.getFloat64(0, true);
}

function takeWords(reader: ByteReader): void {
  words.setInt32(0, reader.word(), true);
  words.setInt32(4, reader.word(), true);
}

function readCompound(kind: CompoundKind, table: ValueTable, reader: ByteReader): number {
  const parts = new Int32Array(reader.count());
  for (let at = 0; at < parts.length; at++) {
    const part = reader.int();
    if (part >= table.size) throw new DamagedBytes('a value has a part that comes after it');
    parts[at] = part;
  }
  if (kind === 'pair' && parts.length !== 2) throw new DamagedBytes('a pair does not have two parts');
  if (kind === 'pair' || kind === 'list') return table.compound(kind, parts, 0, parts.length);
  if (parts.length % 2 === 1) throw new DamagedBytes('an entry lacks its value');
  return table.entries(kind, parts);
}
