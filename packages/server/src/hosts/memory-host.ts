import type { Principal } from '../security/principal.js';
import { sessionTypes } from '../session/connection.js';
import { Session } from '../session/session.js';
import { messageTooLarge } from '../session/check-message.js';
import type { Mount } from './mount.js';

/** A connection inside the process: for programs that bring their own transport, and for tests. */
export interface MemoryConnection {
  /** What the server sends, one message each, the manifest first. Ends after `close`. */
  readonly messages: AsyncIterableIterator<string>;
  send(message: string | Uint8Array): void;
  /** Stops what is under way. A server that closes does it, too. */
  close(): void;
}

/**
 * Connects to a domain without any transport; `onClose` is called once, at the end. With a principal the connection begins
 * as if that one had logged in.
 */
export function connectMemory(
  { domain, services, face }: Mount,
  onClose: () => void,
  principal?: Principal,
): MemoryConnection {
  const queue = new MessageQueue(() => session.resume());
  const session: Session = new Session(
    {
      domain,
      face,
      services,
      connection: { transport: 'memory', address: 'local', accepts: sessionTypes, isSession: true },
      send: (text) => queue.push(text),
      unsentBytes: () => queue.size,
    },
    principal,
  );
  const leave = services.observer.metrics.connectionOpened('memory');
  session.greet();
  const unsubscribe = domain.onChange(() => session.greet());
  let isClosed = false;
  return {
    messages: queue,
    send: (message) => {
      const bytes = typeof message === 'string' ? Buffer.from(message) : message;
      const limit = domain.live.pack.config.limits.max_message_bytes;
      if (bytes.length > limit) session.refuse(messageTooLarge(limit));
      else void session.receive(bytes);
    },
    close: () => {
      if (isClosed) return;
      isClosed = true;
      unsubscribe();
      session.close();
      queue.end();
      leave();
      onClose();
    },
  };
}

/** Messages in order, for one reader. */
class MessageQueue implements AsyncIterableIterator<string> {
  readonly #ready: string[] = [];
  readonly #readers: ((result: IteratorResult<string>) => void)[] = [];
  readonly #onEmpty: () => void;
  #size = 0;
  #isEnded = false;

  constructor(onEmpty: () => void) {
    this.#onEmpty = onEmpty;
  }

  /** Characters that nobody has taken. */
  get size(): number {
    return this.#size;
  }

  push(text: string): void {
    const reader = this.#readers.shift();
    if (reader !== undefined) return reader({ value: text, done: false });
    this.#ready.push(text);
    this.#size += text.length;
  }

  end(): void {
    this.#isEnded = true;
    for (const reader of this.#readers.splice(0)) reader({ value: undefined, done: true });
  }

  next(): Promise<IteratorResult<string>> {
    const text = this.#ready.shift();
    if (text !== undefined) {
      this.#size -= text.length;
      if (this.#ready.length === 0) this.#onEmpty();
      return Promise.resolve({ value: text, done: false });
    }
    if (this.#isEnded) return Promise.resolve({ value: undefined, done: true });
    return new Promise((resolve) => this.#readers.push(resolve));
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
