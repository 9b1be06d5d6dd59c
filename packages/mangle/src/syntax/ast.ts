import type { Value } from '../value/value.js';
import type { FactBatch } from '../value/fact-batch.js';
import type { Source, Span } from '../text/source.js';

/** One parsed file. Rules, facts and declarations stay in source order. */
export interface Unit {
  readonly source: Source;
  readonly packageDecl?: PackageDecl;
  readonly uses: readonly UseDecl[];
  readonly items: readonly Item[];
  /** Comments in source order, without their line end; `mangle fmt` puts them back. */
  readonly comments: readonly Comment[];
  /**
   * Facts that were read in bulk and are not among the items. INVARIANT: for each batch, an item before its facts is a
   * fact of the same predicate and arity.
   */
  readonly batches?: readonly SourceBatch[];
}

/** A batch whose facts stand in a program text. */
export interface SourceBatch extends FactBatch {
  /** Where each fact begins in the text, in UTF-16 units. */
  readonly starts: Int32Array;
  /** The fact as the parser reads it, with the places of its parts. */
  readonly clauseAt: (row: number) => Clause;
}

export interface Comment {
  /** Includes the `#`. */
  readonly text: string;
  readonly span: Span;
}

export interface PackageDecl {
  readonly kind: 'package';
  readonly name: string;
  readonly nameSpan: Span;
  readonly descr: readonly Atom[];
  readonly span: Span;
}

export interface UseDecl {
  readonly kind: 'use';
  readonly name: string;
  readonly nameSpan: Span;
  readonly descr: readonly Atom[];
  readonly span: Span;
}

export type Item = Decl | Clause;

export interface Decl {
  readonly kind: 'decl';
  readonly atom: Atom;
  readonly isTemporal: boolean;
  /** Absent when there is no `descr` block. */
  readonly descr?: readonly Atom[];
  readonly bounds: readonly BoundRow[];
  /** Absent when there is no `inclusion` block. */
  readonly inclusion?: readonly Atom[];
  readonly span: Span;
}

/** One `bound [...]` block: a type for each argument. */
export interface BoundRow {
  readonly types: readonly Term[];
  readonly span: Span;
}

/** A fact (`premises` empty, no arrow) or a rule. */
export interface Clause {
  readonly kind: 'clause';
  readonly head: Atom;
  readonly annotation?: Annotation;
  /** Absent for a fact. */
  readonly arrow?: ':-' | '⟸';
  readonly premises: readonly Literal[];
  /** The stages after `|>`; analysis accepts at most one. */
  readonly transforms: readonly Transform[];
  readonly span: Span;
}

/** One stage after `|>`. A `do` stage has `operation`; a let stage only `lets`. */
export interface Transform {
  readonly operation?: Apply;
  readonly lets: readonly Let[];
  readonly span: Span;
}

export interface Let {
  readonly variable: Variable;
  readonly expression: Apply;
  readonly span: Span;
}

export interface Atom {
  readonly predicate: string;
  readonly predicateSpan: Span;
  readonly args: readonly Term[];
  readonly span: Span;
}

export type Literal = AtomLiteral | CompareLiteral;

/** `p(X)`, `!p(X)`, `p(X)@[S, E]`, `<-[0d, 7d] p(X)`. A negated one has neither operator nor annotation. */
export interface AtomLiteral {
  readonly kind: 'atom';
  readonly atom: Atom;
  readonly isNegated: boolean;
  readonly operator?: TemporalOperator;
  readonly annotation?: Annotation;
  readonly span: Span;
}

export type CompareOperator = '=' | '!=' | '<' | '<=' | '>' | '>=';

export interface CompareLiteral {
  readonly kind: 'compare';
  readonly operator: CompareOperator;
  readonly left: Term;
  readonly right: Term;
  readonly span: Span;
}

/** `@[start, end]`; `@[t]` has no `end`. */
export interface Annotation {
  readonly start: TimeBound;
  readonly end?: TimeBound;
  readonly span: Span;
}

/** `<` is "at some moment", `[` is "throughout"; `-` is past, `+` is future. */
export type OperatorSign = '<-' | '[-' | '<+' | '[+';

export interface TemporalOperator {
  readonly sign: OperatorSign;
  readonly start: TimeBound;
  readonly end: TimeBound;
  readonly span: Span;
}

export type TimeBound =
  | { readonly kind: 'timestamp'; readonly nanos: bigint; readonly span: Span }
  | { readonly kind: 'duration'; readonly nanos: bigint; readonly span: Span }
  | { readonly kind: 'variable'; readonly name: string; readonly span: Span }
  | { readonly kind: 'wildcard'; readonly span: Span }
  | { readonly kind: 'now'; readonly span: Span };

export type Term = Variable | Wildcard | Constant | Apply;

export interface Variable {
  readonly kind: 'variable';
  readonly name: string;
  readonly span: Span;
}

export interface Wildcard {
  readonly kind: 'wildcard';
  readonly span: Span;
}

/** A literal: name, string, bytes, number or float. Everything structured is an `Apply` until evaluated. */
export interface Constant {
  readonly kind: 'constant';
  readonly value: Value;
  readonly span: Span;
}

/**
 * A function application. `[a, b]` is `fn:list`, `[k : v]` is `fn:map` and `{k : v}` is `fn:struct` with keys and
 * values alternating; `.List<T>` is `fn:List`; `opt k : v` inside a dot type is `fn:opt(k, v)`.
 */
export interface Apply {
  readonly kind: 'apply';
  readonly name: string;
  readonly nameSpan: Span;
  readonly args: readonly Term[];
  readonly form: ApplyForm;
  readonly span: Span;
}

/** How an application was written; only printers look at it. */
export type ApplyForm = 'call' | 'list' | 'map' | 'struct' | 'dot';
