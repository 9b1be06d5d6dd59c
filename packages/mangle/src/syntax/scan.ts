import { char, charClass, isIn } from './characters.js';
import { token, type TokenKind } from './tokens.js';

/** Each function takes the offset where a shape may begin and gives the offset after its longest match. */

export function skipWhile(text: string, at: number, bits: number): number {
  while (isIn(text.charCodeAt(at), bits)) at++;
  return at;
}

/** The rest of a NAME or TYPENAME: name characters, and periods with a name character after them. */
export function scanNameTail(text: string, at: number): number {
  for (;;) {
    at = skipWhile(text, at, charClass.name);
    if (text.charCodeAt(at) !== char.dot || !isIn(text.charCodeAt(at + 1), charClass.name)) return at;
    at += 2;
  }
}

/** A name constant from its first slash; the start itself when there is none. */
export function scanConstant(text: string, at: number): number {
  while (text.charCodeAt(at) === char.slash && isIn(text.charCodeAt(at + 1), charClass.constant)) {
    at = skipWhile(text, at + 2, charClass.constant);
  }
  return at;
}

export interface Scanned {
  kind: TokenKind;
  end: number;
}

/** A token that begins with a digit: the longest of NUMBER, FLOAT, DURATION and TIMESTAMP. */
export function scanNumeric(text: string, start: number, into: Scanned): void {
  const digitsEnd = skipWhile(text, start, charClass.digit);
  const next = text.charCodeAt(digitsEnd);
  if (next === char.dot && isDigit(text, digitsEnd + 1)) return scanFraction(text, digitsEnd, into);
  const timestampEnd = digitsEnd - start === 4 && next === char.minus ? scanTimestamp(text, start) : start;
  if (timestampEnd > start) {
    into.kind = token.timestamp;
    into.end = timestampEnd;
    return;
  }
  const unit = unitLength(text, digitsEnd);
  into.kind = unit > 0 ? token.duration : token.number;
  into.end = digitsEnd + unit;
}

/** A FLOAT from its decimal point, which must have a digit after it. */
export function scanFraction(text: string, dot: number, into: Scanned): void {
  into.kind = token.float;
  into.end = scanExponent(text, skipWhile(text, dot + 1, charClass.digit));
}

/** An exponent `e+5`; the start itself when there is none. */
function scanExponent(text: string, at: number): number {
  const letter = text.charCodeAt(at);
  if (letter !== 101 && letter !== 69) return at;
  const sign = text.charCodeAt(at + 1);
  const digits = sign === char.plus || sign === char.minus ? at + 2 : at + 1;
  return isDigit(text, digits) ? skipWhile(text, digits, charClass.digit) : at;
}

export function isDigit(text: string, at: number): boolean {
  return isIn(text.charCodeAt(at), charClass.digit);
}

/** Length of `d`, `h`, `m`, `s` or `ms` here, or 0. */
function unitLength(text: string, at: number): number {
  switch (text.charCodeAt(at)) {
    case 109:
      return text.charCodeAt(at + 1) === 115 ? 2 : 1;
    case 100:
    case 104:
    case 115:
      return 1;
    default:
      return 0;
  }
}

function scanTimestamp(text: string, start: number): number {
  if (!hasShape(text, start, 'dddd-dd-dd')) return start;
  const dateEnd = start + 10;
  if (!hasShape(text, dateEnd, 'Tdd:dd:dd')) return dateEnd;
  let end = dateEnd + 9;
  if (text.charCodeAt(end) === char.dot && isDigit(text, end + 1)) end = skipWhile(text, end + 1, charClass.digit);
  return text.charCodeAt(end) === 90 ? end + 1 : end;
}

/** In a shape `d` stands for a digit and every other character for itself. */
function hasShape(text: string, start: number, shape: string): boolean {
  for (let at = 0; at < shape.length; at++) {
    const wanted = shape.charCodeAt(at);
    const isMatch = wanted === 100 ? isDigit(text, start + at) : text.charCodeAt(start + at) === wanted;
    if (!isMatch) return false;
  }
  return true;
}
