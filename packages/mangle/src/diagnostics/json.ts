import { positionAt, type Source, type Span } from '../text/source.js';
import type { DiagnosticCode, Severity, Stage } from './codes.js';
import type { Diagnostic, Edit, Fix } from './diagnostic.js';

/** Line and column count from 1, the column in code points; `offset` counts UTF-16 units from 0. */
export interface JsonPosition {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
}

/** Half-open. */
export interface JsonRange {
  readonly start: JsonPosition;
  readonly end: JsonPosition;
}

export interface JsonPlace {
  readonly file: string;
  readonly range: JsonRange;
  readonly message: string;
}

export interface JsonEdit {
  readonly file: string;
  readonly range: JsonRange;
  readonly text: string;
}

export interface JsonFix {
  readonly title: string;
  /** Whether a person should look at it before it is applied. */
  readonly needsJudgment: boolean;
  readonly edits: readonly JsonEdit[];
}

/** A diagnostic for machines. Every member is always there; what a diagnostic lacks is `null`. */
export interface JsonDiagnostic {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  readonly stage: Stage;
  readonly message: string;
  readonly file: string;
  readonly range: JsonRange;
  readonly help: string | null;
  readonly related: readonly JsonPlace[];
  readonly fix: JsonFix | null;
}

/** Plain data in a stable shape, ready for `JSON.stringify`. */
export function diagnosticToJson(diagnostic: Diagnostic): JsonDiagnostic {
  const { code, severity, stage, message, span, help, related, fix } = diagnostic;
  return {
    code,
    severity,
    stage,
    message,
    file: span.source.name,
    range: rangeOf(span),
    help: help ?? null,
    related: related.map((each) => ({ file: each.span.source.name, range: rangeOf(each.span), message: each.message })),
    fix: fix === undefined ? null : fixToJson(fix),
  };
}

function fixToJson({ title, edits, needsJudgment }: Fix): JsonFix {
  return { title, needsJudgment: needsJudgment === true, edits: edits.map(editToJson) };
}

function editToJson({ span, text }: Edit): JsonEdit {
  return { file: span.source.name, range: rangeOf(span), text };
}

function rangeOf({ source, start, end }: Span): JsonRange {
  return { start: jsonPosition(source, start), end: jsonPosition(source, end) };
}

function jsonPosition(source: Source, offset: number): JsonPosition {
  const { line, column } = positionAt(source, offset);
  return { line, column: column + 1, offset };
}
