/** A stored interval and the row that has it. */
export interface TimedRow {
  readonly row: number;
  readonly start: bigint;
  readonly end: bigint;
}

/**
 * Rows whose intervals together cover the closed interval, in order of time and none without need: at each point the
 * one that reaches furthest. Empty if some instant is not covered, or if the interval ends before it starts.
 */
export function chainOver(rows: readonly TimedRow[], from: bigint, to: bigint): number[] {
  if (from > to) return [];
  const chain: number[] = [];
  for (let next = from; next <= to;) {
    let best: TimedRow | undefined;
    for (const row of rows) {
      if (row.start > next || row.end < next) continue;
      if (best === undefined || row.end > best.end || (row.end === best.end && row.row < best.row)) best = row;
    }
    if (best === undefined) return [];
    chain.push(best.row);
    next = best.end + 1n;
  }
  return chain;
}
