import { type Diagnostic, type Evaluation, explainAll, type ExplainOptions, type Proof } from '@manglecp/mangle';
import { queryFacts } from './query-facts.js';

/** The proof of a fact, or why there is none. */
export type Proved =
  | { readonly kind: 'proved'; readonly proof: Proof }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unreadable'; readonly diagnostics: readonly Diagnostic[] };

/** Facts of one atom that are proved; nobody reads more. */
const maxFacts = 20;

/** Proves the first fact that matches an atom. */
export function prove(evaluation: Evaluation, text: string): Proved {
  return proveFirst(evaluation, text, 1, {})[0] ?? { kind: 'absent' };
}

/** Proves the facts that match an atom, the first twenty. */
export function proveAll(evaluation: Evaluation, text: string, options: ExplainOptions): readonly Proved[] {
  const proved = proveFirst(evaluation, text, maxFacts, options);
  return proved.length === 0 ? [{ kind: 'absent' }] : proved;
}

function proveFirst(evaluation: Evaluation, text: string, most: number, options: ExplainOptions): Proved[] {
  const { facts, diagnostics } = queryFacts(evaluation, text);
  if (diagnostics.length > 0) return [{ kind: 'unreadable', diagnostics }];
  return explainAll(evaluation, facts.slice(0, most), options).flatMap((proof): Proved[] =>
    proof === undefined ? [] : [{ kind: 'proved', proof }],
  );
}
