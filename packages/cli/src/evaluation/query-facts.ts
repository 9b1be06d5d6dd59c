import {
  type Atom,
  createSource,
  type Diagnostic,
  type Evaluation,
  EvaluationError,
  type Fact,
  parseAtom,
  sourceText,
} from '@manglecp/mangle';

/** The facts that match, and what is wrong with the atom. */
export interface QueryResult {
  readonly facts: readonly Fact[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The facts that match an atom in the notation of the language. */
export function queryFacts(evaluation: Evaluation, text: string): QueryResult {
  const { atom, diagnostics } = readGoal(text);
  if (atom === undefined) return { facts: [], diagnostics };
  try {
    return { facts: evaluation.query(atom), diagnostics: [] };
  } catch (error) {
    if (!(error instanceof EvaluationError)) throw error;
    return { facts: [], diagnostics: [error.diagnostic] };
  }
}

/** The facts that match any of the atoms, each once. */
export function queryAll(evaluation: Evaluation, texts: readonly string[]): QueryResult {
  const results = texts.map((text) => queryFacts(evaluation, text));
  const distinct = new Map(results.flatMap(({ facts }) => facts.map((fact) => [identityOf(fact), fact] as const)));
  return { facts: [...distinct.values()], diagnostics: results.flatMap(({ diagnostics }) => diagnostics) };
}

/** An atom that was typed as a query; a final period does no harm. */
export function readGoal(text: string): { readonly atom?: Atom; readonly diagnostics: readonly Diagnostic[] } {
  const { atom, diagnostics } = parseAtom(createSource('<query>', text.trim().replace(/\.$/, '')));
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  return atom === undefined || errors.length > 0 ? { diagnostics: errors } : { atom, diagnostics: [] };
}

/** Two facts are one exactly if this is equal; their canonical text can be alike for different facts. */
export function identityOf({ predicate, args, interval }: Fact): string {
  return [predicate, ...args.map(sourceText), interval?.start, interval?.end].join('\n');
}
