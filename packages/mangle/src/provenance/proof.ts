import type { Fact } from '../engine/evaluation.js';
import type { Rule } from '../program/program.js';
import type { Value } from '../value/value.js';

/** Why a fact holds. */
export interface Proof {
  readonly fact: Fact;
  readonly kind: ProofKind;
  /** The rule that derives it; only for `rule` and `aggregate`. */
  readonly rule?: Rule;
  /** The values of the rule's named variables, by name. */
  readonly bindings: readonly Binding[];
  /** In the order of the body; for an aggregation the facts of all its rows. */
  readonly premises: readonly ProofPremise[];
}

/**
 * `fact`: given by program or host. `external`: given by an external predicate. `rule`, `aggregate`: derived.
 * `merged`: made by a merge predicate. `repeated`: its proof stands elsewhere in the tree. `deeper`: left out, because
 * the tree would be too deep.
 */
export type ProofKind = 'fact' | 'external' | 'rule' | 'aggregate' | 'merged' | 'repeated' | 'deeper';

export interface Binding {
  readonly variable: string;
  readonly value: Value;
}

/** A premise with a proof of its own, or one that needs none: a test, or the absence of a fact. */
export type ProofPremise =
  | { readonly kind: 'proof'; readonly proof: Proof }
  | { readonly kind: 'check'; readonly text: string }
  | { readonly kind: 'absent'; readonly text: string };
