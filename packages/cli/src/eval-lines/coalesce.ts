import { type Fact, sourceText } from '@manglecp/mangle';
import { groupBy } from './group-by.js';

type TimedFact = Fact & { readonly interval: NonNullable<Fact['interval']> };

/**
 * One fact for each separate stretch of time: intervals with no instant between them become one. Intervals that are
 * open on a side stay as they are, as the oracle has it.
 */
export function coalesceFacts(facts: readonly Fact[]): Fact[] {
  const closed = facts.filter(isClosed);
  const others = facts.filter((fact) => !isClosed(fact));
  const atoms = groupBy(closed, ({ predicate, args }) => [predicate, ...args.map(sourceText)].join('\n'));
  return [...others, ...[...atoms.values()].flatMap(mergeIntervals)];
}

/** The ends of the 64-bit clock stand for the unbounded past and future. */
const past = -(2n ** 63n);
const future = 2n ** 63n - 1n;

function isClosed(fact: Fact): fact is TimedFact {
  return fact.interval !== undefined && fact.interval.start !== past && fact.interval.end !== future;
}

function mergeIntervals(facts: readonly TimedFact[]): Fact[] {
  const merged: TimedFact[] = [];
  for (const fact of facts.toSorted((a, b) => (a.interval.start < b.interval.start ? -1 : 1))) {
    const last = merged.at(-1);
    if (last === undefined || fact.interval.start > last.interval.end + 1n) {
      merged.push(fact);
    } else if (fact.interval.end > last.interval.end) {
      merged[merged.length - 1] = { ...last, interval: { start: last.interval.start, end: fact.interval.end } };
    }
  }
  return merged;
}
