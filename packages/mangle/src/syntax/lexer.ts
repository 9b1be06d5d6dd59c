import type { Source } from '../text/source.js';
import type { Comment } from './ast.js';
import { char, charClass, isIn } from './characters.js';
import { isDigit, type Scanned, scanConstant, scanFraction, scanNameTail, scanNumeric, skipWhile } from './scan.js';
import { StringScanner } from './scan-string.js';
import { keywords, token, type TokenKind } from './tokens.js';

/** A stretch of text that is a comment in some other language. */
export interface ForeignComment {
  readonly start: number;
  readonly end: number;
}

/**
 * Reads tokens one at a time by global maximal munch: the longest match over all kinds wins everywhere, whatever the
 * parser expects. It never fails; what is no token becomes a `bad` or `unterminated` one.
 *
 * `kind`, `start` and `end` describe the current token. `seek` sets where the next one is read, which is how the
 * parser splits a token that swallowed too much.
 */
export class Lexer {
  readonly source: Source;
  readonly text: string;
  /** In source order, each once, however often the text is read again. */
  readonly comments: Comment[] = [];
  readonly foreignComments: ForeignComment[] = [];

  kind: TokenKind = token.end;
  start = 0;
  end = 0;

  readonly #strings: StringScanner;
  readonly #scanned: Scanned = { kind: token.end, end: 0 };
  #commentsEnd = 0;
  #isStopped = false;

  constructor(source: Source) {
    this.source = source;
    this.text = source.text;
    this.#strings = new StringScanner(source.text);
    if (this.text.charCodeAt(0) === char.byteOrderMark) this.end = 1;
  }

  /** Moves on to the next token; at the end of the text it stays there. */
  advance(): void {
    this.start = this.#isStopped ? this.text.length : this.#skipTrivia(this.end);
    if (this.start >= this.text.length) return this.#set(token.end, this.start);
    const code = this.text.charCodeAt(this.start);
    const single = singles[code];
    if (single !== undefined && single !== 0) return this.#set(single as TokenKind, this.start + 1);
    this.#scanWord(code);
  }

  /** From now on there is only the end of the text. */
  stop(): void {
    this.#isStopped = true;
    this.advance();
  }

  /** Makes `offset` the place where the next token is read. */
  seek(offset: number): void {
    this.end = offset;
    this.advance();
  }

  /** Shortens the current token; the rest is read next. */
  cut(kind: TokenKind, end: number): void {
    this.#set(kind, end);
  }

  #set(kind: TokenKind, end: number): void {
    this.kind = kind;
    this.end = end;
  }

  #scanWord(code: number): void {
    if (isIn(code, charClass.lower)) return this.#scanLowerCase(code);
    if (isIn(code, charClass.upper)) return this.#scanUpperCase();
    if (isIn(code, charClass.digit)) return this.#take(scanNumeric, this.start);
    this.#scanSign(code);
  }

  #scanLowerCase(code: number): void {
    const next = this.text.charCodeAt(this.start + 1);
    if (code === char.lowerB && isQuote(next)) return this.#scanString(token.bytes, this.start + 1);
    const end = scanNameTail(this.text, this.start + 1);
    const length = end - this.start;
    const keyword = length > 1 && length < 10 ? keywords.get(this.text.slice(this.start, end)) : undefined;
    this.#set(keyword ?? token.name, end);
  }

  #scanUpperCase(): void {
    const variableEnd = skipWhile(this.text, this.start + 1, charClass.variable);
    const end = scanNameTail(this.text, variableEnd);
    if (end > variableEnd) return this.#set(token.typeName, end);
    const length = end - this.start;
    const keyword = length > 2 && length < 8 ? keywords.get(this.text.slice(this.start, end)) : undefined;
    this.#set(keyword ?? token.variable, end);
  }

  /** Tokens that begin with punctuation and are told apart by what follows. */
  #scanSign(code: number): void {
    const { text, start } = this;
    const next = text.charCodeAt(start + 1);
    switch (code) {
      case char.dot:
        return this.#scanPeriod(next);
      case char.minus:
        return this.#scanMinus(next);
      case char.colon:
        return this.#scanColon(next);
      case char.slash: {
        const end = scanConstant(text, start);
        return end > start ? this.#set(token.constant, end) : this.#scanBad();
      }
      case char.doubleQuote:
      case char.singleQuote:
      case char.backQuote:
        return this.#scanString(token.string, start);
      default:
        return this.#scanOperator(code, next);
    }
  }

  #scanPeriod(next: number): void {
    if (isIn(next, charClass.digit)) return this.#take(scanFraction, this.start);
    if (isIn(next, charClass.upper)) return this.#set(token.dotType, scanNameTail(this.text, this.start + 2));
    this.#set(token.period, this.start + 1);
  }

  /** A minus belongs to the number after it; timestamps and durations have no sign. */
  #scanMinus(next: number): void {
    const { text, start } = this;
    if (next === char.dot && isDigit(text, start + 2)) return this.#take(scanFraction, start + 1);
    if (!isIn(next, charClass.digit)) return this.#scanBad();
    const digitsEnd = skipWhile(text, start + 1, charClass.digit);
    const hasFraction = text.charCodeAt(digitsEnd) === char.dot && isDigit(text, digitsEnd + 1);
    if (hasFraction) return this.#take(scanFraction, digitsEnd);
    this.#set(token.number, digitsEnd);
  }

  #scanColon(next: number): void {
    if (next === char.minus) return this.#set(token.arrow, this.start + 2);
    if (isIn(next, charClass.lower)) return this.#set(token.name, scanNameTail(this.text, this.start + 2));
    this.#set(token.colon, this.start + 1);
  }

  #scanOperator(code: number, next: number): void {
    const double = doubles.get(pairKey(code, next));
    if (double !== undefined) return this.#set(double, this.start + 2);
    const kind = doubleStarts.get(code);
    if (kind === undefined) return this.#scanBad();
    this.#set(kind, this.start + 1);
  }

  /** One ASCII character, or a run of others: a word in another script is one mistake, not one for each letter. */
  #scanBad(): void {
    const { text, start } = this;
    let end = start + 1;
    if (text.charCodeAt(start) > 127) {
      while (text.charCodeAt(end) > 127 && text.charCodeAt(end) !== char.longArrow) end++;
    }
    this.#set(token.bad, end);
  }

  #scanString(kind: TokenKind, open: number): void {
    const close = this.#strings.findClose(open);
    if (close !== -1) return this.#set(kind, close + 1);
    this.#set(token.unterminated, lineEnd(this.text, open));
  }

  #take(scan: (text: string, at: number, into: Scanned) => void, at: number): void {
    scan(this.text, at, this.#scanned);
    this.#set(this.#scanned.kind, this.#scanned.end);
  }

  #skipTrivia(at: number): number {
    const { text } = this;
    for (;;) {
      at = skipWhile(text, at, charClass.blank);
      const code = text.charCodeAt(at);
      if (code === char.hash) at = this.#readComment(at);
      else if (mayBeForeign(code) && isForeignComment(text, at)) at = this.#readForeign(at);
      else return at;
    }
  }

  #readComment(start: number): number {
    const end = lineEnd(this.text, start);
    if (start >= this.#commentsEnd) {
      this.comments.push({ text: this.text.slice(start, end), span: { source: this.source, start, end } });
      this.#commentsEnd = end;
    }
    return end;
  }

  #readForeign(start: number): number {
    const end = this.text.charCodeAt(start + 1) === char.star ? this.#blockEnd(start) : lineEnd(this.text, start);
    if (start >= this.#commentsEnd) {
      this.foreignComments.push({ start, end });
      this.#commentsEnd = end;
    }
    return end;
  }

  #blockEnd(start: number): number {
    const close = this.text.indexOf('*/', start + 2);
    return close === -1 ? this.text.length : close + 2;
  }
}

/** Offset of the end of the line, before its CR and LF. */
export function lineEnd(text: string, at: number): number {
  const lineFeed = text.indexOf('\n', at);
  const end = lineFeed === -1 ? text.length : lineFeed;
  return end > at && text.charCodeAt(end - 1) === char.carriageReturn ? end - 1 : end;
}

/** Tokens of one character that begins no other token. */
const singles = new Uint8Array(128);
for (const [text, kind] of [
  ['(', token.leftParen],
  [')', token.rightParen],
  [']', token.rightBracket],
  ['{', token.leftBrace],
  ['}', token.rightBrace],
  ['=', token.equal],
  [',', token.comma],
  ['@', token.at],
  ['_', token.variable],
] as const) {
  singles[text.charCodeAt(0)] = kind;
}

/** Tokens of two characters. */
const doubles: ReadonlyMap<number, TokenKind> = new Map<number, TokenKind>([
  [pairKey(char.bang, char.equal), token.notEqual],
  [pairKey(char.greater, char.equal), token.greaterEqual],
  [pairKey(char.bar, char.greater), token.pipe],
  [pairKey(char.leftBracket, char.minus), token.boxMinus],
  [pairKey(char.leftBracket, char.plus), token.boxPlus],
  [pairKey(char.less, char.equal), token.lessEqual],
  [pairKey(char.less, char.minus), token.diamondMinus],
  [pairKey(char.less, char.plus), token.diamondPlus],
]);

/** One key for two characters. */
function pairKey(first: number, second: number): number {
  return first * 0x10000 + second;
}

/** The same characters alone. */
const doubleStarts: ReadonlyMap<number, TokenKind> = new Map<number, TokenKind>([
  [char.bang, token.bang],
  [char.greater, token.greater],
  [char.leftBracket, token.leftBracket],
  [char.less, token.less],
  [char.longArrow, token.longArrow],
]);

function isQuote(code: number): boolean {
  return code === char.doubleQuote || code === char.singleQuote || code === char.backQuote;
}

function mayBeForeign(code: number): boolean {
  return code === char.percent || code === char.slash || code === char.minus;
}

const dashes = /--+(?:[ \t]|$)/my;

/** `%`, `//`, `-- ` and block comments; but not `A % 2`, an address such as `https://a.b`, or the empty part of `/a//b`. */
function isForeignComment(text: string, at: number): boolean {
  if (text.charCodeAt(at) === char.percent) return !isOperation(text, at);
  const next = text.charCodeAt(at + 1);
  if (text.charCodeAt(at) === char.minus) {
    dashes.lastIndex = at;
    return next === char.minus && dashes.test(text);
  }
  if (next === char.star) return true;
  if (next !== char.slash || isIn(text.charCodeAt(at - 1), charClass.variable)) return false;
  return !isAddress(text, at) && !isOperation(text, at);
}

/** Whether the `//` at `at` follows the scheme of an address. */
function isAddress(text: string, at: number): boolean {
  const next = text.charCodeAt(at + 2);
  return (
    text.charCodeAt(at - 1) === char.colon &&
    isIn(text.charCodeAt(at - 2), charClass.lower) &&
    isIn(next, charClass.lower | charClass.upper | charClass.digit)
  );
}

const secondOperand = /(?:%|\/\/)[ \t]*(?:[A-Z][A-Za-z0-9]*|[0-9]+)[ \t]*(?:[,.)\]}=<>+*/%-]|!=|\|>)/y;

/** Whether a sign stands between two operands: `X % 2 = 0`. */
function isOperation(text: string, at: number): boolean {
  if (!followsOperand(text, at)) return false;
  secondOperand.lastIndex = at;
  return secondOperand.test(text);
}

/** Whether what stands before `at` on its line may be an operand, so that a sign there may be one of arithmetic. */
export function followsOperand(text: string, at: number): boolean {
  let before = at - 1;
  while (before >= 0 && (text.charCodeAt(before) === char.space || text.charCodeAt(before) === char.tab)) before--;
  const code = text.charCodeAt(before);
  return isIn(code, charClass.variable) || code === char.rightParen;
}
