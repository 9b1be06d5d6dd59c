import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import type { PresentedCredentials } from '../security/create-authenticator.js';
import { messageTooLarge } from '../session/check-message.js';
import { sessionTypes } from '../session/connection.js';
import { Session } from '../session/session.js';
import { maxMessageBytes, type Mount } from './mount.js';
import { readLines } from './read-lines.js';

export interface StdioOptions {
  readonly input: Readable;
  /** Nothing else may write to it. */
  readonly output: Writable;
  readonly credentials?: PresentedCredentials;
  /** Ends the reading, as the end of `input` does. */
  readonly signal: AbortSignal;
}

/**
 * Serves one client over lines (Spec 02 §4.3): the manifest first, then an answer for each message. Resolves after the
 * end of the input, when the last answer is written.
 */
export async function serveStdio(mount: Mount, options: StdioOptions): Promise<void> {
  const { input, output, signal, credentials } = options;
  const { domain, services, face } = mount;
  const changed = new Signal();
  const session = new Session({
    domain,
    face,
    services,
    connection: {
      transport: 'stdio',
      address: 'local',
      accepts: sessionTypes,
      isSession: true,
      ...(credentials === undefined ? {} : { credentials }),
    },
    send: (text) => void output.write(`${text}\n`),
    unsentBytes: () => output.writableLength,
  });
  const resume = (): void => session.resume();
  output.on('drain', resume);
  const stop = (): void => void input.destroy();
  signal.addEventListener('abort', stop);
  const leave = services.observer.metrics.connectionOpened('stdio');
  session.greet();
  const unsubscribe = domain.onChange(() => session.greet());
  try {
    for await (const line of readLines(untilDestroyed(input), () => maxMessageBytes(mount))) {
      if ('isTooLong' in line) session.refuse(messageTooLarge(maxMessageBytes(mount)));
      else void session.receive(line.bytes).then(() => changed.fire());
      while (session.isFull) await changed.wait();
      if (output.writableNeedDrain) await once(output, 'drain');
    }
    unsubscribe();
    while (session.pending > 0) await changed.wait();
    await new Promise<void>((resolve) => output.write('', () => resolve()));
  } finally {
    unsubscribe();
    signal.removeEventListener('abort', stop);
    output.off('drain', resume);
    session.close();
    leave();
  }
}

/** The chunks of a stream; destroying it is an end like any other. */
async function* untilDestroyed(input: Readable): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of input as AsyncIterable<Uint8Array | string>) {
      yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    }
  } catch (error) {
    if (!input.destroyed) throw error;
  }
}

/** Wakes those who wait, each time it fires. */
class Signal {
  #waiting: (() => void)[] = [];

  fire(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wake of waiting) wake();
  }

  wait(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}
