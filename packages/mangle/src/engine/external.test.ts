import { describe, expect, it } from 'vitest';
import { compileOrThrow } from '../api/compile.js';
import { evaluate } from './evaluate.js';
import type { ExternalCall } from './external.js';
import { fact } from './host-facts.js';

const program = compileOrThrow(
  `Decl p(X, Y) descr [external(), mode("+", "-")] bound [/number, /number].
   Decl q(X) bound [/number].
   r(X, Y) :- q(X), p(X, Y).`,
  { lints: false },
);
const facts = Array.from({ length: 200 }, (_, value) => fact('q', value));

describe('many questions at the same time', () => {
  it('need one listener for cancellation, and are all stopped by it', async () => {
    let added = 0;
    const stop = new AbortController();
    const { signal } = stop;
    const listen = signal.addEventListener.bind(signal);
    signal.addEventListener = (...args: Parameters<typeof listen>) => {
      added += 1;
      listen(...args);
    };
    const stopped: boolean[] = [];
    const call = (_: unknown, { signal: each }: ExternalCall): Promise<never> => {
      each.addEventListener('abort', () => stopped.push(true));
      if (stopped.length === 0) setTimeout(() => stop.abort(), 50);
      return new Promise(() => undefined);
    };
    const evaluated = evaluate(program, { facts, signal, externals: { 'p/2': { call, maxConcurrent: 200 } } });
    await expect(evaluated).rejects.toMatchObject({ code: 'cancelled' });
    expect(stopped.length).toBeGreaterThan(0);
    expect(added).toBeLessThan(10);
  });

  it('are stopped also by a signal that fires while they are being asked', async () => {
    const stop = new AbortController();
    const call = (): Promise<never> => {
      stop.abort();
      return new Promise(() => undefined);
    };
    const evaluated = evaluate(program, {
      facts,
      signal: stop.signal,
      externals: { 'p/2': { call, maxConcurrent: 1 } },
    });
    await expect(evaluated).rejects.toMatchObject({ code: 'cancelled' });
  });

  it('leave no rejection that nobody handles where the evaluation ends before they do', async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown): void => void unhandled.push(reason);
    process.on('unhandledRejection', note);
    const settled: Promise<unknown>[] = [];
    const call = (): Promise<never> => {
      // Longer than the whole evaluation may take, so that the budget ends it between two questions.
      const end = performance.now() + 5;
      while (performance.now() < end);
      const failed = new Promise<never>((_, reject) => setTimeout(() => reject(new Error('too late')), 50));
      settled.push(failed.catch(() => undefined));
      return failed;
    };
    const externals = { 'p/2': { call, maxConcurrent: 200 } };
    const evaluated = evaluate(program, { facts, limits: { timeoutMs: 20 }, externals });
    await expect(evaluated).rejects.toMatchObject({ code: 'time-limit' });
    await Promise.all(settled);
    await new Promise((resolve) => setTimeout(resolve, 20));
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
  });
});
