import { BuiltinError, type PredicateBuiltin } from '../builtins/define.js';
import type { Atom, AtomLiteral, CompareLiteral, CompareOperator, Literal, Term } from '../syntax/ast.js';
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
 * extends each binding in every way. Which variables have a value is the same in all bindings at each step.
 */
export function solve(context: SolveContext, body: readonly Literal[], initial: Bindings): readonly Bindings[] {
  let remaining = body;
  let solutions: readonly Bindings[] = [initial];
  while (remaining.length > 0) {
    const [sample] = solutions;
    if (sample === undefined) return [];
    const bound = new Set(sample.keys());
    const next = remaining.find((literal) => isReady(context, literal, bound));
    if (next === undefined) throw new NaiveError('no premise is ready: a variable is bound nowhere');
    solutions = solutions.flatMap((bindings) => extend(context, next, bindings));
    remaining = remaining.filter((literal) => literal !== next);
  }
  return solutions;
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
