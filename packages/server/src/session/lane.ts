import { ProtocolError } from '@manglecp/protocol';

/**
 * Lets so many pieces of work run at once and the others wait in order. Evaluations of one connection share a lane: a
 * client that sends a hundred heavy requests waits for itself, and others hardly notice.
 */
export class Lane {
  readonly #width: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(width: number) {
    this.#width = width;
  }

  /** Runs `work` when it is its turn. Rejects with `cancelled` if the signal fires before that. */
  async run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#width) await this.#turn(signal);
    else this.#running += 1;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }

  /** Resolves with the place of somebody who is done. */
  #turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(go), 1);
        reject(new ProtocolError('cancelled', 'the request was cancelled before its turn'));
      };
      const go = (): void => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      if (signal.aborted) {
        reject(new ProtocolError('cancelled', 'the request was cancelled before its turn'));
        return;
      }
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting.push(go);
    });
  }
}
