import type { Value } from '../value/value.js';

/** What a builtin may know about the evaluation it runs in. */
export interface BuiltinContext {
  /** The evaluation time in nanoseconds; `fn:time:now()` and every `now` are this instant. */
  readonly now: bigint;
}

/** Thrown by a builtin that is given a value it cannot handle; the evaluator adds the place. */
export class BuiltinError extends Error {
  override readonly name = 'BuiltinError';
}

/** Thrown by a builtin instead of making a value beyond `maxValueSize`. */
export class ValueTooLarge extends BuiltinError {}

/**
 * A type in the notation of the language, such as `/number`, `fn:List(X)` or `X`. A variable stands for one type
 * within a signature.
 */
export type TypeText = string;

/** Fixed parameters, then any number (at least `min`) of `rest`. */
export interface Signature {
  readonly params: readonly TypeText[];
  readonly rest?: { readonly type: TypeText; readonly min: number };
  readonly result: TypeText;
}

/** What a signature cannot say about the types of a function; the type checker has one rule for each. */
export type FunctionTyping = 'list' | 'map' | 'struct' | 'tuple' | 'struct-get';

/** The same for predicates. */
export type PredicateTyping = 'match-field' | 'match-prefix' | 'match-text';

interface BuiltinBase {
  readonly name: string;
  /** One line for the reference page. */
  readonly summary: string;
}

/** `fn:name(args)`: a value from values. */
export interface FunctionBuiltin extends BuiltinBase {
  readonly kind: 'function';
  readonly signature: Signature;
  readonly typing?: FunctionTyping;
  /** False if the result depends on more than the arguments; such calls wait for the evaluation. */
  readonly isConstant: boolean;
  /** INVARIANT: called with a number of arguments that the signature allows. Throws `BuiltinError` on bad values. */
  readonly apply: (args: readonly Value[], context: BuiltinContext) => Value;
}

export type Mode = '+' | '-';

/** `:name(args)`: a condition that may also bind its `-` arguments. */
export interface PredicateBuiltin extends BuiltinBase {
  readonly kind: 'predicate';
  readonly typing?: PredicateTyping;
  readonly modes: readonly Mode[];
  readonly params: readonly TypeText[];
  /**
   * Gets the values of the `+` arguments in order. Each solution holds the values of the `-` arguments in order;
   * a test has either no solution or one empty solution. Throws `BuiltinError` on bad values.
   */
  readonly solve: (inputs: readonly Value[]) => readonly (readonly Value[])[];
}

/** A function over the rows of a group. */
export interface ReducerBuiltin extends BuiltinBase {
  readonly kind: 'reducer';
  readonly signature: Signature;
  /** Present if the result is a list of all arguments together, which a signature cannot say. */
  readonly typing?: 'collect';
  /** True if only plain variables may be reduced (`fn:sum`), false if any term may (`fn:collect`). */
  readonly takesVariables: boolean;
  /**
   * `rows` holds the argument values of each distinct row of the group, at least one row, in the total order of the
   * rows' values. Throws `BuiltinError` on bad values.
   */
  readonly reduce: (rows: readonly (readonly Value[])[]) => Value;
}

export type Builtin = FunctionBuiltin | PredicateBuiltin | ReducerBuiltin;
