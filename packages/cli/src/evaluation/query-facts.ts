import {
  CompileError,
  type Diagnostic,
  type Evaluation,
  EvaluationError,
  type Fact,
  parseGoal,
  sourceText,
} from '@manglecp/mangle';

/** The facts that match, and what is wrong with the atom. */
export interface QueryResult {
  readonly facts: readonly Fact[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The facts that match an atom in the notation of the language; a final period does no harm. */
export function queryFacts(evaluation: Evaluation, text: string): QueryResult {
  try {
    return { facts: evaluation.query(parseGoal(text.trim().replace(/\.$/, ''))), diagnostics: [] };
  } catch (error) {
    if (error instanceof CompileError) return { facts: [], diagnostics: error.diagnostics };
    if (error instanceof EvaluationError) return { facts: [], diagnostics: [error.diagnostic] };
    throw error;
  }
}

/** The facts that match any of the atoms, each once. */
export function queryAll(evaluation: Evaluation, texts: readonly string[]): QueryResult {
  const results = texts.map((text) => queryFacts(evaluation, text));
  const distinct = new Map(results.flatMap(({ facts }) => facts.map((fact) => [identityOf(fact), fact] as const)));
  return { facts: [...distinct.values()], diagnostics: results.flatMap(({ diagnostics }) => diagnostics) };
}

/** Two facts are one exactly if this is equal; the canonical text can be alike for different facts. */
export function identityOf({ predicate, args, interval }: Fact): string {
  return [predicate, ...args.map(sourceText), interval?.start, interval?.end].join('\n');
}
