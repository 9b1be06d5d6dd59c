import type { DiagnosticSpec } from './spec.js';

/** Warnings and hints about programs that are legal but probably not meant. */
export const lintCodes = {
  'never-fires': { severity: 'warning', stage: 'analysis', summary: 'nothing can ever make this rule hold' },
} as const satisfies Record<string, DiagnosticSpec>;
