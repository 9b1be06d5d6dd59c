import type { Annotation, TemporalOperator, TimeBound } from '../syntax/ast.js';
import { maxInt64, minInt64 } from '../value/value.js';
import { NaiveError } from './naive-error.js';
import type { Bindings, TermContext } from './terms.js';

/** A closed interval of instants. The unbounded past and future are the ends of the clock. */
export interface Interval {
  readonly start: bigint;
  readonly end: bigint;
}

type Side = 'start' | 'end';

/** The interval of a fact or a head. */
export function headInterval(context: TermContext, annotation: Annotation, bindings: Bindings): Interval {
  const start = instantOf(context, annotation.start, 'start', bindings);
  const end = instantOf(context, annotation.end ?? annotation.start, 'end', bindings);
  if (start === undefined || end === undefined) throw new NaiveError('a bound of the head has no value');
  if (start > end) throw new NaiveError(`the interval ends before it starts: ${start} > ${end}`);
  return { start, end };
}

/** The window of an operator: offsets from now, backwards for past operators; its bounds may come in either order. */
export function windowOf(context: TermContext, operator: TemporalOperator, bindings: Bindings): Interval {
  const direction = operator.sign.endsWith('-') ? -1n : 1n;
  const [a, b] = [operator.start, operator.end].map((bound) => {
    if (bound.kind === 'duration') return context.now + direction * bound.nanos;
    return instantOf(context, bound, 'start', bindings);
  });
  if (a === undefined || b === undefined) throw new NaiveError('a bound of the operator has no value');
  return a <= b ? { start: a, end: b } : { start: b, end: a };
}

export function overlaps(a: Interval, b: Interval): boolean {
  return a.start <= b.end && b.start <= a.end;
}

/**
 * True if every instant of the window is in the union of the intervals; neighbors one nanosecond apart leave no gap.
 * A window that ends before it starts is none, and is never covered.
 */
export function covers(intervals: readonly Interval[], window: Interval): boolean {
  if (window.start > window.end) return false;
  return coalesce(intervals).some((each) => each.start <= window.start && window.end <= each.end);
}

/** The same instants in as few intervals as possible, in order. */
export function coalesce(intervals: readonly Interval[]): readonly Interval[] {
  const merged: Interval[] = [];
  const sorted = [...intervals].sort((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : 0));
  for (const next of sorted) {
    const last = merged.at(-1);
    if (last === undefined || next.start > last.end + 1n) merged.push(next);
    else if (next.end > last.end) merged[merged.length - 1] = { start: last.start, end: next.end };
  }
  return merged;
}

/** Both bounds of a premise's annotation, if both are known; `_` beside a free variable is not. */
export function knownInterval(context: TermContext, annotation: Annotation, bindings: Bindings): Interval | undefined {
  const start = instantOf(context, annotation.start, 'start', bindings);
  const end = instantOf(context, annotation.end ?? annotation.start, 'end', bindings);
  return start === undefined || end === undefined ? undefined : { start, end };
}

/** The two bounds that a stored interval is matched against; without an end, the end may be anything. */
export interface Sides {
  readonly start: TimeBound;
  readonly end?: TimeBound;
}

/** `@[T]` leaves the end open if `T` has no value before its premise, and asks for a single instant otherwise. */
export function sidesOf({ start, end = start }: Annotation, bindings: Bindings): Sides {
  const isOpen = end === start && start.kind === 'variable' && !bindings.has(start.name);
  return isOpen ? { start } : { start, end };
}

/**
 * Matches a stored interval side by side: a free variable is bound, and so is what stands for a `_`, since rows that
 * are grouped are told apart by it; all else must be equal.
 */
export function matchInterval(
  context: TermContext,
  { start, end }: Sides,
  interval: Interval,
  bindings: Bindings,
): Bindings | undefined {
  const started = matchSide(context, named(start), interval.start, bindings);
  return started === undefined || end === undefined ? started : matchSide(context, named(end), interval.end, started);
}

function named(bound: TimeBound): TimeBound {
  if (bound.kind !== 'wildcard') return bound;
  return { kind: 'variable', name: `_bound at ${bound.span.start}`, span: bound.span };
}

function matchSide(context: TermContext, bound: TimeBound, nanos: bigint, bindings: Bindings): Bindings | undefined {
  if (bound.kind === 'variable' && !bindings.has(bound.name)) {
    return new Map([...bindings, [bound.name, context.intern({ kind: 'time', nanos })]]);
  }
  return instantOf(context, bound, 'start', bindings) === nanos ? bindings : undefined;
}

/** Undefined for a variable without a value. */
function instantOf(context: TermContext, bound: TimeBound, side: Side, bindings: Bindings): bigint | undefined {
  switch (bound.kind) {
    case 'timestamp':
      return bound.nanos;
    case 'now':
      return context.now;
    case 'wildcard':
      return side === 'start' ? minInt64 : maxInt64;
    case 'duration':
      throw new NaiveError('a duration is no instant');
    case 'variable':
      return instantOfVariable(bound.name, bindings);
  }
}

function instantOfVariable(name: string, bindings: Bindings): bigint | undefined {
  const value = bindings.get(name);
  if (value === undefined) return undefined;
  if (value.kind === 'time') return value.nanos;
  if (value.kind === 'number') return value.value;
  throw new NaiveError(`variable \`${name}\` holds no instant`);
}
