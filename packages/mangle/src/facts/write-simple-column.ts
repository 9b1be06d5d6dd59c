import { compareText } from '../text/order.js';
import { compareValues } from '../value/compare.js';
import { sourceText } from '../value/format.js';
import type { Value } from '../value/value.js';

/** A fact to be written. */
export interface ColumnFact {
  readonly name: string;
  readonly args: readonly Value[];
  /** Facts with times cannot be written. */
  readonly interval?: unknown;
}

/**
 * Facts in the simple-column format, predicates by arity and name, facts in the order of their values: equal facts give
 * equal text. Throws a RangeError for a fact with a time, which the format cannot hold.
 */
export function writeSimpleColumn(facts: Iterable<ColumnFact>): string {
  const byPredicate = new Map<string, ColumnFact[]>();
  for (const fact of facts) {
    if (fact.interval !== undefined) throw new RangeError(`the format has no times, but \`${fact.name}\` is temporal`);
    const key = `${fact.name} ${fact.args.length}`;
    const same = byPredicate.get(key);
    if (same === undefined) byPredicate.set(key, [fact]);
    else same.push(fact);
  }
  const sections = Array.from(byPredicate, ([key, rows]) => ({ key, rows: rows.toSorted(compareFacts) })).sort(
    (a, b) => arityOf(a.rows) - arityOf(b.rows) || compareText(a.key, b.key),
  );
  const header = [`${sections.length}`, ...sections.map(({ key, rows }) => `${key} ${rows.length}`)];
  return [...header, ...sections.flatMap(({ rows }) => columnLines(rows)), ''].join('\n');
}

function arityOf([first]: readonly ColumnFact[]): number {
  return first?.args.length ?? 0;
}

function compareFacts(a: ColumnFact, b: ColumnFact): number {
  for (const [column, value] of a.args.entries()) {
    const other = b.args[column];
    const order = other === undefined ? 0 : compareValues(value, other);
    if (order !== 0) return order;
  }
  return 0;
}

function columnLines(rows: readonly ColumnFact[]): string[] {
  return Array.from({ length: arityOf(rows) }, (_, column) =>
    rows.map(({ args }) => {
      const value = args[column];
      return value === undefined ? '' : sourceText(value);
    }),
  ).flat();
}
