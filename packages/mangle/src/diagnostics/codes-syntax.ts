import type { DiagnosticSpec } from './spec.js';

/** Codes given by the lexer and the parser. */
export const syntaxCodes = {
  'unexpected-token': { severity: 'error', stage: 'parse', summary: 'the text does not fit the grammar here' },
} as const satisfies Record<string, DiagnosticSpec>;
