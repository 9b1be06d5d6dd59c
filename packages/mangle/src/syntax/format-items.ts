import type { Clause, Comment, Decl, Transform } from './ast.js';
import { annotationText, declBlocks, endWithPeriod, type SourcePrinter } from './print-source.js';

/** A part of an item that stays on one line: a head, a premise, a step of a transform, a block of a declaration. */
export interface Piece {
  /** Extent in the source, to find the comments that belong to it. */
  readonly start: number;
  readonly end: number;
  readonly indent: number;
  /** With the punctuation that joins it to the next piece. */
  readonly text: string;
  /** The piece must have a line of its own, whatever the width. */
  readonly breaks?: boolean;
}

const maxWidth = 100;

/** The lines of an item: one line if everything fits there, one line for each piece otherwise. */
export function layOut(pieces: readonly Piece[], comments: readonly Comment[]): readonly string[] {
  const line = pieces.map(({ text }) => text).join(' ');
  const headEnd = pieces.length === 1 ? Infinity : (pieces[0]?.end ?? 0);
  // Comments inside the first piece leave the item, so they do not force it apart.
  const isFree = comments.every(({ span }) => span.start < headEnd) && !pieces.some(({ breaks }) => breaks === true);
  if (isFree && widthOf(line) <= maxWidth) return [...comments.map(({ text }) => text.trimEnd()), line];
  const lines: string[] = [];
  let next = 0;
  pieces.forEach((piece, at) => {
    const indent = ' '.repeat(piece.indent);
    const isLast = at === pieces.length - 1;
    const following = pieces[at + 1]?.start ?? Infinity;
    const mine = comments.slice(next).filter(({ span }) => span.start < following);
    next += mine.length;
    // One comment on the line where the piece ends stays there; all others go before the piece, or the one after it.
    const [trailing] = mine.filter(
      ({ span }) => !isLast && span.start >= piece.end && isNear(piece, span.start, comments),
    );
    const before = mine.filter(({ span }) => span.start < piece.end || isLast);
    const after = mine.filter((comment) => comment !== trailing && !before.includes(comment));
    lines.push(...before.map(({ text }) => indent + text.trimEnd()));
    lines.push(indent + piece.text + (trailing === undefined ? '' : ` ${trailing.text.trimEnd()}`));
    const nextIndent = ' '.repeat(pieces[at + 1]?.indent ?? piece.indent);
    lines.push(...after.map(({ text }) => nextIndent + text.trimEnd()));
  });
  return lines;
}

/** Whether no line end stands between a piece and a comment after it. */
function isNear(piece: Piece, start: number, [comment]: readonly Comment[]): boolean {
  const text = comment?.span.source.text ?? '';
  return !text.slice(piece.end, start).includes('\n');
}

/** Width of the widest line; a string may run over several. */
function widthOf(text: string): number {
  return Math.max(...text.split('\n').map((line) => line.length));
}

/** Head, premises and steps of the transforms. More than two premises stand on lines of their own. */
export function clausePieces(clause: Clause, printer: SourcePrinter): readonly Piece[] {
  const { head, annotation, arrow, premises, transforms, span } = clause;
  const headText = printer.atom(head) + annotationText(annotation);
  const headEnd = annotation?.span.end ?? head.span.end;
  if (arrow === undefined) return [{ start: span.start, end: headEnd, indent: 0, text: endWithPeriod(headText) }];
  const breaks = premises.length > 2;
  const body: Piece[] = premises.map((premise, at) => ({
    start: premise.span.start,
    end: premise.span.end,
    indent: 2,
    text: printer.literal(premise) + (at < premises.length - 1 ? ',' : ''),
    breaks,
  }));
  const steps = transforms.flatMap((transform) => transformPieces(transform, printer));
  const pieces = [{ start: span.start, end: headEnd, indent: 0, text: `${headText} ${arrow}` }, ...body, ...steps];
  return withPeriod(pieces);
}

function transformPieces({ operation, lets, span }: Transform, { term }: SourcePrinter): readonly Piece[] {
  const steps = [
    ...(operation === undefined ? [] : [{ span: operation.span, text: `do ${term(operation)}` }]),
    ...lets.map((each) => ({ span: each.span, text: `let ${each.variable.name} = ${term(each.expression)}` })),
  ];
  return steps.map((step, at) => ({
    start: at === 0 ? span.start : step.span.start,
    end: step.span.end,
    indent: at === 0 ? 2 : 5,
    text: `${at === 0 ? '|> ' : ''}${step.text}${at < steps.length - 1 ? ',' : ''}`,
  }));
}

/** The declared atom and its blocks; more than one block stand on lines of their own. */
export function declPieces(decl: Decl, printer: SourcePrinter): readonly Piece[] {
  const { atom, isTemporal, span } = decl;
  const texts = declBlocks(decl, printer).slice(isTemporal ? 1 : 0);
  const ends = [
    decl.descr?.at(-1)?.span.end,
    ...decl.bounds.map((row) => row.span.end),
    decl.inclusion?.at(-1)?.span.end,
  ];
  const starts = [
    decl.descr?.[0]?.span.start,
    ...decl.bounds.map((row) => row.span.start),
    decl.inclusion?.[0]?.span.start,
  ];
  const places = ends.flatMap((end, at) => (isPresent(decl, at) ? [{ end, start: starts[at] }] : []));
  const head: Piece = {
    start: span.start,
    end: atom.span.end,
    indent: 0,
    text: `Decl ${printer.atom(atom)}${isTemporal ? ' temporal' : ''}`,
  };
  const blocks = texts.map((text, at): Piece => {
    const start = places[at]?.start ?? atom.span.end;
    return { start, end: places[at]?.end ?? start, indent: 2, text, breaks: texts.length > 1 };
  });
  return withPeriod([head, ...blocks]);
}

/** Whether the block at this place of the fixed order was written: `descr`, each `bound`, `inclusion`. */
function isPresent({ descr, bounds, inclusion }: Decl, at: number): boolean {
  if (at === 0) return descr !== undefined;
  return at <= bounds.length || inclusion !== undefined;
}

function withPeriod(pieces: readonly Piece[]): readonly Piece[] {
  return pieces.map((piece, at) => (at === pieces.length - 1 ? { ...piece, text: endWithPeriod(piece.text) } : piece));
}
