/** What one answer of a function may take. */
export interface RowLimits {
  readonly maxRows: number;
  readonly timeoutMs: number;
  /** Fires when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

/**
 * The rows that a function gave. A generator may have no end, so it is told to stop after one row more than there may be,
 * which whoever counts them then refuses; and it is told to stop when its time is over.
 */
export function takeRows(rows: Iterable<unknown>, limits: RowLimits): readonly unknown[] {
  const watch = createWatch(limits);
  const taken: unknown[] = [];
  // Leaving the loop calls `return()` of the generator.
  for (const row of rows) {
    taken.push(row);
    if (watch(taken.length)) break;
  }
  return taken;
}

/** The same for rows that are waited for, one by one. */
export async function takeRowsLater(rows: AsyncIterable<unknown>, limits: RowLimits): Promise<readonly unknown[]> {
  const watch = createWatch(limits);
  const taken: unknown[] = [];
  for await (const row of rows) {
    taken.push(row);
    if (watch(taken.length)) break;
  }
  return taken;
}

/** Tells whether there are too many rows. Throws if it takes too long. */
function createWatch({ maxRows, timeoutMs, signal }: RowLimits): (count: number) => boolean {
  const deadline = performance.now() + timeoutMs;
  return (count) => {
    if (performance.now() > deadline || signal.aborted) throw new Error(`no answer within ${timeoutMs} ms`);
    return count > maxRows;
  };
}
