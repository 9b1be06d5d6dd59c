import type { Span } from '../text/source.js';
import { type Cell, cellsOf, widthOf } from './cells.js';
import { lineBounds, linesOf, lineText } from './lines.js';

/** A row of the picture; without `line` it is a row of marks or an ellipsis. */
export interface ExcerptRow {
  readonly line?: number;
  readonly text: string;
  /** The row consists of marks, to be painted. */
  readonly isMarks: boolean;
}

export interface ExcerptOptions {
  /** The sign that underlines the span. */
  readonly mark: '^' | '-';
  /** Longer lines are cut around the span. */
  readonly width: number;
}

const maxLines = 6;
const keptHead = 3;
const keptTail = 2;

/** The source lines of a span with marks under exactly the span; a span of several lines gets a bar on its left. */
export function excerptOf(span: Span, options: ExcerptOptions): ExcerptRow[] {
  const [first, last] = linesOf(span);
  return first === last ? singleLine(span, first, options) : severalLines(span, first, last, options);
}

function singleLine(span: Span, line: number, { mark, width }: ExcerptOptions): ExcerptRow[] {
  const [lineStart] = lineBounds(span.source, line);
  const view = cut(lineText(span.source, line), span.start - lineStart, span.end - lineStart, width);
  const marks = ' '.repeat(view.before) + mark.repeat(Math.max(1, view.covered));
  return [
    { line, text: view.text, isMarks: false },
    { text: marks, isMarks: true },
  ];
}

function severalLines(span: Span, first: number, last: number, { mark, width }: ExcerptOptions): ExcerptRow[] {
  const { source } = span;
  const rows: ExcerptRow[] = [];
  const from = span.start - lineBounds(source, first)[0];
  const opening = cut(lineText(source, first), from, from, width);
  const opensAtMargin = lineText(source, first).slice(0, from).trim() === '';
  rows.push({ line: first, text: `${opensAtMargin ? '/' : ' '} ${opening.text}`, isMarks: false });
  if (!opensAtMargin) rows.push({ text: ` ${'_'.repeat(opening.before + 1)}${mark}`, isMarks: true });
  const isLong = last - first + 1 > maxLines;
  for (let line = first + 1; line < last; line++) {
    if (isLong && line === first + keptHead) {
      rows.push({ text: '| …', isMarks: true });
      line = last - keptTail + 1;
    }
    if (line < last) rows.push({ line, text: `| ${cut(lineText(source, line), 0, 0, width).text}`, isMarks: false });
  }
  const to = span.end - lineBounds(source, last)[0];
  const closing = cut(lineText(source, last), Math.max(0, to - 1), to, width);
  rows.push({ line: last, text: `| ${closing.text}`, isMarks: false });
  rows.push({ text: `|${'_'.repeat(closing.before + 1)}${mark}`, isMarks: true });
  return rows;
}

interface View {
  readonly text: string;
  /** Columns left of the span, and under it. */
  readonly before: number;
  readonly covered: number;
}

/** Prints the part of a line around `[start, end)` that fits into `width` columns, with `…` where text is left out. */
export function cut(line: string, start: number, end: number, width: number): View {
  const [first, last] = nearby(line, start, width);
  const cells = cellsOf(line.slice(first, last));
  const startAt = cells.filter(({ offset }) => first + offset < start).length;
  const endAt = Math.max(startAt, cells.filter(({ offset }) => first + offset < end).length);
  const isWhole = first === 0 && last === line.length && widthOf(cells) <= width;
  const [from, to] = isWhole ? [0, cells.length] : windowAround(cells, startAt, endAt, width);
  const lead = from > 0 || first > 0 ? '…' : '';
  const trail = to < cells.length || last < line.length ? '…' : '';
  const shown = cells.slice(from, to);
  return {
    text: (lead + shown.map(({ text }) => text).join('') + trail).trimEnd(),
    before: lead.length + widthOf(cells.slice(from, startAt)),
    covered: widthOf(cells.slice(startAt, Math.min(endAt, to))) + (endAt > to || end > last ? trail.length : 0),
  };
}

/** The part of a line that may be shown; a line of a million characters costs no more than this part. */
function nearby(line: string, start: number, width: number): [first: number, last: number] {
  const reach = 4 * width;
  if (line.length <= 2 * reach) return [0, line.length];
  const first = Math.max(0, start - reach);
  return [isInsidePair(line, first) ? first - 1 : first, Math.min(line.length, start + reach)];
}

/** Whether an offset is between the halves of a surrogate pair. */
function isInsidePair(text: string, offset: number): boolean {
  return offset > 0 && (text.codePointAt(offset - 1) ?? 0) > 0xffff;
}

/** Grows from the span to both sides, a third of the rest before it; a span that is too long is cut at its end. */
function windowAround(cells: readonly Cell[], start: number, end: number, width: number): [number, number] {
  const room = Math.max(1, width - 2);
  const spanWidth = Math.min(room, widthOf(cells.slice(start, end)));
  let from = start;
  let lead = Math.floor((room - spanWidth) / 3);
  while (from > 0 && (cells[from - 1]?.width ?? 0) <= lead) lead -= cells[--from]?.width ?? 0;
  let to = from;
  let rest = room;
  while (to < cells.length && (cells[to]?.width ?? 0) <= rest) rest -= cells[to++]?.width ?? 0;
  while (to === cells.length && from > 0 && (cells[from - 1]?.width ?? 0) <= rest) rest -= cells[--from]?.width ?? 0;
  return [from, to];
}
