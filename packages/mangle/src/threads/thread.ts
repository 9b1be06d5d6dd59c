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
  readonly found: (found: Found) => void;
  readonly failed: (error: WireError) => void;
  /** The thread ended before the work did. */
  readonly lost: (reason: string) => void;
}

/** A thread that does one piece of work at a time. It keeps the process alive only while it works. */
export class Thread {
  readonly #worker: Worker;
  readonly #onEnd: () => void;
  #outcome: Outcome | undefined;
  #isOver = false;
  #reason: string | undefined;

  /** `onEnd` is called once, when the thread is of no use any more. */
  constructor({ workerUrl = new URL('./worker.js', import.meta.url), memoryMb }: ThreadOptions, onEnd: () => void) {
    const resourceLimits = memoryMb === undefined ? {} : { maxOldGenerationSizeMb: memoryMb };
    this.#worker = new Worker(new URL(workerUrl), { resourceLimits });
    this.#onEnd = onEnd;
    this.#worker.unref();
    this.#worker.on('message', (reply: Reply) => this.#take(reply));
    this.#worker.on('error', (error) => (this.#reason = error.message));
    this.#worker.on('exit', (code) => this.#over(`it exited with the code ${code}`));
  }

  get isIdle(): boolean {
    return this.#outcome === undefined && !this.#isOver;
  }

  /** For messages that have no answer of their own. */
  send(message: Message): void {
    this.#worker.postMessage(message);
  }

  /** Gives the thread work. INVARIANT: it is idle. */
  run(message: Extract<Message, { readonly kind: 'request' | 'evaluate' }>, outcome: Outcome): void {
    this.#outcome = outcome;
    this.#worker.ref();
    this.#worker.postMessage(message);
  }

  /** Ends the thread, whatever it is doing. */
  async end(): Promise<void> {
    this.#over('it was ended');
    await this.#worker.terminate();
  }

  #take(reply: Reply): void {
    const outcome = this.#free();
    if (reply.kind === 'found') return outcome?.found(reply.found);
    outcome?.failed(reply.error);
    if (reply.kind === 'broken') void this.end();
  }

  #free(): Outcome | undefined {
    const outcome = this.#outcome;
    this.#outcome = undefined;
    this.#worker.unref();
    return outcome;
  }

  #over(reason: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#onEnd();
    this.#free()?.lost(this.#reason ?? reason);
  }
}
