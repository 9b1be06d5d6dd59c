import type { Edit } from '../../diagnostics/diagnostic.js';
import type { Clause, Literal } from '../../syntax/ast.js';
import type { Source, Span } from '../../text/source.js';

/** Deletes a clause with its period, and its lines if nothing else stands on them. */
export function removeClause({ span }: Clause): Edit {
  const { source, start } = span;
  const { text } = source;
  const end = endWithPeriod(span);
  const before = /[ \t]*$/.exec(text.slice(0, start))?.[0].length ?? 0;
  const after = /^[ \t\r]*/.exec(text.slice(end))?.[0].length ?? 0;
  const beginsLine = start === before || text[start - before - 1] === '\n';
  const endsLine = end + after === text.length || text[end + after] === '\n';
  if (beginsLine && endsLine) return deletion(source, start - before, Math.min(text.length, end + after + 1));
  return beginsLine ? deletion(source, start, end + after) : deletion(source, start - before, end);
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
