import { analysisCodes } from './codes-analysis.js';
import { evaluationCodes } from './codes-evaluation.js';
import { factCodes } from './codes-facts.js';
import { lintCodes } from './codes-lint.js';
import { syntaxCodes } from './codes-syntax.js';
import { typeCodes } from './codes-type.js';
import type { DiagnosticSpec } from './spec.js';

export type { DiagnosticSpec, Severity, Stage } from './spec.js';

/** Every diagnostic the package can give. Codes are stable; messages may change. */
export const diagnosticSpecs = {
  ...syntaxCodes,
  ...analysisCodes,
  ...typeCodes,
  ...lintCodes,
  ...evaluationCodes,
  ...factCodes,
} as const satisfies Record<string, DiagnosticSpec>;

export type DiagnosticCode = keyof typeof diagnosticSpecs;
