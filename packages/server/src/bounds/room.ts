import { Busy } from './work.js';

export interface Claim {
  /** Whoever has one name shares what one client may have. */
  readonly client: string;
  /** Bytes of memory. */
  readonly bytes: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

interface Waiting {
  readonly claim: Claim;
  readonly go: () => void;
}

/**
 * Memory that many clients share. A claim that there is no room for waits; of those that fit, the one of the client that
 * holds least goes first. No client holds more than half, but whoever holds nothing may have one claim of any size, and so
 * may whoever is alone: nothing waits for ever because it is large.
 */
export class Room {
  readonly maxBytes: number;
  readonly #heldBy = new Map<string, number>();
  /** In the order in which they came. */
  readonly #waiting = new Set<Waiting>();
  #held = 0;

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes;
  }

  get heldBytes(): number {
    return this.#held;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /** How to give it back; undefined if it would have to wait. */
  tryTake(claim: Claim): (() => void) | undefined {
    return this.#fits(claim) ? this.#hold(claim) : undefined;
  }

  /** Resolves with how to give it back. Rejects with `Busy` if there is no room in time, and with the reason of the signal. */
  take(claim: Claim): Promise<() => void> {
    const { signal, timeoutMs } = claim;
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#waiting.delete(waiting);
        clearTimeout(timer);
        signal.removeEventListener('abort', cancel);
      };
      const refuse = (error: unknown): void => {
        leave();
        reject(error instanceof Error ? error : new Error('the work was cancelled', { cause: error }));
      };
      const cancel = (): void => refuse(signal.reason);
      const timer = setTimeout(() => refuse(new Busy('too many large messages are under way')), timeoutMs);
      const go = (): void => {
        leave();
        resolve(this.#hold(claim));
      };
      const waiting = { claim, go };
      this.#waiting.add(waiting);
      signal.addEventListener('abort', cancel, { once: true });
      if (signal.aborted) cancel();
      else this.#fill();
    });
  }

  #fits({ client, bytes }: Claim): boolean {
    const own = this.#heldBy.get(client) ?? 0;
    if (own > 0 && own + bytes > this.maxBytes / 2) return false;
    return this.#held === 0 || this.#held + bytes <= this.maxBytes;
  }

  #hold({ client, bytes }: Claim): () => void {
    this.#count(client, bytes);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#count(client, -bytes);
      this.#fill();
    };
  }

  #count(client: string, bytes: number): void {
    this.#held += bytes;
    const own = (this.#heldBy.get(client) ?? 0) + bytes;
    if (own === 0) this.#heldBy.delete(client);
    else this.#heldBy.set(client, own);
  }

  #fill(): void {
    for (;;) {
      let next: Waiting | undefined;
      let least = Infinity;
      for (const each of this.#waiting) {
        const own = this.#heldBy.get(each.claim.client) ?? 0;
        if (own >= least || !this.#fits(each.claim)) continue;
        least = own;
        next = each;
      }
      if (next === undefined) return;
      next.go();
    }
  }
}
