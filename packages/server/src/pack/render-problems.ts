import { type Diagnostic, renderDiagnostic, type RenderOptions, type Span } from '@manglecp/mangle';
import type { Problem } from './problem.js';

/** Problems as text for people: what, where with the lines it is about, and what to do. Empty for an empty list. */
export function renderProblems(problems: readonly Problem[], options: RenderOptions = {}): string {
  return problems.map((problem) => `${renderProblem(problem, options)}\n`).join('\n');
}

function renderProblem(problem: Problem, options: RenderOptions): string {
  const { diagnostic, span } = problem;
  if (diagnostic !== undefined) return renderDiagnostic(diagnostic, options);
  return span === undefined ? plainText(problem) : renderDiagnostic(asDiagnostic(problem, span), options);
}

function plainText({ code, severity = 'error', file, line, column, message, help }: Problem): string {
  const kind = code === undefined ? severity : `${severity}[${code}]`;
  const place = line === undefined ? file : `${file}:${line}:${column ?? 1}`;
  return [`${kind}: ${message}`, ` --> ${place}`, ...(help === undefined ? [] : [`help: ${help}`])].join('\n');
}

/** The form in which the engine shows places. The code is only printed, so it need not be one of the engine's. */
function asDiagnostic({ code = 'pack', severity = 'error', message, help }: Problem, span: Span): Diagnostic {
  const own: string = code;
  return {
    code: own as Diagnostic['code'],
    severity,
    stage: 'analysis',
    message,
    span,
    related: [],
    ...(help === undefined ? {} : { help }),
  };
}
