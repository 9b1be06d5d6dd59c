import type { Progress } from '@manglecp/protocol';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { action, broken, eventsOf, execute, failureOf, one, planOf, two } from './execution.suite.js';

const unhandled: unknown[] = [];
const noteUnhandled = (reason: unknown): void => void unhandled.push(reason);

afterEach(() => {
  vi.useRealTimers();
});

describe('cancellation', () => {
  it('WIRE-064 before the first step runs nothing', async () => {
    const run = vi.fn();
    const error = await failureOf(planOf(['a']), { actions: [action('a', run)], signal: AbortSignal.abort() });
    expect(error.code).toBe('cancelled');
    expect(run).not.toHaveBeenCalled();
  });

  it('WIRE-064 between two steps runs no further one', async () => {
    const controller = new AbortController();
    let isDone = false;
    const first = action('first', () => {
      isDone = true;
    });
    const run = vi.fn();
    const error = await failureOf(planOf(['first', 'second']), {
      actions: [first, action('second', run)],
      signal: controller.signal,
      // Looked at when the first step is over, and before the next one begins.
      clock: () => {
        if (isDone) controller.abort();
        return 0;
      },
    });
    expect(error.code).toBe('cancelled');
    expect(run).not.toHaveBeenCalled();
    expect(error.details?.['completed_actions']).toEqual(['first']);
    expect(eventsOf(error)).toEqual(['first success', 'second skipped']);
  });

  it.each(['an action that heeds its signal', 'an optional action that heeds its signal'])(
    'WIRE-064 WIRE-065 stops %s',
    async (which) => {
      const controller = new AbortController();
      const heed = action(
        'heed',
        (_args, { signal }) =>
          new Promise((_, reject) => {
            signal.addEventListener('abort', () => reject(signal.reason as Error));
            queueMicrotask(() => controller.abort());
          }),
      );
      const name = which.startsWith('an optional') ? 'heed?' : 'heed';
      const error = await failureOf(planOf(['one', name, 'two']), {
        actions: [one, heed, two],
        signal: controller.signal,
      });
      expect(error.code).toBe('cancelled');
      expect(error.message).toBe('the invocation was cancelled');
      expect(eventsOf(error)).toEqual(['one success', 'heed failure', 'two skipped']);
      expect(error.details?.['completed_actions']).toEqual(['one']);
    },
  );

  it.each(['resolves', 'rejects'])('WIRE-065 does not wait for an action that ignores it and later %s', async (how) => {
    process.on('unhandledRejection', noteUnhandled);
    const controller = new AbortController();
    const messages: Progress[] = [];
    let late: (() => void) | undefined;
    const ignore = action('ignore', (_args, { progress }) => {
      queueMicrotask(() => controller.abort());
      return new Promise((resolve, reject) => {
        late = () => {
          progress('still here', 90);
          if (how === 'resolves') resolve({ late: true });
          else reject(new Error('late'));
        };
      });
    });
    const error = await failureOf(planOf(['ignore']), {
      actions: [ignore],
      signal: controller.signal,
      onProgress: (progress) => messages.push(progress),
    });
    expect(error.code).toBe('cancelled');
    late?.();
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', noteUnhandled);
    expect(unhandled).toEqual([]);
    expect(messages).toEqual([{ status: 'started', percent: 0 }]);
  });

  it('leaves no listener behind', async () => {
    const { signal } = new AbortController();
    const [added, removed] = [vi.spyOn(signal, 'addEventListener'), vi.spyOn(signal, 'removeEventListener')];
    await execute(planOf(['one']), { actions: [one], signal });
    await failureOf(planOf(['broken']), { actions: [broken], signal });
    expect(removed).toHaveBeenCalledTimes(added.mock.calls.length);
  });
});

describe('the time limit', () => {
  it('ends a plan whose action never settles, even an optional one', async () => {
    vi.useFakeTimers();
    let given: AbortSignal | undefined;
    const hang = action('hang', (_args, { signal }) => {
      given = signal;
      return new Promise(() => undefined);
    });
    const failed = failureOf(planOf(['one', 'hang?', 'two']), { actions: [one, hang, two], timeoutMs: 5000 });
    await vi.advanceTimersByTimeAsync(5000);
    const error = await failed;
    expect(error.code).toBe('execution_failed');
    expect(error.message).toBe('action `hang` failed: it did not finish in time');
    expect(eventsOf(error)).toEqual(['one success', 'hang failure', 'two skipped']);
    expect(given?.aborted).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('leaves no timer behind, however long it is', async () => {
    vi.useFakeTimers();
    await execute(planOf(['one']), { actions: [one], timeoutMs: Number.POSITIVE_INFINITY });
    expect(vi.getTimerCount()).toBe(0);
  });
});
