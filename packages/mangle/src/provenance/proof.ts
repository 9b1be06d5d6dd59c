import type { Fact } from '../engine/evaluation.js';
import type { Rule } from '../program/program.js';
import type { Value } from '../value/value.js';

/** A closed interval of nanoseconds. */
export type Interval = NonNullable<Fact['interval']>;

/**
 * Why a fact holds. Plain data without cycles: a fact that several proofs lean on has one proof, which they share, so a
 * reader that walks the whole should keep in mind what it has seen.
 */
export interface Proof {
  readonly fact: Fact;
  readonly kind: ProofKind;
  /** How rules derive it: the first way, or several if all were asked for. Empty for what no rule has to derive. */
  readonly derivations: readonly Derivation[];
  /** What was not put into this proof, if anything; it does not make the proof wrong. */
  readonly omitted?: Omission;
}

/**
 * `fact`: given by program or host. `external`: given by an external predicate. `rule`, `aggregate`: derived by a rule
 * without or with grouping. `merged`: made by a merge predicate from several derived values, or derived together with
 * such values from one that is not known any more. `deeper`: derived; how was left out, because the proof would be too
 * deep or too large.
 */
export type ProofKind = 'fact' | 'external' | 'rule' | 'aggregate' | 'merged' | 'deeper';

/** One rule and one solution of its body, or all solutions of one group of an aggregation. */
export interface Derivation {
  readonly rule: Rule;
  /** The values of the named variables, by name; for an aggregation those of its keys and lets. */
  readonly bindings: readonly Binding[];
  /** One for each premise of the rule, in its order. Empty for an aggregation. */
  readonly premises: readonly ProofPremise[];
  /** Only for an aggregation: the rows of the group, in the order of their values. */
  readonly rows?: readonly ProofRow[];
  /** Rows of the group that are not in `rows`. */
  readonly omittedRows?: number;
}

/** A solution of the body of an aggregation. */
export interface ProofRow {
  /** The values of all variables of the body, by name, also of those that stand for a `_` and are named `_1`, `_2`, … */
  readonly bindings: readonly Binding[];
  readonly premises: readonly ProofPremise[];
}

export interface Binding {
  readonly variable: string;
  readonly value: Value;
}

/**
 * What makes a premise true: a fact with its proof; for a window the facts whose intervals together cover it; a test
 * that holds; or that no fact matches.
 */
export type ProofPremise =
  | { readonly kind: 'proof'; readonly proof: Proof }
  | { readonly kind: 'cover'; readonly proofs: readonly Proof[] }
  | { readonly kind: 'check' }
  | { readonly kind: 'absent' };

/** What was left out of a proof. */
export interface Omission {
  /** Further derivations that were not looked for: the limit was reached. */
  readonly isLimited: boolean;
  /** Derivations that lean on facts which came with or after this one; with them the proof could go in circles. */
  readonly circular: number;
}
