import { diagnostic, type Diagnostic, type DiagnosticDetails, type Fix } from '../diagnostics/diagnostic.js';
import { type DiagnosticCode, diagnosticSpecs } from '../diagnostics/codes.js';
import type { Source, Span } from '../text/source.js';
import { char, charClass, isIn } from './characters.js';
import { findItemLine, indentation, looksLikeItem } from './layout.js';
import { Lexer } from './lexer.js';
import { token, type TokenKind } from './tokens.js';

/** Syntax may not nest deeper, so that every walk over a term may recurse. */
export const maxNesting = 500;

/** So many errors say that the file is not a program at all. Further hints are of no use either. */
const maxErrors = 10_000;

/**
 * What the parsing functions share: the current token, the diagnostics so far, and what recovery must know about the
 * clause or declaration being read. A parsing function that fails has reported why, and returns undefined.
 */
export class ParseState {
  readonly source: Source;
  readonly lexer: Lexer;
  readonly text: string;
  readonly diagnostics: Diagnostic[] = [];
  /** Start of the last token taken. */
  previousStart = 0;
  /** End of the last token taken. */
  previousEnd = 0;
  /** A place where the item ends although no period was read there as a token of its own; or -1. */
  endedAt = -1;
  /** The last place where an unclosed bracket was reported; or -1. */
  unclosedAt = -1;
  /** Brackets opened and not yet closed, as the tokens that would close them. */
  readonly closers: TokenKind[] = [];
  /** Variables of the present item with underscores in their names, and where they stand. */
  readonly underscored = new Map<string, Span[]>();
  /** What to call them; absent as long as the item has not been read to its end. */
  newNames: ReadonlyMap<string, string> | undefined;
  /** Lower-case words of the present item that stand where a value is expected, and where. */
  readonly bareWords = new Map<string, Span[]>();
  /** Whether the present item has a variable of the language. */
  hasVariables = false;
  /** The words that are variables in other languages, and what to call them here; absent as for `newNames`. */
  newVariables: ReadonlyMap<string, string> | undefined;

  /** Where the present item begins, and how far it is indented. */
  itemStart = 0;
  #itemIndent = 0;
  /** The first string of the item that runs over a line end: if anything goes wrong, it was probably left open. */
  #longString: { readonly start: number; readonly end: number } | undefined;
  #resumeAt = -1;
  #errorCount = 0;
  #hintCount = 0;
  #lineFeedFrom = 0;
  #lineFeed = -1;
  /** After an open string periods mean nothing; only a line that looks like an item does. */
  #isInsideText = false;

  /** A fragment is part of a clause, so no final period is expected. */
  readonly isFragment: boolean;

  constructor(source: Source, { isFragment = false } = {}) {
    this.isFragment = isFragment;
    this.source = source;
    this.lexer = new Lexer(source);
    this.text = source.text;
    this.lexer.advance();
  }

  get kind(): TokenKind {
    return this.lexer.kind;
  }

  get start(): number {
    return this.lexer.start;
  }

  get end(): number {
    return this.lexer.end;
  }

  /** Whether parsing gave up because of too many errors. */
  get isExhausted(): boolean {
    return this.#errorCount > maxErrors;
  }

  tokenText(): string {
    return this.text.slice(this.lexer.start, this.lexer.end);
  }

  /** Whether an earlier string of the item probably swallowed the lines after it. */
  get hasLongString(): boolean {
    return this.#longString !== undefined;
  }

  /** Whether nothing stands between the last token taken and the current one. */
  isAdjacent(): boolean {
    return this.lexer.start === this.previousEnd;
  }

  advance(): void {
    const { kind, start, end } = this.lexer;
    this.previousStart = start;
    this.previousEnd = end;
    if ((kind === token.string || kind === token.bytes) && this.#longString === undefined) this.#noteString(start, end);
    this.lexer.advance();
  }

  take(kind: TokenKind): boolean {
    if (this.lexer.kind !== kind) return false;
    this.advance();
    return true;
  }

  /** Takes the first part of the current token as a token of its own; the rest is read again. */
  takeFirst(kind: TokenKind, length: number): void {
    this.lexer.cut(kind, this.lexer.start + length);
    this.advance();
  }

  /** Whether the item ends at the last token taken. */
  hasEnded(): boolean {
    return this.endedAt === this.previousEnd;
  }

  /** Goes on at an offset, as if everything before it had been taken. */
  seek(offset: number): void {
    this.previousEnd = offset;
    this.lexer.seek(offset);
  }

  /** Kind of the token after the current one. */
  peek(): TokenKind {
    const { kind, start, end } = this.lexer;
    this.lexer.advance();
    const next = this.lexer.kind;
    this.lexer.start = start;
    this.lexer.cut(kind, end);
    return next;
  }

  /** Whether the current token has a `(` after it; white space between them does not count. */
  isCall(): boolean {
    return this.text[this.lexer.end] === '(' || this.peek() === token.leftParen;
  }

  /** The code of the character right after the current token. */
  codeAfter(distance = 0): number {
    return this.text.charCodeAt(this.lexer.end + distance);
  }

  span(start: number, end = this.previousEnd): Span {
    return { source: this.source, start, end: Math.max(start, end) };
  }

  /** A fix of one edit. */
  replace(title: string, start: number, end: number, text: string): Fix {
    return { title, edits: [{ span: this.span(start, end), text }] };
  }

  /** A name constant in place of a text. A period or `/*` right behind it would be read as part of the name. */
  replaceByName(start: number, end: number, name: string): Fix {
    const at = (offset: number): number => this.text.charCodeAt(offset);
    const isJoined = isIn(at(end), charClass.constant) || at(end) === char.slash;
    // `a/b` was meant as `/a/b`.
    const isPart = at(end) === char.slash && isIn(at(end + 1), charClass.constant);
    const space = isJoined && !isPart ? ' ' : '';
    return this.replace(`write \`${name}\``, start, end, name + space);
  }

  /** Reports and goes on. */
  report(code: DiagnosticCode, span: Span, message: string, details?: DiagnosticDetails): void {
    if (this.isExhausted) return;
    const isError = diagnosticSpecs[code].severity === 'error';
    if (isError ? ++this.#errorCount <= maxErrors : ++this.#hintCount <= maxErrors) {
      this.diagnostics.push(diagnostic(code, span, message, details));
    } else if (isError) {
      const help = 'Make sure that the file is a Mangle program.';
      this.diagnostics.push(diagnostic('too-many-errors', span, 'too many errors; the rest was not read', { help }));
      this.lexer.stop();
    }
  }

  /** Reports that the current token does not fit, and fails. */
  unexpected(expected: string, details: DiagnosticDetails = {}): undefined {
    if (this.#blameLongString()) return undefined;
    const span = this.span(this.start, this.end);
    const { kind } = this.lexer;
    if (kind === token.unterminated) return this.#reportUnterminated(this.start, this.end);
    if (kind === token.bad) {
      const { help, ...rest } = { help: characterHelp(this.tokenText()), ...details };
      this.report('unexpected-character', span, `${quoted(this.tokenText())} cannot stand here`, {
        ...rest,
        help: help ?? `Expected ${expected}.`,
      });
      return undefined;
    }
    const found = kind === token.end ? 'the end of the text' : quoted(this.tokenText());
    this.report('unexpected-token', span, `expected ${expected}, found ${found}`, details);
    return undefined;
  }

  isFirstOnLine(): boolean {
    return indentation(this.text, this.start) >= 0;
  }

  /** Whether the current token begins a new item, judged by the layout: the present one was not ended. */
  isAtNextItem(): boolean {
    if (this.lexer.kind === token.end) return true;
    if (!isIn(this.text.charCodeAt(this.start - 1), charClass.blank)) return false;
    const indent = indentation(this.text, this.start);
    if (indent < 0 || indent > this.#itemIndent || this.start === this.itemStart) return false;
    return looksLikeItem(this.text, this.start);
  }

  beginItem(): void {
    this.itemStart = this.start;
    this.#itemIndent = Math.max(0, indentation(this.text, this.start));
    this.#longString = undefined;
    this.#isInsideText = false;
    this.endedAt = -1;
    this.unclosedAt = -1;
    this.#forgetClosers();
  }

  /** Setting a length is slow, and nearly always nothing is open. */
  #forgetClosers(): void {
    if (this.closers.length > 0) this.closers.length = 0;
  }

  /** After a failure: moves to where the next item begins. Reads each token once. */
  recover(): void {
    this.#forgetClosers();
    if (this.#resumeAt >= 0) {
      this.lexer.seek(this.#resumeAt);
      this.#resumeAt = -1;
      return;
    }
    if (this.start === this.itemStart && (this.#endsItem() || this.#skipToken())) return;
    while (!this.isAtNextItem()) if (this.#endsItem() || this.#skipToken()) return;
  }

  /** Takes the current token if it ends an item. */
  #endsItem(): boolean {
    if (this.#isInsideText) return false;
    const { kind } = this.lexer;
    if (kind === token.dotType && this.tokenText() === '.Decl') this.takeFirst(token.period, 1);
    else if (kind === token.period || (kind === token.constant && this.endsInPeriod())) this.advance();
    else return false;
    return true;
  }

  /** Skips a token; tells whether it was a string with an item inside, which is then the current place. */
  #skipToken(): boolean {
    const { kind, start, end } = this.lexer;
    const inside = kind === token.string || kind === token.bytes ? this.#findItemInside(start, end) : -1;
    if (inside >= 0) this.lexer.seek(inside);
    else this.lexer.advance();
    return inside >= 0;
  }

  /** Whether the current name constant ends in a period that looks like the end of a clause. */
  endsInPeriod(): boolean {
    if (this.text[this.end - 1] !== '.') return false;
    const code = this.codeAfter();
    return Number.isNaN(code) || isIn(code, charClass.blank) || code === 35;
  }

  #noteString(start: number, end: number): void {
    const inside = this.#findItemInside(start, end);
    if (inside >= 0) this.#longString = { start, end: inside };
  }

  /** A line inside a string that looks like an item, or -1. The next line end is kept: most strings have none inside. */
  #findItemInside(start: number, end: number): number {
    if (start < this.#lineFeedFrom || start > this.#lineFeed) {
      const found = this.text.indexOf('\n', start);
      this.#lineFeedFrom = start;
      this.#lineFeed = found === -1 ? this.text.length : found;
    }
    return this.#lineFeed >= end ? -1 : findItemLine(this.text, start, end, this.#itemIndent);
  }

  #blameLongString(): boolean {
    const suspect = this.#longString;
    if (suspect === undefined) return false;
    const lineFeed = this.text.indexOf('\n', suspect.start);
    this.#reportUnterminated(suspect.start, lineFeed);
    this.#resumeAt = suspect.end;
    return true;
  }

  #reportUnterminated(start: number, end: number): undefined {
    this.#isInsideText = true;
    this.report('unterminated-string', this.span(start, end), 'this string has no closing quote', {
      help: 'Close it with the same quote that opens it. A string may run over several lines.',
    });
    return undefined;
  }
}

/** User's text for a message: one line, not too long, in backticks. */
export function quoted(text: string): string {
  const line = text.split(/[\r\n]/, 1)[0] ?? '';
  const short = line.length > 40 ? `${line.slice(0, 40)}…` : line;
  return `\`${short}${line.length < text.length && line === short ? '…' : ''}\``;
}

function characterHelp(text: string): string | undefined {
  if (/^[“”„‘’‚«»]/.test(text)) return 'Strings stand between plain quotes: `"…"`.';
  if (/^[–—−]/.test(text)) return 'The minus sign and the arrow `:-` are written with the plain hyphen `-`.';
  if (text === '^') return 'There is no power; multiply with `fn:mult(X, X)`.';
  if (text === '?')
    return 'A program asks nothing and chooses nothing: ask with `mangle query`, and write one rule for each case.';
  if (/^[^\0-\x7f]/.test(text))
    return 'Names and variables have the letters A to Z, a to z, digits and signs; other text goes into a string.';
  return undefined;
}
