import type { Edit } from '../../diagnostics/diagnostic.js';
import type { Clause, Literal } from '../../syntax/ast.js';
import type { Source, Span } from '../../text/source.js';

/** Deletes a clause with its period, and its lines if nothing else stands on them. */
export function removeClause({ span }: Clause): Edit {
  const { source, start } = span;
  const { text } = source;
  const end = endWithPeriod(span);
  let from = start;
  while (isBlank(text[from - 1])) from -= 1;
  let to = end;
  while (isBlank(text[to]) || text[to] === '\r') to += 1;
  const beginsLine = from === 0 || text[from - 1] === '\n';
  const endsLine = to === text.length || text[to] === '\n';
  if (beginsLine && endsLine) return deletion(source, from, Math.min(text.length, to + 1));
  return beginsLine ? deletion(source, start, to) : deletion(source, from, end);
}

function isBlank(char: string | undefined): boolean {
  return char === ' ' || char === '\t';
}

/** Deletes one of several premises together with a comma beside it; `undefined` if that would take away more. */
export function removePremise({ premises }: Clause, literal: Literal): Edit | undefined {
  const index = premises.indexOf(literal);
  const { source, start, end } = literal.span;
  const next = premises[index + 1];
  const previous = premises[index - 1];
  if (next === undefined && previous === undefined) return undefined;
  const [from, to] = next === undefined ? [previous?.span.end ?? start, end] : [start, next.span.start];
  const hasComment = source.text.slice(from, start).includes('#') || source.text.slice(end, to).includes('#');
  return hasComment ? undefined : deletion(source, from, to);
}

/** Writes a term; a name that would swallow the period after it gets a space. */
export function replaceTerm(span: Span, text: string): Edit {
  const needsSpace = text.startsWith('/') && span.source.text[span.end] === '.';
  return { span, text: needsSpace ? `${text} ` : text };
}

function endWithPeriod({ source, end }: Span): number {
  if (source.text[end - 1] === '.') return end;
  const period = /^\s*\./.exec(source.text.slice(end));
  return period === null ? end : end + period[0].length;
}

function deletion(source: Source, start: number, end: number): Edit {
  return { span: { source, start, end }, text: '' };
}
