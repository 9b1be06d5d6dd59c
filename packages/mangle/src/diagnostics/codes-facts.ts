import type { DiagnosticSpec } from './spec.js';

/** Codes of files of facts. */
export const factCodes = {
  'invalid-row': {
    severity: 'error',
    stage: 'eval',
    summary: 'a row of a file of facts cannot be read, or does not fit its predicate',
  },
  'doubtful-header': {
    severity: 'warning',
    stage: 'eval',
    summary: 'the first row of a file is taken for a fact but looks like column names, or the other way round',
  },
  'untyped-column': {
    severity: 'warning',
    stage: 'eval',
    summary: 'a file gives strings for a column that has no declared type and holds other values',
  },
} as const satisfies Record<string, DiagnosticSpec>;
