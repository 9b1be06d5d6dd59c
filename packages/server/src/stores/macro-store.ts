import type { Plan } from '../macro/plan.js';
import type { Owner } from '../bounds/owner.js';

/**
 * The plans that were issued, each bound to the principal it was issued to (SEC-045). It holds immutable plans and
 * nothing that an evaluation could read (C-34).
 *
 * A plan is first kept, then, if it has a validity window, remembered as expired for the retention time, then unknown.
 * A plan without a window goes from kept to unknown. What a store keeps is bounded in plans and in bytes. Past that the
 * oldest plan of the principal that holds most is evicted, and then is unknown as if it had never been issued (Spec 07
 * §2.4, C-33): who has no more than an equal share loses nothing to others. Clients at different addresses that are one
 * principal find each other's plans, and each keeps its own.
 */
export interface MacroStore {
  /**
   * Keeps the plans of one evaluation. Of plans with the same id the one that was issued last wins (C-30). False if they
   * are more than a principal may have; then none is kept.
   */
  put(owner: Owner, plans: readonly Plan[]): Promise<boolean>;
  /** What is known of an id. The id of a plan of another principal is unknown. */
  get(owner: Owner, macroId: string): Promise<Recalled>;
  /** Releases what the store holds. Nothing may be asked afterwards. */
  close(): Promise<void>;
}

export type Recalled =
  { readonly kind: 'kept'; readonly plan: Plan } | { readonly kind: 'expired' } | { readonly kind: 'unknown' };

export interface MacroStoreOptions {
  /** The server's clock, in milliseconds. */
  readonly clock: () => number;
  /** How long plans without a window are kept, and how long an expired one is told from an unknown one. */
  readonly retentionMs: number;
  readonly maxPlans: number;
  /** What all plans may take together, and what those of one principal may. */
  readonly maxBytes: number;
  readonly maxPrincipalBytes: number;
  /** Told how many plans were given up before their time. */
  readonly onEvict?: (planCount: number) => void;
  /** Told how many plans are kept whenever that has changed. */
  readonly onSize?: (planCount: number) => void;
}

/**
 * Until when a plan that is put now must be kept, in milliseconds of the server's clock: the instant at which the
 * tool's own timeline reaches the end of the window (C-31), or the retention time where there is no window.
 */
export function keptUntil(
  { evalTime, expiresAt, issuedAtMs }: Plan,
  { nowMs, retentionMs }: { readonly nowMs: number; readonly retentionMs: number },
): number {
  if (expiresAt === undefined) return nowMs + retentionMs;
  // Rounded up: a millisecond that has begun belongs to the window.
  return issuedAtMs + Number((expiresAt - evalTime + 999_999n) / 1_000_000n);
}
