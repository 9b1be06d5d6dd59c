/**
 * Bytes of messages that are being received, over all connections of a listener. Each connection may hold one large
 * message; without a common limit a thousand of them together could take all memory before anybody is authenticated.
 */
export class InboundBudget {
  readonly #max: number;
  #held = 0;

  constructor(maxBytes: number) {
    this.#max = maxBytes;
  }

  get heldBytes(): number {
    return this.#held;
  }

  /** What one connection holds. */
  account(): InboundAccount {
    let own = 0;
    return {
      add: (bytes) => {
        own += bytes;
        this.#held += bytes;
        return this.#held <= this.#max;
      },
      remove: (bytes) => {
        const freed = Math.min(bytes, own);
        own -= freed;
        this.#held -= freed;
      },
      clear: () => {
        this.#held -= own;
        own = 0;
      },
      get isEmpty() {
        return own === 0;
      },
    };
  }
}

export interface InboundAccount {
  /** Counts bytes that came; false if all connections together now hold too much. */
  add(bytes: number): boolean;
  /** To be called for bytes that turned out to be no part of a message. */
  remove(bytes: number): void;
  /** To be called when the message was handed over, or is gone. */
  clear(): void;
  /** Whether nothing is held. */
  readonly isEmpty: boolean;
}
