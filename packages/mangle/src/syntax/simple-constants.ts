import { char, charClass, classes } from './characters.js';
import type { FactValues } from '../value/fact-batch.js';
import type { PendingTexts } from './pending-texts.js';

/**
 * Reads constants from the bytes of a text without making strings: names, whole numbers, floats, strings without
 * escapes, and lists and structs of these. What it reads has the value that the parser would give it; `read` says
 * false where it is not sure of that.
 */
export class SimpleConstants {
  /** The value that was read last; means nothing while its text is pending. */
  id = 0;
  /** The argument that is being read; for the caller to set. */
  column = 0;
  /** The offset after it. */
  end = 0;
  /** Bytes more than UTF-16 units in all that was read; for the caller to reset. */
  excess = 0;

  readonly #bytes: Uint8Array;
  readonly #values: FactValues;
  readonly #pending: PendingTexts;
  readonly #hasStructures: boolean;
  #depth = 0;

  constructor(bytes: Uint8Array, values: FactValues, pending: PendingTexts, hasStructures: boolean) {
    this.#bytes = bytes;
    this.#values = values;
    this.#pending = pending;
    this.#hasStructures = hasStructures;
  }

  /** Reads the constant that begins here, up to a byte that cannot be part of it. */
  read(start: number): boolean {
    const byte = this.#bytes[start];
    if (byte === char.slash) return this.#readName(start);
    if (byte === char.doubleQuote || byte === char.singleQuote || byte === char.backQuote)
      return this.#readString(start, byte);
    if (byte === char.leftBracket) return this.#readStructure(start, rightBracket);
    if (byte === leftBrace) return this.#readStructure(start, rightBrace);
    return this.#readNumber(start);
  }

  #readName(start: number): boolean {
    const bytes = this.#bytes;
    const { length } = bytes;
    let at = start;
    do {
      const part = ++at;
      while (at < length && ((classes[bytes[at] ?? 0] ?? 0) & charClass.constant) !== 0) at++;
      if (at === part) return false;
    } while (bytes[at] === char.slash);
    if (!this.#isDelimited(at)) return false;
    if (this.#depth === 0) this.#pending.add(0, start, at, this.column);
    else this.id = this.#values.textBytes('name', bytes, start, at);
    return true;
  }

  /** A string without escapes, on one line. Control characters are left to the parser. */
  #readString(start: number, quote: number): boolean {
    const bytes = this.#bytes;
    const { length } = bytes;
    const { excess } = this;
    let at = start + 1;
    for (; at < length; at++) {
      const byte = bytes[at] ?? 0;
      if (byte === quote) break;
      if (byte >= 0x80) this.#countExcess(byte);
      else if (byte === char.backslash || byte < char.space) return false;
    }
    if (!this.#isDelimited(at + 1)) return false;
    // No character but an ASCII one has as many bytes as UTF-16 units.
    if (this.#depth === 0 && this.excess === excess) this.#pending.add(1, start + 1, at, this.column);
    else this.id = this.#values.textBytes('string', bytes, start + 1, at);
    return true;
  }

  /** Two bytes are one UTF-16 unit, three are one, four are two. */
  #countExcess(byte: number): void {
    if (byte < 0xc0) this.excess++;
    else if (byte >= 0xf0) this.excess--;
  }

  #readNumber(start: number): boolean {
    const bytes = this.#bytes;
    const isNegative = bytes[start] === char.minus;
    const first = isNegative ? start + 1 : start;
    let digitsEnd = first;
    let magnitude = 0;
    for (; digitsEnd < bytes.length; digitsEnd++) {
      const digit = (bytes[digitsEnd] ?? 0) - zero;
      if (digit < 0 || digit > 9) break;
      magnitude = magnitude * 10 + digit;
    }
    if (digitsEnd === first) return false;
    if (bytes[digitsEnd] === char.dot) return this.#readFloat(start, first, digitsEnd);
    if (!this.#isDelimited(digitsEnd)) return false;
    if (digitsEnd - first > exactDigits) return this.#readLongNumber(start);
    this.id = this.#values.int(isNegative ? 0 - magnitude : magnitude);
    return true;
  }

  #readLongNumber(start: number): boolean {
    if (this.end - start > maxNumberLength) return false;
    const value = BigInt(this.#textTo(start));
    if (BigInt.asIntN(64, value) !== value) return false;
    this.id = this.#values.int(value);
    return true;
  }

  #readFloat(start: number, first: number, dot: number): boolean {
    const bytes = this.#bytes;
    const fractionEnd = this.#skipDigits(dot + 1);
    if (fractionEnd === dot + 1) return false;
    const letter = bytes[fractionEnd];
    const hasExponent = letter === lowerE || letter === upperE;
    if (!this.#isDelimited(hasExponent ? this.#skipExponent(fractionEnd + 1) : fractionEnd)) return false;
    if (this.end - start > maxFloatLength) return false;
    // Both the digits and the power of ten are exact floats, so that their quotient is the nearest float.
    const isExact = !hasExponent && fractionEnd - first <= exactDigits + 1;
    const value = isExact
      ? this.#digits(dot + 1, fractionEnd, this.#digits(first, dot, 0)) / (powers[fractionEnd - dot - 1] ?? 1)
      : Number(this.#textTo(first));
    if (value === Infinity) return false;
    this.id = this.#values.float(bytes[start] === char.minus ? -value : value);
    return true;
  }

  /** From behind the `e`; if no digits follow, the start itself, where no constant can end. */
  #skipExponent(at: number): number {
    const sign = this.#bytes[at];
    const digits = sign === char.plus || sign === char.minus ? at + 1 : at;
    const end = this.#skipDigits(digits);
    return end === digits ? at - 1 : end;
  }

  /** The digits of a range behind those of `before`. */
  #digits(from: number, to: number, before: number): number {
    let value = before;
    for (let at = from; at < to; at++) value = value * 10 + ((this.#bytes[at] ?? 0) - zero);
    return value;
  }

  #skipDigits(at: number): number {
    const bytes = this.#bytes;
    while (at < bytes.length && ((classes[bytes[at] ?? 0] ?? 0) & charClass.digit) !== 0) at++;
    return at;
  }

  #skipBlanks(at: number): number {
    const bytes = this.#bytes;
    while (at < bytes.length && ((classes[bytes[at] ?? 0] ?? 0) & charClass.blank) !== 0) at++;
    return at;
  }

  /** Sets where the constant ends, and tells whether what follows cannot belong to it. */
  #isDelimited(end: number): boolean {
    const bytes = this.#bytes;
    this.end = end;
    return end < bytes.length && delimiters[bytes[end] ?? 0] === 1;
  }

  /** ASCII text up to the end. */
  #textTo(start: number): string {
    return String.fromCharCode(...this.#bytes.subarray(start, this.end));
  }

  /** `[…]` with elements, or `{…}` with names as labels. */
  #readStructure(start: number, closer: number): boolean {
    if (!this.#hasStructures || this.#depth === maxDepth) return false;
    // `[-` is a token of its own.
    if (closer === rightBracket && this.#bytes[start + 1] === char.minus) return false;
    this.#depth++;
    const parts = this.#readParts(start + 1, closer);
    this.#depth--;
    if (parts === undefined) return false;
    const ids = Int32Array.from(parts);
    this.id = closer === rightBracket ? this.#values.list(ids) : this.#values.entries('struct', ids);
    return true;
  }

  #readParts(start: number, closer: number): number[] | undefined {
    const parts: number[] = [];
    const first = this.#skipBlanks(start);
    if (this.#bytes[first] === closer) return this.#isDelimited(first + 1) ? parts : undefined;
    for (let at = first; parts.length < maxParts; at = this.#skipBlanks(at + 1)) {
      if (!this.#readPart(at, closer, parts)) return undefined;
      at = this.#skipBlanks(this.end);
      const byte = this.#bytes[at];
      if (byte === char.comma) continue;
      return byte === closer && this.#isDelimited(at + 1) ? parts : undefined;
    }
    return undefined;
  }

  /** Reads an element of a list, or a label and its value. */
  #readPart(start: number, closer: number, parts: number[]): boolean {
    let at = start;
    if (closer === rightBrace) {
      if (!this.#readLabel(at)) return false;
      parts.push(this.id);
      at = this.#skipBlanks(this.end);
    }
    if (!this.read(at)) return false;
    parts.push(this.id);
    return true;
  }

  /** `/label:`; a colon before a letter or a minus sign is part of another token. */
  #readLabel(at: number): boolean {
    const bytes = this.#bytes;
    if (bytes[at] !== char.slash || !this.#readName(at)) return false;
    const colon = this.#skipBlanks(this.end);
    this.end = colon + 1;
    const next = bytes[colon + 1] ?? 0;
    return bytes[colon] === char.colon && ((classes[next] ?? 0) & charClass.lower) === 0 && next !== char.minus;
  }
}

const leftBrace = 123;
const rightBrace = 125;
const rightBracket = 93;
const lowerE = 101;
const upperE = 69;
const zero = 48;

/** So many decimal digits are always an exact JavaScript number. */
const exactDigits = 15;
const powers = Array.from({ length: exactDigits + 1 }, (_, exponent) => 10 ** exponent);
/** More digits are too many for 64 bits, or zeros. */
const maxNumberLength = 20;
/** Longer floats are left to the parser. */
const maxFloatLength = 1000;
const maxDepth = 8;
const maxParts = 256;

/** What may follow a constant: blanks, commas, closing brackets, and the colon of a label. */
const delimiters = new Uint8Array(256);
for (const text of '\t\n\f\r ,)]}:') delimiters[text.charCodeAt(0)] = 1;
