import type { Fact } from '../engine/evaluation.js';
import type { PredicateKey, Rule } from '../program/program.js';
import type { Value } from '../value/value.js';
import type { Binding, Interval } from './proof.js';

/**
 * Why nothing matches a goal, rule by rule.
 *
 * What a `RuleFailure` claims can be checked without the search (`checkWhyNot` does): under its bindings, which agree
 * with the goal, the first `satisfied` premises of the rule hold, and however the bindings are extended, the next one
 * does not. If it is exhaustive, no other bindings come further.
 */
export interface WhyNot {
  readonly predicate: PredicateKey;
  /** The predicate's name without its arity. */
  readonly name: string;
  /** The arguments of the goal; undefined where any value would do. */
  readonly args: readonly (Value | undefined)[];
  /** The variables of the goal by argument; one that stands twice must have one value. Undefined for `_` and values. */
  readonly variables: readonly (string | undefined)[];
  readonly verdict: WhyNotVerdict;
  /** A fact that matches; only if the goal holds. */
  readonly fact?: Fact;
  /** What was probably meant instead of an unknown predicate, as `name/arity`. */
  readonly suggestion?: PredicateKey;
  /** One for each rule of the predicate, in source order. */
  readonly rules: readonly RuleFailure[];
  /** Rules that were not looked at, because there are too many. */
  readonly omittedRules: number;
  /** Facts of the predicate that differ from the goal in the fewest arguments. */
  readonly nearest: readonly Fact[];
  /** Names and strings of the goal that no fact has there, and what was probably meant. */
  readonly misspelled: readonly Misspelling[];
}

/**
 * `holds`: a fact matches after all. `unknown`: the program has no such predicate. `unasked`: the predicate answers only
 * for given arguments, and the goal leaves one open. `absent`: nothing matches.
 */
export type WhyNotVerdict = 'holds' | 'unknown' | 'unasked' | 'absent';

export interface Misspelling {
  /** The index of the argument. */
  readonly argument: number;
  readonly value: Value;
  readonly nearest: Value;
}

/** How far a rule comes on its way to the goal. */
export interface RuleFailure {
  readonly rule: Rule;
  /** How many premises hold; the failing one is next, if there is one. */
  readonly satisfied: number;
  /** The values of the named variables of the head and of the premises that hold, by name. */
  readonly bindings: readonly Binding[];
  readonly reason: FailureReason;
  /** False if the search ended at its limit, so that other bindings might come further. */
  readonly isExhaustive: boolean;
}

export type FailureReason =
  /** The head says something else than the goal: an argument is another constant, or two must be the same. */
  | { readonly kind: 'head'; readonly argument: number; readonly found: Value }
  /** No fact matches the premise. `why` goes on for a predicate with rules. */
  | {
      readonly kind: 'missing';
      readonly predicate: PredicateKey;
      readonly args: readonly (Value | undefined)[];
      /** The variables among the arguments that have no value yet. */
      readonly variables: readonly (string | undefined)[];
      readonly nearest: readonly Fact[];
      readonly misspelled: readonly Misspelling[];
      readonly why?: WhyNot;
    }
  /** The premise is negated, and this fact holds. */
  | { readonly kind: 'present'; readonly fact: Fact }
  /** There are facts, but not at that time: these intervals are covered. */
  | { readonly kind: 'time'; readonly window?: Interval; readonly covered: readonly Interval[] }
  /** A test is false; the values of its arguments. */
  | { readonly kind: 'false'; readonly values: readonly (Value | undefined)[] }
  /** A function cannot be computed. */
  | { readonly kind: 'failed'; readonly message: string }
  /** All premises hold, but the head, or the group of an aggregation, comes to something else. */
  | { readonly kind: 'result'; readonly args: readonly Value[] }
  /** The fact was derived, and a merge predicate put another in its place. */
  | { readonly kind: 'replaced'; readonly by: Fact };
