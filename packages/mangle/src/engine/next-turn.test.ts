import { describe, expect, it } from 'vitest';
import { compileOrThrow } from '../api/compile.js';
import type { EvaluationError } from './evaluation-error.js';
import { fact } from './host-facts.js';
import { nextTurn } from './next-turn.js';
import { prepareSync } from './prepared.js';

function nextRound(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

describe('turns', () => {
  it('come one in a round of the event loop, in the order in which they were asked for', async () => {
    const taken: string[] = [];
    const take = async (who: string): Promise<void> => {
      await nextTurn();
      taken.push(who);
      await nextTurn();
      taken.push(who);
    };
    const all = Promise.all([take('a'), take('b'), take('c')]);
    const counts: number[] = [];
    while (taken.length < 6) {
      await nextRound();
      counts.push(taken.length);
    }
    await all;
    expect(taken.join('')).toBe('abcabc');
    expect(counts.slice(1).map((count, at) => count - (counts[at] ?? 0))).toEqual(counts.slice(1).map(() => 1));
  });

  it('leave room for others, however many evaluations are under way', async () => {
    const prepared = prepareSync(
      compileOrThrow('Decl start(N) bound [/number]. step(N) :- start(N). step(M) :- step(N), M = fn:plus(N, 1).'),
    );
    const controller = new AbortController();
    const options = { limits: { maxFacts: Infinity }, signal: controller.signal };
    let ended = 0;
    const running = [1, 2, 3].map((from) =>
      prepared
        .request([fact('start', from)], options)
        .catch(({ code }: EvaluationError) => code)
        .finally(() => (ended += 1)),
    );
    for (let round = 0; round < 5; round++) await nextRound();
    expect(ended).toBe(0);
    controller.abort();
    expect(await Promise.all(running)).toEqual(['cancelled', 'cancelled', 'cancelled']);
  });
});
