import { compareText } from '../../src/text/order.js';
import { intervalText, oracleText } from '../../src/value/format.js';
import { mapValue, structValue } from '../../src/value/make.js';
import { maxInt64, minInt64, type Value } from '../../src/value/value.js';
import type { CaseResult } from './compare-case.mjs';
import type { Directives } from './directives.js';

/** A fact of either evaluator. */
export interface ReportedFact {
  /** Name and arity, `edge/2`. */
  readonly predicate: string;
  readonly args: readonly Value[];
  readonly interval?: ReportedInterval | undefined;
}

export interface ReportedInterval {
  readonly start: bigint;
  readonly end: bigint;
}

type Options = Pick<Directives, 'hide' | 'unordered' | 'coalesce'>;

/** The facts as the oracle prints them: plain and temporal ones apart, sorted by bytes. */
export function reportFacts(facts: Iterable<ReportedFact>, { hide, unordered, coalesce }: Options): CaseResult {
  const shown = [...facts].filter((fact) => !hide.has(fact.predicate));
  const text = ({ predicate, args }: ReportedFact): string => {
    const values = unordered.has(predicate) ? args.map(sortLists) : args;
    return `${predicate.slice(0, predicate.lastIndexOf('/'))}(${values.map(oracleText).join(',')})`;
  };
  const plain = shown.filter((fact) => fact.interval === undefined);
  const temporal = shown.filter((fact) => fact.interval !== undefined);
  const merged = coalesce ? coalesceFacts(temporal) : temporal;
  const timedText = (fact: ReportedFact): string =>
    `${text(fact)}${fact.interval === undefined ? '' : intervalText(fact.interval.start, fact.interval.end)}`;
  return { ok: true, facts: byPredicate(plain, text), temporal: byPredicate(merged, timedText) };
}

function byPredicate(facts: readonly ReportedFact[], text: (fact: ReportedFact) => string): Record<string, string[]> {
  const texts: Record<string, string[]> = {};
  for (const fact of facts) (texts[fact.predicate] ??= []).push(text(fact));
  for (const list of Object.values(texts)) list.sort(compareText);
  return texts;
}

/** Lists with their elements in the order of their text, at every depth. */
function sortLists(value: Value): Value {
  switch (value.kind) {
    case 'list':
      return { ...value, items: value.items.map(sortLists).sort((a, b) => compareText(oracleText(a), oracleText(b))) };
    case 'pair':
      return { ...value, first: sortLists(value.first), second: sortLists(value.second) };
    case 'map':
      return mapValue(value.entries.map(([key, item]) => [sortLists(key), sortLists(item)]));
    case 'struct':
      return structValue(value.entries.map(([key, item]) => [sortLists(key), sortLists(item)]));
    default:
      return value;
  }
}

/** Merges closed intervals of one atom that overlap or touch; open ones stay as they are. */
function coalesceFacts(facts: readonly ReportedFact[]): readonly ReportedFact[] {
  const isOpen = ({ interval }: ReportedFact): boolean => interval?.start === minInt64 || interval?.end === maxInt64;
  const groups = new Map<string, ReportedFact[]>();
  for (const fact of facts.filter((each) => !isOpen(each))) {
    const key = `${fact.predicate} ${fact.args.map((arg) => `${arg.kind} ${oracleText(arg)}`).join()}`;
    groups.set(key, [...(groups.get(key) ?? []), fact]);
  }
  return [...facts.filter(isOpen), ...[...groups.values()].flatMap(coalesceGroup)];
}

function coalesceGroup(facts: readonly ReportedFact[]): readonly ReportedFact[] {
  const merged: ReportedFact[] = [];
  for (const fact of [...facts].sort((a, b) => ((a.interval?.start ?? 0n) < (b.interval?.start ?? 0n) ? -1 : 1))) {
    const last = merged.at(-1)?.interval;
    const { interval } = fact;
    if (interval === undefined) continue;
    if (last === undefined || interval.start > last.end + 1n) merged.push(fact);
    else
      merged[merged.length - 1] = {
        ...fact,
        interval: { start: last.start, end: interval.end > last.end ? interval.end : last.end },
      };
  }
  return merged;
}
