/** What rows are added to; each call tells the row's number, or -1 if there is such a row already. */
export interface RowTarget {
  readonly width: number;
  add(values: ArrayLike<number>): number;
  add1(a: number): number;
  add2(a: number, b: number): number;
  add3(a: number, b: number, c: number): number;
}

/*
 * Rows that lie one after the other in an array: they are added until more than `most` were new, and the result is how
 * many were.
 */

export function addSingles(target: RowTarget, rows: Int32Array, length: number, most: number): number {
  let added = 0;
  for (let at = 0; at < length && added <= most; at++) if (target.add1(rows[at] ?? 0) !== -1) added++;
  return added;
}

export function addTriples(target: RowTarget, rows: Int32Array, length: number, most: number): number {
  let added = 0;
  for (let at = 0; at < length && added <= most; at += 3) {
    if (target.add3(rows[at] ?? 0, rows[at + 1] ?? 0, rows[at + 2] ?? 0) !== -1) added++;
  }
  return added;
}

export function addMany(target: RowTarget, rows: Int32Array, count: number, most: number): number {
  const row = new Int32Array(target.width);
  let added = 0;
  for (let at = 0; at < count && added <= most; at++) {
    for (let column = 0; column < row.length; column++) row[column] = rows[at * row.length + column] ?? 0;
    if (target.add(row) !== -1) added++;
  }
  return added;
}

/** Adds the rows from `from` to before `to` of some columns. */
export function addColumns(target: RowTarget, columns: readonly Int32Array[], from: number, to: number): void {
  const [a, b, c] = columns;
  if (columns.length === 1 && a !== undefined) for (let at = from; at < to; at++) target.add1(a[at] ?? 0);
  else if (columns.length === 2 && a !== undefined && b !== undefined) {
    for (let at = from; at < to; at++) target.add2(a[at] ?? 0, b[at] ?? 0);
  } else if (columns.length === 3 && a !== undefined && b !== undefined && c !== undefined) {
    for (let at = from; at < to; at++) target.add3(a[at] ?? 0, b[at] ?? 0, c[at] ?? 0);
  } else addWideColumns(target, columns, from, to);
}

function addWideColumns(target: RowTarget, columns: readonly Int32Array[], from: number, to: number): void {
  const row = new Int32Array(columns.length);
  for (let at = from; at < to; at++) {
    for (let column = 0; column < columns.length; column++) row[column] = columns[column]?.[at] ?? 0;
    target.add(row);
  }
}
