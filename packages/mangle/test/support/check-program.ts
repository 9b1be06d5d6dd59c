import { analyze } from '../../src/analysis/analyze.js';
import { lint } from '../../src/analysis/lints/lints.js';
import { type Diagnostic, hasErrors, sortDiagnostics } from '../../src/diagnostics/diagnostic.js';
import { parse } from '../../src/syntax/parser.js';
import type { Source } from '../../src/text/source.js';

/** Everything there is to say about a program before it is evaluated, matters of taste included. */
export function checkProgram(sources: readonly Source[]): Diagnostic[] {
  const parsed = sources.map((source) => parse(source));
  const syntax = parsed.flatMap(({ diagnostics }) => diagnostics);
  if (hasErrors(syntax)) return sortDiagnostics(syntax);
  const { program, diagnostics } = analyze(
    parsed.map(({ unit }) => unit),
    { lints: false },
  );
  const lints = program === undefined ? [] : lint(program, { pedantic: true });
  return sortDiagnostics([...syntax, ...diagnostics, ...lints]);
}
