import type { Client } from './clients.js';
import { Busy, type Work } from './work.js';

export interface PlacesOptions {
  readonly max: number;
  readonly maxBytes: number;
  readonly clock: () => number;
}

interface Waiting {
  readonly client: Client;
  readonly bytes: number;
  readonly go: (free: () => void) => void;
  readonly refuse: (reason: unknown) => void;
}

/** How many may wait for each place that there is. */
const waitingPerPlace = 8;

/** So many bytes weigh as much as one more that waits. */
const bytesOfOne = 1024 * 1024;

/** The places for long work, and the room in which work waits for one. */
export class Places {
  readonly #options: PlacesOptions;
  /** In the order in which they came. */
  readonly #waiting: Waiting[] = [];
  #taken = 0;
  #bytes = 0;
  #waitingBytes = 0;

  constructor(options: PlacesOptions) {
    this.#options = options;
  }

  /** Resolves with how to give the place back. Rejects with `Busy` if there is none in time, or no room to wait. */
  async take(client: Client, { bytes, deadline, signal }: Work): Promise<() => void> {
    if (this.#waiting.length === 0 && this.#fits(client, bytes)) return this.#occupy(client, bytes);
    signal.throwIfAborted();
    const weight = 1 + bytes / bytesOfOne;
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        const at = this.#waiting.indexOf(waiting);
        if (at === -1) return;
        this.#waiting.splice(at, 1);
        this.#waitingBytes -= bytes;
        client.count('waiting', -weight);
        clearTimeout(timer);
        signal.removeEventListener('abort', cancel);
      };
      const waiting: Waiting = {
        client,
        bytes,
        go: (free) => {
          leave();
          resolve(free);
        },
        refuse: (reason) => {
          leave();
          reject(reason instanceof Error ? reason : new Error('the work was cancelled', { cause: reason }));
        },
      };
      const cancel = (): void => waiting.refuse(signal.reason);
      const timer = setTimeout(
        () => waiting.refuse(new Busy('no evaluation ended in time')),
        Math.max(0, deadline - this.#options.clock()),
      );
      signal.addEventListener('abort', cancel, { once: true });
      this.#waiting.push(waiting);
      this.#waitingBytes += bytes;
      client.count('waiting', weight);
      this.#trim();
      this.#fill();
    });
  }

  /** Whether the client may have one of the places that are free: a quarter of all at most, and its principal not all. */
  #fits({ own, principal }: Client, bytes: number): boolean {
    const { max, maxBytes } = this.#options;
    const reserve = Math.min(max - 1, Math.ceil(max / 4));
    const isSpace = this.#taken < max && (this.#taken === 0 || this.#bytes + bytes <= maxBytes);
    return isSpace && own.placed < Math.ceil(max / 4) && principal.placed < max - reserve;
  }

  #occupy(client: Client, bytes: number): () => void {
    this.#taken += 1;
    this.#bytes += bytes;
    client.count('placed', 1);
    let isFree = false;
    return () => {
      if (isFree) return;
      isFree = true;
      this.#taken -= 1;
      this.#bytes -= bytes;
      client.count('placed', -1);
      this.#fill();
    };
  }

  /** Gives free places away: first to the principal, and there to the client, that has fewest; then by time used. */
  #fill(): void {
    for (;;) {
      let next: Waiting | undefined;
      for (const each of this.#waiting) {
        if (!this.#fits(each.client, each.bytes)) continue;
        if (next === undefined || comesBefore(each.client, next.client)) next = each;
      }
      if (next === undefined) return;
      next.go(this.#occupy(next.client, next.bytes));
    }
  }

  /** Where the room is too full, whoever has most waiting in it loses what came last. */
  #trim(): void {
    const { max, maxBytes } = this.#options;
    while (this.#waiting.length > waitingPerPlace * max || this.#waitingBytes > maxBytes) {
      let last: Waiting | undefined;
      for (const each of this.#waiting)
        if (last === undefined || !hasMoreWaiting(last.client, each.client)) last = each;
      if (last === undefined) return;
      last.refuse(new Busy('too many evaluations wait'));
    }
  }
}

function comesBefore(one: Client, other: Client): boolean {
  const [mine, theirs] = [one.principal.placed - other.principal.placed, one.own.placed - other.own.placed];
  return mine !== 0
    ? mine < 0
    : one.principal === other.principal && theirs !== 0
      ? theirs < 0
      : one.comesBefore(other);
}

function hasMoreWaiting(one: Client, other: Client): boolean {
  if (one.principal !== other.principal) return one.principal.waiting > other.principal.waiting;
  return one.own.waiting > other.own.waiting;
}
