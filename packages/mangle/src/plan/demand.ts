import { type PredicateInfo, type PredicateKey, predicateKey, type Premise, type Rule } from '../program/program.js';
import type { Term, Variable } from '../syntax/ast.js';
import { isAnonymous } from '../program/variables.js';
import { needsOf } from './needs.js';

type Predicates = ReadonlyMap<PredicateKey, PredicateInfo>;

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

/** Rules that evaluate a group of deferred predicates bottom-up, and the auxiliary predicates they need. */
export interface DemandProgram {
  readonly rules: readonly Rule[];
  readonly auxiliary: readonly (Pick<PredicateInfo, 'key' | 'arity' | 'isTemporal'> & {
    /** The predicate that it helps to derive. */
    readonly helps: PredicateKey;
  })[];
}

/**
 * Rewrites the rules of deferred predicates so that they run bottom-up, but only for what is asked: each rule starts
 * with a premise on the demand of its predicate. At a call of a predicate of the same group the rule is cut in two.
 * The part before the call fills an auxiliary predicate with the values its variables have there; from it come the
 * demand for the called predicate and, joined with the answers, the part after the call. Without the cut, every
 * answer would be matched against every demand, since `M = fn:minus(N, 1)` does not lead from `M` back to `N`.
 * Calls into other groups are asked by the machine: their answers must be complete first (think of negation).
 */
export function demandRules(
  rules: readonly Rule[],
  group: ReadonlySet<PredicateKey>,
  predicates: Predicates,
): DemandProgram {
  const made: Rule[] = [];
  const auxiliary: { key: PredicateKey; arity: number; isTemporal: boolean; helps: PredicateKey }[] = [];
  for (const rule of rules) {
    let body: Premise[] = [demandPremise(rule, predicates)];
    rule.premises.forEach((premise, at) => {
      if (premise.kind === 'atom' && !premise.isNegated && group.has(premise.predicate)) {
        const args = valuesIn(body, rule);
        const key = predicateKey(`call ${rule.index} ${at}`, args.length);
        auxiliary.push({ key, arity: args.length, isTemporal: false, helps: rule.predicate });
        made.push(plainRule(rule, key, args, body));
        body = [{ kind: 'atom', predicate: key, args, isNegated: false, span: rule.clause.head.span }];
        made.push(demandRule(rule, premise, body, predicates));
      }
      body.push(premise);
    });
    made.push({ ...rule, premises: body });
  }
  return { rules: made, auxiliary };
}

function demandRule(
  rule: Rule,
  { predicate, args }: { readonly predicate: PredicateKey; readonly args: readonly Term[] },
  body: readonly Premise[],
  predicates: Predicates,
): Rule {
  const inputs = columnsOf(predicate, predicates);
  const key = demandKey(predicate, inputs.length);
  return plainRule(
    rule,
    key,
    inputs.flatMap((column) => args[column] ?? []),
    body,
  );
}

/** A rule without time and grouping, made from a part of another. */
function plainRule(
  { index, clause }: Rule,
  predicate: PredicateKey,
  args: readonly Term[],
  premises: readonly Premise[],
): Rule {
  return { index, clause, predicate, args, premises: [...premises] };
}

function demandPremise(rule: Rule, predicates: Predicates): Premise {
  const { span } = rule.clause.head;
  const inputs = columnsOf(rule.predicate, predicates);
  const args = inputs.map((column, at): Term => {
    const arg = rule.args[column];
    if (arg !== undefined && isInput(arg, rule)) return arg;
    // Nothing is known about this input before the body has run; the lookup of the answers compares it.
    return { kind: 'variable', name: `${unusedInput}${at}`, span };
  });
  return { kind: 'atom', predicate: demandKey(rule.predicate, inputs.length), args, isNegated: false, span };
}

/** Variables and constants take the input; what an aggregation computes cannot. */
function isInput(arg: Term, { grouping }: Rule): boolean {
  if (arg.kind === 'constant') return true;
  return arg.kind === 'variable' && (grouping === undefined || grouping.keys.includes(arg.name));
}

/** The named variables that have a value after these premises, in order of first appearance. */
function valuesIn(body: readonly Premise[], { clause }: Rule): Variable[] {
  const names = new Set<string>();
  for (const premise of body) {
    const { needs, gives } = needsOf(premise, () => undefined);
    for (const name of [...needs, ...gives]) if (!isAnonymous(name)) names.add(name);
  }
  return [...names].map((name) => ({ kind: 'variable', name, span: clause.head.span }));
}

function columnsOf(predicate: PredicateKey, predicates: Predicates): number[] {
  const info = predicates.get(predicate);
  return info === undefined ? [] : inputColumns(info);
}
