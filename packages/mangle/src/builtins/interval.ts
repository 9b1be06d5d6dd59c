import { wrapInt64 } from '../value/make.js';
import { maxInt64, minInt64, type PairValue, type Value } from '../value/value.js';
import { type Builtin, BuiltinError, type PredicateBuiltin } from './define.js';
import { complaintOf, kindNames, shortText } from './native.js';
import { func, noSolution, oneSolution } from './rows.js';
import { sideOnIds } from './structure-on-ids.js';

/** A closed interval of instants in nanoseconds. */
interface Interval {
  readonly start: bigint;
  readonly end: bigint;
}

const intervalType = 'fn:Union(fn:Pair(/time, /time), fn:Pair(/number, /number))';

/** How two intervals lie to each other. They are wider than Allen's relations of the same names: ends may coincide. */
export const intervalBuiltins: readonly Builtin[] = [
  relation('before', 'whether the first ends before the second starts', (a, b) => a.end < b.start),
  relation('after', 'whether the first starts after the second ends', (a, b) => b.end < a.start),
  relation('meets', 'whether the first ends when the second starts', (a, b) => a.end === b.start),
  relation('overlaps', 'whether they share an instant', (a, b) => a.start <= b.end && b.start <= a.end),
  relation('during', 'whether the first lies within the second', (a, b) => lies(a, b)),
  relation('contains', 'whether the second lies within the first', (a, b) => lies(b, a)),
  relation('starts', 'whether they start together', (a, b) => a.start === b.start),
  relation('finishes', 'whether they end together', (a, b) => a.end === b.end),
  relation('equals', 'whether they are the same', (a, b) => a.start === b.start && a.end === b.end),
  func('fn:interval:start', ['fn:Pair(X, Y)'], 'X', 'the start of an interval', ({ first }) => first, {
    onIds: sideOnIds(0),
  }),
  func('fn:interval:end', ['fn:Pair(X, Y)'], 'Y', 'the end of an interval', ({ second }) => second, {
    onIds: sideOnIds(1),
  }),
  func('fn:interval:duration', ['fn:Pair(/time, /time)'], '/duration', 'how long an interval lasts', duration),
];

function relation(name: string, summary: string, holds: (a: Interval, b: Interval) => boolean): PredicateBuiltin {
  const fullName = `:interval:${name}`;
  return {
    kind: 'predicate',
    name: fullName,
    summary,
    modes: ['+', '+'],
    params: [intervalType, intervalType],
    solve(inputs) {
      const [a, b] = inputs as readonly [Value, Value];
      return holds(intervalOf(fullName, a, 0), intervalOf(fullName, b, 1)) ? oneSolution : noSolution;
    },
  };
}

function intervalOf(name: string, value: Value, at: number): Interval {
  if (value.kind !== 'pair') {
    throw new BuiltinError(
      `${name}: argument ${at + 1}: expected pair for interval, got ${kindNames[value.kind]} ${shortText(value)}`,
    );
  }
  return { start: bound(name, value.first, at), end: bound(name, value.second, at) };
}

/** A time, or a number of nanoseconds. */
function bound(name: string, value: Value, at: number): bigint {
  if (value.kind === 'time') return value.nanos;
  if (value.kind === 'number') return value.value;
  throw new BuiltinError(
    `${name}: argument ${at + 1}: invalid interval, its bounds must be times or numbers: ` + shortText(value),
  );
}

function lies(inner: Interval, outer: Interval): boolean {
  return inner.start >= outer.start && inner.end <= outer.end;
}

function duration({ first, second }: PairValue): bigint {
  const complain = complaintOf('fn:interval:duration');
  if (first.kind !== 'time') throw complain(first, 'a time', 'the start of the interval');
  if (second.kind !== 'time') throw complain(second, 'a time', 'the end of the interval');
  if (first.nanos === minInt64 || second.nanos === maxInt64) {
    throw new BuiltinError('fn:interval:duration: cannot compute duration of unbounded interval');
  }
  return wrapInt64(second.nanos - first.nanos);
}
