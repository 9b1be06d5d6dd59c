import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { ProtocolError } from '@manglecp/protocol';
import { WebSocketServer } from 'ws';
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
  /** Time between two pings of an idle connection. */
  readonly pingMs: number;
}

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
      const mount = this.#mountOf(request);
      this.#options.gate.check(request);
      if (mount.domain.status === 'draining') {
        throw new ProtocolError('server_not_ready', 'the server is shutting down', { retryAfterMs: 5_000 });
      }
      const credentials = credentialsOf(request.headers);
      const principal =
        credentials === undefined ? undefined : await mount.domain.live.authenticator.fromHeaders(credentials);
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

  #mountOf(request: IncomingMessage): Mount {
    const url = request.url ?? '/';
    const path = URL.canParse(url, anyBase) ? new URL(url, anyBase).pathname : '';
    const mount = this.#byPath.get(path);
    if (mount === undefined) throw new ProtocolError('x-not_found', 'there is no WebSocket at this path');
    return mount;
  }

  #accept(mount: Mount, { request, socket, head, principal }: Accepted): void {
    const address = this.#options.addressOf(request);
    this.#server.handleUpgrade(request, socket, head, (webSocket) => {
      const account = this.#options.inbound.account();
      const connection = new WebSocketConnection({ mount, socket: webSocket, address, principal, account });
      this.#connections.add(connection);
      webSocket.on('close', () => this.#connections.delete(connection));
      // The library keeps a message until it is whole; what it holds by then is counted here.
      socket.prependListener('data', (chunk: Buffer) => {
        if (!account.add(chunk.length)) webSocket.close(1013, 'the server is receiving too much at once');
      });
    });
  }
}

interface Accepted {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
  readonly principal: Awaited<ReturnType<Mount['domain']['live']['authenticator']['fromHeaders']>>;
}
