import type { DiagnosticSpec } from './spec.js';

/** Codes of files of facts. */
export const factCodes = {
  'invalid-row': {
    severity: 'error',
    stage: 'eval',
    summary: 'a row of a file of facts cannot be read, or does not fit its predicate',
  },
  'untyped-column': {
    severity: 'warning',
    stage: 'eval',
    summary: 'a file gives strings for a column that has no declared type and holds other values',
  },
} as const satisfies Record<string, DiagnosticSpec>;
