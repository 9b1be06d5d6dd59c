import { closest } from '../diagnostics/suggest.js';
import type { Fact } from '../engine/evaluation.js';
import { compareValues } from '../value/compare.js';
import type { Value } from '../value/value.js';
import type { Misspelling } from './why-not-result.js';
import type { EvaluationView, PredicateView } from './view.js';

/** Rows that are looked at; a larger relation is judged by its first ones. */
const maxRows = 100_000;
const maxNearest = 3;

/** Ids of a goal's arguments; undefined where any value would do. */
export type IdPattern = readonly (number | undefined)[];

/** The facts that differ from the pattern in the fewest arguments, at most three, ties in the total order of values. */
export function nearestFacts(view: EvaluationView, facts: PredicateView, pattern: IdPattern): Fact[] {
  let found: { readonly differences: number; readonly fact: Fact }[] = [];
  const end = Math.min(facts.end, maxRows);
  for (let row = 0; row < end; row++) {
    if (facts.isDead(row)) continue;
    const differences = differencesOf(facts, row, pattern);
    const worst = found.length < maxNearest ? undefined : found[maxNearest - 1];
    if (worst !== undefined && differences > worst.differences) continue;
    const each = { differences, fact: view.factAt(facts, row) };
    if (worst !== undefined && compareNear(each, worst) >= 0) continue;
    found = [...found, each].sort(compareNear).slice(0, maxNearest);
  }
  return found.map(({ fact }) => fact);
}

function differencesOf(facts: PredicateView, row: number, pattern: IdPattern): number {
  let differences = 0;
  for (let column = 0; column < pattern.length; column++) {
    const id = pattern[column];
    if (id !== undefined && id !== facts.at(row, column)) differences++;
  }
  return differences;
}

interface Near {
  readonly differences: number;
  readonly fact: Fact;
}

function compareNear(a: Near, b: Near): number {
  if (a.differences !== b.differences) return a.differences - b.differences;
  for (const [at, value] of a.fact.args.entries()) {
    const other = b.fact.args[at];
    const order = other === undefined ? 0 : compareValues(value, other);
    if (order !== 0) return order;
  }
  const [start, other] = [a.fact.interval?.start ?? 0n, b.fact.interval?.start ?? 0n];
  return start === other ? 0 : start < other ? -1 : 1;
}

/** Names and strings that no fact has in their column, where one that some fact has looks alike. */
export function misspellings(
  { table }: EvaluationView,
  facts: PredicateView,
  args: readonly (Value | undefined)[],
): Misspelling[] {
  return args.flatMap((value, argument) => {
    if (value?.kind !== 'name' && value?.kind !== 'string') return [];
    const texts = new Map<string, Value>();
    const end = Math.min(facts.end, maxRows);
    for (let row = 0; row < end; row++) {
      const other = table.get(facts.at(row, argument));
      if (other.kind === value.kind && !facts.isDead(row)) texts.set(other.text, other);
    }
    const nearest = texts.has(value.text) ? undefined : texts.get(closest(value.text, texts.keys()) ?? '');
    return nearest === undefined ? [] : [{ argument, value, nearest }];
  });
}
