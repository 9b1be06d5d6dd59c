import { ProtocolError } from '@manglecp/protocol';

export interface InboundLimits {
  /** Bytes that all connections of a listener may hold together, and those of one address. */
  readonly maxBytes: number;
  readonly maxBytesOfAddress: number;
  /** Milliseconds; where they begin does not matter. */
  readonly clock: () => number;
}

/** So much of each connection is not counted: small messages are taken however much others hold. */
export const uncountedBytes = 64 * 1024;

/** Who has not sent so much in so long gives way to others, if they need the room. */
const progressBytes = 64 * 1024;
const stallMs = 5_000;

/**
 * Bytes of messages that are being received or worked on, over all connections of a listener. Each connection may hold one
 * large message; without a common limit a thousand of them together could take all memory before anybody is authenticated.
 */
export class InboundBudget {
  readonly #limits: InboundLimits;
  readonly #accounts = new Set<Account>();
  readonly #heldByAddress = new Map<string, number>();
  #held = 0;

  constructor(limits: InboundLimits) {
    this.#limits = limits;
  }

  get heldBytes(): number {
    return this.#held;
  }

  /** What one connection holds. `giveWay` is called if it has stalled and others need the room; it must then let go. */
  account(address: string, giveWay: () => void): InboundAccount {
    const account: Account = { address, giveWay, counted: 0, isReceiving: false, progress: 0, progressAt: 0 };
    return {
      hold: (bytes, state, received = bytes) => {
        this.#note(account, received, state === 'receiving');
        return this.#hold(account, bytes);
      },
      release: () => void this.#hold(account, 0),
    };
  }

  /** Notes how far a message has come. */
  #note(account: Account, received: number, isReceiving: boolean): void {
    const { progress } = account;
    const hasBegun = isReceiving && !account.isReceiving;
    account.isReceiving = isReceiving;
    if (!hasBegun && received >= progress && received < progress + progressBytes) return;
    account.progress = received;
    account.progressAt = this.#limits.clock();
  }

  #hold(account: Account, bytes: number): boolean {
    const counted = Math.max(0, bytes - uncountedBytes);
    const hasGrown = counted > account.counted;
    this.#count(account, counted);
    return !hasGrown || this.#makeRoom(account);
  }

  #count(account: Account, counted: number): void {
    const change = counted - account.counted;
    if (change === 0) return;
    account.counted = counted;
    this.#held += change;
    const ofAddress = (this.#heldByAddress.get(account.address) ?? 0) + change;
    if (ofAddress === 0) this.#heldByAddress.delete(account.address);
    else this.#heldByAddress.set(account.address, ofAddress);
    if (counted === 0) this.#accounts.delete(account);
    else this.#accounts.add(account);
  }

  /** Whether what is held is within the limits, if need be after others gave way. */
  #makeRoom(account: Account): boolean {
    const { maxBytes, maxBytesOfAddress } = this.#limits;
    const isTooMuchOfAddress = (): boolean => (this.#heldByAddress.get(account.address) ?? 0) > maxBytesOfAddress;
    const isTooMuch = (): boolean => this.#held > maxBytes || isTooMuchOfAddress();
    while (isTooMuch()) {
      const victim = this.#longestStalled(account, isTooMuchOfAddress() ? account.address : undefined);
      if (victim === undefined) return false;
      this.#count(victim, 0);
      victim.giveWay();
    }
    return true;
  }

  #longestStalled(asking: Account, address: string | undefined): Account | undefined {
    const now = this.#limits.clock();
    let found: Account | undefined;
    for (const account of this.#accounts) {
      if (account === asking || !account.isReceiving || now - account.progressAt < stallMs) continue;
      if (address !== undefined && account.address !== address) continue;
      if (found === undefined || account.progressAt < found.progressAt) found = account;
    }
    return found;
  }
}

interface Account {
  readonly address: string;
  readonly giveWay: () => void;
  /** Bytes beyond those that are not counted. */
  counted: number;
  isReceiving: boolean;
  /** What was received when last something came, and when that was. */
  progress: number;
  progressAt: number;
}

export interface InboundAccount {
  /**
   * Says how many bytes the connection holds now, and whether they are of a message that is still coming, and how much of
   * that is there. False if it is too much: then nothing may be kept.
   */
  hold(bytes: number, state: 'receiving' | 'working', received?: number): boolean;
  /** To be called when the messages are answered, or gone. */
  release(): void;
}

/** What a client is told whose message there is no room for. */
export function overloaded(): ProtocolError {
  return new ProtocolError('server_not_ready', 'the server is receiving too much at once', { retryAfterMs: 1_000 });
}
