import type { PredicateBuiltin, ReducerBuiltin } from '../builtins/define.js';
import type { Registry } from '../builtins/registry.js';
import type { Clause, Decl, SourceBatch, Term, Unit } from '../syntax/ast.js';
import type { Span } from '../text/source.js';
import type { Value } from '../value/value.js';

/**
 * An analyzed program: what the evaluator needs, and nothing about how it was written beyond spans.
 * INVARIANT: only made from units without errors.
 */
export interface Program {
  readonly units: readonly Unit[];
  readonly registry: Registry;
  /** By key, in the order of first mention. */
  readonly predicates: ReadonlyMap<PredicateKey, PredicateInfo>;
  readonly facts: readonly SourceFact[];
  /** Further facts, which were read in bulk. Their values are ids of one table, the same for all batches. */
  readonly batches: readonly ProgramBatch[];
  readonly rules: readonly Rule[];
  /** Dependencies first. Deferred predicates are in no stratum. */
  readonly strata: readonly Stratum[];
}

/** Name and arity, `edge/2`; the name is qualified by its package. */
export type PredicateKey = string;

export interface PredicateInfo {
  readonly key: PredicateKey;
  readonly name: string;
  readonly arity: number;
  /** The user's declaration, if there is one. */
  readonly decl?: Decl;
  readonly isTemporal: boolean;
  /** Evaluated on demand from its `+` arguments. */
  readonly isDeferred: boolean;
  /** Answered by the host. */
  readonly isExternal: boolean;
  /** The merged mode of a declared predicate; `?` is "either way". Absent without a `mode` descriptor. */
  readonly mode?: readonly ('+' | '-' | '?')[];
  readonly lattice?: Lattice;
  /** Place of the declaration or of the first clause; absent for a predicate the host added. */
  readonly span?: Span;
}

/** `fundep` with `merge`: facts that agree on `sources` keep one value in column `target`. */
export interface Lattice {
  readonly sources: readonly number[];
  readonly target: number;
  /** `merge(old, new, result)`. */
  readonly merge: PredicateKey;
}

/** A fact whose arguments are known before evaluation. */
export interface SourceFact {
  readonly predicate: PredicateKey;
  readonly args: readonly Value[];
  /** Present exactly for facts of temporal predicates. */
  readonly interval?: IntervalExpression;
  readonly clause: Clause;
}

/** Facts of one predicate without times, in source order. */
export interface ProgramBatch {
  readonly predicate: PredicateKey;
  readonly facts: SourceBatch;
  /** The index of their unit. */
  readonly unit: number;
}

/** A moment known when the evaluation starts, or the value of a variable. */
export type Instant =
  | { readonly kind: 'time'; readonly nanos: bigint }
  | { readonly kind: 'now'; readonly offset: bigint }
  | { readonly kind: 'variable'; readonly name: string; readonly span: Span };

/** The unbounded past and future are the ends of the 64-bit clock. */
export interface IntervalExpression {
  readonly start: Instant;
  readonly end: Instant;
}

export interface Stratum {
  readonly predicates: readonly PredicateKey[];
  /** Indexes into `Program.rules`, in source order. */
  readonly rules: readonly number[];
  readonly isRecursive: boolean;
}

/**
 * A rule in normal form. Every `_` has become a variable of its own, named `_1`, `_2`, …; lets without grouping have
 * become equalities at the end of the body. Deferred predicates have rules too.
 */
export interface Rule {
  readonly index: number;
  readonly predicate: PredicateKey;
  readonly args: readonly Term[];
  /** Present exactly for temporal heads. */
  readonly interval?: IntervalExpression;
  /**
   * In an order in which each premise finds the variables it needs bound: source order, except that one that lacks a
   * value waits, and stands right after the premise that gives it.
   */
  readonly premises: readonly Premise[];
  readonly grouping?: Grouping;
  readonly clause: Clause;
}

export type Premise = AtomPremise | TemporalPremise | ComparePremise | BuiltinPremise;

/**
 * A plain, deferred or external atom. In a negated one, variables named `_1`, `_2`, … are existential: it holds if no
 * fact fits, whatever they are. A negated temporal predicate holds if there is no fact at any time.
 */
export interface AtomPremise {
  readonly kind: 'atom';
  readonly predicate: PredicateKey;
  readonly args: readonly Term[];
  readonly isNegated: boolean;
  readonly span: Span;
}

/**
 * An atom of a temporal predicate. With a `window` it holds for facts whose intervals meet it: `sometime` asks a
 * stored interval to overlap it, `throughout` asks the union of the fact's intervals to cover it. With `binds`,
 * each stored interval that overlaps the window (any, without a window) is matched against the two sides.
 * `p(X)@[a, b]` with both bounds known is `throughout` without `binds`.
 */
export interface TemporalPremise {
  readonly kind: 'temporal';
  readonly predicate: PredicateKey;
  readonly args: readonly Term[];
  readonly window?: Window;
  readonly binds?: { readonly start: IntervalSide; readonly end: IntervalSide };
  readonly span: Span;
}

export interface Window {
  readonly kind: 'sometime' | 'throughout';
  readonly from: Instant;
  readonly to: Instant;
  /** True if only the evaluation can tell which bound comes first; the window then lies between the two. */
  readonly isUnordered?: boolean;
}

/** A variable side binds the bound of the stored interval, or must equal it if it already has a value. */
export type IntervalSide = { readonly kind: 'any' } | { readonly kind: 'equals'; readonly instant: Instant };

/** `=` may bind a variable on either side; the others test. The order comparisons take two numbers or two floats. */
export interface ComparePremise {
  readonly kind: 'compare';
  readonly operator: '=' | '!=' | '<' | '<=' | '>' | '>=';
  readonly left: Term;
  readonly right: Term;
  readonly span: Span;
}

export interface BuiltinPremise {
  readonly kind: 'builtin';
  readonly builtin: PredicateBuiltin;
  readonly args: readonly Term[];
  readonly isNegated: boolean;
  readonly span: Span;
}

/** `do fn:group_by(keys)` and its lets, over the distinct bindings of all body variables. */
export interface Grouping {
  readonly keys: readonly string[];
  /** In order; each sees the keys and earlier lets, a reducer sees the rows. */
  readonly lets: readonly GroupLet[];
}

export interface GroupLet {
  readonly variable: string;
  /** Absent: `expression` is an ordinary term over keys and earlier lets. */
  readonly reducer?: ReducerBuiltin;
  /** The reducer's arguments, terms over the body variables; or the one ordinary term. */
  readonly args: readonly Term[];
  readonly span: Span;
}

export function predicateKey(name: string, arity: number): PredicateKey {
  return `${name}/${arity}`;
}
