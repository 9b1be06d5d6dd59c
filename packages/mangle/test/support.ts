import { compileOrThrow } from '../src/api/compile.js';
import { evaluateSync, type EvaluateOptions } from '../src/engine/evaluate.js';
import type { Evaluation } from '../src/engine/evaluation.js';
import { factText } from '../src/provenance/render.js';

/** 2024-06-01T00:00:00Z, the evaluation time of the goldens. */
export const june2024 = 1_717_200_000_000_000_000n;

/** Evaluates program text; throws if it has errors. */
export function run(
  text: string,
  { check, ...options }: EvaluateOptions & { readonly check?: 'off' } = {},
): Evaluation {
  const program = compileOrThrow(text, check === 'off' ? { bounds: 'off' } : {});
  return evaluateSync(program, { now: june2024, ...options });
}

/** The facts of one predicate as sorted canonical text. */
export function factsOf(evaluation: Evaluation, predicate: string): string[] {
  return evaluation
    .facts(predicate)
    .map((fact) => factText(fact))
    .sort();
}
