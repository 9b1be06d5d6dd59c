import type { ReducerBuiltin } from '../builtins/define.js';
import type { Grouping, GroupLet } from '../program/program.js';
import { isProblem, problem, type Problem, type TypeContext } from './context.js';
import { readTypeText } from './read-type-text.js';
import { copyState, type State, typeOfVariable } from './state.js';
import { join, meet } from './subtype.js';
import { badArgument, parameterTypes, termTypes } from './term-type.js';
import { anyType, listType, tupleType, type Type } from './type.js';
import { bindByJoin, excludes, substitute, withoutVariables } from './variables.js';

/**
 * The states after `|> do fn:group_by(…)`. A group holds the rows of all states whose keys may be equal, so what a
 * reducer collects is joined over those.
 */
export function groupingType(
  context: TypeContext,
  states: readonly State[],
  grouping: Grouping,
): readonly State[] | Problem {
  let current = states;
  for (const each of grouping.lets) {
    const next = letType(context, current, grouping.keys, each);
    if (isProblem(next)) return next;
    current = next;
  }
  return current;
}

function letType(
  context: TypeContext,
  states: readonly State[],
  keys: readonly string[],
  each: GroupLet,
): readonly State[] | Problem {
  const typed: { state: State; types: readonly Type[] }[] = [];
  let firstProblem: Problem | undefined;
  for (const before of states) {
    const state = copyState(before);
    const types = argumentTypes(context, state, each);
    if (isProblem(types)) firstProblem ??= types;
    else typed.push({ state, types });
  }
  if (typed.length === 0 && firstProblem !== undefined) return firstProblem;
  for (const { state, types } of typed) {
    const rows = typed.filter((other) => mayShareGroup(state, other.state, keys)).map((other) => other.types);
    const together = types.map((type, at) => join([type, ...rows.map((row) => row[at] ?? anyType)]));
    state.known.set(each.variable, { type: resultType(each, together), origin: each.span });
  }
  return typed.map(({ state }) => state);
}

/** The types of the reduced terms, narrowed to what the reducer takes. */
function argumentTypes(context: TypeContext, state: State, each: GroupLet): readonly Type[] | Problem {
  const { reducer, args } = each;
  const types = termTypes(context, state, args);
  if (isProblem(types) || reducer === undefined || reducer.typing === 'collect') return types;
  const params = parameterTypes(reducer.signature, types.length).map(withoutVariables);
  for (const [at, found] of types.entries()) {
    const [argument, wanted = anyType] = [args[at], params[at]];
    if (argument === undefined || !excludes(found, wanted)) continue;
    return problem(() => badArgument(state, { name: reducer.name, at, argument, found, misfit: found, wanted }));
  }
  return types.map((type, at) => meet(type, params[at] ?? anyType));
}

function resultType({ reducer }: GroupLet, types: readonly Type[]): Type {
  if (reducer === undefined) return types[0] ?? anyType;
  return reducer.typing === 'collect' ? listType(tupleType(types)) : signatureResult(reducer, types);
}

function signatureResult({ signature }: ReducerBuiltin, types: readonly Type[]): Type {
  return substitute(readTypeText(signature.result), bindByJoin(parameterTypes(signature, types.length), types));
}

function mayShareGroup(a: State, b: State, keys: readonly string[]): boolean {
  return a === b || keys.every((key) => !excludes(typeOfVariable(a, key), typeOfVariable(b, key)));
}
