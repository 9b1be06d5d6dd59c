import type { Rule } from '../program/program.js';
import { instantVariables, namesIn, variablesOfAll } from '../program/variables.js';
import { isProblem, problem, type Problem, type TypeContext } from './context.js';
import { declaredRows } from './declared-rows.js';
import { groupingType } from './grouping-type.js';
import { notTime, premiseType } from './premise-type.js';
import { compact, copyState, emptyState, refine, type State } from './state.js';
import { termTypes } from './term-type.js';
import { anyType, basicTypes, type Row } from './type.js';

/** A row that a rule can derive, with the state it comes from. */
export interface HeadRow {
  readonly row: Row;
  readonly state: State;
}

export interface RuleType {
  readonly rows: readonly HeadRow[];
  /** Conditions that never match, but are tolerated. */
  readonly doubts: readonly Problem[];
}

/**
 * The rows of types a rule can derive. None if a premise is over a predicate of which nothing is known to produce
 * facts; a problem if no typing of the rule is possible.
 */
export function ruleType(context: TypeContext, rule: Rule): RuleType | Problem {
  let states = initialStates(context, rule);
  const doubts: Problem[] = [];
  let lastUse: ReadonlyMap<string, number> | undefined;
  for (const [at, premise] of rule.premises.entries()) {
    const next = step(states, (state) => premiseType(context, state, premise));
    if (isProblem(next) && next.tolerated === undefined) return next;
    if (isProblem(next)) doubts.push(next);
    const after = isProblem(next) ? (next.tolerated?.states ?? []) : next;
    states = compact(after, (name) => ((lastUse ??= lastUses(rule)).get(name) ?? -1) > at);
    if (states.length === 0) return { rows: [], doubts };
  }
  const rows = afterPremises(context, rule, states);
  return isProblem(rows) ? rows : { rows, doubts };
}

function afterPremises(context: TypeContext, rule: Rule, states: readonly State[]): readonly HeadRow[] | Problem {
  const timed = headTimes(rule, states);
  if (isProblem(timed)) return timed;
  const grouped = rule.grouping === undefined ? timed : groupingType(context, timed, rule.grouping);
  if (isProblem(grouped)) return grouped;
  return headRows(context, rule, grouped);
}

/**
 * All successors of all states. A state in which the condition is impossible goes on only if it may and another one
 * has successors; if none has, the first problem, or better the first that is tolerated, with what all those lead to.
 */
function step(
  states: readonly State[],
  next: (state: State) => readonly State[] | Problem,
): readonly State[] | Problem {
  const { found, problems } = collect(states, next);
  if (found.length > 0) return [...found, ...problems.flatMap(({ otherwise }) => otherwise ?? [])];
  const first = problems.find(({ tolerated }) => tolerated !== undefined);
  if (first?.tolerated === undefined) return problems[0] ?? found;
  const all = problems.flatMap(({ tolerated }) => tolerated?.states ?? []);
  return { ...first, tolerated: { ...first.tolerated, states: all } };
}

function collect<T extends object>(
  states: readonly State[],
  next: (state: State) => readonly T[] | Problem,
): { readonly found: readonly T[]; readonly problems: readonly Problem[] } {
  const found: T[] = [];
  const problems: Problem[] = [];
  for (const state of states) {
    const successors = next(state);
    if (isProblem(successors)) problems.push(successors);
    else found.push(...successors);
  }
  return { found, problems };
}

/** Arguments that the caller gives have their declared types from the start, one state for each row of bounds. */
function initialStates({ program }: TypeContext, { predicate, args, clause }: Rule): readonly State[] {
  const info = program.predicates.get(predicate);
  const inputs = args.flatMap((arg, at) =>
    info?.mode?.[at] === '+' && arg.kind === 'variable' ? [{ name: arg.name, at }] : [],
  );
  const rows = info === undefined || inputs.length === 0 ? undefined : declaredRows(info);
  if (rows === undefined) return [emptyState()];
  return rows.map((row) => {
    const state = emptyState();
    for (const { name, at } of inputs) refine(state, name, row[at] ?? anyType, info?.decl?.span ?? clause.span);
    return state;
  });
}

/** For each variable the last premise that mentions it; variables of the head and the grouping are always needed. */
function lastUses({ args, interval, premises, grouping }: Rule): ReadonlyMap<string, number> {
  const uses = new Map<string, number>();
  premises.forEach((premise, at) => {
    for (const name of namesIn(premise)) uses.set(name, at);
  });
  const afterwards = [
    ...variablesOfAll([...args, ...(grouping?.lets.flatMap((each) => each.args) ?? [])]),
    ...instantVariables(interval?.start, interval?.end),
  ].map(({ name }) => name);
  for (const name of [...afterwards, ...(grouping?.keys ?? [])]) uses.set(name, premises.length);
  return uses;
}

function headTimes({ interval }: Rule, states: readonly State[]): readonly State[] | Problem {
  const variables = instantVariables(interval?.start, interval?.end);
  if (variables.length === 0) return states;
  return step(states, (before) => {
    const state = copyState(before);
    const fits = variables.every(({ name, span }) => refine(state, name, basicTypes.time, span));
    return fits ? [state] : problem(() => notTime(before, variables));
  });
}

/** A row with a `/bot` column stands for what is never derived. */
function headRows(context: TypeContext, { args }: Rule, states: readonly State[]): readonly HeadRow[] | Problem {
  const { found, problems } = collect(states, (before) => {
    const state = copyState(before);
    const row = termTypes(context, state, args);
    return isProblem(row) ? row : [{ row, state }];
  });
  const [first] = problems;
  return found.length === 0 && first !== undefined ? first : found;
}
