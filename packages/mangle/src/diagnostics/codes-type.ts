import type { DiagnosticSpec } from './spec.js';

/** Codes given by the check of type bounds. */
export const typeCodes = {
  'type-mismatch': { severity: 'error', stage: 'analysis', summary: 'the types of two uses of a value exclude each other' },
} as const satisfies Record<string, DiagnosticSpec>;
