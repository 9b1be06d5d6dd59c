import { bytesValue, floatValue, numberValue, stringValue } from '../value/make.js';
import { maxInt64, minInt64, type Value } from '../value/value.js';

/** What is wrong inside a string literal; offsets count from the start of the token. */
export interface EscapeProblem {
  readonly start: number;
  readonly end: number;
  readonly message: string;
  readonly help: string;
  /** What could stand there instead. */
  readonly replacement?: string;
}

export type StringReading = { readonly value: Value } | { readonly problems: readonly EscapeProblem[] };

/** The value of a NUMBER token, undefined if it does not fit into 64 bits. */
export function readNumber(text: string): Value | undefined {
  if (text.length < 16) return numberValue(BigInt(Number(text)));
  const digits = text.replace(/^(-?)0+(?=\d)/, '$1');
  if (digits.length > 20) return undefined;
  const value = BigInt(digits);
  return value < minInt64 || value > maxInt64 ? undefined : numberValue(value);
}

/** The value of a FLOAT token, undefined if it overflows; what is too small becomes zero. */
export function readFloat(text: string): Value | undefined {
  const value = Number(text);
  return Number.isFinite(value) ? floatValue(value) : undefined;
}

/** The value of a STRING token with its quotes. Line ends become LF before escapes are read. */
export function readString(text: string): StringReading {
  const body = text.slice(1, -1);
  if (!needsCare.test(body)) return { value: stringValue(body) };
  const parts: string[] = [];
  const problems: EscapeProblem[] = [];
  for (const piece of pieces(body, { base: 1, maxByte: 0x7f }, problems)) {
    if (piece.kind === 'text') parts.push(piece.text.replace(/\r\n?/g, '\n').replace(loneSurrogate, '\ufffd'));
    else if (piece.kind === 'byte' && piece.code > 0x7f) problems.push(wideByte(piece));
    else parts.push(characterOf(piece.code));
  }
  return problems.length > 0 ? { problems } : { value: stringValue(parts.join('')) };
}

/** The value of a BYTESTRING token with its `b` and quotes. Characters stand for their UTF-8 bytes, CR is kept. */
export function readBytes(text: string): StringReading {
  const problems: EscapeProblem[] = [];
  const bytes: number[] = [];
  for (const piece of pieces(text.slice(2, -1), { base: 2, maxByte: 0xff }, problems)) {
    if (piece.kind === 'byte') bytes.push(piece.code);
    else appendUtf8(bytes, piece.kind === 'text' ? piece.text : characterOf(piece.code));
  }
  return problems.length > 0 ? { problems } : { value: bytesValue(Uint8Array.from(bytes)) };
}

const needsCare = /[\\\r\ud800-\udfff]/;
const loneSurrogate = /\p{Surrogate}/gu;

type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly code: number }
  | { readonly kind: 'byte'; readonly code: number; readonly start: number; readonly end: number };

const escapeShape = /\\(?:([nt"'\\\n]|\r\n)|x([0-9a-f]{2})|u\{([0-9a-f]{4,6})\})/y;
const escapedCharacters: Readonly<Record<string, number>> = { n: 10, t: 9, '\r\n': 10 };

/** A literal with more of them is no text with escapes at all. */
const maxProblems = 100;

/** What differs between strings and byte strings: the offset of the body in the token, and the last `\\x` escape. */
interface BodyKind {
  readonly base: 1 | 2;
  readonly maxByte: 0x7f | 0xff;
}

/** Splits the body of a literal at its escapes. */
function* pieces(body: string, kind: BodyKind, problems: EscapeProblem[]): Generator<Piece> {
  let at = 0;
  while (at < body.length && problems.length < maxProblems) {
    const backslash = body.indexOf('\\', at);
    const textEnd = backslash === -1 ? body.length : backslash;
    if (textEnd > at) yield { kind: 'text', text: body.slice(at, textEnd) };
    at = backslash === -1 ? body.length : yield* escapeAt(body, backslash, kind, problems);
  }
}

/** The escape at a backslash; returns the offset after it. */
function* escapeAt(body: string, at: number, kind: BodyKind, problems: EscapeProblem[]): Generator<Piece, number> {
  escapeShape.lastIndex = at;
  const match = escapeShape.exec(body);
  if (match !== null) {
    yield* escapePiece(match, kind.base + at, problems);
    return at + match[0].length;
  }
  const problem = badEscape(body, at, kind);
  problems.push(problem);
  return problem.end - kind.base;
}

function* escapePiece(match: RegExpExecArray, start: number, problems: EscapeProblem[]): Generator<Piece> {
  const [text, simple, byte, unicode] = match;
  const end = start + text.length;
  if (simple !== undefined) yield { kind: 'code', code: escapedCharacters[simple] ?? simple.charCodeAt(0) };
  else if (byte !== undefined) yield { kind: 'byte', code: parseInt(byte, 16), start, end };
  else if (unicode !== undefined && parseInt(unicode, 16) <= 0x10ffff)
    yield { kind: 'code', code: parseInt(unicode, 16) };
  else {
    const message = `\`${text}\` is beyond the last code point`;
    problems.push({ start, end, message, help: 'Code points end at `\\u{10ffff}`.' });
  }
}

/** A surrogate is no character; like the reference, the replacement character stands for it. */
function characterOf(code: number): string {
  return code >= 0xd800 && code <= 0xdfff ? '\ufffd' : String.fromCodePoint(code);
}

function wideByte({ code, start, end }: { code: number; start: number; end: number }): EscapeProblem {
  const hex = code.toString(16);
  return {
    start,
    end,
    message: `\`\\x${hex}\` is a byte and no character`,
    help: 'In strings `\\x` goes up to `\\x7f`. Write the character, `\\u{…}`, or a byte string `b"…"`.',
    replacement: `\\u{00${hex}}`,
  };
}

const hexEscapeShape = /\\(?:x[0-9a-fA-F]{2}|u\{[0-9a-fA-F]{1,6}\}|u[0-9a-fA-F]{4})/y;
const unescapedWhenMeant: Readonly<Record<string, string>> = {
  r: '\\x0d',
  '0': '\\x00',
  b: '\\x08',
  f: '\\x0c',
  '`': '',
};

function badEscape(body: string, at: number, { base, maxByte }: BodyKind): EscapeProblem {
  hexEscapeShape.lastIndex = at;
  const hex = hexEscapeShape.exec(body)?.[0];
  const start = base + at;
  if (hex !== undefined) {
    const digits = hex.replace(/[^0-9a-fA-F]/g, '').toLowerCase();
    const isByte = hex[1] === 'x' && parseInt(digits, 16) <= maxByte;
    return {
      start,
      end: start + hex.length,
      message: `\`${hex}\` is no escape sequence`,
      help: 'Hex digits are lower case, and `\\u{…}` has four to six of them.',
      replacement: isByte ? `\\x${digits}` : `\\u{${digits.padStart(4, '0')}}`,
    };
  }
  const character = String.fromCodePoint(body.codePointAt(at + 1) ?? 0x5c);
  const replacement = /[xu\s]/.test(character) ? undefined : (unescapedWhenMeant[character] ?? `\\\\${character}`);
  return {
    start,
    end: start + (at + 1 < body.length ? 1 + character.length : 1),
    message: `\`\\${/\s/.test(character) ? '' : character}\` is no escape sequence`,
    help: 'Escapes are `\\n` `\\t` `\\"` `\\\'` `\\\\` `\\xhh` `\\u{hhhh}`; a backslash itself is written twice.',
    ...(replacement === undefined ? {} : { replacement }),
  };
}

function appendUtf8(bytes: number[], text: string): void {
  for (const character of text) {
    const found = character.codePointAt(0) ?? 0;
    const code = found >= 0xd800 && found <= 0xdfff ? 0xfffd : found;
    if (code < 0x80) bytes.push(code);
    else if (code < 0x800) bytes.push(0xc0 | (code >> 6), tail(code));
    else if (code < 0x10000) bytes.push(0xe0 | (code >> 12), tail(code >> 6), tail(code));
    else bytes.push(0xf0 | (code >> 18), tail(code >> 12), tail(code >> 6), tail(code));
  }
}

function tail(code: number): number {
  return 0x80 | (code & 0x3f);
}
