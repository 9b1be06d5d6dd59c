import type { ValueTable } from '../store/value-table.js';
import { charClass, classes } from '../syntax/characters.js';
import type { PendingTexts } from '../syntax/pending-texts.js';
import type { Type } from '../types/type.js';
import { type ColumnKinds, kindsOfColumn, valueOfText } from './field-values.js';

/** How the fields of a column are read: without making strings where that is possible. */
const strings = 0;
const names = 1;
const numbers = 2;
const mixed = 3;

/**
 * Reads the fields of a file as values, each by the type of its column. Whether they have exactly that type is checked
 * later, for all at once; here a field becomes a value of a kind that the column may hold.
 */
export class ColumnFields {
  /** The value that was read last; means nothing while its text is pending. */
  id = 0;
  readonly #bytes: Uint8Array;
  readonly #values: ValueTable;
  readonly #pending: PendingTexts;
  readonly #kinds: readonly ColumnKinds[];
  readonly #ways: readonly number[];

  constructor(bytes: Uint8Array, values: ValueTable, pending: PendingTexts, types: readonly Type[]) {
    this.#bytes = bytes;
    this.#values = values;
    this.#pending = pending;
    this.#kinds = types.map(kindsOfColumn);
    this.#ways = this.#kinds.map(wayOf);
  }

  /** Whether all values of a column are strings, or all are names. */
  isText(column: number): boolean {
    const way = this.#ways[column];
    return way === strings || way === names;
  }

  /** Whether all values of a column are whole numbers. */
  isNumber(column: number): boolean {
    return this.#ways[column] === numbers;
  }

  /** Reads the bytes of a field as they are. */
  read(column: number, start: number, end: number, isAscii: boolean): boolean {
    const way = this.#ways[column];
    if (way === strings) return this.#readString(column, start, end, isAscii);
    if (way === names && isName(this.#bytes, start, end)) {
      this.#pending.add(0, start, end, column);
      return true;
    }
    if (way === numbers && end - start < 16 && this.#readNumber(start, end)) return true;
    return this.readText(
      column,
      new TextDecoder('utf-8', { ignoreBOM: true }).decode(this.#bytes.subarray(start, end)),
    );
  }

  /** Reads the text of a field. */
  readText(column: number, text: string): boolean {
    if (this.#ways[column] === strings) {
      this.id = this.#values.text('string', text);
      return true;
    }
    const kinds = this.#kinds[column];
    const value = kinds === undefined ? undefined : valueOfText(text, kinds);
    if (value === undefined) return false;
    this.id = this.#values.intern(value);
    return true;
  }

  #readString(column: number, start: number, end: number, isAscii: boolean): boolean {
    if (isAscii) this.#pending.add(1, start, end, column);
    else this.id = this.#values.textBytes('string', this.#bytes, start, end);
    return true;
  }

  #readNumber(start: number, end: number): boolean {
    const bytes = this.#bytes;
    const first = bytes[start] === minus ? start + 1 : start;
    if (first === end) return false;
    let value = 0;
    for (let at = first; at < end; at++) {
      const digit = (bytes[at] ?? 0) - zero;
      if (digit < 0 || digit > 9) return false;
      value = value * 10 + digit;
    }
    this.id = this.#values.int(first > start ? 0 - value : value);
    return true;
  }
}

const minus = 45;
const zero = 48;
const slash = 47;

function wayOf({ kinds }: ColumnKinds): number {
  if (kinds.size !== 1) return mixed;
  if (kinds.has('string')) return strings;
  if (kinds.has('name')) return names;
  return kinds.has('number') ? numbers : mixed;
}

/** Whether bytes are a name constant: a slash and something behind it, once or more. */
function isName(bytes: Uint8Array, start: number, end: number): boolean {
  let at = start;
  while (at < end && bytes[at] === slash) {
    const part = ++at;
    while (at < end && ((classes[bytes[at] ?? 0] ?? 0) & charClass.constant) !== 0) at++;
    if (at === part) return false;
  }
  return at === end && end > start;
}
