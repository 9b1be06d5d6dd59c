import { compareText, type Fact, intervalText, oracleText, type Value } from '@manglecp/mangle';
import type { Settings } from './case.js';
import { coalesceFacts } from './coalesce.js';
import { groupBy } from './group-by.js';

/** The facts of an evaluation by predicate, as `mangle eval` lists them: sorted by code point. */
export interface FactReport {
  readonly facts: Readonly<Record<string, readonly string[]>>;
  readonly temporal?: Readonly<Record<string, readonly string[]>>;
}

type Reporting = Pick<Settings, 'hide' | 'unordered' | 'coalesce'>;

export function reportFacts(facts: readonly Fact[], reporting: Reporting): FactReport {
  const hidden = new Set(reporting.hide);
  const shown = facts.filter(({ predicate }) => !hidden.has(predicate));
  const plain = shown.filter(({ interval }) => interval === undefined);
  const timed = shown.filter(({ interval }) => interval !== undefined);
  const temporal = timed.length === 0 ? {} : { temporal: groupTexts(timed, reporting) };
  return { facts: groupTexts(plain, reporting), ...temporal };
}

/** The texts of some facts, sorted. */
export function reportAtoms(facts: readonly Fact[], { unordered, coalesce }: Reporting): string[] {
  const sortsLists = new Set(unordered);
  const texts = (coalesce ? coalesceFacts(facts) : facts).map((fact) =>
    reportText(fact, sortsLists.has(fact.predicate)),
  );
  return texts.sort(compareText);
}

function groupTexts(facts: readonly Fact[], reporting: Reporting): Record<string, readonly string[]> {
  const groups = groupBy(facts, ({ predicate }) => predicate);
  const keys = [...groups.keys()].sort(compareText);
  return Object.fromEntries(keys.map((key) => [key, reportAtoms(groups.get(key) ?? [], reporting)]));
}

function reportText({ name, args, interval }: Fact, sortsLists: boolean): string {
  const atom = `${name}(${args.map((arg) => oracleText(sortsLists ? sortLists(arg) : arg)).join(',')})`;
  return interval === undefined ? atom : atom + intervalText(interval.start, interval.end);
}

/** The value with the elements of every list in the order of their text. */
function sortLists(value: Value): Value {
  switch (value.kind) {
    case 'list':
      return { ...value, items: value.items.map(sortLists).sort(byText) };
    case 'pair':
      return { ...value, first: sortLists(value.first), second: sortLists(value.second) };
    case 'map':
    case 'struct':
      return { ...value, entries: value.entries.map(([key, entry]) => [sortLists(key), sortLists(entry)]) };
    default:
      return value;
  }
}

function byText(a: Value, b: Value): number {
  return compareText(oracleText(a), oracleText(b));
}
