import { compile, type Diagnostic, type Evaluation, EvaluationError, evaluateSync, factText } from '@manglecp/mangle';
import { compareText } from '../../packages/mangle/src/text/order.js';
import { renderDiagnostic } from '../../packages/mangle/src/diagnostics/render.js';
import { splitFiles } from '../../packages/mangle/test/support/diagnostic-cases.js';
import type { Example } from './markdown.js';

/** Every example is evaluated at this time. */
const now = new Date('2024-06-01T00:00:00Z');

/** Small, so that a recursion without end is over soon. */
const maxFacts = 10_000;

/** What a program does: what there is to say about it, and its model if it has one. */
export interface Outcome {
  readonly diagnostics: readonly Diagnostic[];
  readonly evaluation?: Evaluation;
}

/** Compiles and evaluates an example. Never throws because of what the program says. */
export function runExample({ program: text }: Example): Outcome {
  const { program, diagnostics } = compile(splitFiles('program.mg', text));
  if (program === undefined) return { diagnostics };
  try {
    return { diagnostics, evaluation: evaluateSync(program, { now, limits: { maxFacts } }) };
  } catch (error) {
    if (error instanceof EvaluationError) return { diagnostics: [...diagnostics, error.diagnostic] };
    throw error;
  }
}

/** The errors and warnings; hints only if the example speaks of hints. */
export function diagnosticsText({ diagnostics }: Example, { diagnostics: found }: Outcome): string {
  const expected = diagnostics?.text ?? '';
  const isComplete = /^ -->/m.test(expected);
  const hasHints = /^hint\[/m.test(expected);
  const told = found.filter(({ severity }) => hasHints || severity !== 'hint');
  if (isComplete) return told.map((each) => renderDiagnostic(each)).join('\n\n');
  return told.map(({ severity, code, message }) => `${severity}[${code}]: ${message}`).join('\n');
}

/** A line that says of a predicate that it has no facts. */
const emptyLine = /^# no (\S+) facts$/;

/**
 * The facts of the predicates that the example mentions: predicates in the order of mention, facts of one predicate in
 * the order of their text, as `mangle run` prints them.
 */
export function factsText({ facts }: Example, { evaluation }: Outcome): string {
  const names = (facts?.text ?? '')
    .split('\n')
    .flatMap((line) => emptyLine.exec(line)?.[1] ?? line.split('(')[0] ?? []);
  const lines = [...new Set(names)].flatMap((name) => {
    const texts = evaluation?.facts(name).map(factText).toSorted(compareText) ?? [];
    return texts.length === 0 ? [`# no ${name} facts`] : texts;
  });
  return lines.join('\n');
}
