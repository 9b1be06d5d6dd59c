import type { Value, ValueKind } from '../value/value.js';
import type { IdSolutions } from './id-solutions.js';

/** What a builtin may know about the evaluation it runs in. */
export interface BuiltinContext {
  /** The evaluation time in nanoseconds; `fn:time:now()` and every `now` are this instant. */
  readonly now: bigint;
}

/**
 * Values by their ids (`value/value-id.ts`), as builtins see the table of an evaluation. Equal values have equal ids;
 * what makes a value tells the id of the one that is already there.
 */
export interface ValueIds {
  readonly kindOf: (id: number) => ValueKind;
  /** The whole number that an id stands for, if it is one and a JavaScript number holds it exactly. */
  readonly numberOf: (id: number) => number | undefined;
  /** INVARIANT: the id of a number, a time or a duration. */
  readonly bigOf: (id: number) => bigint;
  /** INVARIANT: the id of a float. */
  readonly floatOf: (id: number) => number;
  /** INVARIANT: the id of a name or a string. */
  readonly textOf: (id: number) => string;
  /** INVARIANT: the id of bytes; nobody may write to them. */
  readonly bytesOf: (id: number) => Uint8Array;
  /** The number of parts of a collection: items, or keys and values in turn; 0 for other values. */
  readonly partCount: (id: number) => number;
  /** INVARIANT: the id of a collection and the number of one of its parts. */
  readonly part: (id: number, at: number) => number;
  /** Copies the parts of a collection to `target` from `at` on. INVARIANT: there is room for them. */
  readonly copyParts: (id: number, target: Int32Array, at: number) => void;
  /** Where a value is among the parts of a collection, looking at every `step`-th part from the first on; or -1. */
  readonly indexOfPart: (id: number, part: number, step: 1 | 2) => number;
  /** The total order of values. */
  readonly compare: (a: number, b: number) => number;
  /** The order of two numbers, times or durations by size. INVARIANT: the ids of such values. */
  readonly compareInts: (a: number, b: number) => number;
  /** Sorts ids in the total order of their values. */
  readonly sort: (ids: Int32Array) => void;
  /** INVARIANT: a whole number in the range of 64 bits, if not a bigint then exact. */
  readonly int: (value: number | bigint) => number;
  readonly float: (value: number) => number;
  readonly time: (nanos: bigint) => number;
  readonly duration: (nanos: bigint) => number;
  readonly text: (kind: 'name' | 'string', text: string) => number;
  /** The string of the texts of the first `count` names and strings, one after the other; `noValue` if it is long. */
  readonly join: (texts: Int32Array, count: number) => number;
  readonly pair: (first: number, second: number) => number;
  /** The list of the ids in `parts` from `from` to before `to`; of all of them without these. */
  readonly list: (parts: Int32Array, from?: number, to?: number) => number;
  /** A map or struct of keys and values in turn, in any order; sorts `parts` itself. */
  readonly entries: (kind: 'map' | 'struct', parts: Int32Array, from?: number, to?: number) => number;
}

/**
 * A function on ids, for the numbers of arguments that it is written for. It gives the id of what `apply` gives for the
 * values, or `noValue`: then `apply` must be asked, which is also how complaints come about.
 */
export interface FunctionOnIds {
  readonly unary?: (values: ValueIds, a: number) => number;
  readonly binary?: (values: ValueIds, a: number, b: number) => number;
  readonly ternary?: (values: ValueIds, a: number, b: number, c: number) => number;
  /** For any other number of arguments. It may write to `args`, but not if it gives `noValue`. */
  readonly variadic?: (values: ValueIds, args: Int32Array) => number;
}

/**
 * A predicate on the ids of its `+` arguments, at most three. It writes the ids of the `-` arguments of each solution
 * and tells how many solutions there are, or `undecided`: then `solve` must be asked.
 */
export type PredicateOnIds = (values: ValueIds, out: IdSolutions, a: number, b: number, c: number) => number;

/** What a predicate on ids tells when it leaves a question to `solve`. */
export const undecided = -1;

/**
 * A reducer on ids. `columns` has for each argument the ids of the group's rows, `count` of them in any order, and may
 * be written to. It gives the id of what `reduce` gives for the sorted values, or `noValue`, with the columns as they
 * were: then `reduce` must be asked.
 */
export type ReducerOnIds = (values: ValueIds, columns: readonly Int32Array[], count: number) => number;

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
  /** A faster way to the same results; `apply` alone says what the function means. */
  readonly onIds?: FunctionOnIds;
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
  /** Present if there is never more than one solution. */
  readonly isUnique?: true;
  /** Present if there is no solution for values of other kinds, instead of an error. */
  readonly isTotal?: true;
  /** A faster way to the same solutions; `solve` alone says what the predicate means. */
  readonly onIds?: PredicateOnIds;
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
  /** A faster way to the same results; `reduce` alone says what the reducer means. */
  readonly onIds?: ReducerOnIds;
}

export type Builtin = FunctionBuiltin | PredicateBuiltin | ReducerBuiltin;
