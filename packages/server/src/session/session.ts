import {
  encodeMessage,
  type ErrorCode,
  errorSpec,
  makeMessage,
  type MessageType,
  type Payload,
  ProtocolError,
} from '@manglecp/protocol';
import { ownerOf } from '../bounds/owner.js';
import type { Principal } from '../security/principal.js';
import { admit } from './admission.js';
import { auditRefusal } from './audit-exchange.js';
import { whoIs } from './check-access.js';
import type { Connection, Face } from './connection.js';
import type { Domain } from './domain.js';
import { Exchange, type SessionView } from './exchange.js';
import { Lane } from './lane.js';
import { limitRefusal } from './limit-refusals.js';
import type { Services } from './services.js';

/** Messages of one connection that may be under way before the host stops reading from it. */
const maxPending = 1_000;

/** Evaluations of one connection that run at the same time, in turns, and its invocations. */
const maxEvaluations = 2;
const maxInvocations = 16;

/**
 * Bytes that may wait for a client to take them; beyond that nothing begins for it. What has begun may add its answers: so
 * a client that does not read costs at most this and the answers of all that may run at the same time.
 */
const maxUnsentBytes = 1024 * 1024;

/** What became of a message. */
export interface Outcome {
  /** The code of the error that was sent; absent if there was none. */
  readonly code?: ErrorCode;
  readonly retryAfterMs?: number;
}

export interface SessionOptions {
  readonly domain: Domain;
  readonly face: Face;
  readonly connection: Connection;
  readonly services: Services;
  /** Sends one message, which has no line break. Must not throw; after `close` it is not called any more. */
  readonly send: (text: string, outcome: Outcome) => void;
  /** Bytes that were sent and that the client has not taken. Whoever gives it calls `resume` when there are none left. */
  readonly unsentBytes?: () => number;
}

/**
 * One connection of a client: takes its messages in, as bytes, and sends every answer. Messages may come while others are
 * under way; each request gets exactly one final answer, whatever happens (Spec 02 §6).
 */
export class Session {
  readonly #options: SessionOptions;
  readonly #underWay = new Map<string, Exchange>();
  readonly #view: SessionView;
  #pending = 0;
  #pendingBytes = 0;
  #isClosed = false;
  #isGreetingDue = false;

  constructor(options: SessionOptions, principal?: Principal) {
    this.#options = options;
    const { domain, face, connection, services } = options;
    this.#view = {
      domain,
      face,
      connection,
      services,
      evaluations: new Lane(maxEvaluations, () => this.#isRead),
      invocations: new Lane(maxInvocations, () => this.#isRead),
      uncounted: 0,
      principal,
      enlist: (id, exchange) => this.#enlist(id, exchange),
      cancel: (id) => this.#underWay.get(id)?.abort.abort(),
      isClosed: () => this.#isClosed,
    };
  }

  /** Whether somebody has logged in, or came with credentials that hold for the whole connection. */
  get isLoggedIn(): boolean {
    return this.#view.principal !== undefined;
  }

  /** How many messages are being worked on. */
  get pending(): number {
    return this.#pending;
  }

  /**
   * Whether the host should stop reading until something is answered. The limit is not small, because a `cancel` has to
   * be read to have an effect.
   */
  get isFull(): boolean {
    const { max_message_bytes: maxBytes } = this.#options.domain.live.pack.config.limits;
    return this.#pending >= maxPending || this.#pendingBytes > maxBytes;
  }

  /** Whether the client takes what it is sent. */
  get #isRead(): boolean {
    return (this.#options.unsentBytes?.() ?? 0) <= maxUnsentBytes;
  }

  /** The client has taken what was sent: what waited for that goes on. */
  resume(): void {
    if (this.#isGreetingDue && this.#isRead) this.greet();
    this.#view.evaluations.resume();
    this.#view.invocations.resume();
  }

  /** Sends the manifest as it is now; to a client that does not read, when it does. */
  greet(): void {
    this.#isGreetingDue = !this.#isRead;
    if (this.#isGreetingDue) return;
    this.#send(this.#options.domain.manifest(this.#options.face).text, {});
  }

  /** What a large message would be refused with now, before it is read; undefined if it would not (C-133). */
  async refusalOfLarge(): Promise<ProtocolError | undefined> {
    const { face, domain, services } = this.#options;
    if (!face.isAuthRequired) return undefined;
    try {
      await whoIs(this.#view, domain.live, services.clock());
      return undefined;
    } catch (error) {
      return ProtocolError.from(error);
    }
  }

  /** Works on one message; resolves when its last answer was sent. Never rejects. */
  async receive(bytes: Uint8Array): Promise<void> {
    const { domain } = this.#options;
    this.#pending += 1;
    this.#pendingBytes += bytes.length;
    try {
      await domain.use(async (live) => {
        const exchange = this.#begin(bytes, live);
        await this.#work(exchange);
      });
    } finally {
      this.#pending -= 1;
      this.#pendingBytes -= bytes.length;
    }
  }

  /** Answers something that is no message at all: too large, binary, not readable. */
  refuse(error: ProtocolError): void {
    const { services, connection, domain } = this.#options;
    const observation = services.observer.begin({ transport: connection.transport, domain: domain.id });
    void limitRefusal(error, domain.live, connection).then((told) => {
      this.#send(encodeMessage(makeMessage('error', null, told.toPayload())), outcomeOf(told));
      observation.end({ code: told.code });
    });
  }

  /** The client is gone: what is under way is stopped and nothing is sent any more. */
  close(): void {
    this.#isClosed = true;
    for (const exchange of this.#underWay.values()) exchange.abort.abort();
  }

  #begin(bytes: Uint8Array, live: Exchange['live']): Exchange {
    const { services, connection, domain } = this.#options;
    const exchange: Exchange = new Exchange({
      session: this.#view,
      bytes,
      live,
      observation: services.observer.begin({
        transport: connection.transport,
        domain: domain.id,
        bytes: bytes.length,
      }),
      receivedAtMs: services.clock(),
      // Who does not read learns nothing by it.
      progress: (payload) => void (this.#isRead && this.#answer(exchange, 'progress', payload, {})),
    });
    return exchange;
  }

  async #work(exchange: Exchange): Promise<void> {
    let outcome: Outcome = {};
    try {
      await admit(exchange);
      if (exchange.reply !== undefined) this.#answer(exchange, exchange.reply.type, exchange.reply.payload, outcome);
    } catch (thrown) {
      const fault = ProtocolError.from(thrown);
      this.#report(exchange, fault);
      const error = await limitRefusal(fault, exchange.live, this.#options.connection);
      outcome = outcomeOf(error);
      this.#answer(exchange, 'error', error.toPayload(), outcome);
    } finally {
      if (exchange.id !== null && this.#underWay.get(exchange.id) === exchange) this.#underWay.delete(exchange.id);
      exchange.giveBack?.();
      exchange.leave?.();
      exchange.observation.end(outcome);
    }
  }

  /**
   * What the peer is not told is for the operator: the cause of a failure. Faults of clients are worth no alarm; they
   * could fill the log with them.
   */
  #report(exchange: Exchange, error: ProtocolError): void {
    auditRefusal(exchange, error);
    if (error.cause === undefined) return;
    const { log } = this.#options.services.observer;
    const level = errorSpec(error.code).http < 500 ? 'debug' : 'error';
    const { code, message, cause } = error;
    // Which action of which tool it was; messages of other errors may quote what a client sent.
    const where = code === 'execution_failed' ? { tool: exchange.tool, reason: message } : {};
    log[level]({ request_id: exchange.observation.requestId, code, ...where, err: cause }, 'a request failed');
  }

  /** A long answer takes time, which counts as that of an evaluation does: others with less to write come first. */
  #answer<T extends MessageType>(exchange: Exchange, type: T, payload: Payload<T>, outcome: Outcome): void {
    const { turns } = this.#options.services;
    const begun = turns.now();
    this.#send(encodeMessage(makeMessage(type, exchange.id, payload)), outcome);
    const { principal } = exchange;
    if (principal !== undefined) turns.charge(ownerOf(principal, this.#options.connection), turns.now() - begun);
  }

  #send(text: string, outcome: Outcome): void {
    if (!this.#isClosed) this.#options.send(text, outcome);
  }

  #enlist(id: string, exchange: Exchange): void {
    if (this.#underWay.has(id)) {
      throw new ProtocolError('malformed_message', 'expected an id that no request under way has', {
        details: { reason: 'duplicate_id' },
      });
    }
    this.#underWay.set(id, exchange);
    if (this.#isClosed) exchange.abort.abort();
  }
}

function outcomeOf({ code, retryAfterMs }: ProtocolError): Outcome {
  return { code, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
}
