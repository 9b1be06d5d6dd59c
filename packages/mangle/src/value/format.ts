import { compareText } from '../text/order.js';
import { formatDuration } from './duration-text.js';
import { plainFloatText, sourceFloatText } from './float-text.js';
import { formatTime } from './time-text.js';
import { type Entry, maxInt64, minInt64, type Value } from './value.js';

/**
 * The text of a value as the reference engine prints it, with map and struct entries sorted by their text. It loses
 * information: `1.0` prints as `1`. `sourceText` does not.
 */
export function oracleText(value: Value): string {
  return valueText(value, oracleStyle);
}

/** Text that reads back as the same value, in a program or as an argument of a fact. */
export function sourceText(value: Value): string {
  return valueText(value, sourceStyle);
}

/**
 * Text for people: letters of any language as they are, bare times and durations, the rest as `oracleText`. What nobody
 * can see is escaped.
 */
export function readableText(value: Value): string {
  return valueText(value, readableStyle);
}

/**
 * The annotation of a temporal fact as the reference prints it: whole seconds, `_` for an unbounded side, `@[S]` for a
 * single instant, nothing for all of time.
 */
export function intervalText(start: bigint, end: bigint): string {
  if (start === minInt64 && end === maxInt64) return '';
  return boundsText(start, end, (nanos) => formatTime(nanos, 'second'));
}

/** An annotation that reads back as the same interval, also for all of time (`@[_, _]`). */
export function sourceIntervalText(start: bigint, end: bigint): string {
  return boundsText(start, end, formatTime);
}

interface Style {
  readonly string: (text: string) => string;
  readonly bytes: (bytes: Uint8Array) => string;
  readonly float: (value: number) => string;
  readonly time: (nanos: bigint) => string;
  readonly duration: (nanos: bigint) => string;
  /** Entries come in the order of their keys or, as the oracle lists them, of their text. */
  readonly sortsEntries: boolean;
  /** `[-` is a token of its own, so a first element with a sign needs a blank before it to be read back. */
  readonly separatesSign: boolean;
}

const oracleStyle: Style = {
  string: (text) => `"${escapeAsOracle(text)}"`,
  bytes: (bytes) => `b"${oracleBytes(bytes)}"`,
  float: plainFloatText,
  time: (nanos) => `fn:time:parse_rfc3339("${formatTime(nanos)}")`,
  duration: (nanos) => `fn:duration:parse("${formatDuration(nanos)}")`,
  sortsEntries: true,
  separatesSign: false,
};

const sourceStyle: Style = {
  ...oracleStyle,
  string: (text) => `"${escapeForSource(text)}"`,
  bytes: (bytes) => `b"${sourceBytes(bytes)}"`,
  float: sourceFloatText,
  sortsEntries: false,
  separatesSign: true,
};

const readableStyle: Style = {
  ...oracleStyle,
  string: sourceStyle.string,
  bytes: sourceStyle.bytes,
  time: (nanos) => formatTime(nanos),
  duration: formatDuration,
};

function valueText(value: Value, style: Style): string {
  switch (value.kind) {
    case 'name':
      return value.text;
    case 'string':
      return style.string(value.text);
    case 'bytes':
      return style.bytes(value.bytes);
    case 'number':
      return value.value.toString();
    case 'float64':
      return style.float(value.value);
    case 'time':
      return style.time(value.nanos);
    case 'duration':
      return style.duration(value.nanos);
    case 'pair':
      return `fn:pair(${valueText(value.first, style)}, ${valueText(value.second, style)})`;
    case 'list':
      return bracketed(
        value.items.map((item) => valueText(item, style)),
        style,
      );
    case 'map':
      return value.entries.length === 0 ? 'fn:map()' : bracketed(entryTexts(value.entries, style), style);
    case 'struct':
      return `{${entryTexts(value.entries, style).join(', ')}}`;
  }
}

function bracketed(texts: readonly string[], style: Style): string {
  const content = texts.join(', ');
  return style.separatesSign && content.startsWith('-') ? `[ ${content}]` : `[${content}]`;
}

function entryTexts(entries: readonly Entry[], style: Style): readonly string[] {
  const texts = entries.map(([key, value]) => `${valueText(key, style)} : ${valueText(value, style)}`);
  return style.sortsEntries ? texts.toSorted(compareText) : texts;
}

const oracleEscapes: Readonly<Record<string, string>> = { '\n': '\\n', '\t': '\\t' };

/** The reference escapes quotes of both kinds and everything beyond ASCII, but leaves control characters as they are. */
function escapeAsOracle(text: string): string {
  return text.replace(/['"\n\t\\]|[^\0-\x7f]/gu, (char) => {
    if (char > '\x7f') return `\\u{${hex(char.codePointAt(0) ?? 0, 6)}}`;
    return oracleEscapes[char] ?? `\\${char}`;
  });
}

/** Escapes what would not read back (a raw CR becomes LF) and what nobody can see: controls, separators, surrogates. */
function escapeForSource(text: string): string {
  return text.replace(/["\\]|(?! )[\p{C}\p{Z}]/gu, (char) => {
    const named = oracleEscapes[char];
    if (named !== undefined) return named;
    if (char === '"' || char === '\\') return `\\${char}`;
    const code = char.codePointAt(0) ?? 0;
    return code <= 0x7f ? `\\x${hex(code, 2)}` : `\\u{${hex(code, 4)}}`;
  });
}

const oracleByteEscapes = new Set([0x27, 0x22, 0x0a, 0x09, 0x5c]);

function oracleBytes(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) =>
    byte >= 0x80 || oracleByteEscapes.has(byte) ? escapedByte(byte) : rawByte(byte),
  ).join('');
}

function sourceBytes(bytes: Uint8Array): string {
  const isPlain = (byte: number): boolean => byte >= 0x20 && byte < 0x7f && byte !== 0x22 && byte !== 0x5c;
  return Array.from(bytes, (byte) => (isPlain(byte) ? rawByte(byte) : escapedByte(byte))).join('');
}

function rawByte(byte: number): string {
  return String.fromCharCode(byte);
}

function escapedByte(byte: number): string {
  return `\\x${hex(byte, 2)}`;
}

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, '0');
}

function boundsText(start: bigint, end: bigint, timeText: (nanos: bigint) => string): string {
  const startText = start === minInt64 ? '_' : timeText(start);
  if (start === end && start !== minInt64 && end !== maxInt64) return `@[${startText}]`;
  return `@[${startText}, ${end === maxInt64 ? '_' : timeText(end)}]`;
}
