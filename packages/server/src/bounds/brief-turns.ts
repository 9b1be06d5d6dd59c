import { type Client, Clients } from './clients.js';
import type { Owner } from './owner.js';

/** So many milliseconds of brief work are done at once in a round of the event loop. */
const roundMs = 5;

/**
 * Lets work that cannot be interrupted, and takes milliseconds, such as reading a message, be done at once while there is
 * little of it. Where there is more than a round should have, one piece is done in each round: of the principal that has
 * used least time, and there of the client that has used least. So one client with thousands of messages does not hold up
 * those of others, and new connections are taken in between. The pieces of one client keep their order.
 */
export class BriefTurns {
  readonly #clients = new Clients();
  /** Who waits, each with what it wants to be done. A client may ask for any number, so that none is looked for among all. */
  readonly #lines = new Map<Client, Line>();
  readonly #clock: () => number;
  /** When this round has had enough; undefined before its first piece. */
  #enoughAt: number | undefined;

  constructor(clock: () => number = () => performance.now()) {
    this.#clock = clock;
  }

  /** Does the work now, or later if there is too much of it. */
  do<T>(owner: Owner, work: () => T): T | Promise<T> {
    const now = this.#clock();
    if (this.#enoughAt === undefined) this.#beginRound(now);
    else if (this.#lines.size > 0 || now >= this.#enoughAt) return this.#later(owner, work);
    return work();
  }

  async #later<T>(owner: Owner, work: () => T): Promise<T> {
    const client: Client = this.#clients.enter(owner);
    await new Promise<void>((resolve) => {
      const line = this.#lines.get(client) ?? new Line();
      this.#lines.set(client, line);
      line.add(resolve);
    });
    const begun = this.#clock();
    try {
      return work();
    } finally {
      client.use(this.#clock() - begun);
      this.#clients.leave(client);
    }
  }

  #beginRound(now: number): void {
    this.#enoughAt = now + roundMs;
    setImmediate(() => {
      this.#enoughAt = undefined;
      const next = this.#takeNext();
      if (next === undefined) return;
      this.#beginRound(this.#clock());
      next();
    });
  }

  /** Of equal ones who came first. */
  #takeNext(): (() => void) | undefined {
    let first: Client | undefined;
    for (const client of this.#lines.keys()) if (first === undefined || client.comesBefore(first)) first = client;
    const line = first === undefined ? undefined : this.#lines.get(first);
    const next = line?.take();
    if (first !== undefined && line?.isEmpty === true) this.#lines.delete(first);
    return next;
  }
}

/** So many that were taken may stay in a line before it is made shorter. */
const maxTaken = 1_000;

/** First in, first out, however long it is. */
class Line {
  #items: (() => void)[] = [];
  #taken = 0;

  get isEmpty(): boolean {
    return this.#taken === this.#items.length;
  }

  add(item: () => void): void {
    this.#items.push(item);
  }

  take(): (() => void) | undefined {
    const item = this.#items[this.#taken];
    this.#taken += 1;
    if (this.#taken > maxTaken && this.#taken * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#taken);
      this.#taken = 0;
    }
    return item;
  }
}
