import type { ast, PredicateKey, Program, Rule } from '@manglecp/mangle';

/** A predicate that a text states, with what it states. */
export interface WrittenHead {
  readonly key: PredicateKey;
  readonly head: ast.Atom;
  /** Absent for a fact. */
  readonly rule?: Rule;
}

/** The facts and the heads of rules that a program has of some predicates; those that were read in bulk, too. */
export function* writtenHeads(
  { facts, batches, rules }: Program,
  isWanted: (key: PredicateKey) => boolean,
): Generator<WrittenHead> {
  for (const { predicate: key, clause } of facts) if (isWanted(key)) yield { key, head: clause.head };
  for (const rule of rules) if (isWanted(rule.predicate)) yield { key: rule.predicate, head: rule.clause.head, rule };
  for (const { predicate: key, facts: batch } of batches) {
    if (!isWanted(key)) continue;
    for (let row = 0; row < batch.count; row += 1) yield { key, head: batch.clauseAt(row).head };
  }
}

/** Where a name makes a tool: it is offered, or made of something. */
export const toolColumns: Readonly<Record<PredicateKey, number>> = {
  'macro_tool/2': 0,
  'macro_step/4': 0,
  'mandatory_for_intent/2': 1,
  'tool_relevant_to_intent/3': 0,
  'tool_serves_intent/2': 0,
  'vector_similarity/3': 0,
};

/** The text of a constant that is one. */
export function constantText(term: ast.Term | undefined): string | undefined {
  return term?.kind === 'constant' && term.value.kind === 'string' ? term.value.text : undefined;
}
