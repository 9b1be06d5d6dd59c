import { nextTurn } from '../engine/next-turn.js';

/** The longest stretch of work before others run. */
const sliceMs = 8;

/** Runs work that can pause to its end, giving way to others every few milliseconds. */
export async function inSlices<T>(work: Generator<undefined, T>): Promise<T> {
  let sliceEnd = performance.now() + sliceMs;
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
    if (performance.now() < sliceEnd) continue;
    await nextTurn();
    sliceEnd = performance.now() + sliceMs;
  }
}
