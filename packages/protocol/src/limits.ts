import type { Constraints } from './messages/intent-request.js';
import type { Limits } from './messages/manifest.js';

/** What a server allows unless it says otherwise (C-77, C-78). */
export const defaultLimits = {
  max_message_bytes: 16_777_216,
  max_facts_per_request: 10_000,
  max_derived_facts: 100_000,
  max_intervals_per_atom: 1000,
  max_compute_ms: 30_000,
} as const satisfies Limits;

/** What holds for one evaluation. */
export interface EffectiveLimits {
  readonly max_facts_created: number;
  readonly max_intervals_per_atom: number;
  readonly max_compute_ms: number;
  /** Absent: no limit. */
  readonly max_tools_returned?: number;
  /** Absent: no limit. */
  readonly max_tokens_budget?: number;
}

/** Of each limit the stricter one: the client's or the server's (Spec 05 §2.2). */
export function stricterLimits(limits: Limits, constraints: Constraints = {}): EffectiveLimits {
  const { max_tools_returned: tools, max_tokens_budget: tokens } = constraints;
  const intervals = limits.max_intervals_per_atom ?? defaultLimits.max_intervals_per_atom;
  return {
    max_facts_created: Math.min(limits.max_derived_facts, constraints.max_facts_created ?? Infinity),
    max_intervals_per_atom: Math.min(intervals, constraints.max_intervals_per_atom ?? Infinity),
    max_compute_ms: Math.min(
      limits.max_compute_ms ?? defaultLimits.max_compute_ms,
      constraints.max_compute_ms ?? Infinity,
    ),
    ...(typeof tools === 'number' ? { max_tools_returned: tools } : {}),
    ...(typeof tokens === 'number' ? { max_tokens_budget: tokens } : {}),
  };
}
