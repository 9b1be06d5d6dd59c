import type { Edit } from '../../diagnostics/diagnostic.js';
import type { Clause, Literal } from '../../syntax/ast.js';
import type { Span } from '../../text/source.js';

/** Deletes a clause with its period, and its lines if nothing else stands on them. */
export function removeClause({ span }: Clause): Edit {
  const { source } = span;
  const { text } = source;
  const end = endWithPeriod(span);
  const lineStart = text.lastIndexOf('\n', span.start - 1) + 1;
  const isAloneBefore = text.slice(lineStart, span.start).trim() === '';
  const rest = /^[ \t\r]*(\n|$)/.exec(text.slice(end));
  if (!isAloneBefore || rest === null) return { span: { source, start: span.start, end }, text: '' };
  return { span: { source, start: lineStart, end: end + rest[0].length }, text: '' };
}

/** Deletes one of several premises together with a comma beside it; `undefined` if it is the only one. */
export function removePremise({ premises }: Clause, literal: Literal): Edit | undefined {
  const index = premises.indexOf(literal);
  const { source, start, end } = literal.span;
  const next = premises[index + 1];
  if (next !== undefined) return { span: { source, start, end: next.span.start }, text: '' };
  const previous = premises[index - 1];
  return previous === undefined ? undefined : { span: { source, start: previous.span.end, end }, text: '' };
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
