import type { PredicateKey, Premise, Program, Rule } from '../program/program.js';
import { visitTerm } from '../program/variables.js';
import { instantsOf, termsOf } from './constants.js';
import { deferredGroups } from './deferred-groups.js';

/**
 * The rules whose facts depend on more than facts: on the evaluation time, on a function that may give another value
 * next time, or on external predicates that may (`isSteady` tells which do not). Rules that ask a deferred predicate
 * with such rules count, too.
 */
export function volatileRules(program: Program, isSteady: (external: PredicateKey) => boolean): ReadonlySet<number> {
  const asked = new Set<PredicateKey>();
  for (const { key, isExternal } of program.predicates.values()) if (isExternal && !isSteady(key)) asked.add(key);
  const isVolatile = (rule: Rule): boolean =>
    isTimed(rule, program) || rule.premises.some((premise) => asks(premise, asked));
  // A group may ask another one, so this goes on until no more of them turn out to be volatile.
  const groups = deferredGroups(program);
  for (let before = -1; before < asked.size;) {
    before = asked.size;
    for (const { predicates, rules } of groups)
      if (rules.some(isVolatile)) for (const key of predicates) asked.add(key);
  }
  return new Set(program.rules.filter(isVolatile).map(({ index }) => index));
}

function asks(premise: Premise, asked: ReadonlySet<PredicateKey>): boolean {
  return premise.kind === 'atom' && asked.has(premise.predicate);
}

/** Whether `now`, or a function that is not constant, has a part in a rule. */
function isTimed(rule: Rule, { registry }: Program): boolean {
  if (instantsOf(rule).some((instant) => instant?.kind === 'now')) return true;
  return termsOf(rule).some((term) => {
    let isVarying = false;
    visitTerm(term, (part) => {
      if (part.kind === 'apply' && registry.functions.get(part.name)?.isConstant === false) isVarying = true;
    });
    return isVarying;
  });
}
