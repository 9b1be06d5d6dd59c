import type { Plan } from '../macro/plan.js';
import { DueKeys } from './due-keys.js';
import { keptUntil, type MacroStore, type MacroStoreOptions, type Recalled } from './macro-store.js';

interface Kept {
  readonly plan: Plan;
  readonly untilMs: number;
  /** Its place among the due keys. */
  readonly bucket: number;
}

interface Tombstone {
  readonly untilMs: number;
  readonly bucket: number;
}

/**
 * Keeps plans in memory. There is no timer: what is over is swept out when the store is used, in amortized constant
 * time, and a look at one id never depends on whether it has been swept yet.
 */
export function createMemoryMacroStore(options: MacroStoreOptions): MacroStore {
  const memory = new Memory(options);
  return {
    put: async (principalKey, plans) => memory.put(principalKey, plans),
    get: async (principalKey, macroId) => memory.get(keyOf(principalKey, macroId)),
    close: async () => memory.clear(),
  };
}

class Memory {
  readonly #options: MacroStoreOptions;
  /** Both in the order of entry: the oldest is evicted first. */
  readonly #plans = new Map<string, Kept>();
  readonly #tombstones = new Map<string, Tombstone>();
  readonly #duePlans = new DueKeys();
  readonly #dueTombstones = new DueKeys();

  constructor(options: MacroStoreOptions) {
    this.#options = options;
  }

  put(principalKey: string, plans: readonly Plan[]): void {
    const nowMs = this.#options.clock();
    this.#sweep(nowMs);
    for (const plan of plans) this.#keep(keyOf(principalKey, plan.macroId), plan, nowMs);
    this.#evict(nowMs);
  }

  get(key: string): Recalled {
    const nowMs = this.#options.clock();
    this.#sweep(nowMs);
    const kept = this.#plans.get(key);
    if (kept !== undefined && nowMs >= kept.untilMs) this.#lapse(key, kept);
    else if (kept !== undefined) return { kind: 'kept', plan: kept.plan };
    const tombstone = this.#tombstones.get(key);
    return tombstone !== undefined && nowMs < tombstone.untilMs ? { kind: 'expired' } : { kind: 'unknown' };
  }

  clear(): void {
    this.#plans.clear();
    this.#tombstones.clear();
  }

  #keep(key: string, plan: Plan, nowMs: number): void {
    const before = this.#plans.get(key);
    // An evaluation that took long must not undo a later one.
    if (before !== undefined && before.plan.issuedAtMs > plan.issuedAtMs) return;
    if (before !== undefined) this.#removePlan(key, before);
    this.#removeTombstone(key);
    const untilMs = keptUntil(plan, { nowMs, retentionMs: this.#options.retentionMs });
    this.#plans.set(key, { plan, untilMs, bucket: this.#duePlans.add(key, untilMs) });
  }

  /** A plan whose time is over leaves a tombstone if it had a window; one without was not promised for any time. */
  #lapse(key: string, { plan, untilMs, bucket }: Kept): void {
    this.#duePlans.remove(key, bucket);
    this.#plans.delete(key);
    if (plan.expiresAt === undefined) return;
    const endMs = untilMs + this.#options.retentionMs;
    this.#tombstones.set(key, { untilMs: endMs, bucket: this.#dueTombstones.add(key, endMs) });
  }

  #sweep(nowMs: number): void {
    for (const key of this.#duePlans.take(nowMs)) {
      const kept = this.#plans.get(key);
      if (kept !== undefined) this.#lapse(key, kept);
    }
    for (const key of this.#dueTombstones.take(nowMs)) this.#tombstones.delete(key);
  }

  #evict(nowMs: number): void {
    let planCount = 0;
    for (const [key, kept] of this.#plans) {
      if (this.#plans.size <= this.#options.maxPlans) break;
      if (nowMs < kept.untilMs) planCount += 1;
      if (nowMs < kept.untilMs) this.#removePlan(key, kept);
      else this.#lapse(key, kept);
    }
    // Tombstones are small and nothing is promised about them, so that they are bounded alike and not counted.
    for (const key of this.#tombstones.keys()) {
      if (this.#tombstones.size <= this.#options.maxPlans) break;
      this.#removeTombstone(key);
    }
    if (planCount > 0) this.#options.onEvict?.(planCount);
  }

  #removePlan(key: string, { bucket }: Kept): void {
    this.#duePlans.remove(key, bucket);
    this.#plans.delete(key);
  }

  #removeTombstone(key: string): void {
    const tombstone = this.#tombstones.get(key);
    if (tombstone === undefined) return;
    this.#dueTombstones.remove(key, tombstone.bucket);
    this.#tombstones.delete(key);
  }
}

/** INVARIANT: two different pairs never give the same text, whatever a client sends as an id. */
function keyOf(principalKey: string, macroId: string): string {
  return `${principalKey.length}:${principalKey}:${macroId}`;
}
