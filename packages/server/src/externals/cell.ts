import { Float, float, type MangleInput, type MangleOutput, Name, name, Time, time } from '@manglecp/mangle';
import { readTime } from '@manglecp/protocol';
import { allows, type Column } from './column.js';

/**
 * A value as sources have it: whole numbers are bigint, numbers with a fraction are numbers. Sources without a kind of
 * their own for names and times have text.
 */
export type Cell = null | string | bigint | number | boolean | Uint8Array | Time;

/** What a cell is in an asked column; undefined if it does not fit the declaration. It is never bent until it fits. */
export function readCell(cell: Cell, column: Column): MangleInput | undefined {
  switch (typeof cell) {
    case 'string':
      return readText(cell, column);
    case 'bigint':
      return readWhole(cell, column);
    case 'number':
      return allows(column, 'float64') && Number.isFinite(cell) ? float(cell) : undefined;
    case 'boolean':
      return allows(column, 'bool') ? cell : undefined;
    default:
      if (cell instanceof Time) return allows(column, 'time') ? cell : undefined;
      return cell !== null && allows(column, 'bytes') ? cell : undefined;
  }
}

/** Text is a string wherever that is allowed, whatever it looks like. */
function readText(text: string, column: Column): MangleInput | undefined {
  if (/\p{Surrogate}/u.test(text)) return undefined;
  if (allows(column, 'string')) return text;
  try {
    if (allows(column, 'name') && text.startsWith('/')) return name(text);
    if (allows(column, 'time') && text !== 'now') return time(readTime(text, { now: 0n, formats: ['rfc3339'] }));
  } catch {
    // No name and no time.
  }
  return undefined;
}

const minInt64 = -(2n ** 63n);
const maxInt64 = 2n ** 63n - 1n;

function readWhole(value: bigint, column: Column): MangleInput | undefined {
  if (value < minInt64 || value > maxInt64) return undefined;
  if (allows(column, 'number')) return value;
  return allows(column, 'float64') && BigInt(Number(value)) === value ? float(Number(value)) : undefined;
}

/**
 * The cell that a given value is looked for as; undefined if no cell would be read as this value, so that there can be no
 * row. INVARIANT: `readCell` gives the value back, so a source that finds equal cells finds equal facts.
 */
export function toCell(value: MangleOutput, column: Column): Exclude<Cell, null> | undefined {
  switch (typeof value) {
    case 'string':
      return allows(column, 'string') ? value : undefined;
    case 'bigint':
      return allows(column, 'number') ? value : undefined;
    case 'boolean':
      return allows(column, 'bool') ? value : undefined;
    default:
      return objectToCell(value, column);
  }
}

function objectToCell(value: object, column: Column): Exclude<Cell, null> | undefined {
  if (value instanceof Float)
    return allows(column, 'float64') && Number.isFinite(value.value) ? value.value : undefined;
  if (value instanceof Time) return allows(column, 'time') ? value : undefined;
  if (value instanceof Uint8Array) return allows(column, 'bytes') ? value : undefined;
  const isText = value instanceof Name && allows(column, 'name') && !allows(column, 'string');
  return isText ? value.text : undefined;
}

/** What a cell is, in a word for messages: values themselves belong in no log. */
export function cellWord(cell: Cell): string {
  if (cell === null) return 'null';
  if (cell instanceof Time) return 'a time';
  if (cell instanceof Uint8Array) return 'bytes';
  return cellWords[typeof cell] ?? 'something else';
}

const cellWords: Readonly<Record<string, string>> = {
  string: 'a text',
  bigint: 'a whole number',
  number: 'a number with a fraction',
  boolean: 'a boolean',
};
