import { StepFailure } from './step-failure.js';

/** Why a plan was stopped from outside. */
export type HaltReason = 'cancelled' | 'timed_out';

export class Halted extends StepFailure {
  readonly reason: HaltReason;

  constructor(reason: HaltReason) {
    super(reason === 'cancelled' ? 'it was cancelled' : 'it did not finish in time', undefined);
    this.reason = reason;
  }
}

/** The end that a client or the clock can put to a plan. */
export interface Halt {
  /** For actions; its reason is a `Halted`. */
  readonly signal: AbortSignal;
  /** Settles as `work` does, but rejects with `Halted` as soon as the plan is stopped. What `work` does later is ignored. */
  readonly orHalted: <T>(work: Promise<T>) => Promise<T>;
  /** Lets go of the timer and of the outer signal. */
  readonly release: () => void;
}

/** The longest time that timers can count. */
const maxTimeoutMs = 2 ** 31 - 1;

export function createHalt(outer: AbortSignal, timeoutMs: number): Halt {
  const controller = new AbortController();
  const { signal } = controller;
  const cancel = (): void => controller.abort(new Halted('cancelled'));
  const timer = setTimeout(() => controller.abort(new Halted('timed_out')), Math.min(timeoutMs, maxTimeoutMs));
  const halted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Halted), { once: true });
  });
  // A plan that is stopped between two steps leaves nobody who waits for it.
  halted.catch(() => undefined);
  outer.addEventListener('abort', cancel, { once: true });
  if (outer.aborted) cancel();
  return {
    signal,
    orHalted: (work) => Promise.race([work, halted]),
    release: () => {
      clearTimeout(timer);
      outer.removeEventListener('abort', cancel);
    },
  };
}
