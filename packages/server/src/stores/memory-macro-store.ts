import type { Plan } from '../macro/plan.js';
import { FairEntries } from '../bounds/fair-entries.js';
import type { Owner } from '../bounds/owner.js';
import { DueKeys } from './due-keys.js';
import { decodePlan, encodePlan } from './encode-plan.js';
import { issueKeyOf, IssueKeys } from './issue-keys.js';
import { keptUntil, type MacroStore, type MacroStoreOptions, type Recalled } from './macro-store.js';

/** An id that a client was given: a plan while it is kept, then its tombstone. */
interface Issue {
  readonly owner: Owner;
  readonly macroId: string;
  readonly untilMs: number;
  /** Its place among the due keys. */
  readonly bucket: number;
}

interface Kept extends Issue {
  readonly bytes: Uint8Array;
  readonly issuedAtMs: number;
  /** Whether it lapses, and is not only forgotten. */
  readonly hasWindow: boolean;
}

/** What an entry takes beside its plan: keys, numbers and the places in maps. Measured, and rounded up. */
const entryBytes = 1024;

/** What keeps an id, without its plan; the names of principals can be long. */
function bytesOf({ principal, address = '' }: Owner): number {
  return entryBytes + 4 * (principal.length + address.length);
}

/** Tombstones are small, and nothing is promised about them: they get this part of the bytes beside the plans. */
const tombstonePart = 8;

/**
 * Keeps plans in memory, as bytes. There is no timer: what is over is swept out when the store is used, in amortized
 * constant time, and a look at one id never depends on whether it has been swept yet.
 */
export function createMemoryMacroStore(options: MacroStoreOptions): MacroStore {
  const memory = new Memory(options);
  return {
    put: async (owner, plans) => memory.tellSize(memory.put(owner, plans)),
    get: async (owner, macroId) => memory.tellSize(memory.get(owner, macroId)),
    close: async () => memory.tellSize(memory.clear()),
  };
}

class Memory {
  readonly #options: MacroStoreOptions;
  readonly #plans: FairEntries<Kept>;
  readonly #tombstones: FairEntries<Issue>;
  readonly #duePlans = new DueKeys();
  readonly #dueTombstones = new DueKeys();
  readonly #keys = new IssueKeys();
  #toldSize = 0;

  constructor(options: MacroStoreOptions) {
    const { maxPlans: maxEntries, maxBytes, maxPrincipalBytes } = options;
    this.#options = options;
    this.#plans = new FairEntries({ maxEntries, maxBytes, maxPrincipalBytes });
    this.#tombstones = new FairEntries({ maxEntries, maxBytes: Math.floor(maxBytes / tombstonePart) });
  }

  /** Tells how many plans there are, and passes on what was done. */
  tellSize<T>(done: T): T {
    const { size } = this.#plans;
    if (size !== this.#toldSize) this.#options.onSize?.(size);
    this.#toldSize = size;
    return done;
  }

  put(owner: Owner, plans: readonly Plan[]): boolean {
    const nowMs = this.#options.clock();
    this.#sweep(nowMs);
    const encoded = plans.map((plan) => ({ plan, bytes: encodePlan(plan) }));
    const total = encoded.reduce((sum, { bytes }) => sum + bytes.length + bytesOf(owner), 0);
    if (total > this.#options.maxPrincipalBytes) return false;
    for (const { plan, bytes } of encoded) this.#keep(owner, plan, { bytes, nowMs });
    this.#evict(owner, nowMs);
    return true;
  }

  get(owner: Owner, macroId: string): Recalled {
    const nowMs = this.#options.clock();
    this.#sweep(nowMs);
    let newest: Kept | undefined;
    let isExpired = false;
    for (const key of this.#keys.find(owner, macroId)) {
      const kept = this.#plans.get(key);
      if (kept !== undefined && nowMs >= kept.untilMs) this.#lapse(key, kept);
      else if (kept !== undefined && isBetter(kept, newest, owner)) newest = kept;
      const tombstone = this.#tombstones.get(key);
      if (tombstone !== undefined && nowMs < tombstone.untilMs) isExpired = true;
    }
    if (newest !== undefined) return { kind: 'kept', plan: decodePlan(newest.bytes) };
    return { kind: isExpired ? 'expired' : 'unknown' };
  }

  clear(): void {
    this.#plans.clear();
    this.#tombstones.clear();
    this.#keys.clear();
  }

  #keep(owner: Owner, plan: Plan, { bytes, nowMs }: { readonly bytes: Uint8Array; readonly nowMs: number }): void {
    const { macroId, issuedAtMs, expiresAt } = plan;
    const key = issueKeyOf(owner, macroId);
    const before = this.#plans.get(key);
    // An evaluation that took long must not undo a later one.
    if (before !== undefined && before.issuedAtMs > issuedAtMs) return;
    this.#remove(key);
    const untilMs = keptUntil(plan, { nowMs, retentionMs: this.#options.retentionMs });
    const issue = { owner, macroId, untilMs, bucket: this.#duePlans.add(key, untilMs) };
    const kept = { ...issue, bytes, issuedAtMs, hasWindow: expiresAt !== undefined };
    this.#plans.set(key, kept, { owner, bytes: bytes.length + bytesOf(owner) });
    this.#keys.add(owner, macroId);
  }

  /** A plan whose time is over leaves a tombstone if it had a window; one without was not promised for any time. */
  #lapse(key: string, { owner, macroId, untilMs, hasWindow }: Kept): void {
    this.#remove(key);
    if (!hasWindow) return;
    const endMs = untilMs + this.#options.retentionMs;
    const tombstone = { owner, macroId, untilMs: endMs, bucket: this.#dueTombstones.add(key, endMs) };
    this.#tombstones.set(key, tombstone, { owner, bytes: bytesOf(owner) });
    this.#keys.add(owner, macroId);
    this.#tombstones.trim(owner.principal, (gone, issue) => this.#forget(gone, issue, this.#dueTombstones));
  }

  #sweep(nowMs: number): void {
    for (const key of this.#duePlans.take(nowMs)) {
      const kept = this.#plans.get(key);
      if (kept !== undefined) this.#lapse(key, kept);
    }
    for (const key of this.#dueTombstones.take(nowMs)) this.#remove(key);
  }

  #evict({ principal }: Owner, nowMs: number): void {
    let planCount = 0;
    this.#plans.trim(principal, (key, kept) => {
      this.#forget(key, kept, this.#duePlans);
      if (nowMs < kept.untilMs) planCount += 1;
      else this.#lapse(key, kept);
    });
    if (planCount > 0) this.#options.onEvict?.(planCount);
  }

  /** Takes out what there is under a key. */
  #remove(key: string): void {
    const [kept, tombstone] = [this.#plans.get(key), this.#tombstones.get(key)];
    if (kept !== undefined) this.#forget(key, kept, this.#duePlans);
    if (tombstone !== undefined) this.#forget(key, tombstone, this.#dueTombstones);
    this.#plans.delete(key);
    this.#tombstones.delete(key);
  }

  #forget(key: string, { owner, macroId, bucket }: Issue, due: DueKeys): void {
    due.remove(key, bucket);
    this.#keys.remove(owner, macroId);
  }
}

/** A client's own plan comes before those of others who are the same principal; then the newest one. */
function isBetter(kept: Kept, best: Kept | undefined, { address }: Owner): boolean {
  if (best === undefined) return true;
  const [isOwn, isBestOwn] = [kept.owner.address === address, best.owner.address === address];
  return isOwn === isBestOwn ? kept.issuedAtMs > best.issuedAtMs : isOwn;
}
