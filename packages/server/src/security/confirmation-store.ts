import { FairEntries } from '../bounds/fair-entries.js';
import type { Owner } from '../bounds/owner.js';

/** A challenge as the server remembers it. It never changes; it ends by being used or by growing too old. */
export interface PendingConfirmation {
  readonly nonce: string;
  readonly principalKey: string;
  /** Of an anonymous client: all of them have the same key. */
  readonly address?: string;
  readonly macroId: string;
  readonly argsDigest: string;
  readonly issuedAtMs: number;
  readonly expiresAtMs: number;
}

/** Where challenges wait for their answer; replicas share one by an implementation over a network. */
export interface ConfirmationStore {
  put(pending: PendingConfirmation, nowMs: number): Promise<void>;
  get(nonce: string): Promise<PendingConfirmation | undefined>;
  /** Removes it in one atomic step. True for exactly one caller; that one may use it. */
  take(nonce: string): Promise<boolean>;
}

export interface MemoryConfirmationOptions {
  readonly maxEntries?: number;
  /** A principal with more than these loses its own oldest ones, never those of others. */
  readonly maxPerPrincipal?: number;
}

/** What a challenge takes beside the name of its principal, which alone can be long. Measured, and rounded up. */
const entryBytes = 1024;

/**
 * Challenges in memory. There are no timers: each `put` removes those at the front that are too old. If there is no room
 * left, the principal with most of them loses its oldest one; anonymous clients share their part by addresses.
 */
export function createMemoryConfirmationStore({
  maxEntries = 50_000,
  maxPerPrincipal = 1_000,
}: MemoryConfirmationOptions = {}): ConfirmationStore & { readonly size: number } {
  /** INVARIANT: in the order of issue. */
  const entries = new FairEntries<PendingConfirmation>({
    maxEntries,
    maxBytes: 2 * maxEntries * entryBytes,
    maxPrincipalEntries: maxPerPrincipal,
  });
  const removeExpired = (nowMs: number): void => {
    for (const nonce of entries.keys()) {
      if ((entries.get(nonce)?.expiresAtMs ?? nowMs) >= nowMs) return;
      entries.delete(nonce);
    }
  };
  return {
    get size() {
      return entries.size;
    },
    put: async (pending, nowMs) => {
      removeExpired(nowMs);
      entries.set(pending.nonce, pending, {
        owner: ownerOfPending(pending),
        bytes: entryBytes + 4 * pending.principalKey.length,
      });
      entries.trim(pending.principalKey);
    },
    get: async (nonce) => entries.get(nonce),
    take: async (nonce) => entries.delete(nonce),
  };
}

function ownerOfPending({ principalKey, address }: PendingConfirmation): Owner {
  return address === undefined ? { principal: principalKey } : { principal: principalKey, address };
}
