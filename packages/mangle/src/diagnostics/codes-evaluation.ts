import type { DiagnosticSpec } from './spec.js';

/** Codes of evaluations that stopped. */
export const evaluationCodes = {
  'function-failed': {
    severity: 'error',
    stage: 'eval',
    summary: 'a function or predicate was given a value it cannot handle',
  },
  'invalid-interval': {
    severity: 'error',
    stage: 'eval',
    summary: 'an interval ends before it starts, or its bound is not a time',
  },
  'fact-limit': { severity: 'error', stage: 'eval', summary: 'more facts were derived than the budget allows' },
  'interval-limit': {
    severity: 'error',
    stage: 'eval',
    summary: 'one fact has more separate intervals than the budget allows',
  },
  'time-limit': { severity: 'error', stage: 'eval', summary: 'the evaluation took longer than the budget allows' },
  cancelled: { severity: 'error', stage: 'eval', summary: 'the caller cancelled the evaluation' },
  'external-failed': {
    severity: 'error',
    stage: 'eval',
    summary: 'an external predicate failed, timed out or returned too much',
  },
  'merge-failed': {
    severity: 'error',
    stage: 'eval',
    summary: 'a merge predicate gave no value or several, or went back to one it had replaced',
  },
  'value-too-deep': { severity: 'error', stage: 'eval', summary: 'a value nests deeper than the engine allows' },
  'value-too-large': {
    severity: 'error',
    stage: 'eval',
    summary: 'a rule makes a text or a collection larger than the engine allows',
  },
  'memory-limit': {
    severity: 'error',
    stage: 'eval',
    summary: 'the values or the rows of an aggregation take more memory than the engine allows',
  },
  'invalid-fact': { severity: 'error', stage: 'eval', summary: 'a fact given by the host does not fit the program' },
  'base-refused': {
    severity: 'error',
    stage: 'eval',
    summary: 'a saved base is damaged, or of another program or version',
  },
  'thread-lost': {
    severity: 'error',
    stage: 'eval',
    summary: 'the thread that ran an evaluation ended before it was done',
  },
} as const satisfies Record<string, DiagnosticSpec>;
