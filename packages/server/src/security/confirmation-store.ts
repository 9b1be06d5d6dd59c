/** A challenge as the server remembers it. It never changes; it ends by being used or by growing too old. */
export interface PendingConfirmation {
  readonly nonce: string;
  readonly principalKey: string;
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

/** Challenges in memory. There are no timers: each `put` removes those at the front that are too old. */
export function createMemoryConfirmationStore({
  maxEntries = 100_000,
  maxPerPrincipal = 1_000,
}: MemoryConfirmationOptions = {}): ConfirmationStore & { readonly size: number } {
  /** INVARIANT: both are in the order of issue, and each nonce is in both or in none. */
  const byNonce = new Map<string, PendingConfirmation>();
  const byPrincipal = new Map<string, Set<string>>();

  const remove = (nonce: string | undefined): boolean => {
    const pending = nonce === undefined ? undefined : byNonce.get(nonce);
    if (pending === undefined) return false;
    byNonce.delete(pending.nonce);
    const own = byPrincipal.get(pending.principalKey);
    own?.delete(pending.nonce);
    if (own?.size === 0) byPrincipal.delete(pending.principalKey);
    return true;
  };
  const removeExpired = (nowMs: number): void => {
    for (const { nonce, expiresAtMs } of byNonce.values()) {
      if (expiresAtMs >= nowMs) return;
      remove(nonce);
    }
  };
  /** Makes room for one more: a principal pays with its own, and only one that has none with the oldest of all. */
  const makeRoom = (principalKey: string): void => {
    const own = byPrincipal.get(principalKey);
    if (own !== undefined && own.size >= maxPerPrincipal) remove(first(own));
    if (byNonce.size >= maxEntries) remove(first(byPrincipal.get(principalKey) ?? byNonce.keys()));
  };

  return {
    get size() {
      return byNonce.size;
    },
    put: async (pending, nowMs) => {
      removeExpired(nowMs);
      makeRoom(pending.principalKey);
      byNonce.set(pending.nonce, pending);
      const own = byPrincipal.get(pending.principalKey) ?? new Set();
      byPrincipal.set(pending.principalKey, own.add(pending.nonce));
    },
    get: async (nonce) => byNonce.get(nonce),
    take: async (nonce) => remove(nonce),
  };
}

function first(nonces: Iterable<string>): string | undefined {
  for (const nonce of nonces) return nonce;
  return undefined;
}
