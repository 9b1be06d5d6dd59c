import { LargestFirst, type Weighed } from './largest-first.js';
import type { Owner } from './owner.js';

export interface FairLimits {
  readonly maxEntries: number;
  readonly maxBytes: number;
  /** What one principal may have even if nobody else wants it; absent: all of it. */
  readonly maxPrincipalEntries?: number;
  readonly maxPrincipalBytes?: number;
}

interface Entry<T> {
  readonly value: T;
  readonly bytes: number;
  readonly holder: Holder;
}

/** One client: its entries, the oldest first. */
interface Holder extends Weighed {
  readonly principal: Holding;
  readonly address: string;
  readonly keys: Set<string>;
  bytes: number;
}

/** One principal. */
interface Holding extends Weighed {
  readonly name: string;
  readonly holders: Map<string, Holder>;
  readonly largest: LargestFirst<Holder>;
  entries: number;
  bytes: number;
}

/**
 * Entries of many principals within limits for all of them together. Where there is no room for all, the principal that
 * holds most gives up its oldest entry: so nobody who has no more than an equal share ever loses anything to others,
 * whatever they do. The clients that are one principal share its part in the same way, by their addresses.
 *
 * What is most is told by the part of the bytes or the part of the entries, whichever is greater.
 */
export class FairEntries<T> {
  readonly #limits: Required<FairLimits>;
  readonly #entries = new Map<string, Entry<T>>();
  readonly #holdings = new Map<string, Holding>();
  readonly #largest = new LargestFirst<Holding>();
  #bytes = 0;

  constructor({ maxEntries, maxBytes, maxPrincipalEntries = maxEntries, maxPrincipalBytes = maxBytes }: FairLimits) {
    this.#limits = { maxEntries, maxBytes, maxPrincipalEntries, maxPrincipalBytes };
  }

  get size(): number {
    return this.#entries.size;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get(key: string): T | undefined {
    return this.#entries.get(key)?.value;
  }

  keys(): IterableIterator<string> {
    return this.#entries.keys();
  }

  /** Puts an entry behind all others, in place of one with the same key. `trim` has to follow. */
  set(key: string, value: T, { owner, bytes }: { readonly owner: Owner; readonly bytes: number }): void {
    this.delete(key);
    const holder = this.#holderOf(owner);
    this.#entries.set(key, { value, bytes, holder });
    holder.keys.add(key);
    this.#count(holder, 1, bytes);
  }

  delete(key: string): boolean {
    const entry = this.#entries.get(key);
    if (entry === undefined) return false;
    const { holder, bytes } = entry;
    this.#entries.delete(key);
    holder.keys.delete(key);
    this.#count(holder, -1, -bytes);
    return true;
  }

  /** Takes out what there is no room for, after entries of this principal were set. */
  trim(principal: string, onEvict?: (key: string, value: T) => void): void {
    const own = this.#holdings.get(principal);
    const { maxEntries, maxBytes, maxPrincipalEntries, maxPrincipalBytes } = this.#limits;
    while (own !== undefined && (own.entries > maxPrincipalEntries || own.bytes > maxPrincipalBytes)) {
      this.#evict(own, onEvict);
    }
    while (this.size > maxEntries || this.#bytes > maxBytes) this.#evict(this.#largest.top, onEvict);
  }

  clear(): void {
    for (const key of [...this.#entries.keys()]) this.delete(key);
  }

  #evict(holding: Holding | undefined, onEvict?: (key: string, value: T) => void): void {
    for (const key of holding?.largest.top?.keys ?? []) {
      const entry = this.#entries.get(key);
      this.delete(key);
      if (entry !== undefined) onEvict?.(key, entry.value);
      return;
    }
    throw new Error('there is more than fits, and nobody who holds it');
  }

  #holderOf({ principal: name, address = '' }: Owner): Holder {
    let principal = this.#holdings.get(name);
    if (principal === undefined) {
      const none = { weight: 0, place: 0, changed: 0, entries: 0, bytes: 0 };
      principal = { name, holders: new Map(), largest: new LargestFirst(), ...none };
      this.#holdings.set(name, principal);
      this.#largest.add(principal);
    }
    let holder = principal.holders.get(address);
    if (holder === undefined) {
      holder = { principal, address, keys: new Set(), weight: 0, place: 0, changed: 0, bytes: 0 };
      principal.holders.set(address, holder);
      principal.largest.add(holder);
    }
    return holder;
  }

  /** Counts an entry in or out. Nothing is left of a holder without entries. */
  #count(holder: Holder, entries: number, bytes: number): void {
    const { principal } = holder;
    this.#bytes += bytes;
    holder.bytes += bytes;
    principal.bytes += bytes;
    principal.entries += entries;
    if (holder.keys.size > 0) {
      principal.largest.update(holder, this.#partOf(holder.keys.size, holder.bytes));
    } else {
      principal.largest.remove(holder);
      principal.holders.delete(holder.address);
    }
    if (principal.entries > 0) {
      this.#largest.update(principal, this.#partOf(principal.entries, principal.bytes));
    } else {
      this.#largest.remove(principal);
      this.#holdings.delete(principal.name);
    }
  }

  #partOf(entries: number, bytes: number): number {
    const { maxEntries, maxBytes } = this.#limits;
    return Math.max(entries / maxEntries, bytes / maxBytes);
  }
}
