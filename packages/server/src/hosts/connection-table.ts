import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { addressKey } from '../security/address-key.js';
import { OpenConnection, type WebSocketGuest } from './open-connection.js';

export interface ConnectionLimits {
  readonly max: number;
  /** Undefined where all connections come from a proxy. */
  readonly maxOfAddress: number | undefined;
  /** Bytes of answers that may wait for all clients together. */
  readonly maxWaitingBytes?: number;
  /** Milliseconds; where they begin does not matter. */
  readonly clock: () => number;
}

/** Connections beyond the limits get one answer; this is how many of them there may be, and how fast they must ask. */
const maxSurplus = 1_000;
const surplusMs = 2_000;

/** One more for so many connections is kept for clients with good credentials. */
const reservePart = 10;

/** Requests that a client may send without waiting for answers. */
const maxPipelined = 128;

const sweepMs = 1_000;
/** A client that has read nothing of what waits for it for so long is cut off. */
const unreadMs = 30_000;
/** Bytes that may wait for all clients together. They are counted anew when a part of it was sent. */
const defaultMaxWaitingBytes = 256 * 1024 * 1024;
const countedPart = 1 / 16;

/**
 * All connections of a listener, also those that never came to speak HTTP. If there are too many, those that do nothing
 * give way to new ones; where nobody can, a new one is surplus: it gets one answer if it asks at once, and no more.
 */
export class ConnectionTable {
  readonly #limits: ConnectionLimits;
  readonly #open = new Map<string, OpenConnection>();
  readonly #surplus = new Map<string, OpenConnection>();
  readonly #countOfAddress = new Map<string, number>();
  readonly #responses = new Set<ServerResponse>();
  readonly #timer: NodeJS.Timeout;
  /** Bytes that were sent since those that wait were counted. */
  #sentBytes = 0;

  constructor(server: Server, limits: ConnectionLimits) {
    this.#limits = limits;
    server.on('connection', (socket: Socket) => this.#admit(socket));
    server.on('secureConnection', (socket: Socket) => this.#find(socket)?.secure(socket));
    server.on('request', (request: IncomingMessage, response: ServerResponse) => this.#begin(request, response));
    this.#timer = setInterval(() => this.#sweep(), sweepMs);
    this.#timer.unref();
  }

  get #maxWaitingBytes(): number {
    return this.#limits.maxWaitingBytes ?? defaultMaxWaitingBytes;
  }

  /** Whether this connection is one too many: it gets one answer. */
  isSurplus(socket: Socket): boolean {
    return this.#surplus.has(portKey(socket));
  }

  /**
   * Makes a surplus connection one like the others, for somebody with good credentials: a tenth more than the limit is kept
   * for those, so that nobody who has none can lock them out. False if that is taken, too.
   */
  promote(socket: Socket): boolean {
    const key = portKey(socket);
    const connection = this.#surplus.get(key);
    if (connection === undefined) return true;
    const { max } = this.#limits;
    if (this.#open.size >= max + Math.ceil(max / reservePart)) return false;
    this.#surplus.delete(key);
    this.#enter(key, connection);
    return true;
  }

  /** The connection is a WebSocket from now on. */
  upgrade(socket: Socket, guest: WebSocketGuest): void {
    this.#open.get(portKey(socket))?.upgrade(guest);
  }

  /** So much goes out, or will wait. A second may be long: answers of gibibytes can be made in it. */
  count(sentBytes: number): void {
    this.#sentBytes += sentBytes;
    if (this.#sentBytes > this.#maxWaitingBytes * countedPart) this.#sweep();
  }

  /** Resolves when the answers that have begun are out, at the latest after `graceMs`. */
  async flush(graceMs: number): Promise<void> {
    const begun = [...this.#responses].filter(({ headersSent }) => headersSent);
    let patience: NodeJS.Timeout | undefined;
    const isOver = new Promise<void>((resolve) => (patience = setTimeout(resolve, graceMs)));
    const closed = begun.map((response) => new Promise((resolve) => response.once('close', resolve)));
    await Promise.race([Promise.all(closed), isOver]);
    clearTimeout(patience);
  }

  destroy(): void {
    clearInterval(this.#timer);
    for (const connection of this.#all()) connection.destroy();
  }

  *#all(): Iterable<OpenConnection> {
    yield* this.#open.values();
    yield* this.#surplus.values();
  }

  #find(socket: Socket): OpenConnection | undefined {
    const key = portKey(socket);
    return this.#open.get(key) ?? this.#surplus.get(key);
  }

  #admit(socket: Socket): void {
    // A request that offered another protocol goes on here; its connection is known.
    if (this.#find(socket) !== undefined) return;
    const key = portKey(socket);
    const address = addressKey(socket.remoteAddress ?? '');
    const connection = new OpenConnection(socket, address, this.#limits.clock);
    if (this.#makeRoom(address)) this.#enter(key, connection);
    else this.#admitSurplus(key, connection);
  }

  #enter(key: string, connection: OpenConnection): void {
    const { address } = connection;
    this.#open.set(key, connection);
    this.#countOfAddress.set(address, (this.#countOfAddress.get(address) ?? 0) + 1);
    connection.onClose(() => this.#forget(key, connection));
  }

  #admitSurplus(key: string, connection: OpenConnection): void {
    if (this.#surplus.size >= maxSurplus) this.#cutOldestSurplus();
    this.#surplus.set(key, connection);
    const cutOff = setTimeout(() => {
      if (this.#surplus.get(key) === connection && connection.isWaitingForClient) connection.destroy();
    }, surplusMs);
    cutOff.unref();
    connection.onClose(() => {
      clearTimeout(cutOff);
      if (this.#surplus.get(key) === connection) this.#surplus.delete(key);
    });
  }

  /** Whose answer is being made keeps its place; there are not many of them. */
  #cutOldestSurplus(): void {
    for (const connection of this.#surplus.values()) {
      if (!connection.isWaitingForClient) continue;
      connection.destroy();
      return;
    }
  }

  #forget(key: string, connection: OpenConnection): void {
    if (this.#open.get(key) !== connection) return;
    this.#open.delete(key);
    const left = (this.#countOfAddress.get(connection.address) ?? 1) - 1;
    if (left === 0) this.#countOfAddress.delete(connection.address);
    else this.#countOfAddress.set(connection.address, left);
  }

  /** Whether one more may come from this address, if need be because another one gives way. */
  #makeRoom(address: string): boolean {
    const { max, maxOfAddress = max } = this.#limits;
    const isAddressFull = (this.#countOfAddress.get(address) ?? 0) >= maxOfAddress;
    if (!isAddressFull && this.#open.size < max) return true;
    const victim =
      this.#leastBusy(isAddressFull ? address : undefined) ?? (isAddressFull ? undefined : this.#crowded(address));
    if (victim === undefined) return false;
    const [key, connection] = victim;
    this.#forget(key, connection);
    connection.giveWay();
    return true;
  }

  /** Who does least gives way first; among equals, who comes from where most come from, and has done nothing longest. */
  #leastBusy(address: string | undefined): readonly [string, OpenConnection] | undefined {
    let found: readonly [string, OpenConnection] | undefined;
    let best: readonly number[] = [Infinity];
    for (const entry of this.#open) {
      const [, connection] = entry;
      if (address !== undefined && connection.address !== address) continue;
      const rank = [connection.business(), -(this.#countOfAddress.get(connection.address) ?? 0), connection.since];
      if (!isBefore(rank, best)) continue;
      best = rank;
      found = entry;
    }
    return best[0] === Infinity ? undefined : found;
  }

  /** Where nobody is idle: of the address with most connections one that has no request under way, for an address with fewer. */
  #crowded(address: string): readonly [string, OpenConnection] | undefined {
    const most = Math.max(...this.#countOfAddress.values());
    if ((this.#countOfAddress.get(address) ?? 0) + 1 >= most) return undefined;
    let found: readonly [string, OpenConnection] | undefined;
    for (const entry of this.#open) {
      const [, connection] = entry;
      if (!connection.isBetweenRequests || this.#countOfAddress.get(connection.address) !== most) continue;
      if (found === undefined || connection.since < found[1].since) found = entry;
    }
    return found;
  }

  #begin(request: IncomingMessage, response: ServerResponse): void {
    this.#responses.add(response);
    response.once('close', () => this.#responses.delete(response));
    const connection = this.#find(request.socket);
    if (connection === undefined) return;
    connection.begin(request, response);
    if (connection.requests > maxPipelined) connection.destroy();
  }

  /** Cuts off who does not read: those who have stopped, and, if too much waits, those with the most. */
  #sweep(): void {
    this.#sentBytes = 0;
    const waiting = [...this.#all()].filter((connection) => connection.look() > 0);
    for (const connection of waiting) if (connection.unreadMs > unreadMs) connection.destroy();
    waiting.sort((a, b) => b.waitingBytes - a.waitingBytes);
    let total = waiting.reduce((sum, { waitingBytes }) => sum + waitingBytes, 0);
    for (const connection of waiting) {
      if (total <= this.#maxWaitingBytes) return;
      total -= connection.waitingBytes;
      connection.destroy();
    }
  }
}

/** What the sockets of one connection, below and above TLS, have in common. */
function portKey({ remoteAddress = '', remotePort = 0 }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}

function isBefore(a: readonly number[], b: readonly number[]): boolean {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at !== -1 && (a[at] ?? 0) < (b[at] ?? 0);
}
