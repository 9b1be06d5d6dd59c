import type { DiagnosticSpec } from './spec.js';

/** Codes given by the check of type bounds. */
export const typeCodes = {
  'type-mismatch': {
    severity: 'error',
    stage: 'analysis',
    summary: 'the types of two uses of a value exclude each other',
  },
  'argument-type': {
    severity: 'error',
    stage: 'analysis',
    summary: 'a builtin is given a value of a type it cannot take',
  },
  'unknown-field': {
    severity: 'error',
    stage: 'analysis',
    summary: 'a struct is asked for a field that its type does not have',
  },
  'fact-type': { severity: 'error', stage: 'analysis', summary: 'a fact does not conform to the declared bounds' },
  'head-type': {
    severity: 'error',
    stage: 'analysis',
    summary: 'what a rule derives does not conform to the declared bounds',
  },
  'interval-type': { severity: 'error', stage: 'analysis', summary: 'a bound of an interval is not a time' },
  'never-matches': {
    severity: 'warning',
    stage: 'analysis',
    summary: 'by its types a condition never matches, or always does',
  },
} as const satisfies Record<string, DiagnosticSpec>;
