import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { PredicateKey, Program } from '../program/program.js';
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
export type Problem = () => Diagnostic;

export function isProblem<T extends object>(result: T | Problem): result is Problem {
  return typeof result === 'function';
}
