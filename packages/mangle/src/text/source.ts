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

export function createSource(name: string, text: string): Source {
  return { name, text };
}

export function textOf(span: Span): string {
  return span.source.text.slice(span.start, span.end);
}

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

export function positionAt(source: Source, offset: number): Position {
  const starts = lineStartsOf(source);
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: codePointCount(source.text, starts[low] ?? 0, offset) };
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
