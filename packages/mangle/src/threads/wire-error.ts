import { CompileError } from '../api/compile.js';
import { type Diagnostic, diagnostic, type Fix } from '../diagnostics/diagnostic.js';
import { EvaluationError, type Producer } from '../engine/evaluation-error.js';
import { createSource, type Source, type Span } from '../text/source.js';

/** An error between threads. */
export type WireError =
  | { readonly kind: 'evaluation'; readonly reason: WireDiagnostic; readonly producers: readonly Producer[] }
  | { readonly kind: 'compile'; readonly diagnostics: readonly WireDiagnostic[] }
  | { readonly kind: 'other'; readonly name: string; readonly message: string; readonly stack: string };

/** A place by the number of its source; the text of a goal, which is none of the program's, comes along. */
interface WireSpan {
  readonly source: number | { readonly name: string; readonly text: string };
  readonly start: number;
  readonly end: number;
}

interface WireDiagnostic extends Pick<Diagnostic, 'code' | 'message' | 'help'> {
  readonly span: WireSpan;
  readonly related: readonly { readonly span: WireSpan; readonly message: string }[];
  readonly fix?: {
    readonly title: string;
    readonly edits: readonly { readonly span: WireSpan; readonly text: string }[];
  };
}

/** An error that arose with these sources. */
export function wireError(error: unknown, sources: readonly Source[]): WireError {
  if (error instanceof EvaluationError) {
    return { kind: 'evaluation', reason: wireDiagnostic(error.diagnostic, sources), producers: error.producers };
  }
  if (error instanceof CompileError) {
    return { kind: 'compile', diagnostics: error.diagnostics.map((each) => wireDiagnostic(each, sources)) };
  }
  if (!(error instanceof Error)) return { kind: 'other', name: 'Error', message: String(error), stack: '' };
  return { kind: 'other', name: error.name, message: error.message, stack: error.stack ?? '' };
}

/** The same error in the thread of the caller, who has the same sources. */
export function readError(error: WireError, sources: readonly Source[]): Error {
  if (error.kind === 'evaluation') return new EvaluationError(readDiagnostic(error.reason, sources), error.producers);
  if (error.kind === 'compile') return new CompileError(error.diagnostics.map((each) => readDiagnostic(each, sources)));
  const { name, message, stack } = error;
  const Kind = name === 'TypeError' ? TypeError : name === 'RangeError' ? RangeError : Error;
  return new Kind(message, { cause: stack });
}

function wireDiagnostic(
  { code, message, span, help, related, fix }: Diagnostic,
  sources: readonly Source[],
): WireDiagnostic {
  const place = (each: Span): WireSpan => wireSpan(each, sources);
  return {
    code,
    message,
    span: place(span),
    related: related.map((each) => ({ message: each.message, span: place(each.span) })),
    ...(help === undefined ? {} : { help }),
    ...(fix === undefined
      ? {}
      : { fix: { title: fix.title, edits: fix.edits.map((edit) => ({ ...edit, span: place(edit.span) })) } }),
  };
}

function readDiagnostic(
  { code, message, span, help, related, fix }: WireDiagnostic,
  sources: readonly Source[],
): Diagnostic {
  const place = (each: WireSpan): Span => readSpan(each, sources);
  const read: Fix | undefined =
    fix === undefined
      ? undefined
      : { title: fix.title, edits: fix.edits.map((edit) => ({ ...edit, span: place(edit.span) })) };
  const details = { help, related: related.map((each) => ({ ...each, span: place(each.span) })), fix: read };
  return diagnostic(code, place(span), message, details);
}

function wireSpan({ source, start, end }: Span, sources: readonly Source[]): WireSpan {
  const at = sources.indexOf(source);
  return { source: at === -1 ? { name: source.name, text: source.text } : at, start, end };
}

function readSpan({ source, start, end }: WireSpan, sources: readonly Source[]): Span {
  const found = typeof source === 'number' ? sources[source] : createSource(source.name, source.text);
  return { source: found ?? createSource('', ''), start, end };
}
