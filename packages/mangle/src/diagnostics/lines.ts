import { lineAt, lineStartsOf, positionAt, type Source, type Span } from '../text/source.js';

/** The text of a line, counted from 1, without its line end. */
export function lineText(source: Source, line: number): string {
  const [start, end] = lineBounds(source, line);
  const { text } = source;
  if (end === start || text[end - 1] !== '\n') return text.slice(start, end);
  return text.slice(start, end - 1 > start && text[end - 2] === '\r' ? end - 2 : end - 1);
}

/** Offsets of a line with its line end. */
export function lineBounds(source: Source, line: number): readonly [start: number, end: number] {
  const starts = lineStartsOf(source);
  return [starts[line - 1] ?? source.text.length, starts[line] ?? source.text.length];
}

/** The first and last line a span touches. A span that ends with a line end does not touch the next line. */
export function linesOf({ source, start, end }: Span): readonly [first: number, last: number] {
  const first = lineAt(source, start);
  return [first, end > start ? lineAt(source, end - 1) : first];
}

/** `file:line:column` as people count: both from 1, the column in code points. */
export function placeText({ source, start }: Span): string {
  const { line, column } = positionAt(source, start);
  return `${source.name}:${line}:${column + 1}`;
}
