import { ProtocolError } from '@manglecp/protocol';

/**
 * Lets so many pieces of work run at once and the others wait in order. Requests of one connection share a lane: a client
 * that sends a hundred heavy ones waits for itself, and others hardly notice. Nothing begins while `mayBegin` says no;
 * whoever knows that it says yes again calls `resume`.
 */
export class Lane {
  readonly #width: number;
  readonly #mayBegin: () => boolean;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(width: number, mayBegin: () => boolean = () => true) {
    this.#width = width;
    this.#mayBegin = mayBegin;
  }

  /** Runs `work` when it is its turn. Rejects with `cancelled` if the signal fires before that. */
  async run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const leave = await this.enter(signal);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /** Resolves when it is its turn, with what gives the place to the next one; to be called once. */
  async enter(signal: AbortSignal): Promise<() => void> {
    if (this.#waiting.length === 0 && this.#hasRoom) this.#running += 1;
    else await this.#turn(signal);
    return () => {
      this.#running -= 1;
      this.resume();
    };
  }

  /** Lets those begin who may. */
  resume(): void {
    while (this.#waiting.length > 0 && this.#hasRoom) {
      this.#running += 1;
      this.#waiting.shift()?.();
    }
  }

  get #hasRoom(): boolean {
    return this.#running < this.#width && this.#mayBegin();
  }

  /** Resolves when somebody has given it a place. */
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
