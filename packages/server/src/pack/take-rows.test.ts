import { describe, expect, it } from 'vitest';
import { takeRows, takeRowsLater } from './take-rows.js';

const { signal } = new AbortController();

/** Rows without an end, at least until they would fill the memory; tells whether it was told to stop. */
function endless(): {
  readonly rows: () => Generator<readonly number[]>;
  readonly seen: { count: number; stopped: boolean };
} {
  const seen = { count: 0, stopped: false };
  return {
    seen,
    *rows() {
      try {
        while (seen.count < 1_000_000) yield [(seen.count += 1)];
      } finally {
        seen.stopped = true;
      }
    },
  };
}

async function* later(rows: Iterable<unknown>): AsyncGenerator<unknown> {
  for (const row of rows) {
    await Promise.resolve();
    yield row;
  }
}

describe('the rows of a function', () => {
  it('are all taken if there are not too many', async () => {
    const limits = { maxRows: 2, timeoutMs: 10_000, signal };
    expect(takeRows([[1], [2]], limits)).toEqual([[1], [2]]);
    expect(await takeRowsLater(later([[1], [2]]), limits)).toEqual([[1], [2]]);
  });

  it('are taken as far as can be told that there are too many, and the generator is told to stop', async () => {
    const limits = { maxRows: 3, timeoutMs: 10_000, signal };
    const [now, waited] = [endless(), endless()];
    expect(takeRows(now.rows(), limits)).toHaveLength(4);
    expect(await takeRowsLater(later(waited.rows()), limits)).toHaveLength(4);
    expect([now.seen, waited.seen]).toEqual(Array(2).fill({ count: 4, stopped: true }));
  });

  it('are taken for a limited time', async () => {
    const limits = { maxRows: Infinity, timeoutMs: 5, signal };
    const [now, waited] = [endless(), endless()];
    expect(() => takeRows(now.rows(), limits)).toThrow('no answer within 5 ms');
    await expect(takeRowsLater(later(waited.rows()), limits)).rejects.toThrow('no answer within 5 ms');
    expect([now.seen.stopped, waited.seen.stopped]).toEqual([true, true]);
  });

  it('are not taken for nobody', async () => {
    const limits = { maxRows: Infinity, timeoutMs: 10_000, signal: AbortSignal.abort() };
    const waited = endless();
    await expect(takeRowsLater(later(waited.rows()), limits)).rejects.toThrow('no answer');
    expect(waited.seen).toEqual({ count: 1, stopped: true });
  });
});
