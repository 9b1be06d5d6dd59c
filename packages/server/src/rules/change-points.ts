import {
  equalValues,
  type Evaluation,
  type FactInput,
  type PredicateKey,
  type Program,
  toValue,
  type Value,
} from '@manglecp/mangle';
import { maxInstant, minInstant, nanosOf } from '../facts/instants.js';
import { type Look, type Looks, timeLooksOf } from './time-looks.js';

/** An instant from which on rules that look at the evaluation time may see something else. */
export interface ChangePoint {
  readonly at: bigint;
  /** Whether it is the first instant after something ended. */
  readonly isEnd: boolean;
}

/** Finds the instants after an evaluation at which its answer may change, though its facts do not; in order. */
export type ChangePoints = (evaluation: Evaluation, given: readonly FactInput[]) => readonly ChangePoint[];

/** Facts that rules derive with times; beyond so many of one predicate only those that were given count. */
const maxDerived = 5_000;

/** Looks at a program, and at the facts of its base without what rules derive, once for all questions. */
export function createChangePoints(program: Program, base: Evaluation): ChangePoints {
  const { intervals, ends, values } = timeLooksOf(program);
  const keys = new Set([intervals, ends, values].flatMap((looks) => [...looks.keys()]));
  if (keys.size === 0) return () => [];
  const derived = new Set(program.rules.map(({ predicate }) => predicate));
  const pointsOf = (fact: TimedFact): readonly ChangePoint[] => [
    ...intervalPoints(fact, intervals),
    ...instantPoints(fact, fact.interval === undefined ? [] : [fact.interval.start, fact.interval.end], ends),
    ...instantPoints(
      fact,
      fact.args.flatMap((value) => (value.kind === 'time' ? [value.nanos] : [])),
      values,
    ),
  ];
  const pointsIn = (evaluation: Evaluation, isWanted: (key: PredicateKey) => boolean): readonly ChangePoint[] =>
    [...keys].flatMap((key) => {
      if (!isWanted(key) || evaluation.count(key) === 0) return [];
      return evaluation.facts(key).flatMap(({ args, interval }) => pointsOf({ key, args, interval }));
    });
  const always = sortPoints(pointsIn(base, () => true));
  return (evaluation, given) => {
    const { now } = evaluation;
    const own = [
      ...given.flatMap((fact) => (keys.has(keyOf(fact)) ? pointsOf(toTimedFact(fact)) : [])),
      ...pointsIn(evaluation, (key) => derived.has(key) && evaluation.count(key) <= maxDerived),
    ];
    return sortPoints([...own.filter(({ at }) => at > now), ...always.slice(firstAfter(always, now))]);
  };
}

interface TimedFact {
  readonly key: PredicateKey;
  readonly args: readonly Value[];
  readonly interval: Interval | undefined;
}

interface Interval {
  readonly start: bigint;
  readonly end: bigint;
}

function keyOf({ predicate, args }: FactInput): PredicateKey {
  return `${predicate}/${args.length}`;
}

function toTimedFact(fact: FactInput): TimedFact {
  const { args, interval } = fact;
  const span =
    interval === undefined
      ? undefined
      : { start: nanosOf(interval.start, minInstant), end: nanosOf(interval.end, maxInstant) };
  return { key: keyOf(fact), args: args.map(toValue), interval: span };
}

function intervalPoints({ key, args, interval }: TimedFact, looks: Looks): readonly ChangePoint[] {
  if (interval === undefined) return [];
  return (looks.get(key) ?? []).flatMap((look) => (fits(args, look) ? pointsAt(interval, look) : []));
}

/** A comparison with an instant may change at it, or right after it. */
function instantPoints({ key, args }: TimedFact, instants: readonly bigint[], looks: Looks): readonly ChangePoint[] {
  const known = instants.filter((nanos) => nanos !== minInstant && nanos !== maxInstant);
  if (known.length === 0) return [];
  return (looks.get(key) ?? []).flatMap((look) =>
    fits(args, look) ? known.flatMap((nanos) => pointsAt({ start: nanos, end: nanos }, look)) : [],
  );
}

function fits(args: readonly Value[], { pattern }: Look): boolean {
  return pattern.every((wanted, column) => {
    const value = args[column];
    return wanted === undefined || (value !== undefined && equalValues(wanted, value));
  });
}

/** Nothing changes at the ends of the clock or beyond. */
function pointsAt(interval: Interval, { start, end }: Look): readonly ChangePoint[] {
  const points = [
    ...(start === undefined || interval.start === minInstant ? [] : [{ at: interval.start - start, isEnd: false }]),
    ...(end === undefined || interval.end === maxInstant ? [] : [{ at: interval.end - end + 1n, isEnd: true }]),
  ];
  return points.filter(({ at }) => at > minInstant && at < maxInstant);
}

/** In order, each instant once. */
function sortPoints(points: readonly ChangePoint[]): readonly ChangePoint[] {
  const byTime = new Map<bigint, ChangePoint>();
  for (const point of points) if (byTime.get(point.at)?.isEnd !== true) byTime.set(point.at, point);
  return [...byTime.values()].sort((a, b) => (a.at < b.at ? -1 : 1));
}

function firstAfter(points: readonly ChangePoint[], now: bigint): number {
  let [low, high] = [0, points.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const at = points[middle]?.at ?? 0n;
    if (at > now) high = middle;
    else low = middle + 1;
  }
  return low;
}
