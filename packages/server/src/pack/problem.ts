import { type Diagnostic, positionAt, type Span } from '@manglecp/mangle';
import type { ConfigProblem } from '../config/read-config.js';

/** Something that keeps a pack from being served, or a warning. For its operator; nothing of it is sent to a client. */
export interface Problem {
  /** Relative to the pack, or as the operator named it. */
  readonly file: string;
  /** One line, as in diagnostics. */
  readonly message: string;
  readonly help?: string;
  /** What kind of problem it is; stable, for programs. */
  readonly code?: string;
  /** `error` if absent. */
  readonly severity?: 'error' | 'warning';
  /** Both count from 1. */
  readonly line?: number;
  readonly column?: number;
  /** The place in a rule file, if it is there. */
  readonly span?: Span;
  /** What the engine says, if it is the engine that complains. */
  readonly diagnostic?: Diagnostic;
  /** Whether it may go away by itself, as too many open files do. */
  readonly isTemporary?: boolean;
}

/** A problem with a file as a whole. */
export function fileProblem(code: string, file: string, message: string, help?: string): Problem {
  return { code, file, message, ...(help === undefined ? {} : { help }) };
}

/** Something doubtful, which does not keep a pack from being served. */
export function warning(problem: Problem): Problem {
  return { ...problem, severity: 'warning' };
}

/** A problem at a place of a rule file. */
export function placedProblem(code: string, span: Span, message: string, help?: string): Problem {
  return { ...fileProblem(code, span.source.name, message, help), ...placeOf(span), span };
}

export function diagnosticProblem(diagnostic: Diagnostic): Problem {
  const { code, span, message, help, severity } = diagnostic;
  const problem = placedProblem(code, span, message, help);
  return { ...problem, severity: severity === 'error' ? 'error' : 'warning', diagnostic };
}

export function configProblem({ source, path, message, help, severity, line, column }: ConfigProblem): Problem {
  const where = path === '' ? '' : `\`${path}\`: `;
  return { ...fileProblem('config', source, `${where}${message}`, help), severity, line, column };
}

function placeOf({ source, start }: Span): { readonly line: number; readonly column: number } {
  const { line, column } = positionAt(source, start);
  return { line, column: column + 1 };
}
