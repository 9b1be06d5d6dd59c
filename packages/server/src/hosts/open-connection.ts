import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** What the table has to know of a WebSocket. */
export interface WebSocketGuest {
  readonly isAnonymous: boolean;
  /** For how long the client has said nothing and waited for nothing; 0 if something is under way. */
  readonly silentMs: number;
  /** Ends it, with a word to the client. */
  giveWay(): void;
}

/** How much a connection does; who does least gives way first. */
const business = { nothingYet: 0, slow: 1, nothing: 2, silent: 3, silentUser: 4, busy: Infinity } as const;

/** Whoever has said nothing for so long counts as idle; until then its request may be on the way. */
const idleMs = 1_000;
/** A client that takes so long to send its request, or to read its answer, gives way to others. */
const slowMs = 2_000;
/** So does a WebSocket that is silent for so long, of those who have not logged in and of those who have. */
const silentMs = 5_000;
const silentUserMs = 60_000;

/** One connection: what it does, and whether its client reads. */
export class OpenConnection {
  readonly address: string;
  readonly #clock: () => number;
  readonly #raw: Socket;
  /** Where its bytes go: above TLS, if there is any. */
  #socket: Socket;
  readonly #requests = new Map<IncomingMessage, Asked>();
  #guest: WebSocketGuest | undefined;
  #hasAsked = false;
  #since: number;
  #flushed = 0;
  #flushedAt: number;

  constructor(socket: Socket, address: string, clock: () => number) {
    this.address = address;
    this.#clock = clock;
    this.#raw = socket;
    this.#socket = socket;
    this.#since = clock();
    this.#flushedAt = this.#since;
  }

  /** Since when it does what it does. */
  get since(): number {
    const [first] = this.#requests.values();
    return first?.at ?? this.#since;
  }

  get requests(): number {
    return this.#requests.size;
  }

  get waitingBytes(): number {
    return this.#socket.writableLength;
  }

  /** For how long, by the last look, something waits of which nothing was read. */
  get unreadMs(): number {
    return this.#clock() - this.#flushedAt;
  }

  secure(socket: Socket): void {
    this.#socket = socket;
  }

  begin(request: IncomingMessage, response: ServerResponse): void {
    this.#requests.set(request, { response, at: this.#clock() });
    response.once('close', () => {
      this.#requests.delete(request);
      this.#hasAsked = true;
      this.#since = this.#clock();
    });
  }

  upgrade(guest: WebSocketGuest): void {
    this.#guest = guest;
  }

  onClose(listener: () => void): void {
    this.#raw.once('close', listener);
  }

  /** Whether nothing can be done for it until its client has sent more. */
  get isWaitingForClient(): boolean {
    const [first] = this.#requests.keys();
    return first?.complete !== true;
  }

  /** Whether it is no WebSocket and nothing was asked that is not answered. */
  get isBetweenRequests(): boolean {
    return this.#guest === undefined && this.#requests.size === 0;
  }

  business(): number {
    if (this.#guest !== undefined) {
      const { isAnonymous, silentMs: silence } = this.#guest;
      if (isAnonymous) return silence >= silentMs ? business.silent : business.busy;
      return silence >= silentUserMs ? business.silentUser : business.busy;
    }
    const [first] = this.#requests;
    if (first === undefined) {
      if (this.#clock() - this.#since < idleMs) return business.busy;
      return this.#hasAsked ? business.nothing : business.nothingYet;
    }
    const [request, { response, at }] = first;
    const isWaiting = !request.complete || response.writableEnded;
    return isWaiting && this.#clock() - at >= slowMs ? business.slow : business.busy;
  }

  /** Notes how much was read by now; returns how much waits. */
  look(): number {
    const { writableLength, bytesWritten } = this.#socket;
    const flushed = bytesWritten - writableLength;
    if (writableLength === 0 || flushed !== this.#flushed) this.#flushedAt = this.#clock();
    this.#flushed = flushed;
    return writableLength;
  }

  giveWay(): void {
    if (this.#guest === undefined) this.destroy();
    else this.#guest.giveWay();
  }

  destroy(): void {
    this.#socket.destroy();
    this.#raw.destroy();
  }
}

interface Asked {
  readonly response: ServerResponse;
  readonly at: number;
}
