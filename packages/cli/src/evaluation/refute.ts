import {
  CompileError,
  type Diagnostic,
  type Evaluation,
  EvaluationError,
  parseGoal,
  type WhyNot,
  whyNot,
  type WhyNotOptions,
} from '@manglecp/mangle';

/** Why nothing matches an atom, or what is wrong with the atom. */
export type Refuted =
  | { readonly kind: 'refuted'; readonly whyNot: WhyNot }
  | { readonly kind: 'unreadable'; readonly diagnostics: readonly Diagnostic[] };

/** Asks why nothing matches an atom in the notation of the language; a final period does no harm. */
export function refute(evaluation: Evaluation, text: string, options: WhyNotOptions = {}): Refuted {
  try {
    const goal = parseGoal(text.trim().replace(/\.$/, ''));
    return { kind: 'refuted', whyNot: whyNot(evaluation, goal, options) };
  } catch (error) {
    if (error instanceof CompileError) return { kind: 'unreadable', diagnostics: error.diagnostics };
    if (error instanceof EvaluationError) return { kind: 'unreadable', diagnostics: [error.diagnostic] };
    throw error;
  }
}
