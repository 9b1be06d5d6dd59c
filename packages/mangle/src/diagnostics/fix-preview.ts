import { lineStartsOf, positionAt, type Source } from '../text/source.js';
import { applyFixes } from './apply-fix.js';
import type { Edit, Fix } from './diagnostic.js';
import { lineBounds, linesOf } from './lines.js';

/** Neighboring lines that a fix changes, as they are and as they will be. */
export interface Hunk {
  readonly source: Source;
  /** Line of the first of `removed` and `added`, counted from 1. */
  readonly line: number;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** What a fix does, line by line, in source order. */
export function hunksOf(fix: Fix): Hunk[] {
  const sources = new Set(fix.edits.map(({ span }) => span.source));
  return Array.from(sources).flatMap((source) => hunksOfSource(source, fix));
}

function hunksOfSource(source: Source, fix: Fix): Hunk[] {
  const edits = fix.edits.filter(({ span }) => span.source === source);
  edits.sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
  return groupByLines(edits).map((group) => hunkOf(source, group));
}

interface Group {
  first: number;
  last: number;
  readonly edits: Edit[];
}

function groupByLines(edits: readonly Edit[]): Group[] {
  const groups: Group[] = [];
  for (const edit of edits) {
    const [first, last] = changedLines(edit);
    const open = groups.at(-1);
    if (open === undefined || first > open.last + 1) groups.push({ first, last, edits: [edit] });
    else {
      open.last = Math.max(open.last, last);
      open.edits.push(edit);
    }
  }
  return groups;
}

/** An edit that takes away a line end also changes the line it joins. */
function changedLines({ span, text }: Edit): readonly [number, number] {
  const [first, last] = linesOf(span);
  const eatsLineEnd = span.end > span.start && span.source.text[span.end - 1] === '\n' && !text.endsWith('\n');
  const startsLine = positionAt(span.source, span.start).column === 0;
  const joins = eatsLineEnd && !(startsLine && text === '') && last < lineStartsOf(span.source).length;
  return [first, joins ? last + 1 : last];
}

function hunkOf(source: Source, { first, last, edits }: Group): Hunk {
  const [start] = lineBounds(source, first);
  const [, end] = lineBounds(source, last);
  const changed = applyFixes(source, [{ title: '', edits }]);
  const before = splitLines(source.text.slice(start, end));
  const after = splitLines(changed.slice(start, changed.length - (source.text.length - end)));
  const head = commonHead(before, after);
  const tail = commonHead(before.slice(head).reverse(), after.slice(head).reverse());
  return {
    source,
    line: first + head,
    removed: before.slice(head, before.length - tail),
    added: after.slice(head, after.length - tail),
  };
}

function commonHead(a: readonly string[], b: readonly string[]): number {
  let count = 0;
  while (count < a.length && count < b.length && a[count] === b[count]) count++;
  return count;
}

function splitLines(block: string): string[] {
  if (block === '') return [];
  return block.replace(/\r?\n$/, '').split(/\r?\n/);
}
