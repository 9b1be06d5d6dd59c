import { type Answer, answersOf, parseGoal } from '../api/query.js';
import type { Evaluation, Fact } from '../engine/evaluation.js';

/** What is wanted of a model. */
export interface Asked {
  /** Goals, such as `reach(/a, X)`. */
  readonly queries?: readonly string[];
  /** Predicates whose facts are wanted (`edge/2`, or `edge` for every arity), or all of them. */
  readonly predicates?: readonly string[] | 'all';
}

/** What was wanted of a model, as plain data that any thread can hold. */
export interface Found {
  /** The facts that match each query. */
  readonly matches: readonly (readonly Fact[])[];
  readonly facts: readonly Fact[];
}

/** The result of an evaluation that may have run on another thread. */
export interface OffThreadAnswer {
  /** The answers to each query, as `query` gives them. */
  readonly answers: readonly (readonly Answer[])[];
  /** The facts of the predicates that were asked for, as `Evaluation.facts` gives them. */
  readonly facts: readonly Fact[];
  /** Whether it ran on another thread. */
  readonly isOffThread: boolean;
}

/** Reads what is wanted from a model. */
export function readAsked(evaluation: Evaluation, { queries = [], predicates = [] }: Asked): Found {
  return {
    matches: queries.map((goal) => evaluation.query(parseGoal(goal))),
    facts: predicates === 'all' ? evaluation.facts() : predicates.flatMap((each) => evaluation.facts(each)),
  };
}

/** What was found as the caller gets it. */
export function answerOf({ queries = [] }: Asked, { matches, facts }: Found, isOffThread: boolean): OffThreadAnswer {
  const answers = queries.map((goal, at) => answersOf(parseGoal(goal), matches[at] ?? []));
  return { answers, facts, isOffThread };
}

/** Throws a `CompileError` for a query that is no goal, before anything runs. */
export function checkAsked({ queries = [] }: Asked): void {
  for (const goal of queries) parseGoal(goal);
}
