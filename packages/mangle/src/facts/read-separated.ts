import { editDistance } from '../diagnostics/suggest.js';
import type { FactTarget, FieldPlace } from './fact-target.js';

/** How fields are separated, and how a field holds what would end it. */
export interface Dialect {
  readonly separator: number;
  /** Whether fields may stand between double quotes; otherwise a backslash begins an escape. */
  readonly hasQuotes: boolean;
}

export const csv: Dialect = { separator: 44, hasQuotes: true };
export const tsv: Dialect = { separator: 9, hasQuotes: false };

interface Problem extends FieldPlace {
  readonly message: string;
  readonly help: string;
}

/** Reads rows of separated fields. Lines without anything are skipped. */
export class SeparatedRows {
  readonly #bytes: Uint8Array;
  readonly #dialect: Dialect;
  readonly #arity: number;
  readonly #target: FactTarget;
  /** The field that was found last: its content, and the offset after it. */
  #start = 0;
  #end = 0;
  #next = 0;
  #isAscii = true;
  /** Whether the content has doubled quotes or escapes. */
  #isCoded = false;
  /** What is wrong with the field, if something is. */
  #problem: Problem | undefined;

  constructor(bytes: Uint8Array, dialect: Dialect, target: FactTarget) {
    this.#bytes = bytes;
    this.#dialect = dialect;
    this.#arity = target.info.arity;
    this.#target = target;
  }

  readAll(hasHeader: boolean): void {
    const { problems } = this.#target;
    let at = startOf(this.#bytes);
    if (hasHeader) at = this.#readHeader(this.#skipEmpty(at));
    else this.#checkFirstRow(this.#skipEmpty(at));
    this.#target.mayBeHeader = !hasHeader;
    for (at = this.#skipEmpty(at); at < this.#bytes.length && !problems.isExhausted; at = this.#skipEmpty(at)) {
      at = this.#readRow(at);
      this.#target.mayBeHeader = false;
    }
  }

  /** Finds a field of the row that begins at an offset. */
  readonly placeOf = (rowStart: number, column: number): FieldPlace => {
    let at = rowStart;
    for (let skipped = 0; ; skipped++) {
      this.#findField(at);
      if (skipped === column || !this.#hasMore()) return { start: this.#start, end: this.#end };
      at = this.#next + 1;
    }
  };

  /** Reads a row; gives the offset of the next one. */
  #readRow(start: number): number {
    const target = this.#target;
    target.begin();
    let at = start;
    let isGood = true;
    let count = 0;
    for (;;) {
      this.#findField(at);
      if (this.#problem !== undefined) return this.#refuseRow(this.#problem);
      if (isGood && count < this.#arity) isGood = this.#takeField(count);
      count++;
      if (!this.#hasMore()) break;
      at = this.#next + 1;
    }
    if (isGood && count === this.#arity) target.end(start);
    else target.abandon();
    if (count !== this.#arity) this.#reportCount(start, count);
    return this.#afterLineEnd(this.#next);
  }

  /** Nobody knows where the fields of such a row end, so reading goes on in the next line. */
  #refuseRow({ start, end, message, help }: Problem): number {
    this.#target.abandon();
    this.#target.problems.report('invalid-row', start, end, message, { help });
    return this.#lineAfter(this.#next);
  }

  #takeField(column: number): boolean {
    if (!this.#isCoded) return this.#target.field(column, this.#start, this.#end, this.#isAscii);
    const raw = new TextDecoder('utf-8', { ignoreBOM: true }).decode(this.#bytes.subarray(this.#start, this.#end));
    return this.#target.textField(column, this.#decode(raw), { start: this.#start, end: this.#end });
  }

  #decode(raw: string): string {
    if (this.#dialect.hasQuotes) return raw.replaceAll('""', '"');
    return raw.replace(/\\(.)/gs, (_, letter: string) => escapes[letter] ?? letter);
  }

  #reportCount(start: number, count: number): void {
    const { key } = this.#target.info;
    const message = `this row has ${count} ${count === 1 ? 'field' : 'fields'}, but \`${key}\` has ${this.#arity}`;
    this.#target.problems.report('invalid-row', start, this.#next, message, {
      help: this.#dialect.hasQuotes
        ? 'Each row has one field for each column. A field with a comma in it stands between double quotes.'
        : 'Each row has one field for each column, with one tab between two fields.',
    });
  }

  /** Whether the field that was found is followed by another one. */
  #hasMore(): boolean {
    return this.#next < this.#bytes.length && this.#bytes[this.#next] === this.#dialect.separator;
  }

  #findField(at: number): void {
    this.#problem = undefined;
    this.#isCoded = false;
    this.#isAscii = true;
    if (this.#dialect.hasQuotes && this.#bytes[at] === quote) this.#findQuoted(at);
    else this.#findPlain(at);
  }

  #findPlain(start: number): void {
    const bytes = this.#bytes;
    const { separator, hasQuotes } = this.#dialect;
    const special = hasQuotes ? quote : backslash;
    let high = 0;
    let at = start;
    for (; at < bytes.length; at++) {
      const byte = bytes[at] ?? 0;
      if (byte === separator || byte === lineFeed) break;
      if (byte === special) at = this.#noteSpecial(at);
      high |= byte;
    }
    this.#next = at;
    this.#start = start;
    this.#end = at > start && bytes[at - 1] === carriageReturn && !this.#hasMore() ? at - 1 : at;
    this.#isAscii = high < 0x80;
  }

  /** A quote or a backslash in a field; gives the offset of the last byte that belongs to it. */
  #noteSpecial(at: number): number {
    const place = { start: at, end: at + 1 };
    if (this.#dialect.hasQuotes) {
      this.#problem ??= { ...place, message: 'a quote stands inside a field without quotes', help: quoteHelp };
      return at;
    }
    this.#isCoded = true;
    if (knownEscapes.has(this.#bytes[at + 1] ?? 0)) return at + 1;
    this.#problem ??= { ...place, message: 'this backslash begins no escape', help: escapeHelp };
    return at;
  }

  #findQuoted(open: number): void {
    const bytes = this.#bytes;
    let high = 0;
    let at = open + 1;
    for (; at < bytes.length; at++) {
      const byte = bytes[at] ?? 0;
      high |= byte;
      if (byte !== quote) continue;
      if (bytes[at + 1] !== quote) break;
      this.#isCoded = true;
      at++;
    }
    this.#start = open + 1;
    this.#end = at;
    this.#isAscii = high < 0x80;
    this.#next = bytes[at + 1] === carriageReturn && bytes[at + 2] === lineFeed ? at + 2 : at + 1;
    if (at >= bytes.length) {
      this.#next = at;
      this.#problem = { start: open, end: open + 1, message: 'this quote is not closed', help: quoteHelp };
    } else if (this.#next < bytes.length && !this.#hasMore() && bytes[this.#next] !== lineFeed) {
      this.#problem = { start: at + 1, end: at + 2, message: 'text follows the closing quote', help: quoteHelp };
    }
  }

  /** Passes over the row of column names; reports one that stands where the declaration has another column. */
  #readHeader(start: number): number {
    const columns = columnNames(this.#target.info);
    const texts: string[] = [];
    for (let [at, column] = [start, 0]; ; at = this.#next + 1, column++) {
      this.#findField(at);
      if (this.#problem !== undefined) return this.#refuseRow(this.#problem);
      const place = { start: this.#start, end: this.#end };
      const text = new TextDecoder().decode(this.#bytes.subarray(place.start, place.end));
      texts.push(text);
      const name = plainName(text);
      const declared = columns.indexOf(name);
      if (declared !== -1 && columns[column] !== name) this.#reportHeader(place, column, declared);
      if (this.#hasMore()) continue;
      if (this.#target.couldBeRow(texts) && !namesColumn(texts, columns)) this.#reportSkipped(start);
      return this.#afterLineEnd(this.#next);
    }
  }

  #reportSkipped(start: number): void {
    const { info, problems } = this.#target;
    const message = `the first row is skipped, but it names no column of \`${info.key}\` and could be a fact`;
    problems.report('doubtful-header', start, this.#next, message, {
      help: 'A header names the columns as the declaration does. If this file has none, read it without one: `--header` is for all files of a command.',
    });
  }

  /** Reports a first row that is taken for a fact although it nearly names the columns. */
  #checkFirstRow(start: number): void {
    const { info, problems } = this.#target;
    const columns = columnNames(info);
    if (start >= this.#bytes.length || columns.length === 0) return;
    const texts: string[] = [];
    for (let at = start; ; at = this.#next + 1) {
      this.#findField(at);
      const text = new TextDecoder().decode(this.#bytes.subarray(this.#start, this.#end));
      if (this.#problem !== undefined || !isNearlyName(plainName(text), columns[texts.length] ?? '')) return;
      texts.push(text);
      if (this.#hasMore()) continue;
      // One letter may stand in a column of that name; what is no row is reported as such.
      if (texts.every((each) => each.length < 3) || !this.#target.couldBeRow(texts)) return;
      const message = `the first row is taken for a fact of \`${info.key}\`, but looks like the names of its columns`;
      return problems.report('doubtful-header', start, this.#next, message, {
        help: `If it is a header, say so, and name the columns as the declaration does: ${declaredNames(info)}.`,
      });
    }
  }

  #reportHeader({ start, end }: FieldPlace, column: number, declared: number): void {
    const { info, problems } = this.#target;
    const message = `this is column ${column + 1} of the file, but column ${declared + 1} of \`${info.key}\``;
    problems.report('invalid-row', start, end, message, {
      help: `The columns of a file stand in the order of the declaration: ${declaredNames(info)}.`,
    });
  }

  #skipEmpty(at: number): number {
    const bytes = this.#bytes;
    for (;;) {
      if (bytes[at] === lineFeed) at++;
      else if (bytes[at] === carriageReturn && bytes[at + 1] === lineFeed) at += 2;
      else return at;
    }
  }

  #afterLineEnd(at: number): number {
    return this.#bytes[at] === lineFeed ? at + 1 : at;
  }

  #lineAfter(at: number): number {
    const found = this.#bytes.indexOf(lineFeed, at);
    return found === -1 ? this.#bytes.length : found + 1;
  }
}

const quote = 34;
const backslash = 92;
const lineFeed = 10;
const carriageReturn = 13;

const quoteHelp =
  'A field with a comma, a quote or a line end in it stands between double quotes, and quotes inside it are doubled: `"say ""hi"""`.';
const escapeHelp = 'A tab is written `\\t`, a line end `\\n`, a carriage return `\\r` and a backslash `\\\\`.';
const escapes: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', '\\': '\\' };
const knownEscapes = new Set(Array.from(Object.keys(escapes), (letter) => letter.charCodeAt(0)));

/** The declared names of the columns, as `plainName` spells them. */
function columnNames({ decl }: FactTarget['info']): readonly string[] {
  return (decl?.atom.args ?? []).map((arg) => (arg.kind === 'variable' ? plainName(arg.name) : ''));
}

/** A name without case and punctuation: `UnitPrice`, `unit_price` and `unit price` are one. */
function plainName(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
}

function declaredNames({ decl }: FactTarget['info']): string {
  return (decl?.atom.args ?? []).map((arg) => (arg.kind === 'variable' ? arg.name : '_')).join(', ');
}

/** Whether a field of a row says what one of the columns is called, or nearly. */
function namesColumn(texts: readonly string[], columns: readonly string[]): boolean {
  return columns.length === 0 || texts.some((text) => columns.some((name) => isNearlyName(plainName(text), name)));
}

/** `room_name` for `Name`, `flor` for `Floor`. */
function isNearlyName(text: string, name: string): boolean {
  if (text === '' || name === '' || text.length > maxNameLength) return false;
  if (text === name) return true;
  const [short, long] = text.length < name.length ? [text, name] : [name, text];
  if (short.length < 3) return false;
  return long.includes(short) || (long.length > 3 && editDistance(text, name) === 1);
}

/** No column has a longer name, and comparing takes time that grows with the square of the length. */
const maxNameLength = 100;

/** Behind a byte-order mark. */
export function startOf(bytes: Uint8Array): number {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
}
