import { ProtocolError } from '@manglecp/protocol';
import type { WebSocket } from 'ws';
import type { Principal } from '../security/principal.js';
import { type Bucket, takeToken } from '../security/token-bucket.js';
import { messageTooLarge } from '../session/check-message.js';
import { sessionTypes } from '../session/connection.js';
import { Session } from '../session/session.js';
import { FrameMeter } from './frame-meter.js';
import { type InboundAccount, type InboundBudget, overloaded } from './inbound-budget.js';
import { ceilingFactor, maxMessageBytes, type Mount } from './mount.js';
import type { WebSocketGuest } from './open-connection.js';

export interface WebSocketConnectionOptions {
  readonly mount: Mount;
  readonly socket: WebSocket;
  readonly address: string;
  /** What limits per address count this one by. */
  readonly addressKey: string;
  readonly principal?: Principal | undefined;
  readonly inbound: InboundBudget;
  /** How long a client may take to log in where it has to. */
  readonly loginMs: number;
  /** Milliseconds; where they begin does not matter. */
  readonly clock: () => number;
  /** Called with the size of what is sent. */
  readonly onSend: (bytes: number) => void;
}

/** Pings and pongs that a client may send at once, and how fast more come. */
const controlRate = { capacity: 2_000, intervalMs: 10 };
/** Pongs wait while more than this was not taken by the client; of those that wait only the last is sent (RFC 6455 §5.5.3). */
const maxUnsentBeforePong = 256;
/** What a chunk costs beside its bytes while the library keeps it. */
const chunkOverhead = 512;
/** What a fragment costs beside its bytes: an object of its own. */
const fragmentOverhead = 128;
/** Who sends less than this at a time is as good as silent. */
const progressBytes = 64 * 1024;
/** Time for a last word to get out. */
const goodbyeMs = 1_000;

/**
 * One WebSocket (Spec 02 §4.1): a message is a text frame. Reading stops while too much is under way or the client does
 * not read its answers, so that neither can fill the memory.
 */
export class WebSocketConnection implements WebSocketGuest {
  readonly addressKey: string;
  readonly #socket: WebSocket;
  readonly #session: Session;
  readonly #mount: Mount;
  readonly #clock: () => number;
  readonly #account: InboundAccount;
  readonly #frames = new FrameMeter();
  /** Bytes of chunks that hold a message which has not come to its end. */
  #unfinished = 0;
  /** Bytes of messages that are being worked on. */
  #pending = 0;
  #controls: Bucket | undefined;
  #duePong: Buffer | undefined;
  /** When a message came, or so much more of one that the client cannot be called silent. */
  #lastProgressAt: number;
  #progress = 0;
  #isAlive = true;
  /** Whether a message had begun at the last ping and has not ended since. */
  #isStalled = false;
  #isEnding = false;

  constructor({ mount, socket, principal, inbound, loginMs, clock, onSend, ...from }: WebSocketConnectionOptions) {
    const { domain, face, services } = mount;
    this.addressKey = from.addressKey;
    this.#socket = socket;
    this.#mount = mount;
    this.#clock = clock;
    this.#lastProgressAt = clock();
    this.#account = inbound.account(from.addressKey, () => this.#end(1013, 'the message took too long to arrive'));
    const connection = {
      transport: 'websocket',
      address: from.address,
      accepts: sessionTypes,
      isSession: true,
    } as const;
    const send = (text: string): void => {
      this.#send(text);
      onSend(text.length);
    };
    const unsentBytes = (): number => socket.bufferedAmount;
    this.#session = new Session({ domain, face, services, connection, send, unsentBytes }, principal);
    const leave = services.observer.metrics.connectionOpened('websocket');
    const unsubscribe = domain.onChange(() => this.#session.greet());
    const login = face.isAuthRequired && this.isAnonymous ? setTimeout(() => this.#checkLogin(), loginMs) : undefined;
    login?.unref();
    socket.on('message', (data: Buffer, isBinary: boolean) => {
      this.#isStalled = false;
      this.#lastProgressAt = clock();
      this.#take(data, isBinary);
    });
    socket.on('ping', (data: Buffer) => this.#answerPing(data));
    socket.on('pong', () => (this.#isAlive = true));
    // The close event follows; it says all there is to say.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(login);
      unsubscribe();
      this.#account.release();
      this.#session.close();
      leave();
    });
    this.#session.greet();
  }

  /** Whether nobody has logged in. */
  get isAnonymous(): boolean {
    return !this.#session.isLoggedIn;
  }

  get silentMs(): number {
    return this.#session.pending > 0 ? 0 : this.#clock() - this.#lastProgressAt;
  }

  giveWay(): void {
    this.#end(1013, 'others need the room; come back later');
  }

  /**
   * To be called with all that comes, before the library sees it: that keeps a message until it is whole. False if it should
   * not see it, because the connection is at its end.
   */
  meter(chunk: Uint8Array): boolean {
    if (!this.#isEnding && this.#socket.readyState === this.#socket.OPEN) this.#measure(chunk);
    return !this.#isEnding;
  }

  #measure(chunk: Uint8Array): void {
    const { isInMessage, messages, fragments, controls } = this.#frames;
    this.#frames.take(chunk);
    const goesOn = isInMessage && messages === this.#frames.messages;
    const overhead = chunkOverhead + (this.#frames.fragments - fragments) * fragmentOverhead;
    const kept = this.#frames.isInMessage ? chunk.length + overhead : 0;
    this.#unfinished = kept + (goesOn ? this.#unfinished : 0);
    this.#noteProgress(goesOn);
    if (this.#frames.isFlood) return this.#end(1008, 'too many fragments in one message');
    if (!this.#count()) this.#end(1013, 'the server is receiving too much at once');
    for (let count = controls; count < this.#frames.controls; count += 1) {
      const { bucket, waitMs } = takeToken(this.#controls, controlRate, this.#clock());
      this.#controls = bucket;
      if (waitMs > 0) return this.#end(1008, 'too many pings');
    }
  }

  /** A message that has begun is a sign of life, and so is each larger part of it; a byte now and then is none. */
  #noteProgress(goesOn: boolean): void {
    if (goesOn && this.#unfinished < this.#progress + progressBytes) return;
    this.#progress = this.#unfinished;
    if (this.#unfinished > 0) this.#lastProgressAt = this.#clock();
  }

  /**
   * To be called at each interval: ends a connection whose client has not answered since the last one, or has not come
   * to the end of a message that it had begun by then; those hold memory that others need.
   */
  ping(): void {
    const isWorking = this.#socket.isPaused && this.#session.isFull;
    if ((!this.#isAlive || this.#isStalled) && !isWorking) {
      this.#socket.terminate();
      return;
    }
    this.#isAlive = isWorking;
    this.#isStalled = !isWorking && this.#unfinished > 0;
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.ping();
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason);
  }

  terminate(): void {
    this.#socket.terminate();
  }

  /** Says goodbye and reads nothing more; a client that does not go is cut off. */
  #end(code: number, reason: string): void {
    if (this.#isEnding) return;
    this.#isEnding = true;
    this.#account.release();
    this.#socket.close(code, reason);
    this.#socket.pause();
    setTimeout(() => this.#socket.terminate(), goodbyeMs).unref();
  }

  #checkLogin(): void {
    if (this.isAnonymous) this.#end(1008, 'nobody has logged in');
  }

  #take(data: Buffer, isBinary: boolean): void {
    if (this.#isEnding) return;
    if (isBinary) return this.#session.refuse(binaryFrame());
    const maxBytes = maxMessageBytes(this.#mount);
    if (data.length > maxBytes) return this.#session.refuse(messageTooLarge(maxBytes));
    this.#pending += data.length;
    if (this.#count()) void this.#session.receive(data).then(() => this.#release(data.length));
    else {
      this.#session.refuse(overloaded());
      this.#release(data.length);
    }
    this.#balance();
  }

  #release(bytes: number): void {
    this.#pending -= bytes;
    this.#count();
    this.#balance();
  }

  /** Whether there is room for what is held now. */
  #count(): boolean {
    if (this.#isEnding) return false;
    return this.#account.hold(this.#unfinished + this.#pending, this.#unfinished > 0 ? 'receiving' : 'working');
  }

  #answerPing(data: Buffer): void {
    if (this.#isEnding) return;
    if (this.#socket.bufferedAmount > maxUnsentBeforePong) this.#duePong = Buffer.from(data);
    else this.#socket.pong(data, false, () => this.#balance());
  }

  #send(text: string): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    this.#socket.send(text, () => this.#balance());
    // A client that sends and never reads: pausing stops new requests, this ends what is left.
    if (this.#socket.bufferedAmount > maxMessageBytes(this.#mount) * ceilingFactor) this.#socket.terminate();
    else this.#balance();
  }

  #balance(): void {
    const { readyState, OPEN, bufferedAmount, isPaused } = this.#socket;
    if (readyState !== OPEN || this.#isEnding) return;
    const due = this.#duePong;
    if (due !== undefined && bufferedAmount <= maxUnsentBeforePong) {
      this.#duePong = undefined;
      this.#socket.pong(due, false, () => this.#balance());
    }
    this.#session.resume();
    const isFull = this.#session.isFull || bufferedAmount > maxMessageBytes(this.#mount);
    if (isFull && !isPaused) this.#socket.pause();
    else if (!isFull && isPaused) this.#socket.resume();
  }
}

function binaryFrame(): ProtocolError {
  return new ProtocolError('malformed_message', 'expected a text frame, got a binary one', {
    details: { reason: 'binary_frame' },
  });
}
