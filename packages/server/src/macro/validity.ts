import type { Evaluation, Value } from '@manglecp/mangle';
import { relation } from '../facts/relation.js';

/** The moment at which the rules would no longer give a macro-tool. */
export interface Lapse {
  /** The first instant without it. */
  readonly at: bigint;
  /** What is told: the last instant of a fact that it rests on, or the first one of a fact that speaks against it. */
  readonly told: bigint;
}

/** When a macro-tool may be used, in nanoseconds since 1970. */
export interface Validity {
  /** Absent: from the evaluation on. */
  readonly notBefore?: bigint;
  /** Absent: without end. */
  readonly lapse?: Lapse;
}

const lifetimes = relation('macro_lifetime', 2);
const starts = relation('macro_valid_from', 2);
const ends = relation('macro_valid_until', 2);

/** The last instant that can be told; one later the clock is unbounded. */
const endOfTime = 2n ** 63n - 2n;

/**
 * The validity of a macro-tool (C-82): until the facts with a time that it rests on lapse, otherwise for its lifetime; in
 * any case no longer than its domain says.
 */
export function validityOf(
  evaluation: Evaluation,
  macro: string,
  {
    evalTime,
    lifetimeS,
    lapse,
  }: { readonly evalTime: bigint; readonly lifetimeS: number; readonly lapse?: Lapse | undefined },
): Validity {
  const notBefore = greatest(starts.of(evaluation, macro).flatMap(([, value]) => timeOf(value)));
  const until = least(ends.of(evaluation, macro).flatMap(([, value]) => timeOf(value)));
  const begin = notBefore === undefined || notBefore < evalTime ? evalTime : notBefore;
  const first = lapse ?? lapseAt(endOfLife(evaluation, macro, { begin, lifetimeS }));
  const end = until === undefined || (first !== undefined && first.at <= until) ? first : lapseAt(until);
  return {
    ...(notBefore === undefined || notBefore <= evalTime ? {} : { notBefore }),
    ...(end === undefined ? {} : { lapse: end }),
  };
}

/**
 * Whether there is no instant at which a macro-tool could be used: what ends it comes before it begins, or with it. A
 * lifetime that reaches beyond the clock ends where the clock does, which is no end of the tool.
 */
export function isNever({ notBefore, lapse }: Validity, evalTime: bigint): boolean {
  return lapse !== undefined && lapse.at < endOfTime && lapse.at <= (notBefore ?? evalTime);
}

function endOfLife(
  evaluation: Evaluation,
  macro: string,
  { begin, lifetimeS }: { readonly begin: bigint; readonly lifetimeS: number },
): bigint | undefined {
  const own = least(lifetimes.of(evaluation, macro).flatMap(([, value]) => durationOf(value)));
  if (own === undefined && lifetimeS === 0) return undefined;
  const end = begin + (own ?? BigInt(Math.round(lifetimeS * 1e9)));
  return end > endOfTime ? endOfTime : end;
}

function lapseAt(at: bigint | undefined): Lapse | undefined {
  return at === undefined ? undefined : { at, told: at };
}

function timeOf(value: Value | undefined): readonly bigint[] {
  return value?.kind === 'time' ? [value.nanos] : [];
}

function durationOf(value: Value | undefined): readonly bigint[] {
  return value?.kind === 'duration' ? [value.nanos] : [];
}

function least(values: readonly bigint[]): bigint | undefined {
  return values.reduce<bigint | undefined>(
    (best, value) => (best === undefined || value < best ? value : best),
    undefined,
  );
}

function greatest(values: readonly bigint[]): bigint | undefined {
  return values.reduce<bigint | undefined>(
    (best, value) => (best === undefined || value > best ? value : best),
    undefined,
  );
}
