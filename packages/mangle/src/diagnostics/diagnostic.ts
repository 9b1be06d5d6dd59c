import type { Source, Span } from '../text/source.js';
import { type DiagnosticCode, type DiagnosticSpec, diagnosticSpecs, type Severity, type Stage } from './codes.js';

/** Something to say about a program: what is wrong, where, and what to do. A value, never thrown by checkers. */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  readonly stage: Stage;
  /** One line, lower case start, no final period, user's text in backticks. */
  readonly message: string;
  readonly span: Span;
  /** What to do about it; one or more full sentences. */
  readonly help?: string;
  /** Other places that take part, each with a short note. */
  readonly related: readonly RelatedPlace[];
  /** A change that can be applied by machine; applying it removes this diagnostic. */
  readonly fix?: Fix;
}

export interface RelatedPlace {
  readonly span: Span;
  readonly message: string;
}

export interface Fix {
  readonly title: string;
  /** Not overlapping. */
  readonly edits: readonly Edit[];
  /** It changes what a legal program derives, or is one of several possible repairs: not to be applied unseen. */
  readonly needsJudgment?: true;
}

export interface Edit {
  readonly span: Span;
  readonly text: string;
}

export interface DiagnosticDetails {
  readonly help?: string | undefined;
  readonly related?: readonly RelatedPlace[];
  readonly fix?: Fix | undefined;
}

/** Makes a diagnostic; severity, stage and whether its fix needs judgment come from the table of codes. */
export function diagnostic(
  code: DiagnosticCode,
  span: Span,
  message: string,
  { help, related = [], fix }: DiagnosticDetails = {},
): Diagnostic {
  const { severity, stage, fix: care }: DiagnosticSpec = diagnosticSpecs[code];
  return {
    code,
    severity,
    stage,
    message: clipped(message),
    span,
    related,
    ...(help === undefined ? {} : { help: clipped(help) }),
    ...(fix === undefined ? {} : { fix: fixOf(fix, care) }),
  };
}

function fixOf(fix: Fix, care: DiagnosticSpec['fix']): Fix {
  return { ...fix, title: clipped(fix.title), ...(care === 'judgment' ? { needsJudgment: true } : {}) };
}

/** Longer texts are not read; they quote what a program that no person wrote has of something. */
const maxTextLength = 2000;

function clipped(text: string): string {
  return text.length <= maxTextLength ? text : `${text.slice(0, maxTextLength - 1)}…`;
}

export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((each) => each.severity === 'error');
}

/**
 * By file (in the order of `sources`, or as first seen), place and code, so that the output never depends on the
 * order of checks.
 */
export function sortDiagnostics(
  diagnostics: readonly Diagnostic[],
  sources: readonly Source[] = diagnostics.map(({ span }) => span.source),
): Diagnostic[] {
  const order = new Map<Source, number>();
  for (const source of sources) if (!order.has(source)) order.set(source, order.size);
  const rank = (each: Diagnostic): number => order.get(each.span.source) ?? order.size;
  return [...diagnostics].sort(
    (a, b) =>
      rank(a) - rank(b) ||
      a.span.start - b.span.start ||
      a.span.end - b.span.end ||
      (a.code < b.code ? -1 : a.code > b.code ? 1 : 0),
  );
}
