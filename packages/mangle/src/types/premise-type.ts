import { type Diagnostic, diagnostic, type RelatedPlace } from '../diagnostics/diagnostic.js';
import type { AtomPremise, BuiltinPremise, Premise, TemporalPremise } from '../program/program.js';
import { type InstantVariable, timeVariables } from '../program/variables.js';
import type { Span } from '../text/source.js';
import { textOf } from '../text/source.js';
import { builtinType } from './builtin-type.js';
import { compareType, comparisonOf } from './compare-type.js';
import { isProblem, problem, type Problem, type Tolerance, type TypeContext } from './context.js';
import { valueHasType } from './has-type.js';
import { copyState, refine, setImpossible, type State, typeOfVariable } from './state.js';
import { join } from './subtype.js';
import { termTypes } from './term-type.js';
import { anyType, basicTypes, type Row, type Type } from './type.js';
import { bindByMeet, excludes, hasVariables, substitute } from './variables.js';
import { mayPass } from './tolerance.js';
import { describeMany, describeType } from './words.js';

/**
 * The states in which a premise can hold, from one before it; several if the premise has alternative types. A problem
 * if there is none. No states at all if the premise is over a predicate that produces nothing (yet).
 */
export function premiseType(context: TypeContext, state: State, premise: Premise): readonly State[] | Problem {
  switch (premise.kind) {
    case 'atom':
    case 'temporal':
      return atomType(context, state, premise);
    case 'compare':
      return compareType(context, state, premise);
    case 'builtin':
      return builtinStates(context, state, premise);
  }
}

function builtinStates(context: TypeContext, state: State, premise: BuiltinPremise): readonly State[] | Problem {
  const comparison = comparisonOf(premise);
  if (comparison !== undefined) {
    const states = compareType(context, state, comparison);
    return premise.isNegated && !isProblem(states) ? [state] : states;
  }
  const next = builtinType(context, state, premise);
  return isProblem(next) ? next : [next];
}

function atomType(
  context: TypeContext,
  state: State,
  premise: AtomPremise | TemporalPremise,
): readonly State[] | Problem {
  const start = copyState(state);
  // Functions in arguments are checked; their results and constants are not held against the columns.
  const types = termTypes(context, start, premise.args);
  if (isProblem(types)) return types;
  const rows = context.rowsOf(premise.predicate);
  const isNegated = premise.kind === 'atom' && premise.isNegated;
  if (rows.length === 0) return isNegated ? [start] : [];
  const fitting = feasible(
    start,
    premise,
    rows.filter((row) => constantsFit(premise, row)),
  );
  // A constant that fits nowhere makes a condition that never holds; that is for lints to say, not a type error.
  const states = fitting.length > 0 ? fitting : feasible(start, premise, rows);
  if (states.length === 0) {
    return problem(() => atomMismatch(context, start, premise, rows), {
      tolerated: isNegated ? { states: [start], isSilent: false } : toleratedAtom(start, premise, rows),
      otherwise: isNegated ? start : undefined,
    });
  }
  if (isNegated) return [start];
  return premise.kind === 'temporal' ? withTimes(states, premise) : states;
}

function constantsFit({ args }: AtomPremise | TemporalPremise, row: Row): boolean {
  return args.every((arg, column) => arg.kind !== 'constant' || valueHasType(arg.value, row[column] ?? anyType));
}

function feasible(state: State, premise: AtomPremise | TemporalPremise, rows: readonly Row[]): readonly State[] {
  return rows.map((row) => withRow(state, premise, row)).filter((next) => next !== undefined);
}

/** The state narrowed by one row, if it fits. A variable that occurs twice is narrowed by both columns. */
function withRow(state: State, { args, span }: AtomPremise | TemporalPremise, declared: Row): State | undefined {
  const row = instantiate(state, args, declared);
  if (row === undefined) return undefined;
  const next = copyState(state);
  for (const [column, arg] of args.entries()) {
    if (arg.kind === 'variable' && !refine(next, arg.name, row[column] ?? anyType, span)) return undefined;
  }
  return next;
}

/** The row with its type variables replaced by what the arguments say about them. */
function instantiate(state: State, args: AtomPremise['args'], row: Row): Row | undefined {
  if (!row.some(hasVariables)) return row;
  const types = args.map((arg) => (arg.kind === 'variable' ? typeOfVariable(state, arg.name) : anyType));
  const bindings = bindByMeet(row, types);
  return bindings === undefined ? undefined : row.map((type) => substitute(type, bindings));
}

/** Names may be joined with other kinds, and columns with each other; nothing comes of it. */
function toleratedAtom(
  state: State,
  premise: AtomPremise | TemporalPremise,
  rows: readonly Row[],
): Tolerance | undefined {
  const mayFit = (row: Row): boolean =>
    instantiate(state, premise.args, row) !== undefined &&
    premise.args.every(
      (arg, column) => arg.kind !== 'variable' || mayPass(typeOfVariable(state, arg.name), row[column] ?? anyType),
    );
  const fitting = rows.filter(mayFit);
  if (fitting.length === 0) return undefined;
  return { states: fitting.map((row) => withConflicts(state, premise, row)), isSilent: false };
}

function withConflicts(state: State, { args, span }: AtomPremise | TemporalPremise, row: Row): State {
  const next = copyState(state);
  for (const [column, arg] of args.entries()) {
    if (arg.kind !== 'variable' || refine(next, arg.name, row[column] ?? anyType, span)) continue;
    setImpossible(next, arg.name, span);
  }
  return next;
}

function atomMismatch(
  context: TypeContext,
  state: State,
  premise: AtomPremise | TemporalPremise,
  rows: readonly Row[],
): Diagnostic {
  const { predicate, args, span } = premise;
  const isNegated = premise.kind === 'atom' && premise.isNegated;
  for (const [column, arg] of args.entries()) {
    if (arg.kind !== 'variable') continue;
    const found = typeOfVariable(state, arg.name);
    const wanted = join(rows.map((row) => row[column] ?? anyType));
    if (!excludes(found, wanted)) continue;
    const message = `\`${arg.name}\` is ${describeType(found)}, but column ${column + 1} of \`${predicate}\` holds ${describeMany(wanted)}`;
    return diagnostic('type-mismatch', arg.span, message, {
      help: `The two never match, so this condition ${isNegated ? 'always holds' : 'can never hold'}. Use another variable, or correct the types.`,
      related: [...originOf(state, arg.name, found), ...declaredAt(context, predicate, column)],
    });
  }
  return diagnostic('type-mismatch', span, `no row of types of \`${predicate}\` fits the types of these arguments`, {
    help: `The columns hold ${rows.map((row) => row.map(describeMany).join(', ')).join('; or ')}. The variables have other types here.`,
    related: [...declaredAt(context, predicate)],
  });
}

export function originOf(state: State, name: string, type: Type): readonly RelatedPlace[] {
  const origin = state.known.get(name)?.origin;
  if (origin === undefined) return [];
  const message =
    type.kind === 'any' ? `\`${name}\` comes from here` : `\`${name}\` is ${describeType(type)} because of this`;
  return [{ span: origin, message }];
}

/** Where the bounds of a predicate are written, to the column if there is one row. */
export function declaredAt(context: TypeContext, predicate: string, column?: number): readonly RelatedPlace[] {
  const info = context.program.predicates.get(predicate);
  if (info?.decl === undefined) return [];
  const [row, ...others] = info.decl.bounds;
  const type = column === undefined || others.length > 0 ? undefined : row?.types[column];
  const span: Span = type?.span ?? info.decl.span;
  return [
    {
      span,
      message: type === undefined ? `\`${predicate}\` is declared here` : `declared \`${textOf(type.span)}\` here`,
    },
  ];
}

/** Interval variables are times, in the annotation and in the bounds of an operator. */
function withTimes(states: readonly State[], premise: TemporalPremise): readonly State[] | Problem {
  const variables = timeVariables(premise);
  const fitting = states.filter((state) =>
    variables.every(({ name, span }) => refine(state, name, basicTypes.time, span)),
  );
  const [first] = states;
  if (fitting.length > 0 || first === undefined) return fitting;
  return problem(() => notTime(first, variables));
}

/** The variables of an interval that are not times, said of the first. */
export function notTime(state: State, variables: readonly InstantVariable[]): Diagnostic {
  const [first] = variables;
  const wrong = variables.find(({ name }) => excludes(typeOfVariable(state, name), basicTypes.time)) ?? first;
  if (wrong === undefined) throw new Error('there is no interval variable');
  const found = typeOfVariable(state, wrong.name);
  return diagnostic(
    'interval-type',
    wrong.span,
    `the bounds of an interval are times, but \`${wrong.name}\` is ${describeType(found)}`,
    {
      help: 'Make a time of it first: `fn:time:from_unix_nanos` takes a number of nanoseconds, `fn:time:parse_rfc3339` a string.',
      related: originOf(state, wrong.name, found),
    },
  );
}
