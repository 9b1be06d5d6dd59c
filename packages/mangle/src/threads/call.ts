import { diagnostic } from '../diagnostics/diagnostic.js';
import { EvaluationError } from '../engine/evaluation-error.js';
import type { Source, Span } from '../text/source.js';
import type { Found } from './asked.js';
import { createFlag, raise } from './shared-signal.js';
import type { Thread } from './thread.js';
import type { Message, Work } from './wire.js';
import { readError } from './wire-error.js';

/** What a call needs to know. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Wall time from now on, the time in the queue included. */
  readonly timeoutMs: number;
  /** Some place in the program, for what concerns all of it. */
  readonly place: Span;
  readonly sources: readonly Source[];
}

/** How long a thread may be late with its own word on the end of the time. */
const momentMs = 30;

/** How long a thread that was told to stop may take until it is ended by force. */
const graceMs = 1000;

/** Longer than any timer takes. */
const maxTimerMs = 2 ** 31 - 1;

let lastId = 0;

/** One piece of work for a thread, from the wish to the result. It is over when `result` is settled. */
export class Call {
  readonly id = ++lastId;
  readonly flag = createFlag();
  readonly result: Promise<Found>;
  readonly #options: CallOptions;
  readonly #deadline: number;
  #settle: { readonly resolve: (found: Found) => void; readonly reject: (error: Error) => void } | undefined;
  #thread: Thread | undefined;
  #hasBegun = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #watchdog: ReturnType<typeof setTimeout> | undefined;
  readonly #onAbort = (): void => this.stop('cancelled', 'stopped because the caller cancelled');

  constructor(options: CallOptions) {
    this.#options = options;
    this.#deadline = performance.now() + options.timeoutMs;
    this.result = new Promise((resolve, reject) => (this.#settle = { resolve, reject }));
    if (options.timeoutMs <= maxTimerMs) this.#timer = setTimeout(() => this.#expire(), options.timeoutMs);
    if (options.signal?.aborted === true) this.#onAbort();
    else options.signal?.addEventListener('abort', this.#onAbort);
  }

  get isOver(): boolean {
    return this.#settle === undefined;
  }

  /** Milliseconds until the deadline. */
  get remainingMs(): number {
    return Math.max(0, this.#deadline - performance.now());
  }

  /** Gives the work to a thread that is idle. */
  start(thread: Thread, message: Extract<Message, { readonly work: Work }>): void {
    this.#thread = thread;
    thread.run(message, {
      begun: () => this.#begin(thread),
      found: (found) => this.#finish()?.resolve(found),
      failed: (error) => this.#finish()?.reject(readError(error, this.#options.sources)),
      lost: (reason, isMissing) => this.#finish()?.reject(isMissing ? this.#missing(reason) : this.#lost(reason)),
      over: () => clearTimeout(this.#watchdog),
    });
  }

  /** Ends it. Its thread is told to stop, and ended if it does not. */
  stop(code: 'cancelled' | 'time-limit', message: string): void {
    const settle = this.#finish();
    if (settle === undefined) return;
    raise(this.flag);
    this.#thread?.cancel(this.id);
    if (this.#hasBegun) this.#watch(this.#thread);
    settle.reject(this.#error(code, message));
  }

  #begin(thread: Thread): void {
    this.#hasBegun = true;
    if (this.isOver) this.#watch(thread);
  }

  /** Ends a thread that goes on although it was told to stop. */
  #watch(thread: Thread | undefined): void {
    this.#watchdog = setTimeout(() => void thread?.end(), graceMs);
  }

  /** A thread keeps the time by itself and says more about it, so it has a moment to do so. */
  #expire(): void {
    const stop = (): void => this.stop('time-limit', 'stopped because the time is over');
    if (this.#thread === undefined) stop();
    else this.#timer = setTimeout(stop, momentMs);
  }

  #finish(): { readonly resolve: (found: Found) => void; readonly reject: (error: Error) => void } | undefined {
    const settle = this.#settle;
    this.#settle = undefined;
    clearTimeout(this.#timer);
    this.#options.signal?.removeEventListener('abort', this.#onAbort);
    return settle;
  }

  #error(code: 'cancelled' | 'time-limit' | 'thread-lost', message: string, help?: string): EvaluationError {
    return new EvaluationError(diagnostic(code, this.#options.place, message, { help }));
  }

  #missing(reason: string): EvaluationError {
    const help =
      'A bundler does not copy the script of the threads. Copy `worker.js` of `@manglecp/mangle/threads` beside the bundle and give its address as `workerUrl`.';
    return this.#error('thread-lost', `the script of the thread was not found: ${reason}`, help);
  }

  #lost(reason: string): EvaluationError {
    const help =
      'It may have needed more memory than a thread has; `memoryMb` gives it more, limits let it end earlier.';
    return this.#error('thread-lost', `the thread ended before the evaluation was done: ${reason}`, help);
  }
}
