import type { Span } from '../text/source.js';
import type { Clause, Comment, Decl, Transform } from './ast.js';
import { blockText, type DeclBlock, declBlocks, declHead, endWithPeriod, type SourcePrinter } from './print-source.js';

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
    const [trailing] = mine.filter(({ span }) => !isLast && span.start >= piece.end && isNear(piece, span));
    const before = mine.filter(({ span }) => span.start < piece.end || isLast);
    const after = mine.filter((comment) => comment !== trailing && !before.includes(comment));
    for (const { text } of before) lines.push(indent + text.trimEnd());
    lines.push(indent + piece.text + (trailing === undefined ? '' : ` ${trailing.text.trimEnd()}`));
    const nextIndent = ' '.repeat(pieces[at + 1]?.indent ?? piece.indent);
    for (const { text } of after) lines.push(nextIndent + text.trimEnd());
  });
  return lines;
}

/** Whether no line end stands between a piece and a comment after it. */
function isNear(piece: Piece, { source, start }: Span): boolean {
  return !source.text.slice(piece.end, start).includes('\n');
}

/** Width of the widest line; a string may run over several. */
function widthOf(text: string): number {
  return Math.max(...text.split('\n').map((line) => line.length));
}

/** Head, premises and steps of the transforms. More than two premises stand on lines of their own. */
export function clausePieces(clause: Clause, printer: SourcePrinter): readonly Piece[] {
  const { head, annotation, arrow, premises, transforms, span } = clause;
  const headText = printer.atom(head) + printer.annotation(annotation);
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
  const { atom, span } = decl;
  const head: Piece = { start: span.start, end: atom.span.end, indent: 0, text: declHead(decl, printer) };
  const blocks = declBlocks(decl, printer);
  let { end } = head;
  const pieces = blocks.flatMap((block) => {
    const place = { ...span, start: end };
    end = block.elements.at(-1)?.span.end ?? end;
    return blockPieces(block, place, blocks.length > 1);
  });
  return withPeriod([head, ...pieces]);
}

/** A block in one piece; if that is too wide, each of its elements is a piece. `place` is what follows the one before. */
function blockPieces(block: DeclBlock, place: Span, breaks: boolean): readonly Piece[] {
  const { word, elements } = block;
  const start = elements[0]?.span.start ?? place.start;
  const end = elements.at(-1)?.span.end ?? start;
  const text = blockText(block);
  const indent = 2;
  if (indent + widthOf(text) < maxWidth) return [{ start, end, indent, text, breaks }];
  const open = withoutComments(place.source.text.slice(place.start, start)).lastIndexOf('[') + place.start + 1;
  const close = withoutComments(place.source.text.slice(end, place.end)).indexOf(']') + end;
  const inner = elements.map((element, at) => ({
    start: element.span.start,
    end: element.span.end,
    indent: 2 * indent,
    text: element.text + (at < elements.length - 1 ? ',' : ''),
  }));
  return [
    { start: open, end: open, indent, text: `${word} [`, breaks: true },
    ...inner,
    { start: close, end: close + 1, indent, text: ']' },
  ];
}

/** The same text with blanks for its comments. No string stands in front of the brackets that are looked for. */
function withoutComments(text: string): string {
  return text.replace(/#[^\n]*/g, (comment) => ' '.repeat(comment.length));
}

function withPeriod(pieces: readonly Piece[]): readonly Piece[] {
  return pieces.map((piece, at) => (at === pieces.length - 1 ? { ...piece, text: endWithPeriod(piece.text) } : piece));
}
