import type { ast, Evaluation, PredicateKey, Program, Rule } from '@manglecp/mangle';
import { coverage } from '@manglecp/mangle';

/** The rules of a program by what they read and what they were written as. */
export interface ProgramRules {
  /** The rules with a premise of the predicate, negated or not. */
  readonly readersOf: (key: PredicateKey) => readonly Rule[];
  /** The rule of this program that a clause became; undefined if it was left out. */
  readonly ruleOf: (clause: ast.Clause) => Rule | undefined;
}

const known = new WeakMap<Program, ProgramRules>();

/** Made once for each program. */
export function programRules(program: Program): ProgramRules {
  let rules = known.get(program);
  if (rules === undefined) {
    rules = collect(program);
    known.set(program, rules);
  }
  return rules;
}

function collect({ rules }: Program): ProgramRules {
  const readers = new Map<PredicateKey, Set<Rule>>();
  for (const rule of rules) {
    for (const premise of rule.premises) {
      if (!('predicate' in premise)) continue;
      const some = readers.get(premise.predicate) ?? new Set();
      readers.set(premise.predicate, some.add(rule));
    }
  }
  const byClause = new Map(rules.map((rule) => [rule.clause, rule]));
  return { readersOf: (key) => [...(readers.get(key) ?? [])], ruleOf: (clause) => byClause.get(clause) };
}

/** The predicates whose facts a rule needs: those of its premises that are not negated, each once. */
export function neededBy({ premises }: Rule): readonly PredicateKey[] {
  const keys = premises.flatMap((premise) => {
    const isNegated = premise.kind === 'atom' && premise.isNegated;
    return 'predicate' in premise && !isNegated ? [premise.predicate] : [];
  });
  return [...new Set(keys)];
}

/** Steps of the search for a solution of one rule, some tens of nanoseconds each. */
const maxSteps = 50_000;

/** Whether the body of a rule holds for anything. Undefined if that was not found out within the limit. */
export function hasSolution(evaluation: Evaluation, rule: Rule): boolean | undefined {
  if (neededBy(rule).some((key) => evaluation.count(key) === 0)) return false;
  const [found] = coverage(evaluation, { rules: [rule], maxSolutions: 1, maxSteps });
  if (found === undefined || found.status === 'deferred') return undefined;
  if (found.status === 'fired') return true;
  return found.isExhaustive ? false : undefined;
}
