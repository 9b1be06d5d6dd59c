import { ProtocolError } from '@manglecp/protocol';
import type { WebSocket } from 'ws';
import type { Principal } from '../security/principal.js';
import { messageTooLarge } from '../session/check-message.js';
import { sessionTypes } from '../session/connection.js';
import { Session } from '../session/session.js';
import type { InboundAccount } from './inbound-budget.js';
import { ceilingFactor, maxMessageBytes, type Mount } from './mount.js';

export interface WebSocketConnectionOptions {
  readonly mount: Mount;
  readonly socket: WebSocket;
  readonly address: string;
  readonly principal?: Principal | undefined;
  readonly account: InboundAccount;
}

/**
 * One WebSocket (Spec 02 §4.1): a message is a text frame. Reading stops while too much is under way or the client does
 * not read its answers, so that neither can fill the memory.
 */
export class WebSocketConnection {
  readonly #socket: WebSocket;
  readonly #session: Session;
  readonly #mount: Mount;
  readonly #account: InboundAccount;
  #isAlive = true;
  /** Whether a message had begun at the last ping and has not ended since. */
  #isStalled = false;

  constructor({ mount, socket, address, principal, account }: WebSocketConnectionOptions) {
    const { domain, face, services } = mount;
    this.#socket = socket;
    this.#mount = mount;
    this.#account = account;
    const connection = { transport: 'websocket', address, accepts: sessionTypes, isSession: true } as const;
    this.#session = new Session({ domain, face, services, connection, send: (text) => this.#send(text) }, principal);
    const leave = services.observer.metrics.connectionOpened('websocket');
    const unsubscribe = domain.onChange(() => this.#session.greet());
    socket.on('message', (data: Buffer, isBinary: boolean) => {
      account.clear();
      this.#isStalled = false;
      this.#take(data, isBinary);
    });
    socket.on('ping', (data: Buffer) => account.remove(controlFrameBytes(data)));
    socket.on('pong', (data: Buffer) => {
      account.remove(controlFrameBytes(data));
      this.#isAlive = true;
    });
    // The close event follows; it says all there is to say.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      unsubscribe();
      account.clear();
      this.#session.close();
      leave();
    });
    this.#session.greet();
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
    this.#isStalled = !isWorking && !this.#account.isEmpty;
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.ping();
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason);
  }

  terminate(): void {
    this.#socket.terminate();
  }

  #take(data: Buffer, isBinary: boolean): void {
    if (isBinary) return this.#session.refuse(binaryFrame());
    const maxBytes = maxMessageBytes(this.#mount);
    if (data.length > maxBytes) return this.#session.refuse(messageTooLarge(maxBytes));
    void this.#session.receive(data).then(() => this.#balance());
    this.#balance();
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
    if (readyState !== OPEN) return;
    const isFull = this.#session.isFull || bufferedAmount > maxMessageBytes(this.#mount);
    if (isFull && !isPaused) this.#socket.pause();
    else if (!isFull && isPaused) this.#socket.resume();
  }
}

/** A frame of a client has a mask; one that is no message has a short head. */
function controlFrameBytes(data: Buffer): number {
  return 6 + data.length;
}

function binaryFrame(): ProtocolError {
  return new ProtocolError('malformed_message', 'expected a text frame, got a binary one', {
    details: { reason: 'binary_frame' },
  });
}
