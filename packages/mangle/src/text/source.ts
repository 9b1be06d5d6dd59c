/** A named piece of program text. Positions everywhere are UTF-16 offsets into `text`. */
export interface Source {
  readonly name: string;
  readonly text: string;
}

/** A half-open range `[start, end)` of a source. */
export interface Span {
  readonly source: Source;
  readonly start: number;
  readonly end: number;
}

/** Line counts from 1; column counts code points from 0, as the reference engine does. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/**
 * Names a text. Bytes are UTF-8; they become a string when the text is first asked for, which throws a TypeError if
 * they are not, and are let go then. A byte-order mark stays.
 */
export function createSource(name: string, text: string | Uint8Array): Source {
  return typeof text === 'string' ? { name, text } : new ByteSource(name, text);
}

class ByteSource implements Source {
  readonly name: string;
  #bytes: Uint8Array | undefined;
  #text = '';

  constructor(name: string, bytes: Uint8Array) {
    this.name = name;
    this.#bytes = bytes;
  }

  get text(): string {
    if (this.#bytes !== undefined) {
      this.#text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(this.#bytes);
      this.#bytes = undefined;
    }
    return this.#text;
  }

  get size(): number {
    return this.#bytes?.length ?? this.#text.length;
  }

  get bytes(): Uint8Array {
    return this.#bytes ?? new TextEncoder().encode(this.#text);
  }
}

/** Whether a value is a source, for callers in plain JavaScript. Does not ask for its text if that has a cost. */
export function isSource(value: unknown): value is Source {
  if (value instanceof ByteSource) return true;
  const { name, text } = (value ?? {}) as Partial<Source>;
  return typeof name === 'string' && typeof text === 'string';
}

/** How long a text is, in bytes if it has not been asked for, else in UTF-16 units. */
export function sizeOf(source: Source): number {
  return source instanceof ByteSource ? source.size : source.text.length;
}

/** The UTF-8 bytes of a source; cheapest before its text is asked for. Halves of surrogate pairs become U+FFFD. */
export function bytesOf(source: Source): Uint8Array {
  return source instanceof ByteSource ? source.bytes : new TextEncoder().encode(source.text);
}

export function textOf(span: Span): string {
  return span.source.text.slice(span.start, span.end);
}

/** The text of a span for a message: cut where nobody would read on. */
export function briefTextOf(span: Span): string {
  const { source, start, end } = span;
  return end - start <= maxBriefLength ? textOf(span) : `${source.text.slice(start, start + maxBriefLength)}…`;
}

const maxBriefLength = 200;

const lineStarts = new WeakMap<Source, readonly number[]>();

/** Offsets at which the lines of a source begin; computed once for each source. */
export function lineStartsOf(source: Source): readonly number[] {
  let starts = lineStarts.get(source);
  if (starts === undefined) {
    starts = computeLineStarts(source.text);
    lineStarts.set(source, starts);
  }
  return starts;
}

/** The line of an offset, counted from 1. */
export function lineAt(source: Source, offset: number): number {
  const starts = lineStartsOf(source);
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low + 1;
}

export function positionAt(source: Source, offset: number): Position {
  const line = lineAt(source, offset);
  return { line, column: columnAt(source, lineStartsOf(source)[line - 1] ?? 0, offset) };
}

/** The last place of a source whose column was counted, so that many in one long line are not all counted from its start. */
const counted = new WeakMap<Source, { readonly lineStart: number; readonly offset: number; readonly column: number }>();

/** Counting so far costs less than remembering. */
const shortDistance = 256;

function columnAt(source: Source, lineStart: number, offset: number): number {
  if (offset - lineStart <= shortDistance) return codePointCount(source.text, lineStart, offset);
  const known = counted.get(source);
  const isNear = known?.lineStart === lineStart && 2 * offset > known.offset;
  const column = !isNear
    ? codePointCount(source.text, lineStart, offset)
    : offset >= known.offset
      ? known.column + codePointCount(source.text, known.offset, offset)
      : known.column - codePointCount(source.text, offset, known.offset);
  counted.set(source, { lineStart, offset, column });
  return column;
}

function computeLineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

function codePointCount(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = start; at < end; count++) at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  return count;
}
