/** Thrown inside when an external predicate answers with a promise where nobody can wait for it. */
export class AsyncExternalError extends TypeError {
  override readonly name = 'AsyncExternalError';

  constructor() {
    super('an external predicate is asynchronous: use `evaluate` instead of `evaluateSync`');
  }
}

/** Runs an evaluation to its end without waiting for anything. */
export function runSync(steps: Generator<Promise<void> | undefined, void>): void {
  for (let step = steps.next(); step.done !== true; step = steps.next()) {
    if (step.value === undefined) continue;
    step.value.catch(() => undefined);
    throw new AsyncExternalError();
  }
}
