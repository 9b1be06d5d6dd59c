import type { Base } from '../engine/base.js';
import type { Prepared } from '../engine/prepared.js';
import { inSlices } from './in-slices.js';
import { Thread, type ThreadOptions } from './thread.js';
import { type Message, type UpdateMessage, wireSource } from './wire.js';

/** How many of the last changes are kept for threads that are behind; others get the whole base. */
const maxChanges = 32;

/** Threads with copies of a base, each as old as the last request it answered. */
export class Replicas {
  readonly #prepared: Prepared;
  readonly #options: ThreadOptions & { readonly threads: number; readonly hostModule?: string };
  readonly #onFree: () => void;
  /** The version of the base that each thread has; 0 for none. */
  readonly #threads = new Map<Thread, number>();
  /** By the version of the base that they were made to. */
  readonly #changes = new Map<number, UpdateMessage>();
  /** The last base that was saved; several threads may want it. */
  #saved: { readonly base: Base; readonly message: Promise<Message> } | undefined;
  #isEnded = false;

  /** `onFree` is called when there may be a thread for those who wait. */
  constructor(
    prepared: Prepared,
    options: ThreadOptions & { readonly threads: number; readonly hostModule?: string },
    onFree: () => void,
  ) {
    this.#prepared = prepared;
    this.#options = options;
    this.#onFree = onFree;
  }

  /** Starts a thread before one is needed. */
  warm(): void {
    this.#bring(this.#start(), this.#prepared.version, this.#prepared.base);
  }

  /** An idle thread with this version of the base; undefined if all are busy. */
  take(version: number, base: Base): Thread | undefined {
    const thread = this.#idle(version);
    if (thread !== undefined) this.#bring(thread, version, base);
    return thread;
  }

  /** Notes a change that was made to a version of the base. Threads that are idle make it at once. */
  tell(version: number, change: UpdateMessage): void {
    this.#saved = undefined;
    // Somebody else may have changed the base, too; then the change alone does not lead to the next version.
    if (this.#prepared.version !== version + 1) return;
    this.#changes.set(version, change);
    this.#changes.delete(version - maxChanges);
    for (const [thread, known] of this.#threads) {
      if (thread.isIdle && known === version) this.#bring(thread, version + 1, this.#prepared.base);
    }
  }

  /** Ends all threads. */
  async end(): Promise<void> {
    this.#isEnded = true;
    await Promise.all([...this.#threads.keys()].map((thread) => thread.end()));
  }

  /** An idle thread, if possible one that has the version already, or a new one. */
  #idle(version: number): Thread | undefined {
    const idle = [...this.#threads].filter(([thread]) => thread.isIdle);
    const [found] = idle.find(([, known]) => known === version) ?? idle[0] ?? [];
    if (found !== undefined) return found;
    return this.#threads.size < this.#options.threads && !this.#isEnded ? this.#start() : undefined;
  }

  #start(): Thread {
    const thread: Thread = new Thread(this.#options, {
      idle: this.#onFree,
      end: () => {
        this.#threads.delete(thread);
        if (!this.#isEnded) this.#onFree();
      },
    });
    this.#threads.set(thread, 0);
    thread.send(this.#programMessage());
    return thread;
  }

  /** Brings the copy of a thread to a version. */
  #bring(thread: Thread, version: number, base: Base): void {
    const known = this.#threads.get(thread) ?? 0;
    this.#threads.set(thread, version);
    if (known === version) return;
    for (const message of this.#changesBetween(known, version) ?? [this.#loadMessage(base)]) thread.send(message);
  }

  #changesBetween(from: number, to: number): readonly Message[] | undefined {
    if (from === 0 || from > to) return undefined;
    const changes: Message[] = [];
    for (let version = from; version < to; version++) {
      const change = this.#changes.get(version);
      if (change === undefined) return undefined;
      changes.push(change);
    }
    return changes;
  }

  #loadMessage(base: Base): Promise<Message> {
    if (this.#saved?.base !== base) this.#saved = { base, message: this.#save(base) };
    return this.#saved.message;
  }

  async #save(base: Base): Promise<Message> {
    const bytes = await inSlices(this.#prepared.saving(base));
    const shared = new SharedArrayBuffer(bytes.length);
    new Uint8Array(shared).set(bytes);
    return { kind: 'load', bytes: shared };
  }

  #programMessage(): Message {
    const { program, options } = this.#prepared;
    const { bounds = 'error', execution = 'auto' } = options;
    const { hostModule } = this.#options;
    const sources = program.units.map(({ source }) => wireSource(source));
    const bulk = program.units.map(({ batches = [] }) => batches.length > 0);
    const module = hostModule === undefined ? {} : { hostModule };
    return { kind: 'program', program: { sources, bulk, ...module }, options: { bounds, execution } };
  }
}
