import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.js';
import type { BuiltinPremise, ComparePremise } from '../program/program.js';
import type { Term } from '../syntax/ast.js';
import { textOf } from '../text/source.js';
import { isProblem, problem, type Problem, type TypeContext } from './context.js';
import { copyState, refine, setImpossible, type State } from './state.js';
import { meet } from './subtype.js';
import { termTypes } from './term-type.js';
import { anyType, type BasicType, basicTypes, type Type, unionOf } from './type.js';
import { excludes } from './variables.js';
import { mayPass } from './tolerance.js';
import { describeType } from './words.js';

const signs: ReadonlyMap<string, ComparePremise['operator']> = new Map([
  [':lt', '<'],
  [':le', '<='],
  [':gt', '>'],
  [':ge', '>='],
]);

/** The comparison that a builtin such as `:lt(X, Y)` stands for, if it stands for one. */
export function comparisonOf({ builtin, args, span }: BuiltinPremise): ComparePremise | undefined {
  const operator = signs.get(builtin.name);
  const [left, right] = args;
  if (operator === undefined || left === undefined || right === undefined) return undefined;
  return { kind: 'compare', operator, left, right, span };
}

/** The states in which a comparison can hold. */
export function compareType(context: TypeContext, state: State, premise: ComparePremise): readonly State[] | Problem {
  const start = copyState(state);
  const types = termTypes(context, start, [premise.left, premise.right]);
  if (isProblem(types)) return types;
  const [left = anyType, right = anyType] = types;
  const isEquality = premise.operator === '=' || premise.operator === '!=';
  return isEquality ? equalityType(start, premise, left, right) : orderType(start, premise, left, right);
}

/** By an equation both sides get what the types have in common; an inequality says nothing about kinds of values. */
function equalityType(state: State, premise: ComparePremise, left: Type, right: Type): readonly State[] | Problem {
  if (excludes(left, right)) return unequal(state, premise, left, right);
  return [premise.operator === '=' ? withBoth(state, premise, meet(left, right)) : state];
}

function withBoth(state: State, { left, right, span }: ComparePremise, type: Type): State {
  const next = copyState(state);
  for (const side of [left, right]) if (side.kind === 'variable') refine(next, side.name, type, span);
  return next;
}

function unequal(state: State, premise: ComparePremise, left: Type, right: Type): Problem {
  const isEquation = premise.operator === '=';
  const hasVariable = premise.left.kind === 'variable' || premise.right.kind === 'variable';
  const hasConstant = premise.left.kind === 'constant' || premise.right.kind === 'constant';
  const isPassing = mayPass(left, right);
  // Like a constant in an atom, an equation of two known things that differ is odd but has its answer.
  const isTolerated = !isEquation || !hasVariable || isPassing;
  const isSilent = hasConstant && (isEquation || isPassing);
  return problem(() => unequalTypes(state, premise, left, right), {
    tolerated: isTolerated ? { states: [afterUnequal(state, premise)], isSilent } : undefined,
    otherwise: isEquation ? undefined : state,
  });
}

/** An inequality holds; after an equation the variables have no value. */
function afterUnequal(state: State, { operator, left, right, span }: ComparePremise): State {
  const next = copyState(state);
  const variables = operator === '=' ? [left, right].filter((side) => side.kind === 'variable') : [];
  for (const { name } of variables) setImpossible(next, name, span);
  return next;
}

const ordered: readonly BasicType[] = [basicTypes.number, basicTypes.float64];
const orderedType = unionOf(ordered);

/** Two numbers or two floats. */
function orderType(state: State, premise: ComparePremise, left: Type, right: Type): readonly State[] | Problem {
  const possible = ordered.filter((type) => !excludes(left, type) && !excludes(right, type));
  if (possible.length === 0) return problem(() => notOrdered(state, premise, left, right));
  return possible.map((type) => withBoth(state, premise, type));
}

function unequalTypes(state: State, premise: ComparePremise, left: Type, right: Type): Diagnostic {
  const { operator, span } = premise;
  const message = `\`${textOf(premise.left.span)}\` is ${describeType(left)} and \`${textOf(premise.right.span)}\` is ${describeType(right)}`;
  const outcome =
    operator === '=' ? 'never equal, so this condition can never hold' : 'never equal, so this condition always holds';
  return diagnostic('type-mismatch', span, `${message}; they are never equal`, {
    help: `Values of different types are ${outcome}. ${equalityHelp(left, right)}`,
    related: originsOf(state, premise),
  });
}

/** A name against a string is the slip made most. */
function equalityHelp(left: Type, right: Type): string {
  const isPair = (a: Type, b: Type): boolean => !excludes(a, basicTypes.name) && !excludes(b, basicTypes.string);
  if (isPair(left, right) || isPair(right, left)) return 'A name is written `/active`, a string `"active"`.';
  return 'Compare values of one type.';
}

function notOrdered(state: State, premise: ComparePremise, left: Type, right: Type): Diagnostic {
  const { operator } = premise;
  const related = originsOf(state, premise);
  const wrong = excludes(left, orderedType) ? ([premise.left, left] as const) : ([premise.right, right] as const);
  if (!excludes(wrong[1], orderedType)) {
    const message = `\`${operator}\` compares two numbers or two floats, not ${describeType(left)} with ${describeType(right)}`;
    const help =
      'Write a float with a decimal point (`2.0`), or convert: `fn:float:plus(N)` makes a float of a number.';
    return diagnostic('type-mismatch', premise.span, message, { help, related });
  }
  const message = `\`${operator}\` compares numbers or floats, but \`${textOf(wrong[0].span)}\` is ${describeType(wrong[1])}`;
  return diagnostic('type-mismatch', wrong[0].span, message, { help: orderHelp(wrong[1]), related });
}

function orderHelp(type: Type): string {
  if (type === basicTypes.time)
    return 'Times are compared with `:time:lt(X, Y)`, `:time:le`, `:time:gt` and `:time:ge`.';
  if (type === basicTypes.duration) return 'Durations are compared with `:duration:lt(X, Y)` and its siblings.';
  return 'Only numbers, floats, times and durations have an order. `=` and `!=` compare values of every type.';
}

function originsOf(state: State, { left, right }: ComparePremise): readonly { span: Term['span']; message: string }[] {
  return [left, right].flatMap((side) => {
    const known = side.kind === 'variable' ? state.known.get(side.name) : undefined;
    if (known?.origin === undefined || side.kind !== 'variable') return [];
    return [{ span: known.origin, message: `\`${side.name}\` is ${describeType(known.type)} because of this` }];
  });
}
