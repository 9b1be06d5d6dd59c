import { type Json, JsonNumber } from './json.js';
import { JsonError, type JsonFault } from './json-error.js';

const quote = 0x22;
const backslash = 0x5c;
const minus = 0x2d;
const plus = 0x2b;
const point = 0x2e;
const zero = 0x30;
const letterE = 0x65;
const letterU = 0x75;

/** Those that may follow a backslash, but for `u`: `"`, `\`, `/`, b, f, n, r and t. */
const escapeLetters: readonly number[] = [0x22, 0x5c, 0x2f, 0x62, 0x66, 0x6e, 0x72, 0x74];

const words: readonly (readonly [string, Json])[] = [
  ['true', true],
  ['false', false],
  ['null', null],
];

/** Whole numbers of so many digits are safe, whatever the digits are. */
const safeDigits = 15;

/** Reads the words of JSON one after the other. INVARIANT: the text has no half of a surrogate pair. */
export class TextScanner {
  /** Where the next word starts, in UTF-16 units. */
  position = 0;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** The unit at the position; not a number at the end. */
  unit(): number {
    return this.text.charCodeAt(this.position);
  }

  isAtEnd(): boolean {
    return this.position >= this.text.length;
  }

  take(unit: number): boolean {
    if (this.text.charCodeAt(this.position) !== unit) return false;
    this.position += 1;
    return true;
  }

  passSpace(): void {
    let unit = this.text.charCodeAt(this.position);
    while (unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09) {
      this.position += 1;
      unit = this.text.charCodeAt(this.position);
    }
  }

  /** INVARIANT: stands at the opening quote. */
  string(): string {
    const { text } = this;
    const start = this.position + 1;
    let end = start;
    let unit = text.charCodeAt(end);
    while (unit !== quote && unit !== backslash && unit >= 0x20) {
      end += 1;
      unit = text.charCodeAt(end);
    }
    this.position = end;
    if (unit !== quote) return this.escapedString(start - 1);
    this.position = end + 1;
    return ownText(text.slice(start, end));
  }

  numberOrWord(): Json {
    const unit = this.unit();
    if (unit === minus || isDigit(unit)) return this.number();
    for (const [text, value] of words) {
      if (!this.text.startsWith(text, this.position)) continue;
      this.position += text.length;
      return value;
    }
    throw this.unexpected('a value');
  }

  fault(reason: JsonFault, message?: string): JsonError {
    return new JsonError(reason, this.position, message);
  }

  unexpected(expected: string): JsonError {
    this.position = Math.min(this.position, this.text.length);
    if (this.isAtEnd()) return this.fault('unexpected_end', `expected ${expected}, but the text ends`);
    return this.fault('syntax', `expected ${expected}`);
  }

  /** Checks the rest of a string, from the first unit that is not a plain one, and leaves reading it to the engine. */
  private escapedString(start: number): string {
    const { text } = this;
    for (;;) {
      const unit = text.charCodeAt(this.position);
      if (unit === quote) {
        this.position += 1;
        return JSON.parse(text.slice(start, this.position)) as string;
      }
      if (unit === backslash) this.passEscape();
      else if (unit >= 0x20) this.position += 1;
      else throw this.isAtEnd() ? this.unexpected('`"`') : this.fault('control_character');
    }
  }

  private passEscape(): void {
    const letter = this.text.charCodeAt(this.position + 1);
    if (letter === letterU) {
      this.passUnicodeEscape();
    } else if (escapeLetters.includes(letter)) {
      this.position += 2;
    } else {
      this.position += 1;
      throw this.unexpected('`"`, `\\`, `/`, b, f, n, r, t or u after a backslash');
    }
  }

  private passUnicodeEscape(): void {
    const start = this.position;
    const first = this.hexUnit();
    if (first < 0xd800 || first > 0xdfff) return;
    const isPair = first < 0xdc00 && this.text.startsWith('\\u', this.position);
    const second = isPair ? this.hexUnit() : 0;
    if (second < 0xdc00 || second > 0xdfff) throw new JsonError('lone_surrogate', start);
  }

  /** The unit of `\uXXXX`, which is passed over. */
  private hexUnit(): number {
    let unit = 0;
    for (let index = this.position + 2; index < this.position + 6; index += 1) {
      const digit = hexDigit(this.text.charCodeAt(index));
      if (digit === -1) {
        this.position = index;
        throw this.unexpected('four hexadecimal digits');
      }
      unit = unit * 16 + digit;
    }
    this.position += 6;
    return unit;
  }

  private number(): Json {
    const start = this.position;
    const isNegative = this.take(minus);
    const first = this.position;
    const value = this.digits();
    const digits = this.position - first;
    if (digits > 1 && this.text.charCodeAt(first) === zero) {
      throw new JsonError('syntax', first, 'expected no zero before other digits');
    }
    const isWhole = !this.passFraction();
    // A whole number has no negative zero.
    if (isWhole && digits <= safeDigits) return isNegative && value > 0 ? -value : value;
    const text = this.text.slice(start, this.position);
    const exact = Number(text);
    const isPlain = isWhole ? Number.isSafeInteger(exact) : Number.isFinite(exact) && !Number.isInteger(exact);
    return isPlain ? exact : new JsonNumber(ownText(text));
  }

  /** Passes over a fraction and an exponent; false if there is neither. */
  private passFraction(): boolean {
    const start = this.position;
    if (this.take(point)) this.digits();
    if ((this.unit() | 0x20) === letterE) {
      this.position += 1;
      if (!this.take(minus)) this.take(plus);
      this.digits();
    }
    return this.position > start;
  }

  /** Passes over at least one digit. What they are worth is exact up to `safeDigits`. */
  private digits(): number {
    const { text } = this;
    let value = 0;
    let end = this.position;
    let unit = text.charCodeAt(end);
    while (isDigit(unit)) {
      value = value * 10 + (unit - zero);
      end += 1;
      unit = text.charCodeAt(end);
    }
    if (end === this.position) throw this.unexpected('a digit');
    this.position = end;
    return value;
  }
}

/** Shorter slices are copies anyway. */
const sharedLength = 13;

/**
 * A copy that does not keep the whole message alive: a long slice is a view of the text it was taken from, and a value
 * may be kept for much longer than its message.
 */
function ownText(slice: string): string {
  return slice.length < sharedLength ? slice : ` ${slice}`.slice(1);
}

function isDigit(unit: number): boolean {
  return unit >= zero && unit <= 0x39;
}

/** -1 for what is no digit. */
function hexDigit(unit: number): number {
  if (isDigit(unit)) return unit - zero;
  const letter = unit | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x61 + 10 : -1;
}
