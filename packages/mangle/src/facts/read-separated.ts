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
    if (hasHeader) at = this.#skipRow(this.#skipEmpty(at));
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

  #skipRow(at: number): number {
    for (this.#findField(at); this.#hasMore(); this.#findField(this.#next + 1));
    return this.#afterLineEnd(this.#next);
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

/** Behind a byte-order mark. */
export function startOf(bytes: Uint8Array): number {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
}
