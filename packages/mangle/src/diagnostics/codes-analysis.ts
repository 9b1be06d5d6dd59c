import type { DiagnosticSpec } from './spec.js';

/** Codes given by the checks on names, arity, safety, transforms, time and strata. */
export const analysisCodes = {
  'unknown-predicate': { severity: 'error', stage: 'analysis', summary: 'nothing declares or produces this predicate' },
} as const satisfies Record<string, DiagnosticSpec>;
