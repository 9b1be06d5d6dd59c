import type { Budget } from './budget.js';
import type { Evaluator } from './evaluator.js';
import { nextTurn } from './next-turn.js';
import type { Pause } from './pause.js';
import { runSync } from './run-sync.js';

/** Runs an evaluation to its end, giving way to other work whenever it pauses; it goes on when `turn` resolves. */
export async function driveAsync(
  evaluator: Evaluator,
  steps: Generator<Pause, void>,
  { turn = nextTurn, onPause }: { readonly turn?: () => Promise<void>; readonly onPause?: () => void } = {},
): Promise<void> {
  for (;;) {
    const { done, value } = evaluator.guarded(() => steps.next());
    if (done === true) return;
    onPause?.();
    const waiting = await settled(value ?? turn());
    evaluator.guarded(waiting);
  }
}

/** Runs an evaluation to its end without pauses. */
export function driveSync(evaluator: Evaluator, steps: Generator<Pause, void>): void {
  evaluator.guarded(() => runSync(steps));
}

/** Draws everything from a source of facts that loads as it goes; pauses now and then. */
export function* loadAll(given: Iterable<string>, budget: Budget): Generator<Pause, void> {
  budget.check();
  for (const predicate of given) {
    if (!budget.spend(1, predicate)) continue;
    yield;
    budget.startSlice();
  }
}

/** Waits for a promise; the function it gives throws if the promise failed. */
async function settled(promise: Promise<void>): Promise<() => void> {
  try {
    await promise;
    return () => undefined;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}
