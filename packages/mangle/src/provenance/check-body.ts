import { BuiltinError } from '../builtins/define.js';
import type { Fact } from '../engine/evaluation.js';
import type {
  AtomPremise,
  BuiltinPremise,
  ComparePremise,
  Instant,
  IntervalSide,
  Premise,
  TemporalPremise,
  Window,
} from '../program/program.js';
import type { Term } from '../syntax/ast.js';
import { equalValues } from '../value/compare.js';
import type { Value } from '../value/value.js';
import { type CheckModel, valueKey } from './check-model.js';
import type { Interval } from './proof.js';

/** The values of variables; never changed, a longer one is a copy. */
export type Values = ReadonlyMap<string, Value>;

/** What the checker may still do; it gives up rather than run forever. */
export interface CheckFuel {
  left: number;
}

/** Thrown when the fuel is used up. */
export class CheckTooLong extends Error {
  override readonly name = 'CheckTooLong';
}

/** All ways to make the premises true, in their order, that extend the values: the definition, by brute force. */
export function solutions(
  premises: readonly Premise[],
  values: Values,
  model: CheckModel,
  fuel: CheckFuel,
): readonly Values[] {
  let found: readonly Values[] = [values];
  for (const premise of premises) {
    found = found.flatMap((each) => {
      if (--fuel.left < 0) throw new CheckTooLong('the check takes too long');
      return extensions(premise, each, model);
    });
  }
  return found;
}

/** The ways to extend the values so that a premise is true. A function that cannot be computed makes it false. */
export function extensions(premise: Premise, values: Values, model: CheckModel): readonly Values[] {
  try {
    switch (premise.kind) {
      case 'atom':
        return extendAtom(premise, values, model);
      case 'temporal':
        return extendTemporal(premise, values, model);
      case 'compare':
        return extendCompare(premise, values, model);
      case 'builtin':
        return extendBuiltin(premise, values, model);
    }
  } catch (error) {
    if (error instanceof BuiltinError) return [];
    throw error;
  }
}

/** The value of a term, or undefined if a variable has none. */
export function valueOf(term: Term, values: Values, model: CheckModel): Value | undefined {
  if (term.kind === 'constant') return term.value;
  if (term.kind === 'wildcard') return undefined;
  if (term.kind === 'variable') return values.get(term.name);
  const args: Value[] = [];
  for (const arg of term.args) {
    const value = valueOf(arg, values, model);
    if (value === undefined) return undefined;
    args.push(value);
  }
  return model.program.registry.functions.get(term.name)?.apply(args, { now: model.now });
}

/** The instant under the values; numbers are nanoseconds. */
export function instantOf(instant: Instant, values: Values, model: CheckModel): bigint | undefined {
  if (instant.kind === 'time') return instant.nanos;
  if (instant.kind === 'now') return BigInt.asIntN(64, model.now + instant.offset);
  const value = values.get(instant.name);
  if (value?.kind === 'time') return value.nanos;
  return value?.kind === 'number' ? value.value : undefined;
}

/** The values extended so that the terms are equal to these; undefined if they cannot be. */
export function unify(
  terms: readonly Term[],
  found: readonly (Value | undefined)[],
  values: Values,
  model: CheckModel,
): Values | undefined {
  let extended = values;
  for (const [at, term] of terms.entries()) {
    const value = found[at];
    if (value === undefined || term.kind === 'wildcard') continue;
    const known = valueOf(term, extended, model);
    if (known === undefined && term.kind === 'variable') extended = new Map([...extended, [term.name, value]]);
    else if (known === undefined || !equalValues(known, value)) return undefined;
  }
  return extended;
}

function extendAtom({ predicate, args, isNegated }: AtomPremise, values: Values, model: CheckModel): readonly Values[] {
  const found = model.matching(
    predicate,
    args.map((arg) => valueOf(arg, values, model)),
  );
  if (isNegated) return found.length === 0 ? [values] : [];
  return found.flatMap((fact) => unify(args, fact.args, values, model) ?? []);
}

function extendTemporal(premise: TemporalPremise, values: Values, model: CheckModel): readonly Values[] {
  const { predicate, args } = premise;
  const found = model.matching(
    predicate,
    args.map((arg) => valueOf(arg, values, model)),
  );
  const timelines = new Map<string, Fact[]>();
  for (const fact of found) {
    const key = fact.args.map(valueKey).join('\n');
    timelines.set(key, [...(timelines.get(key) ?? []), fact]);
  }
  return [...timelines.values()].flatMap((facts) => {
    const extended = unify(args, facts[0]?.args ?? [], values, model);
    return extended === undefined ? [] : extendTimeline(premise, facts, extended, model);
  });
}

/** The facts are those of one atom, at different times. */
export function extendTimeline(
  { window, binds }: TemporalPremise,
  facts: readonly Fact[],
  values: Values,
  model: CheckModel,
): readonly Values[] {
  const bounds = window === undefined ? undefined : windowOf(window, values, model);
  if (window !== undefined && bounds === undefined) return [];
  const intervals = facts.flatMap(({ interval }) => interval ?? []);
  const inside = bounds === undefined ? intervals : intervals.filter((each) => overlap(each, bounds));
  if (bounds !== undefined && window?.kind === 'throughout' && !cover(intervals, bounds)) return [];
  if (binds === undefined) return inside.length > 0 ? [values] : [];
  return inside.flatMap(({ start, end }) => {
    const first = withSide(binds.start, start, values, model);
    return (first === undefined ? undefined : withSide(binds.end, end, first, model)) ?? [];
  });
}

export function windowOf({ from, to, isUnordered }: Window, values: Values, model: CheckModel): Interval | undefined {
  const [start, end] = [from, to].map((bound) => instantOf(bound, values, model));
  if (start === undefined || end === undefined) return undefined;
  return isUnordered === true && start > end ? { start: end, end: start } : { start, end };
}

function withSide(side: IntervalSide, nanos: bigint, values: Values, model: CheckModel): Values | undefined {
  if (side.kind === 'any') return values;
  if (side.instant.kind === 'variable') {
    const known = values.get(side.instant.name);
    if (known === undefined) return new Map([...values, [side.instant.name, { kind: 'time', nanos }]]);
    return known.kind === 'time' && known.nanos === nanos ? values : undefined;
  }
  return instantOf(side.instant, values, model) === nanos ? values : undefined;
}

function overlap(a: Interval, b: Interval): boolean {
  return a.start <= b.end && b.start <= a.end && b.start <= b.end;
}

/** Whether every instant of the window lies in some interval. */
export function cover(intervals: readonly Interval[], window: Interval): boolean {
  if (window.start > window.end) return false;
  let next = window.start;
  for (const { start, end } of intervals.toSorted((a, b) => (a.start < b.start ? -1 : 1))) {
    if (start > next) return false;
    if (end >= next) next = end + 1n;
    if (next > window.end) return true;
  }
  return false;
}

function extendCompare(premise: ComparePremise, values: Values, model: CheckModel): readonly Values[] {
  const { operator, left, right } = premise;
  const [a, b] = [left, right].map((term) => valueOf(term, values, model));
  if (operator === '=') {
    if (a === undefined && b === undefined) return [];
    const extended = a === undefined ? unify([left], [b], values, model) : unify([right], [a], values, model);
    return extended === undefined ? [] : [extended];
  }
  if (a === undefined || b === undefined) return [];
  return compares(operator, a, b) ? [values] : [];
}

const orders: Readonly<Record<string, (a: bigint | number, b: bigint | number) => boolean>> = {
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
};

/** Order is defined between two numbers and between two floats. */
function compares(operator: string, a: Value, b: Value): boolean {
  if (operator === '!=') return !equalValues(a, b);
  const isOrdered = (a.kind === 'number' && b.kind === 'number') || (a.kind === 'float64' && b.kind === 'float64');
  return isOrdered && orders[operator]?.(a.value, b.value) === true;
}

function extendBuiltin(premise: BuiltinPremise, values: Values, model: CheckModel): readonly Values[] {
  const { builtin, args, isNegated } = premise;
  const inputs = args.filter((_, at) => builtin.modes[at] === '+');
  const outputs = args.filter((_, at) => builtin.modes[at] === '-');
  const known = inputs.map((arg) => valueOf(arg, values, model)).filter((value) => value !== undefined);
  if (known.length < inputs.length) return [];
  const found = builtin.solve(known).flatMap((solution) => unify(outputs, solution, values, model) ?? []);
  if (isNegated) return found.length === 0 ? [values] : [];
  return found;
}
