import { BuiltinError, type PredicateBuiltin } from '../builtins/define.js';
import type { Annotation, Atom, AtomLiteral, CompareLiteral, CompareOperator, Literal, Term } from '../syntax/ast.js';
import type { Value } from '../value/value.js';
import { covers, type Interval, knownInterval, matchInterval, overlaps, sidesOf, windowOf } from './intervals.js';
import { NaiveError } from './naive-error.js';
import { keyOf, type NaivePredicate, type NaiveProgram } from './naive-program.js';
import { type Bindings, isEvaluable, match, type Pattern, patternOf, type TermContext, valueOf } from './terms.js';

/** A fact of some predicate. Its values are interned. */
export interface NaiveFact {
  readonly args: readonly Value[];
  /** Present exactly for temporal predicates. */
  readonly interval?: Interval;
}

/** Answers a call of an external predicate: full rows that agree with the known arguments; others are dropped. */
export type NaiveExternal = (known: readonly (Value | undefined)[]) => Iterable<readonly Value[]>;

/** Everything a body is solved against. */
export interface SolveContext extends TermContext {
  readonly program: NaiveProgram;
  readonly factsOf: (key: string) => readonly NaiveFact[];
  readonly externals: ReadonlyMap<string, NaiveExternal>;
  /** The facts of a deferred predicate for these inputs. */
  readonly call: (key: string, patterns: readonly Pattern[]) => readonly NaiveFact[];
}

/**
 * All bindings that make the body true. Takes, again and again, the first premise in source order that is ready, and
 * extends each binding in every way. If none is ready, the first is taken that would be without its functions; they
 * become equations that wait in its place. Which variables have a value is the same in all bindings at each step.
 */
export function solve(context: SolveContext, body: readonly Literal[], initial: Bindings): readonly Bindings[] {
  let remaining = body;
  let solutions: readonly Bindings[] = [initial];
  while (remaining.length > 0) {
    const [sample] = solutions;
    if (sample === undefined) return [];
    const bound = new Set(sample.keys());
    const { next, rest } = choose(context, remaining, bound);
    solutions = solutions.flatMap((bindings) => extend(context, next, bindings));
    remaining = rest;
  }
  return solutions;
}

interface Choice {
  readonly next: Literal;
  readonly rest: readonly Literal[];
}

function choose(context: SolveContext, remaining: readonly Literal[], bound: ReadonlySet<string>): Choice {
  const isTurn = (literal: Literal, at: number): boolean =>
    isReady(context, literal, bound) && !awaitsTime(literal, remaining.slice(0, at), bound);
  const choices = (parts: (literal: Literal) => readonly Literal[]): readonly Choice[] =>
    remaining.flatMap((literal, at) => {
      const [next = literal, ...equations] = parts(literal);
      return isTurn(next, at) ? [{ next, rest: remaining.toSpliced(at, 1, ...equations) }] : [];
    });
  const whole = choices((literal) => [literal]);
  const isSettled = ({ next }: Choice): boolean => !isFreeTest(context, next, bound);
  // A predicate that tests names is looked up like others where nothing else gives the name.
  const choice =
    whole.find(isSettled) ?? choices((literal) => withoutFunctions(literal, bound)).find(isSettled) ?? whole[0];
  if (choice === undefined) throw new NaiveError('no premise is ready: a variable is bound nowhere');
  return choice;
}

/** `p(X, f(X))` as `p(X, Y), Y = f(X)`, for the functions over variables without a value. */
function withoutFunctions(literal: Literal, bound: ReadonlySet<string>): readonly Literal[] {
  if (literal.kind === 'compare' || literal.isNegated) return [literal];
  const equations: CompareLiteral[] = [];
  const args = literal.atom.args.map((arg): Term => {
    if (arg.kind !== 'apply' || isEvaluable(arg, bound)) return arg;
    const left: Term = { kind: 'variable', name: `_value at ${arg.span.start}`, span: arg.span };
    equations.push({ kind: 'compare', operator: '=', left, right: arg, span: arg.span });
    return left;
  });
  if (equations.length === 0) return [literal];
  return [{ ...literal, atom: { ...literal.atom, args } }, ...equations];
}

/** A predicate with a prefix whose argument has no value: others may give it one. */
function isFreeTest({ program }: SolveContext, literal: Literal, bound: ReadonlySet<string>): boolean {
  if (literal.kind === 'compare' || literal.isNegated) return false;
  const [arg] = literal.atom.args;
  if (arg?.kind !== 'variable' || arg.name.startsWith('_') || bound.has(arg.name)) return false;
  return program.predicates.get(keyOf(literal.atom))?.prefix !== undefined;
}

/** The first premise that names an interval variable gives it its value; the others test. */
function awaitsTime(literal: Literal, earlier: readonly Literal[], bound: ReadonlySet<string>): boolean {
  if (literal.kind === 'compare' || literal.annotation === undefined) return false;
  const names = annotationVariables(literal.annotation).filter((name) => !bound.has(name));
  return earlier.some((other) => {
    if (other.kind === 'compare' || other.isNegated) return false;
    const args = other.atom.args.flatMap((arg) => (arg.kind === 'variable' ? [arg.name] : []));
    const times = other.annotation === undefined ? [] : annotationVariables(other.annotation);
    return names.some((name) => args.includes(name) || times.includes(name));
  });
}

function annotationVariables({ start, end = start }: Annotation): readonly string[] {
  return [start, end].flatMap((side) => (side.kind === 'variable' ? [side.name] : []));
}

function isReady(context: SolveContext, literal: Literal, bound: ReadonlySet<string>): boolean {
  const isKnown = (term: Term): boolean => isEvaluable(term, bound);
  if (literal.kind === 'compare') {
    const { left, right, operator } = literal;
    if (isKnown(left) && isKnown(right)) return true;
    return (
      operator === '=' && ((isKnown(left) && right.kind === 'variable') || (isKnown(right) && left.kind === 'variable'))
    );
  }
  const { args } = literal.atom;
  if (literal.isNegated) return args.every((arg) => arg.kind === 'wildcard' || isKnown(arg));
  const inputs = inputsOf(context, literal);
  return (
    operatorVariables(literal).every((name) => bound.has(name)) &&
    args.every((arg, column) => isKnown(arg) || (arg.kind === 'variable' && !inputs.has(column)))
  );
}

/** The columns whose values a premise needs before it can be asked. */
function inputsOf(context: SolveContext, { atom }: AtomLiteral): ReadonlySet<number> {
  const builtin = context.registry.predicates.get(atom.predicate);
  if (builtin !== undefined)
    return new Set([...builtin.modes.keys()].filter((column) => builtin.modes[column] === '+'));
  const predicate = context.program.predicates.get(keyOf(atom));
  return predicate !== undefined && isAsked(predicate) ? predicate.inputs : new Set();
}

/** True if the predicate has no facts of its own to look through. */
function isAsked({ isDeferred, isExternal, prefix }: NaivePredicate): boolean {
  return isDeferred || isExternal || prefix !== undefined;
}

function operatorVariables({ operator }: AtomLiteral): readonly string[] {
  if (operator === undefined) return [];
  return [operator.start, operator.end].flatMap((bound) => (bound.kind === 'variable' ? [bound.name] : []));
}

function extend(context: SolveContext, literal: Literal, bindings: Bindings): readonly Bindings[] {
  if (literal.kind === 'compare') return extendCompare(context, literal, bindings);
  const found = extendAtom(context, literal, bindings);
  if (!literal.isNegated) return found;
  return found.length === 0 ? [bindings] : [];
}

function extendAtom(context: SolveContext, literal: AtomLiteral, bindings: Bindings): readonly Bindings[] {
  const { atom } = literal;
  const patterns = atom.args.map((arg, column) => patternOf(context, arg, bindings, column));
  if (literal.operator !== undefined || literal.annotation !== undefined) {
    return extendTemporal(context, literal, patterns, bindings);
  }
  const solutions: Bindings[] = [];
  for (const { args } of candidates(context, atom, patterns)) {
    const extended = match(patterns, args, bindings);
    if (extended !== undefined) solutions.push(extended);
  }
  return solutions;
}

/** All facts of a predicate that may match. */
function candidates(context: SolveContext, atom: Atom, patterns: readonly Pattern[]): readonly NaiveFact[] {
  const builtin = context.registry.predicates.get(atom.predicate);
  if (builtin !== undefined) return builtinFacts(context, builtin, patterns);
  const key = keyOf(atom);
  const predicate = context.program.predicates.get(key);
  const prefix = predicate?.prefix;
  const [first] = patterns;
  if (prefix !== undefined && first !== undefined && 'value' in first) {
    const test = context.registry.predicates.get(':match_prefix');
    const holds = test !== undefined && test.solve([first.value, valueOf(context, prefix, new Map())]).length > 0;
    return holds ? [{ args: [first.value] }] : [];
  }
  if (predicate?.isDeferred === true) return context.call(key, patterns);
  const external = context.externals.get(key);
  if (external === undefined) return context.factsOf(key);
  const rows = external(patterns.map((pattern) => ('value' in pattern ? pattern.value : undefined)));
  return [...rows].map((row) => ({ args: row.map(context.intern) }));
}

/** A builtin seen as a predicate with facts: its inputs as given and each solution for its outputs. */
function builtinFacts(
  context: SolveContext,
  builtin: PredicateBuiltin,
  patterns: readonly Pattern[],
): readonly NaiveFact[] {
  const inputs = patterns.flatMap((pattern, column) =>
    builtin.modes[column] === '+' && 'value' in pattern ? [pattern.value] : [],
  );
  return builtin.solve(inputs).map((outputs) => {
    const remaining = { '+': [...inputs], '-': [...outputs] };
    return { args: builtin.modes.flatMap((mode) => remaining[mode].splice(0, 1)).map(context.intern) };
  });
}

function extendTemporal(
  context: SolveContext,
  literal: AtomLiteral,
  patterns: readonly Pattern[],
  bindings: Bindings,
): readonly Bindings[] {
  const { operator, annotation } = literal;
  const window = operator === undefined ? undefined : windowOf(context, operator, bindings);
  const interval = annotation === undefined ? undefined : knownInterval(context, annotation, bindings);
  return timelines(context.factsOf(keyOf(literal.atom))).flatMap(({ args, intervals }) => {
    const extended = match(patterns, args, bindings);
    if (extended === undefined) return [];
    const seen = window === undefined ? intervals : intervals.filter((each) => overlaps(each, window));
    if (window !== undefined && !holdsIn(operator?.sign.startsWith('[') === true, seen, window)) return [];
    if (annotation === undefined) return [extended];
    if (interval !== undefined && operator === undefined) return covers(intervals, interval) ? [extended] : [];
    const sides = sidesOf(annotation, bindings);
    return seen.flatMap((each) => matchInterval(context, sides, each, extended) ?? []);
  });
}

function holdsIn(isThroughout: boolean, intervals: readonly Interval[], window: Interval): boolean {
  return isThroughout ? covers(intervals, window) : intervals.length > 0;
}

interface Timeline {
  readonly args: readonly Value[];
  readonly intervals: Interval[];
}

const knownTimelines = new WeakMap<readonly NaiveFact[], readonly Timeline[]>();

/** The facts that differ only in their intervals, together; worked out once for each list of facts. */
function timelines(facts: readonly NaiveFact[]): readonly Timeline[] {
  const known = knownTimelines.get(facts);
  if (known !== undefined) return known;
  const lines: Timeline[] = [];
  for (const { args, interval } of facts) {
    if (interval === undefined) throw new NaiveError('a temporal premise over a fact without an interval');
    const line = lines.find((each) => each.args.every((value, column) => value === args[column]));
    if (line === undefined) lines.push({ args, intervals: [interval] });
    else line.intervals.push(interval);
  }
  knownTimelines.set(facts, lines);
  return lines;
}

function extendCompare(context: SolveContext, literal: CompareLiteral, bindings: Bindings): readonly Bindings[] {
  const [left, right] = [literal.left, literal.right].map((term, column) => patternOf(context, term, bindings, column));
  if (left === undefined || right === undefined) return [];
  if ('free' in left) return 'free' in right ? [] : [new Map([...bindings, [left.free, right.value]])];
  if ('free' in right) return [new Map([...bindings, [right.free, left.value]])];
  return compare(literal.operator, left.value, right.value) ? [bindings] : [];
}

/** Order is defined between two numbers and between two floats. */
function compare(operator: CompareOperator, left: Value, right: Value): boolean {
  if (operator === '=') return left === right;
  if (operator === '!=') return left !== right;
  if (left.kind === 'number' && right.kind === 'number') return inOrder(operator, left.value, right.value);
  if (left.kind === 'float64' && right.kind === 'float64') return inOrder(operator, left.value, right.value);
  throw new BuiltinError(`cannot compare a ${left.kind} with a ${right.kind}`);
}

function inOrder<T extends bigint | number>(operator: CompareOperator, left: T, right: T): boolean {
  if (operator === '<') return left < right;
  if (operator === '<=') return left <= right;
  if (operator === '>') return left > right;
  return left >= right;
}
