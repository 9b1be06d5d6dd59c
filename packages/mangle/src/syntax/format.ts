import { type Diagnostic, hasErrors } from '../diagnostics/diagnostic.js';
import { type Source, textOf } from '../text/source.js';
import type { Comment, PackageDecl, Unit, UseDecl, Item } from './ast.js';
import { clausePieces, declPieces, layOut, type Piece } from './format-items.js';
import { parse } from './parser.js';
import { createSourcePrinter, printHeader } from './print-source.js';

/** Formats a file, or says what is wrong with it: a text with syntax errors is never rewritten. */
export function formatSource(source: Source): { readonly text?: string; readonly diagnostics: readonly Diagnostic[] } {
  const { unit, diagnostics } = parse(source);
  return hasErrors(diagnostics) ? { diagnostics } : { text: formatUnit(unit), diagnostics };
}

/**
 * The text of a unit in the one layout: two blanks of indentation, one premise a line when there are more than two or
 * the clause is wide, at most one blank line between items. All comments stay, and literals keep their spelling.
 * Formatting the result again changes nothing. The unit must come from a text without syntax errors.
 */
export function formatUnit(unit: Unit): string {
  const blocks = attachComments(unit);
  let text = '';
  let previousEnd = -1;
  for (const { start, end, lines } of blocks) {
    if (previousEnd >= 0 && hasBlankLine(unit.source.text, previousEnd, start)) text += '\n';
    text += lines.map((line) => `${line}\n`).join('');
    previousEnd = end;
  }
  return text;
}

/** Something that stands on lines of its own, with its extent in the source. */
interface Block {
  readonly start: number;
  readonly end: number;
  readonly lines: readonly string[];
}

type Part = PackageDecl | UseDecl | Item;

/** Splits the comments between the items: inside, trailing, or lines of their own. */
function attachComments(unit: Unit): readonly Block[] {
  const { text } = unit.source;
  const parts: Part[] = [...(unit.packageDecl === undefined ? [] : [unit.packageDecl]), ...unit.uses, ...unit.items];
  const blocks: Block[] = [];
  let next = 0;
  const takeUntil = (offset: number): Comment[] => {
    const from = next;
    while ((unit.comments[next]?.span.start ?? Infinity) < offset) next++;
    return unit.comments.slice(from, next);
  };
  for (const part of parts) {
    for (const comment of takeUntil(part.span.start)) blocks.push(commentBlock(comment));
    const inner = takeUntil(part.span.end);
    const trailing = unit.comments[next];
    const isTrailing = trailing !== undefined && isSameLine(text, part.span.end, trailing.span.start);
    if (isTrailing) next++;
    const lines = formatPart(part, inner, isTrailing ? trailing : undefined);
    blocks.push({ start: part.span.start, end: isTrailing ? trailing.span.end : part.span.end, lines });
  }
  for (const comment of unit.comments.slice(next)) blocks.push(commentBlock(comment));
  return blocks;
}

function commentBlock({ text, span }: Comment): Block {
  return { start: span.start, end: span.end, lines: [text.trimEnd()] };
}

/** Whether only blanks, and no other item, stand between an item and a comment. */
function isSameLine(text: string, start: number, end: number): boolean {
  return /^[ \t\f\r]*$/.test(text.slice(start, end));
}

function formatPart(part: Part, inner: readonly Comment[], trailing: Comment | undefined): readonly string[] {
  const pieces = piecesOf(part);
  const lines = layOut(pieces, inner);
  const last = lines.at(-1) ?? '';
  return trailing === undefined ? lines : [...lines.slice(0, -1), `${last} ${trailing.text.trimEnd()}`];
}

/** Literals keep their spelling; only the line ends inside strings are unified, which does not change the value. */
const printer = createSourcePrinter({
  constant: ({ value, span }) => (value.kind === 'bytes' ? textOf(span) : textOf(span).replace(/\r\n?/g, '\n')),
  moment: ({ span }) => textOf(span),
});

function piecesOf(part: Part): readonly Piece[] {
  if (part.kind === 'clause') return clausePieces(part, printer);
  if (part.kind === 'decl') return declPieces(part, printer);
  return [{ start: part.span.start, end: part.span.end, indent: 0, text: printHeader(part, printer) }];
}

function hasBlankLine(text: string, start: number, end: number): boolean {
  return /\n[ \t\f\r]*\n/.test(text.slice(start, end));
}
