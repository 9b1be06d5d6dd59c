/** Who waits for a turn, first come first served. */
const waiting: (() => void)[] = [];

/**
 * Lets other work run; resolves when it is the caller's turn. There is one turn in each round of the host's event loop, so
 * that what comes in from outside waits for one slice at the most, however many evaluations are under way. Timers would
 * not do: in Node those that are due while others run follow at once, and nothing from outside comes between them.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) nextRound(giveTurn);
  });
}

function giveTurn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) nextRound(giveTurn);
}

/** Browsers have timers only, and let others run between them. */
function nextRound(go: () => void): void {
  if (typeof setImmediate === 'function') setImmediate(go);
  else setTimeout(go, 0);
}
