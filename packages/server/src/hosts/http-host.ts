import type { IncomingMessage, ServerResponse } from 'node:http';
import { Server as HttpsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { errorSpec, ProtocolError } from '@manglecp/protocol';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { TlsMaterial } from '../security/tls.js';
import { awaitTurn } from './await-turn.js';
import { type ConnectionLimits, ConnectionTable } from './connection-table.js';
import { declineUpgrade } from './decline-upgrade.js';
import { discardRest } from './discard-rest.js';
import { errorBody } from './error-body.js';
import { brokenHost } from './gate.js';
import type { HttpContext } from './http-context.js';
import { httpRoutes, type Route } from './http-routes.js';
import { sendLastAnswer } from './last-answer.js';
import { ceilingFactor, maxMessageBytes } from './mount.js';
import { WebSocketHost, type WebSocketHostOptions } from './websocket-host.js';

export interface HttpHostOptions extends HttpContext {
  readonly tls?: TlsMaterial;
  readonly connections: Omit<ConnectionLimits, 'clock'>;
  readonly webSockets: Pick<WebSocketHostOptions, 'maxAnonymous' | 'maxAnonymousOfAddress' | 'loginMs'>;
  /** Milliseconds; where they begin does not matter. */
  readonly clock: () => number;
  /** How long a client may take to send a request. */
  readonly requestTimeoutMs: number;
  /** Time between two pings of an idle WebSocket. */
  readonly pingMs: number;
}

/** HTTP and WebSocket on one port. */
export class HttpHost {
  readonly #app: FastifyInstance;
  readonly #webSockets: WebSocketHost;
  readonly #open: ConnectionTable;
  readonly #hasTls: boolean;

  constructor(options: HttpHostOptions) {
    this.#hasTls = options.tls !== undefined;
    const { mounts, gate, inbound, pingMs, isBehindProxy, clock } = options;
    const onSend = (bytes: number): void => this.#open.count(bytes);
    this.#app = createApp(options, { isSurplus: (socket) => this.#open.isSurplus(socket), onSend });
    this.#open = new ConnectionTable(this.#app.server, { ...options.connections, clock });
    this.#webSockets = new WebSocketHost({
      mounts,
      gate,
      inbound,
      pingMs,
      clock,
      onSend,
      ...options.webSockets,
      addressOf: (request) => upgradeAddress(request, isBehindProxy),
      enlist: (socket, connection) => this.#open.upgrade(socket as Socket, connection),
      isSurplus: (socket) => this.#open.isSurplus(socket as Socket),
      promote: (socket) => this.#open.promote(socket as Socket),
    });
    this.#app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      const isWebSocket = request.headers.upgrade?.toLowerCase() === 'websocket';
      if (isWebSocket) void this.#webSockets.upgrade(request, socket, head);
      else declineUpgrade(this.#app.server, request, socket, head);
    });
  }

  /** Resolves with the address to open. */
  async listen(host: string, port: number): Promise<string> {
    await this.#app.listen({ host, port, backlog });
    const { address, family, port: bound } = this.#app.server.address() as AddressInfo;
    const shown = host === 'localhost' ? host : family === 'IPv6' ? `[${address}]` : address;
    return `${this.#hasTls ? 'https' : 'http'}://${shown}:${bound}`;
  }

  /** New connections use this certificate. */
  setTls({ options }: TlsMaterial): void {
    const server: object = this.#app.server;
    if (server instanceof HttpsServer) server.setSecureContext(options);
  }

  /**
   * Stops listening and ends all connections. Clients get `graceMs` to read answers that have begun, and to say goodbye
   * on a WebSocket.
   */
  async close(graceMs: number): Promise<void> {
    await Promise.all([this.#webSockets.close(graceMs), this.#open.flush(graceMs)]);
    const closed = this.#app.close();
    this.#open.destroy();
    await closed;
  }
}

/** Connections that wait to be taken; beyond them the system lets clients try again seconds later. */
const backlog = 4_096;

/** Time between two looks for clients that take too long. */
const maxCheckMs = 10_000;

interface Table {
  readonly isSurplus: (socket: Socket) => boolean;
  /** Called with the size of what is sent. */
  readonly onSend: (bytes: number) => void;
}

function createApp(options: HttpHostOptions, { isSurplus, onSend }: Table): FastifyInstance {
  const { tls, isBehindProxy, requestTimeoutMs } = options;
  const http = {
    // Node looks for slow clients from time to time only, and takes the smaller of its two limits for the head alone.
    connectionsCheckingInterval: Math.min(maxCheckMs, Math.ceil(requestTimeoutMs / 2)),
    headersTimeout: requestTimeoutMs,
    requestTimeout: requestTimeoutMs,
    // The guard asks for the header and answers with a message.
    requireHostHeader: false,
  };
  const app = Fastify({
    logger: false,
    // One hop: what a client itself writes into the header is not believed.
    trustProxy: isBehindProxy && ((_address: string, hop: number) => hop === 0),
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: 72_000,
    forceCloseConnections: true,
    return503OnClosing: false,
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket),
    frameworkErrors: (error, _request, reply) => void sendError(reply, unroutable(error)),
    ...(tls === undefined ? { http } : { https: { ...tls.options, ...http, handshakeTimeout: requestTimeoutMs } }),
  }) as FastifyInstance;
  app.server.on('checkExpectation', answerExpectation);
  app.server.on('request', (request, response) => {
    const maxBytes = Math.max(...options.mounts.map(maxMessageBytes)) * ceilingFactor;
    discardRest(request, response, maxBytes);
  });
  // Otherwise Node ends a connection as soon as the client has ended its side.
  Object.assign(app.server, { httpAllowHalfOpen: true });
  // Bodies are read by the routes that want one, with their own limits.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  const routes = httpRoutes(options);
  for (const { method, path, answer } of routes) app.route({ method, url: path, handler: answer });
  app.addHook('onRequest', async (request, reply) => {
    // A connection beyond the limit ends with its first answer.
    if (isSurplus(request.raw.socket)) void reply.header('connection', 'close');
    guard(options, request, reply);
    // A POST has more to do before its turn.
    if (request.method !== 'POST') await awaitTurn(request.raw.socket, reply.raw);
  });
  app.addHook('onSend', (_request, _reply, payload, done) => {
    if (typeof payload === 'string' || Buffer.isBuffer(payload)) onSend(payload.length);
    done();
  });
  app.setNotFoundHandler((request, reply) => answerUnknown(routes, options, request, reply));
  app.setErrorHandler((error, _request, reply) => sendError(reply, ProtocolError.from(error), options));
  return app;
}

/** Before anything else: is this host name ours, and may this page talk to us? */
function guard({ gate }: HttpContext, request: FastifyRequest, reply: FastifyReply): void {
  void reply.headers(gate.headersFor(request.raw));
  if (request.headers.host === undefined && request.raw.httpVersion === '1.1') throw brokenHost();
  gate.check(request.raw);
}

/** What the router refuses to look up: escapes in the path that are none, or a segment that is far too long. */
function unroutable({ code }: { readonly code: string }): ProtocolError {
  return code === 'FST_ERR_BAD_URL'
    ? new ProtocolError('malformed_message', 'the path is broken', { details: { reason: 'path' } })
    : new ProtocolError('x-not_found', 'there is nothing at this path');
}

/** Of all expectations only `100-continue` can be met, which Node does by itself. */
function answerExpectation(_: IncomingMessage, response: ServerResponse): void {
  const error = new ProtocolError('malformed_message', 'expected no other `Expect` than `100-continue`', {
    details: { reason: 'expectation' },
  });
  const body = errorBody(error);
  response.writeHead(errorSpec(error.code).http, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
}

/** Preflights of pages, known paths with other methods, and everything else. */
function answerUnknown(
  routes: readonly Route[],
  { gate }: HttpContext,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const [path = ''] = request.url.split('?');
  const allowed = routes.filter((route) => fits(route.path, path)).map(({ method }) => method);
  if (allowed.length === 0) return sendError(reply, new ProtocolError('x-not_found', 'there is nothing at this path'));
  if (request.method === 'OPTIONS') {
    return reply.headers(gate.preflightHeaders(request.raw)).header('allow', allowed.join(', ')).code(204).send();
  }
  const error = new ProtocolError('x-method_not_allowed', `expected ${allowed.join(' or ')}, got ${request.method}`, {
    details: { allowed },
  });
  return sendError(reply.header('allow', allowed.join(', ')), error);
}

function fits(pattern: string, path: string): boolean {
  const [expected, actual] = [pattern.split('/'), path.split('/')];
  return expected.length === actual.length && expected.every((part, at) => part.startsWith(':') || part === actual[at]);
}

function sendError(reply: FastifyReply, error: ProtocolError, context?: HttpContext): FastifyReply {
  if (error.cause !== undefined)
    context?.observer.log.error({ code: error.code, err: error.cause }, 'a request failed');
  const { http } = errorSpec(error.code);
  if (http === 401) void reply.header('www-authenticate', 'Bearer');
  if (error.retryAfterMs !== undefined) void reply.header('retry-after', Math.ceil(error.retryAfterMs / 1000));
  return reply.code(http).type('application/json; charset=utf-8').send(errorBody(error));
}

/** What is no HTTP at all, or came too slowly. */
function answerBrokenRequest(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const isSlow = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  const message = isSlow ? 'the request took too long to arrive' : 'expected a request of HTTP/1.1';
  const reason = isSlow ? 'request_timeout' : 'http_syntax';
  sendLastAnswer(socket, new ProtocolError('malformed_message', message, { details: { reason } }));
}

function upgradeAddress(request: IncomingMessage, isBehindProxy: boolean): string {
  const forwarded = isBehindProxy ? request.headers['x-forwarded-for'] : undefined;
  const last = (Array.isArray(forwarded) ? forwarded.join(',') : (forwarded ?? '')).split(',').at(-1) ?? '';
  return last.trim() || (request.socket.remoteAddress ?? 'unknown');
}
