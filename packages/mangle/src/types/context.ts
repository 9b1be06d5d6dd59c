import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { PredicateKey, Program } from '../program/program.js';
import type { State } from './state.js';
import type { Row } from './type.js';
import type { Vocabulary } from './vocabulary.js';

/** What the typing of a rule may look at. */
export interface TypeContext {
  readonly program: Program;
  readonly vocabulary: Vocabulary;
  /**
   * The alternatives of a predicate: those declared, or those found so far. None for a predicate of which nothing is
   * known yet to produce facts.
   */
  readonly rowsOf: (predicate: PredicateKey) => readonly Row[];
}

/**
 * Why something cannot be typed. Most are never shown, because another alternative can be; so the text is made only on
 * demand.
 */
export interface Problem {
  readonly kind: 'problem';
  readonly explain: () => Diagnostic;
  /** Present if the program is accepted nevertheless. */
  readonly tolerated?: Tolerance;
  /** The state to go on with if the condition is possible in another state. */
  readonly otherwise?: State;
}

/**
 * How to go on after a condition that is no error: one that always holds, or one over a name and a value of another
 * kind. The latter never matches, but the reference accepts it, and programs that contain such a slip run.
 */
export interface Tolerance {
  /** The states after the condition; variables that would have to be two things are `/bot` if it never holds. */
  readonly states: readonly State[];
  /** Whether to say nothing, because a lint says it better. */
  readonly isSilent: boolean;
}

export function problem(
  explain: () => Diagnostic,
  { tolerated, otherwise }: { readonly tolerated?: Tolerance | undefined; readonly otherwise?: State | undefined } = {},
): Problem {
  return {
    kind: 'problem',
    explain,
    ...(tolerated === undefined ? {} : { tolerated }),
    ...(otherwise === undefined ? {} : { otherwise }),
  };
}

export function isProblem<T extends object>(result: T | Problem): result is Problem {
  return 'kind' in result && result.kind === 'problem';
}
