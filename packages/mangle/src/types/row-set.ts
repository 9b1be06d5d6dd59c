import { limitDepth, limitSize, maxDepth } from './limit-type.js';
import { equalRows, isRowContained, join, mapParts, widenSingletons } from './subtype.js';
import { anyType, botType, equalTypes, type Row, rowText, type Type } from './type.js';

/** More rows than this are joined column by column. */
const maxRows = 32;

/**
 * The alternatives with one more. The result is the same array if nothing was added. Rows that differ only in single
 * values become one row, so that an enumeration does not multiply the alternatives. Parts deeper than `depth` are
 * forgotten.
 */
export function addRow(rows: readonly Row[], added: Row, depth = maxDepth): readonly Row[] {
  if (rows.some((row) => isRowContained(added, row))) return rows;
  const row = added.map((type) => limitSize(limitDepth(type, depth)));
  if (rows.some((other) => isRowContained(row, other))) return rows;
  const skeleton = rowText(skeletonOf(row));
  const twin = rows.findIndex((other) => rowText(skeletonOf(other)) === skeleton);
  const merged = twin === -1 ? row : joinAll([row, rows[twin] ?? row]);
  const next = [...rows.filter((other, at) => at !== twin && !isRowContained(other, merged)), merged];
  return next.length > maxRows ? [joinAll(next)] : next;
}

/** One row that has the values of all, column by column. INVARIANT: there is at least one. */
export function joinAll(rows: readonly Row[]): Row {
  const [first = []] = rows;
  return first.map((_, column) => join(rows.map((row) => row[column] ?? botType)));
}

/**
 * Alternatives for a relation whose types keep growing, as those of `p([X]) :- p(X).` do: one row, with `/any` in
 * every column that changed since `before`.
 */
export function widen(before: readonly Row[], after: readonly Row[]): readonly Row[] {
  if (before.length === 0 || after.length === 0) return after;
  const old = joinAll(before);
  const row = joinAll([...before, ...after]).map((type, column) =>
    equalTypes(type, old[column] ?? anyType) ? type : anyType,
  );
  return [row];
}

export function equalRowSets(a: readonly Row[], b: readonly Row[]): boolean {
  return a.length === b.length && a.every((row, at) => equalRows(row, b[at] ?? []));
}

function skeletonOf(row: Row): Row {
  return row.map(skeletonType);
}

function skeletonType(type: Type): Type {
  return mapParts(widenSingletons(type), skeletonType);
}
