/** Thrown inside when an external predicate answers with a promise where nobody can wait for it. */
export class AsyncExternalError extends TypeError {
  override readonly name = 'AsyncExternalError';

  constructor() {
    super('an external predicate is asynchronous: use `evaluate` instead of `evaluateSync`');
  }
}

/** Runs work that can pause to its end without waiting for anything; gives what it returns. */
export function runSync<T>(steps: Generator<Promise<void> | undefined, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (step.value === undefined) continue;
    step.value.catch(() => undefined);
    throw new AsyncExternalError();
  }
}
