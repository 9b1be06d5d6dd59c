import { describe, expect, it } from 'vitest';
import { inBatches } from './in-batches.js';
import { never } from './externals.suite.js';
import type { Answer, Question } from './source.js';

describe('questions that come in one go', () => {
  const echo = (batchSize: number) => {
    const batches: number[] = [];
    const answer = (questions: readonly Question[]): Promise<readonly Answer[]> => {
      batches.push(questions.length);
      return Promise.resolve(questions.map((question) => [question]));
    };
    return { batches, ask: inBatches({ batchSize, answer }) };
  };

  it('are answered together, in batches of a size', async () => {
    const { batches, ask } = echo(4);
    const asked = Array.from({ length: 10 }, (_, at) => ask([BigInt(at)], never));
    expect(await Promise.all(asked)).toEqual(Array.from({ length: 10 }, (_, at) => [[BigInt(at)]]));
    expect(batches).toEqual([4, 4, 2]);
    await ask([1n], never);
    expect(batches).toEqual([4, 4, 2, 1]);
  });

  it('are stopped when nobody waits for any of them', async () => {
    const signals: AbortSignal[] = [];
    const ask = inBatches({
      batchSize: 4,
      answer: (_, signal) => {
        signals.push(signal);
        return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('gone'))));
      },
    });
    const stops = [new AbortController(), new AbortController()];
    const asked = stops.map(({ signal }) => ask([1n], signal));
    await Promise.resolve();
    stops[0]?.abort();
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
    stops[1]?.abort();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    expect((await Promise.allSettled(asked)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });

  it('fail together, without what a driver says', async () => {
    const error = Object.assign(new Error('the password is hunter2'), { code: 'EBAD', input: 'hunter2' });
    const ask = inBatches({ batchSize: 4, answer: () => Promise.reject(error) });
    const [first, second] = await Promise.allSettled([ask([1n], never), ask([2n], never)]);
    expect(first).toEqual(second);
    expect(first).toMatchObject({ reason: { name: 'SourceFailure', message: 'it failed (EBAD)' } });
  });
});
