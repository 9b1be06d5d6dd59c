import { type Fact, sourceText } from '@manglecp/mangle';
import { groupBy } from './group-by.js';

type TimedFact = Fact & { readonly interval: NonNullable<Fact['interval']> };

/** One fact for each separate stretch of time: intervals with no instant between them become one. */
export function coalesceFacts(facts: readonly Fact[]): Fact[] {
  const plain = facts.filter(({ interval }) => interval === undefined);
  const timed = facts.filter((fact): fact is TimedFact => fact.interval !== undefined);
  const atoms = groupBy(timed, ({ predicate, args }) => [predicate, ...args.map(sourceText)].join('\n'));
  return [...plain, ...[...atoms.values()].flatMap(mergeIntervals)];
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
