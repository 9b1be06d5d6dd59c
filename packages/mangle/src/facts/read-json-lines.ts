import { closest } from '../diagnostics/suggest.js';
import { maxNesting, quoted } from '../syntax/parse-state.js';
import { anyType } from '../types/type.js';
import type { FactTarget, FieldPlace } from './fact-target.js';
import { valueOfJson } from './json-value.js';
import { startOf } from './read-separated.js';

/** Reads one array or object a line. Strings and numbers are taken from the bytes where that is possible. */
export class JsonRows {
  readonly #bytes: Uint8Array;
  readonly #target: FactTarget;
  readonly #names: readonly string[];
  /** The keys of the last object, in order: the next object mostly has the same. */
  readonly #keys: { readonly text: Uint8Array; readonly column: number }[] = [];
  readonly #seen: Uint8Array;
  #at = 0;
  #isAscii = true;

  constructor(bytes: Uint8Array, target: FactTarget) {
    this.#bytes = bytes;
    this.#target = target;
    this.#names = columnNames(target);
    this.#seen = new Uint8Array(target.info.arity);
  }

  readAll(): void {
    const bytes = this.#bytes;
    for (let start = startOf(bytes); start < bytes.length && !this.#target.problems.isExhausted;) {
      const found = bytes.indexOf(lineFeed, start);
      const end = found === -1 ? bytes.length : found;
      this.#readLine(start, end);
      start = end + 1;
    }
  }

  /** The line of a row: a value that does not fit is somewhere in it. */
  readonly placeOf = (start: number): FieldPlace => {
    const end = this.#bytes.indexOf(lineFeed, start);
    return { start, end: end === -1 ? this.#bytes.length : end };
  };

  #readLine(start: number, end: number): void {
    const at = this.#skipBlanks(start);
    if (at >= end) return;
    const target = this.#target;
    target.begin();
    const open = this.#bytes[at];
    this.#at = at + 1;
    const isRead = open === leftBracket ? this.#scanArray() : open === leftBrace && this.#scanObject();
    if (isRead && this.#skipBlanks(this.#at) >= end) return target.end(start);
    target.abandon();
    target.begin();
    if (this.#parseLine(start, end)) target.end(start);
    else target.abandon();
  }

  /** Scans `value, …]`; false if anything is unusual. */
  #scanArray(): boolean {
    const { arity } = this.#target.info;
    for (let column = 0; column < arity; column++) {
      if (!this.#scanValue(column)) return false;
      if (this.#take() !== (column === arity - 1 ? rightBracket : comma)) return false;
    }
    return arity > 0;
  }

  /** Scans `"key": value, …}`; false if anything is unusual. */
  #scanObject(): boolean {
    const { arity } = this.#target.info;
    this.#seen.fill(0);
    for (let count = 0; count < arity; count++) {
      const column = this.#scanKey(count);
      if (column === -1 || this.#seen[column] === 1 || this.#take() !== colon) return false;
      this.#seen[column] = 1;
      if (!this.#scanValue(column)) return false;
      if (this.#take() !== (count === arity - 1 ? rightBrace : comma)) return false;
    }
    return arity > 0;
  }

  /** The column of the key here, or -1. */
  #scanKey(count: number): number {
    if (this.#take() !== quote) return -1;
    const start = this.#at;
    if (!this.#scanString()) return -1;
    const end = this.#at - 1;
    const last = this.#keys[count];
    if (last !== undefined && equalBytes(this.#bytes, start, end, last.text)) return last.column;
    const text = this.#bytes.slice(start, end);
    const column = columnOf(this.#names, new TextDecoder().decode(text));
    this.#keys[count] = { text, column };
    return column;
  }

  #scanValue(column: number): boolean {
    const start = this.#skipBlanks(this.#at);
    this.#at = start + 1;
    if (this.#bytes[start] === quote) {
      return (
        this.#scanString() &&
        this.#target.isText(column) &&
        this.#target.field(column, start + 1, this.#at - 1, this.#isAscii)
      );
    }
    while (isNumberByte(this.#bytes[this.#at] ?? 0)) this.#at++;
    return (
      isNumberByte(this.#bytes[start] ?? 0) &&
      this.#target.isNumber(column) &&
      this.#isWhole(start) &&
      this.#target.field(column, start, this.#at, true)
    );
  }

  /** A whole number as JSON writes it; everything else is for the parser of JSON. */
  #isWhole(start: number): boolean {
    const first = this.#bytes[start] === minus ? start + 1 : start;
    if (first === this.#at || (this.#bytes[first] === zero && this.#at > first + 1)) return false;
    for (let at = first; at < this.#at; at++) {
      const byte = this.#bytes[at] ?? 0;
      if (byte < zero || byte > nine) return false;
    }
    return true;
  }

  /** From behind the opening quote to behind the closing one; false if there are escapes. */
  #scanString(): boolean {
    const bytes = this.#bytes;
    let high = 0;
    for (let at = this.#at; at < bytes.length; at++) {
      const byte = bytes[at] ?? 0;
      if (byte === quote) {
        this.#at = at + 1;
        this.#isAscii = high < 0x80;
        return true;
      }
      if (byte === backslash || byte < space) return false;
      high |= byte;
    }
    return false;
  }

  /** The next byte that is not blank; goes on behind it. */
  #take(): number {
    const at = this.#skipBlanks(this.#at);
    this.#at = at + 1;
    return this.#bytes[at] ?? 0;
  }

  #skipBlanks(at: number): number {
    for (let byte = this.#bytes[at]; byte === space || byte === tab || byte === carriageReturn; byte = this.#bytes[at])
      at++;
    return at;
  }

  #parseLine(start: number, end: number): boolean {
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(this.#bytes.subarray(start, end));
    if (nesting(this.#bytes, start, end) > maxNesting) {
      return this.#refuse(start, end, 'this line nests too deep', `Values nest at most ${maxNesting} deep.`);
    }
    let json: unknown;
    try {
      json = JSON.parse(text);
    } catch {
      return this.#refuse(start, end, 'this line is no JSON', 'Each line holds one JSON array or object.');
    }
    const { key, arity } = this.#target.info;
    const items = Array.isArray(json) ? (json as unknown[]) : this.#itemsOf(json);
    if (!Array.isArray(items)) {
      const names = this.#names.map((name) => `\`${name}\``).join(', ');
      const help =
        this.#names.length === 0
          ? `Write an array, or declare \`${key}\`.`
          : `The keys are the names of its columns, in any case: ${names}.`;
      return this.#refuse(start, end, items ?? `this is no fact of \`${key}\``, help);
    }
    if (items.length !== arity) {
      const message = `this row has ${items.length} ${items.length === 1 ? 'value' : 'values'}, but \`${key}\` has ${arity}`;
      return this.#refuse(start, end, message, 'Each line has one value for each column.');
    }
    return items.every((item, column) =>
      this.#target.valueField(column, valueOfJson(item, this.#target.types[column] ?? anyType), { start, end }),
    );
  }

  /** The values of an object by column, or what is wrong with its keys. */
  #itemsOf(json: unknown): unknown[] | string | undefined {
    if (typeof json !== 'object' || json === null || this.#names.length === 0) return undefined;
    const items = new Array<unknown>(this.#names.length);
    const strays: string[] = [];
    for (const [key, item] of Object.entries(json)) {
      const column = columnOf(this.#names, key);
      if (column === -1) {
        strays.push(key);
        continue;
      }
      if (items[column] !== undefined) return `two keys mean the column \`${this.#names[column] ?? ''}\``;
      items[column] = item;
    }
    const missing = Array.from(items).indexOf(undefined);
    return missing === -1 ? items : this.#missingText(this.#names[missing] ?? '', strays);
  }

  #missingText(name: string, strays: readonly string[]): string {
    const similar = closest(name, strays);
    const question = similar === undefined ? '' : `; did you mean it by ${quoted(similar)}?`;
    return `this is no fact of \`${this.#target.info.key}\`: no key is \`${name}\`${question}`;
  }

  #refuse(start: number, end: number, message: string, help: string): false {
    this.#target.problems.report('invalid-row', start, end, message, { help });
    return false;
  }
}

const lineFeed = 10;
const carriageReturn = 13;
const tab = 9;
const space = 32;
const quote = 34;
const plus = 43;
const comma = 44;
const minus = 45;
const dot = 46;
const zero = 48;
const nine = 57;
const colon = 58;
const leftBracket = 91;
const backslash = 92;
const rightBracket = 93;
const leftBrace = 123;
const rightBrace = 125;
const lowerE = 101;
const upperE = 69;

/** How deep brackets nest in a line of JSON. */
function nesting(bytes: Uint8Array, start: number, end: number): number {
  let depth = 0;
  let deepest = 0;
  let isInString = false;
  for (let at = start; at < end; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === quote) isInString = !isInString;
    else if (byte === backslash) at++;
    else if (isInString) continue;
    else if (byte === leftBracket || byte === leftBrace) deepest = Math.max(deepest, ++depth);
    else if (byte === rightBracket || byte === rightBrace) depth--;
  }
  return deepest;
}

function isNumberByte(byte: number): boolean {
  if (byte >= zero && byte <= nine) return true;
  return byte === minus || byte === plus || byte === dot || byte === lowerE || byte === upperE;
}

function equalBytes(bytes: Uint8Array, start: number, end: number, text: Uint8Array): boolean {
  if (end - start !== text.length) return false;
  for (let at = 0; at < text.length; at++) if (bytes[start + at] !== text[at]) return false;
  return true;
}

/** The declared names of all columns; none if a column has no name. */
function columnNames({ info }: FactTarget): readonly string[] {
  const names = (info.decl?.atom.args ?? []).flatMap((arg) => (arg.kind === 'variable' ? [arg.name] : []));
  return names.length === info.arity ? names : [];
}

/** Variables begin with a capital letter and keys mostly do not, so case does not matter; exact names win. */
function columnOf(names: readonly string[], key: string): number {
  const exact = names.indexOf(key);
  return exact === -1 ? names.findIndex((name) => name.toLowerCase() === key.toLowerCase()) : exact;
}
