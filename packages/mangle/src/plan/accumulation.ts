import type { ReducerBuiltin } from '../builtins/define.js';
import type { PredicateInfo, PredicateKey, Premise, Rule } from '../program/program.js';
import type { Value } from '../value/value.js';

/**
 * How the groups of an aggregation can be brought up to date from their old results and the rows that came and went,
 * without looking at the other rows.
 */
export interface Accumulation {
  /** The column of the head with each key. */
  readonly keyColumns: readonly number[];
  readonly lets: readonly AccumulatedLet[];
  /** Columns of the head that are always the same. */
  readonly constants: readonly { readonly column: number; readonly value: Value }[];
}

/** What a result and one more row come to is known for these. */
export type AccumulatedKind = 'count' | 'sum' | 'max' | 'min';

export interface AccumulatedLet {
  readonly kind: AccumulatedKind;
  /** Its column in the head, where the old result is found. */
  readonly column: number;
}

const kinds: Readonly<Record<string, AccumulatedKind | undefined>> = {
  'fn:count': 'count',
  'fn:sum': 'sum',
  'fn:max': 'max',
  'fn:min': 'min',
};

/** The kind of a reducer whose results can be accumulated. */
export function accumulatedKind(reducer: ReducerBuiltin | undefined): AccumulatedKind | undefined {
  return kinds[reducer?.name ?? ''];
}

/**
 * Whether and how the results of a rule can be accumulated: the rule is the only one of its predicate, so that the fact
 * with a group's keys is its result; the head has all keys and results as they are; and each row of the body is made of
 * certain facts, so that it comes and goes with them.
 */
export function accumulationOf(
  rule: Rule,
  predicates: ReadonlyMap<PredicateKey, PredicateInfo>,
): Accumulation | undefined {
  const { grouping, args, interval } = rule;
  if (grouping === undefined || interval !== undefined || !rule.premises.every((each) => isPlain(each, predicates))) {
    return undefined;
  }
  const columnOf = (name: string): number => args.findIndex((arg) => arg.kind === 'variable' && arg.name === name);
  const keyColumns = grouping.keys.map(columnOf);
  const lets = grouping.lets.map(({ variable, reducer }) => ({
    kind: accumulatedKind(reducer),
    column: columnOf(variable),
  }));
  const constants = args.flatMap((arg, column) => (arg.kind === 'constant' ? [{ column, value: arg.value }] : []));
  const known = new Set([...keyColumns, ...lets.map(({ column }) => column), ...constants.map(({ column }) => column)]);
  if (known.has(-1) || known.size !== args.length) return undefined;
  const accumulated = lets.flatMap(({ kind, column }) => (kind === undefined ? [] : [{ kind, column }]));
  return accumulated.length === lets.length ? { keyColumns, lets: accumulated, constants } : undefined;
}

/** A premise that holds through one certain fact, or through the absence of facts, or by itself. */
function isPlain(premise: Premise, predicates: ReadonlyMap<PredicateKey, PredicateInfo>): boolean {
  if (premise.kind === 'compare') return true;
  if (premise.kind === 'builtin') return premise.isNegated || !premise.builtin.modes.includes('-');
  const info = predicates.get(premise.predicate);
  return premise.kind === 'atom' && info !== undefined && !info.isDeferred && !info.isExternal;
}
