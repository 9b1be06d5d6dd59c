import { type PredicateInfo, type PredicateKey, predicateKey, type Premise, type Rule } from '../program/program.js';
import type { Term } from '../syntax/ast.js';

/** The predicate that holds the inputs for which a deferred predicate was asked. Its name is not writable in source. */
export function demandKey(predicate: PredicateKey, inputs: number): PredicateKey {
  return predicateKey(`demand ${predicate}`, inputs);
}

const unusedInput = '_input';

/** Whether a variable of a rule made here stands for an input that the rule's body does not look at. */
export function isUnusedInput(variable: string): boolean {
  return variable.startsWith(unusedInput);
}

/** The positions of the arguments that a deferred or external predicate needs. */
export function inputColumns({ mode, arity }: PredicateInfo): number[] {
  return Array.from({ length: arity }, (_, at) => at).filter((at) => mode?.[at] === '+');
}

/**
 * Rewrites the rules of deferred predicates so that they run bottom-up, but only for what is asked: each rule starts
 * with a premise on the demand of its predicate, and each call of a predicate of the same group becomes a rule that
 * derives demand. Calls into other groups are asked by the machine, since their answers must be complete before
 * (think of negation).
 */
export function demandRules(
  rules: readonly Rule[],
  group: ReadonlySet<PredicateKey>,
  predicates: ReadonlyMap<PredicateKey, PredicateInfo>,
): Rule[] {
  return rules.flatMap((rule) => {
    const guarded = { ...rule, premises: [demandPremise(rule, predicates), ...rule.premises] };
    return [...callRules(guarded, group, predicates), guarded];
  });
}

function demandPremise(rule: Rule, predicates: ReadonlyMap<PredicateKey, PredicateInfo>): Premise {
  const inputs = columnsOf(rule.predicate, predicates);
  const args = inputs.map((column, at): Term => {
    const arg = rule.args[column];
    if (arg !== undefined && isInput(arg, rule)) return arg;
    // Nothing is known about this input before the body has run; the lookup of the answers compares it.
    return { kind: 'variable', name: `${unusedInput}${at}`, span: rule.clause.head.span };
  });
  const predicate = demandKey(rule.predicate, inputs.length);
  return { kind: 'atom', predicate, args, isNegated: false, span: rule.clause.head.span };
}

/** Variables and constants take the input; what an aggregation computes cannot. */
function isInput(arg: Term, { grouping }: Rule): boolean {
  if (arg.kind === 'constant') return true;
  return arg.kind === 'variable' && (grouping === undefined || grouping.keys.includes(arg.name));
}

function callRules(
  rule: Rule,
  group: ReadonlySet<PredicateKey>,
  predicates: ReadonlyMap<PredicateKey, PredicateInfo>,
): Rule[] {
  return rule.premises.flatMap((premise, at) => {
    if (premise.kind !== 'atom' || premise.isNegated || !group.has(premise.predicate)) return [];
    const inputs = columnsOf(premise.predicate, predicates);
    const { grouping: _, interval: __, ...rest } = rule;
    return [
      {
        ...rest,
        predicate: demandKey(premise.predicate, inputs.length),
        args: inputs.flatMap((column) => premise.args[column] ?? []),
        premises: rule.premises.slice(0, at),
      },
    ];
  });
}

function columnsOf(predicate: PredicateKey, predicates: ReadonlyMap<PredicateKey, PredicateInfo>): number[] {
  const info = predicates.get(predicate);
  return info === undefined ? [] : inputColumns(info);
}
