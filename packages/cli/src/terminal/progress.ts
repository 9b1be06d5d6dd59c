import type { Terminal } from './terminal.js';

/** Evaluations that take no longer show nothing. */
const patienceMs = 1_000;
const refreshMs = 200;

/**
 * Shows on a terminal how far a long evaluation is, in a line that disappears at its end. Into a pipe goes nothing.
 * `work` gets a function to be called now and then with the number of facts derived so far.
 */
export async function withProgress<T>(
  { errors }: Pick<Terminal, 'errors'>,
  work: (onPause: (derivedCount: number) => void) => Promise<T>,
): Promise<T> {
  const begun = performance.now();
  let shownAt = begun + patienceMs - refreshMs;
  let isShown = false;
  const show = (derivedCount: number): void => {
    const now = performance.now();
    if (errors.isTTY !== true || now - shownAt < refreshMs) return;
    shownAt = now;
    isShown = true;
    const seconds = Math.floor((now - begun) / 1000);
    errors.write(`${clearLine}evaluating… ${seconds} s, ${derivedCount.toLocaleString('en-US')} facts derived`);
  };
  try {
    return await work(show);
  } finally {
    if (isShown) errors.write(clearLine);
  }
}

const clearLine = '\r\x1b[K';
