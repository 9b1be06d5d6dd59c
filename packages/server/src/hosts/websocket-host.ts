import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { ProtocolError } from '@manglecp/protocol';
import { WebSocketServer } from 'ws';
import { addressKey } from '../security/address-key.js';
import type { PresentedCredentials } from '../security/create-authenticator.js';
import { limitRefusal } from '../session/limit-refusals.js';
import { credentialsOf } from './credentials.js';
import type { Gate } from './gate.js';
import type { InboundBudget } from './inbound-budget.js';
import { sendLastAnswer } from './last-answer.js';
import { ceilingFactor, maxMessageBytes, type Mount } from './mount.js';
import { WebSocketConnection } from './websocket-connection.js';

export interface WebSocketHostOptions {
  readonly mounts: readonly Mount[];
  readonly gate: Gate;
  readonly inbound: InboundBudget;
  readonly addressOf: (request: IncomingMessage) => string;
  /** Tells the table of connections what this one has become. */
  readonly enlist: (socket: Duplex, connection: WebSocketConnection) => void;
  readonly isSurplus: (socket: Duplex) => boolean;
  /** Called with the size of what is sent. */
  readonly onSend: (bytes: number) => void;
  /** Makes room for a surplus connection of somebody with good credentials, if there is any. */
  readonly promote: (socket: Duplex) => boolean;
  /** WebSockets of clients that have not logged in: of one address, and in all. */
  readonly maxAnonymousOfAddress: number;
  readonly maxAnonymous: number;
  readonly loginMs: number;
  /** Milliseconds; where they begin does not matter. */
  readonly clock: () => number;
  /** Time between two pings of an idle connection. */
  readonly pingMs: number;
}

/** A WebSocket that is silent for so long, and anonymous, gives way to another. */
const silentMs = 5_000;

/** Paths of requests have no host of their own. */
const anyBase = 'http://localhost';

/** Takes over upgrade requests of an HTTP server. */
export class WebSocketHost {
  readonly #options: WebSocketHostOptions;
  readonly #byPath: ReadonlyMap<string, Mount>;
  readonly #server: WebSocketServer;
  readonly #connections = new Set<WebSocketConnection>();
  readonly #timer: NodeJS.Timeout;

  constructor(options: WebSocketHostOptions) {
    this.#options = options;
    this.#byPath = new Map(options.mounts.map((mount) => [`${mount.base}/ws`, mount]));
    const limits = options.mounts.map((mount) => maxMessageBytes(mount));
    this.#server = new WebSocketServer({
      noServer: true,
      maxPayload: Math.max(...limits) * ceilingFactor,
      // Bytes that are no UTF-8 are answered like other broken messages, not by the end of the connection.
      skipUTF8Validation: true,
      perMessageDeflate: false,
      autoPong: false,
    });
    this.#server.on('wsClientError', (_error, socket) => {
      sendLastAnswer(socket, new ProtocolError('malformed_message', 'expected a handshake of WebSocket version 13'));
    });
    this.#timer = setInterval(() => {
      for (const connection of this.#connections) connection.ping();
    }, options.pingMs);
    this.#timer.unref();
  }

  /** Answers an upgrade request, with a WebSocket or with an error. Never rejects. */
  async upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    socket.on('error', () => socket.destroy());
    try {
      const credentials = credentialsOf(request.headers);
      if (credentials === undefined && this.#options.isSurplus(socket)) throw tooMany();
      const mount = this.#mountOf(request);
      this.#options.gate.check(request);
      if (mount.domain.status === 'draining') {
        throw new ProtocolError('server_not_ready', 'the server is shutting down', { retryAfterMs: 5_000 });
      }
      const principal = credentials === undefined ? undefined : await this.#logIn(mount, request, credentials);
      const mayStay = principal === undefined ? !this.#options.isSurplus(socket) : this.#options.promote(socket);
      if (!mayStay) throw tooMany();
      this.#accept(mount, { request, socket, head, principal });
    } catch (error) {
      sendLastAnswer(socket, ProtocolError.from(error));
    }
  }

  /** Says goodbye to all clients; those that do not answer are cut off after `graceMs`. */
  async close(graceMs: number): Promise<void> {
    clearInterval(this.#timer);
    for (const connection of this.#connections) connection.close(1001, 'the server is shutting down');
    const isOver = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    const cutOff = setTimeout(() => {
      for (const connection of this.#connections) connection.terminate();
    }, graceMs);
    await isOver;
    clearTimeout(cutOff);
  }

  async #logIn(
    mount: Mount,
    request: IncomingMessage,
    credentials: PresentedCredentials,
  ): Promise<Accepted['principal']> {
    const { live } = mount.domain;
    try {
      return await live.authenticator.fromHeaders(credentials);
    } catch (error) {
      const from = { transport: 'websocket', address: this.#options.addressOf(request) } as const;
      throw await limitRefusal(ProtocolError.from(error), live, from);
    }
  }

  #mountOf(request: IncomingMessage): Mount {
    const url = request.url ?? '/';
    const path = URL.canParse(url, anyBase) ? new URL(url, anyBase).pathname : '';
    const mount = this.#byPath.get(path);
    if (mount === undefined) throw new ProtocolError('x-not_found', 'there is no WebSocket at this path');
    return mount;
  }

  #accept(mount: Mount, { request, socket, head, principal }: Accepted): void {
    const { addressOf, inbound, loginMs, clock, enlist, onSend } = this.#options;
    const address = addressOf(request);
    const key = addressKey(address);
    if (principal === undefined && !this.#makeRoom(key)) throw tooMany();
    this.#server.handleUpgrade(request, socket, head, (webSocket) => {
      const who = { address, addressKey: key, principal };
      const connection = new WebSocketConnection({ mount, socket: webSocket, inbound, loginMs, clock, onSend, ...who });
      this.#connections.add(connection);
      enlist(socket, connection);
      webSocket.on('close', () => this.#connections.delete(connection));
      putBefore(socket, (chunk) => connection.meter(chunk));
    });
  }

  /** Whether another client may come that has not said who it is, if need be because a silent one gives way. */
  #makeRoom(key: string): boolean {
    const { maxAnonymous, maxAnonymousOfAddress } = this.#options;
    const all = [...this.#connections].filter(({ isAnonymous }) => isAnonymous);
    const own = all.filter((each) => each.addressKey === key);
    const crowd = own.length >= maxAnonymousOfAddress ? own : all.length >= maxAnonymous ? all : [];
    if (crowd.length === 0) return true;
    const silent = crowd.reduce((found, each) => (each.silentMs > found.silentMs ? each : found));
    if (silent.silentMs < silentMs) return false;
    this.#connections.delete(silent);
    silent.giveWay();
    return true;
  }
}

/** From now on those who listen get only what passes. */
function putBefore(socket: Duplex, passes: (chunk: Buffer) => boolean): void {
  const listeners = socket.listeners('data') as ((chunk: Buffer) => void)[];
  for (const listener of listeners) socket.off('data', listener);
  socket.on('data', (chunk: Buffer) => {
    if (passes(chunk)) for (const listener of listeners) listener.call(socket, chunk);
  });
}

function tooMany(): ProtocolError {
  return new ProtocolError('server_not_ready', 'there are too many connections', { retryAfterMs: 1_000 });
}

interface Accepted {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
  readonly principal: Awaited<ReturnType<Mount['domain']['live']['authenticator']['fromHeaders']>>;
}
