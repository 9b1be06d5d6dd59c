import type { Plan } from '../macro/plan.js';

/** 2026-03-01T09:15:00Z in nanoseconds: the evaluation time of sample plans. */
export const sampleEvalTime = 1_772_356_500_000_000_000n;

/** A plan without steps, issued at 0 on the server's clock. */
export function samplePlan(members: Partial<Plan> = {}): Plan {
  return {
    macroId: 'mt_1',
    name: 'trace_missed_slot',
    intent: 'find_late',
    steps: [],
    inputSchema: { type: 'object' },
    effects: ['none'],
    needsConfirmation: false,
    evalTime: sampleEvalTime,
    asked: { levels: [], actions: [] },
    standing: '',
    policyDigest: '',
    issuedAtMs: 0,
    ...members,
  };
}

/** What a plan has that lapses so many milliseconds after its issue. */
export function windowOf(windowMs: number): Pick<Plan, 'expiresAt'> {
  return { expiresAt: sampleEvalTime + BigInt(windowMs) * 1_000_000n };
}
