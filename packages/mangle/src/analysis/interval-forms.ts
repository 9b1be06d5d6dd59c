import type { Instant, IntervalExpression, IntervalSide, TemporalPremise, Window } from '../program/program.js';
import type { Annotation, TemporalOperator, TimeBound, Variable } from '../syntax/ast.js';
import type { Span } from '../text/source.js';
import { maxInt64, minInt64 } from '../value/value.js';

const past: Instant = { kind: 'time', nanos: minInt64 };
const future: Instant = { kind: 'time', nanos: maxInt64 };
const any: IntervalSide = { kind: 'any' };

/** The interval of a fact or head; open ends are the ends of the clock. */
export function headInterval({ start, end }: Annotation): IntervalExpression {
  return { start: instantOf(start, past), end: instantOf(end ?? start, future) };
}

/** When a temporal premise holds and what it binds. */
export type TimeForm = Pick<TemporalPremise, 'window' | 'binds'>;

/** A premise on a predicate whose facts hold forever. */
export const forever: TimeForm = { window: { kind: 'throughout', from: past, to: future } };

/**
 * Gives a `_` that stands for a bound of a stored interval a variable of its own, where rows are told apart by it.
 */
export type NameBound = (span: Span) => Variable;

/**
 * The meaning of an annotation without operator. With both bounds known it asks for coverage; a variable without a
 * value yet, by `isKnown`, takes the bound of a stored interval, and then the other side is compared with the other
 * bound, unless it is `_`.
 */
export function annotationForm(
  { start, end }: Annotation,
  isKnown: (name: string) => boolean,
  nameBound?: NameBound,
): TimeForm {
  const isFree = (bound: TimeBound): boolean => bound.kind === 'variable' && !isKnown(bound.name);
  if (!isFree(start) && (end === undefined || !isFree(end))) {
    return { window: { kind: 'throughout', from: instantOf(start, past), to: instantOf(end ?? start, future) } };
  }
  return { binds: { start: sideOf(start, nameBound), end: end === undefined ? any : sideOf(end, nameBound) } };
}

/** The meaning of an operator, with the annotation that may follow the atom: the window, and the bounds of what is found. */
export function operatorForm(
  operator: TemporalOperator,
  annotation: Annotation | undefined,
  isKnown: (name: string) => boolean,
  nameBound?: NameBound,
): TimeForm {
  const window = windowOf(operator);
  if (annotation === undefined) return { window };
  const { start, end } = annotation;
  const isPoint = end === undefined && (start.kind !== 'variable' || isKnown(start.name));
  const binds = {
    start: sideOf(start, nameBound),
    end: end !== undefined || isPoint ? sideOf(end ?? start, nameBound) : any,
  };
  return binds.start.kind === 'any' && binds.end.kind === 'any' ? { window } : { window, binds };
}

/** True if both bounds are on one clock and the first is the later one, seen in the direction of the operator. */
export function isInverted(operator: TemporalOperator): boolean {
  const { from, to } = rawWindow(operator);
  return isLater(from, to);
}

/** Past operators count backwards from now, so their first bound is the end of the window. */
function rawWindow({ sign, start, end }: TemporalOperator): { readonly from: Instant; readonly to: Instant } {
  const isPast = sign.endsWith('-');
  const direction = isPast ? -1n : 1n;
  const [first, last] = isPast ? [end, start] : [start, end];
  return { from: offsetInstant(first, direction), to: offsetInstant(last, direction) };
}

function windowOf(operator: TemporalOperator): Window {
  const { from, to } = rawWindow(operator);
  const kind = operator.sign.startsWith('<') ? 'sometime' : 'throughout';
  if (isLater(from, to)) return { kind, from: to, to: from };
  return isOnOneClock(from, to) ? { kind, from, to } : { kind, from, to, isUnordered: true };
}

function isOnOneClock(a: Instant, b: Instant): boolean {
  return a.kind === b.kind && a.kind !== 'variable';
}

function isLater(a: Instant, b: Instant): boolean {
  if (a.kind === 'time' && b.kind === 'time') return a.nanos > b.nanos;
  return a.kind === 'now' && b.kind === 'now' && a.offset > b.offset;
}

function offsetInstant(bound: TimeBound, direction: bigint): Instant {
  return bound.kind === 'duration' ? { kind: 'now', offset: direction * bound.nanos } : instantOf(bound, past);
}

/** INVARIANT: durations have been refused where a moment is needed. */
function instantOf(bound: TimeBound, open: Instant): Instant {
  switch (bound.kind) {
    case 'timestamp':
      return { kind: 'time', nanos: bound.nanos };
    case 'variable':
      return { kind: 'variable', name: bound.name, span: bound.span };
    case 'now':
      return { kind: 'now', offset: 0n };
    case 'wildcard':
    case 'duration':
      return open;
  }
}

function sideOf(bound: TimeBound, nameBound: NameBound | undefined): IntervalSide {
  if (bound.kind !== 'wildcard') return { kind: 'equals', instant: instantOf(bound, past) };
  return nameBound === undefined ? any : { kind: 'equals', instant: nameBound(bound.span) };
}
