import { Worker } from 'node:worker_threads';
import type { Found } from './asked.js';
import type { Message, Reply } from './wire.js';
import type { WireError } from './wire-error.js';

/** How threads are made. */
export interface ThreadOptions {
  /** Where the script of threads is; for bundlers that move it. The one of this package if absent. */
  readonly workerUrl?: URL | string;
  /** How many megabytes the objects of a thread may take. What Node takes if absent. */
  readonly memoryMb?: number;
}

/** What becomes of the work that a thread was given. */
export interface Outcome {
  /** All that had to be done before is done. */
  readonly begun: () => void;
  readonly found: (found: Found) => void;
  readonly failed: (error: WireError) => void;
  /** The thread ended before the work did; `isMissing` if its script was never found. */
  readonly lost: (reason: string, isMissing: boolean) => void;
  /** After any of these. */
  readonly over: () => void;
}

/** What the owner of a thread wants to know. */
export interface ThreadEvents {
  /** The thread has nothing to do any more. */
  readonly idle: () => void;
  /** The thread is of no use any more; told once. */
  readonly end: () => void;
}

/** A thread that does one piece of work at a time. It keeps the process alive only while it works. */
export class Thread {
  readonly #worker: Worker;
  readonly #events: ThreadEvents;
  #outcome: Outcome | undefined;
  #isOver = false;
  /** Settled when all messages so far are on their way; undefined if they are. */
  #sending: Promise<void> | undefined;
  #reason: string | undefined;
  /** Whether its script could not be found. */
  #isMissing = false;

  constructor({ workerUrl = new URL('./worker.js', import.meta.url), memoryMb }: ThreadOptions, events: ThreadEvents) {
    const resourceLimits = memoryMb === undefined ? {} : { maxOldGenerationSizeMb: memoryMb };
    this.#worker = new Worker(new URL(workerUrl), { resourceLimits });
    this.#events = events;
    this.#worker.unref();
    this.#worker.on('message', (reply: Reply) => this.#take(reply));
    this.#worker.on('error', (error: Error & { readonly code?: string }) => {
      this.#isMissing = error.code === 'MODULE_NOT_FOUND' || error.code === 'ERR_MODULE_NOT_FOUND';
      this.#reason = error.message;
    });
    this.#worker.on('exit', (code) => this.#over(`it exited with the code ${code}`));
  }

  get isIdle(): boolean {
    return this.#outcome === undefined && !this.#isOver;
  }

  /** For messages that have no answer of their own. Those that are being made keep the others waiting, in order. */
  send(message: Message | Promise<Message>): void {
    if (this.#sending === undefined && !(message instanceof Promise)) return this.#worker.postMessage(message);
    const sending = Promise.all([message, this.#sending]).then(([made]) => {
      this.#worker.postMessage(made);
      if (this.#sending === sending) this.#sending = undefined;
    });
    this.#sending = sending;
    sending.catch((error: unknown) => {
      this.#reason = String(error);
      void this.end();
    });
  }

  /** Lets work that was given know that it is not wanted any more. */
  cancel(id: number): void {
    this.#worker.postMessage({ kind: 'cancel', id } satisfies Message);
  }

  /** Gives the thread work. INVARIANT: it is idle. */
  run(message: Extract<Message, { readonly kind: 'request' | 'evaluate' }>, outcome: Outcome): void {
    this.#outcome = outcome;
    this.#worker.ref();
    this.send(message);
  }

  /** Ends the thread, whatever it is doing. */
  async end(): Promise<void> {
    this.#over('it was ended');
    await this.#worker.terminate();
  }

  #take(reply: Reply): void {
    if (reply.kind === 'begun') return this.#outcome?.begun();
    if (reply.kind === 'broken') {
      this.#free((outcome) => outcome.failed(reply.error));
      return void this.end();
    }
    this.#free((outcome) => (reply.kind === 'found' ? outcome.found(reply.found) : outcome.failed(reply.error)));
    this.#events.idle();
  }

  /** Lets go of the work, if there is some, and tells what became of it. */
  #free(tell: (outcome: Outcome) => void): void {
    const outcome = this.#outcome;
    this.#outcome = undefined;
    this.#worker.unref();
    if (outcome === undefined) return;
    tell(outcome);
    outcome.over();
  }

  #over(reason: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#free((outcome) => outcome.lost(this.#reason ?? reason, this.#isMissing));
    this.#events.end();
  }
}
