import { type Diagnostic, type Evaluation, explain, type Proof } from '@manglecp/mangle';
import { queryFacts } from './query-facts.js';

/** The proof of a fact, or why there is none. */
export type Proved =
  | { readonly kind: 'proved'; readonly proof: Proof }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unreadable'; readonly diagnostics: readonly Diagnostic[] };

/** Proves the first fact that matches an atom. */
export function prove(evaluation: Evaluation, text: string): Proved {
  const { facts, diagnostics } = queryFacts(evaluation, text);
  if (diagnostics.length > 0) return { kind: 'unreadable', diagnostics };
  const [fact] = facts;
  const proof = fact === undefined ? undefined : explain(evaluation, fact);
  return proof === undefined ? { kind: 'absent' } : { kind: 'proved', proof };
}
