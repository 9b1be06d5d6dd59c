import { setImmediate as nextTurn } from 'node:timers/promises';
import { ProtocolError } from '@manglecp/protocol';

/** How long work goes on before others get their turn. */
const sliceMs = 5;

/** When the work that was asked for last is over. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Does long work in slices, so that others wait for a slice and not for all of it. In a process one such work is done after
 * the other: slices of many at once would add up to a long wait again, and so would what they hold. Rejects with `cancelled`
 * when nobody wants the result any more.
 */
export function inSlices<T>(work: Generator<void, T>, isWanted: () => boolean): Promise<T> {
  const result = last.then(() => doAll(work, isWanted));
  last = result.catch(() => undefined);
  return result;
}

async function doAll<T>(work: Generator<void, T>, isWanted: () => boolean): Promise<T> {
  for (;;) {
    if (!isWanted()) throw new ProtocolError('cancelled', 'the client is gone');
    const end = performance.now() + sliceMs;
    do {
      const step = work.next();
      if (step.done === true) return step.value;
    } while (performance.now() < end);
    await nextTurn();
  }
}
