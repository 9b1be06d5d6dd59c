import { type Diagnostic, type Evaluation, type Fact, parseGoal, type Source, type Value } from '@manglecp/mangle';
import { queryFacts } from './query-facts.js';
import type { Query } from './query-text.js';

/** The answers to a query as a table: a column for each variable, a row for each answer, in the order of values. */
export interface Answers {
  readonly variables: readonly string[];
  readonly rows: readonly (readonly Value[])[];
  /** The facts themselves, if the query is one atom. */
  readonly facts?: readonly Fact[];
}

export type Answered = Answers | { readonly diagnostics: readonly Diagnostic[] };

/** The rules that a program needs beside its own, so that queries of several conditions can be answered. */
export function querySources(queries: readonly Query[]): readonly Source[] {
  return queries.flatMap((query) => (query.kind === 'rule' ? [query.source] : []));
}

/** Answers a query by a program that was evaluated with its rule. */
export function answerQuery(evaluation: Evaluation, query: Query): Answered {
  if (query.kind === 'rule') {
    const { variables, predicate } = query;
    const rows = evaluation.facts(`${predicate}/${variables.length}`).map(({ args }) => args);
    return { variables, rows };
  }
  const { facts, diagnostics } = queryFacts(evaluation, query.text);
  return diagnostics.length > 0 ? { diagnostics } : { ...tableOf(query.text, facts), facts };
}

/** The columns of an atom's variables, each where it occurs first. */
function tableOf(text: string, facts: readonly Fact[]): Answers {
  const columns = new Map<string, number>();
  for (const [at, arg] of parseGoal(text).args.entries()) {
    if (arg.kind === 'variable' && !columns.has(arg.name)) columns.set(arg.name, at);
  }
  const rows = facts.map(({ args }) =>
    [...columns.values()].flatMap((at) => {
      const value = args[at];
      return value === undefined ? [] : [value];
    }),
  );
  return { variables: [...columns.keys()], rows };
}
