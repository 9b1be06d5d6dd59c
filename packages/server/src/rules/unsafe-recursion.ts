import type { Evaluation, PredicateKey, Program, Rule } from '@manglecp/mangle';
import { ProtocolError } from '@manglecp/protocol';
import { readBy } from '../pack/read-by.js';
import { keepRules } from './slice-program.js';

/** A program that ends, and how to tell whether an evaluation of it is one of the whole program. */
export interface Defused {
  readonly program: Program;
  /** Throws `invalid_temporal_pattern` if rules that were left out would have had something to work on. */
  readonly check: (evaluation: Evaluation) => void;
}

/**
 * Leaves out the rules with which temporal predicates extend their own intervals without end (C-90). Without a first fact
 * such a recursion derives nothing, and nothing is missing; with one there is no answer. So questions that have nothing to
 * do with it are answered, and the others end before they begin.
 */
export function defuse(program: Program, unsafe: readonly PredicateKey[]): Defused {
  if (unsafe.length === 0) return { program, check: () => undefined };
  const circles = program.strata.filter(({ predicates }) => predicates.some((key) => unsafe.includes(key)));
  const members = new Map(circles.flatMap(({ predicates }) => predicates.map((key) => [key, new Set(predicates)])));
  const isCircular = (rule: Rule): boolean => {
    const circle = members.get(rule.predicate);
    return circle !== undefined && readBy(rule).some((key) => circle.has(key));
  };
  return {
    program: keepRules(program, (rule) => !isCircular(rule)),
    check: (evaluation) => {
      if ([...members.keys()].every((key) => evaluation.count(key) === 0)) return;
      throw new ProtocolError(
        'invalid_temporal_pattern',
        'the rules for this question would derive intervals without end',
      );
    },
  };
}
