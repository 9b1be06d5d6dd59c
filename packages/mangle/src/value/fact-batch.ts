import type { Value, ValueKind } from './value.js';

/**
 * The table of values (`value/value-id.ts`) that facts are read into: equal values have equal ids. What is written to
 * it stays there, also if the fact turns out to be none.
 */
export interface FactValues {
  /** Makes room for about so many more values with so many bytes of text. */
  readonly reserve: (count: number, byteCount: number) => void;
  readonly get: (id: number) => Value;
  readonly kindOf: (id: number) => ValueKind;
  /** The number of parts of a collection: items, or keys and values in turn; 0 for other values. */
  readonly partCount: (id: number) => number;
  /** INVARIANT: the id of a collection and the number of one of its parts. */
  readonly part: (id: number, at: number) => number;
  /** The id of a value that is already here; undefined otherwise. */
  readonly find: (value: Value) => number | undefined;
  /** Whether a text begins with an ASCII text. INVARIANT: the id of a name or a string. */
  readonly startsWith: (id: number, beginning: string) => boolean;
  /** Text given as UTF-8. INVARIANT: the bytes are well-formed, and a legal name if that is what they shall be. */
  readonly textBytes: (kind: 'name' | 'string', bytes: Uint8Array, start: number, end: number) => number;
  /**
   * The ids of many ASCII texts at once, into `ids`. `ranges` has three numbers for each: 0 for a name or 1 for a
   * string, where it starts in `bytes`, and where it ends.
   */
  readonly texts: (bytes: Uint8Array, ranges: Int32Array, count: number, ids: Int32Array) => void;
  /** INVARIANT: a whole number in the range of 64 bits, if not a bigint then exact. */
  readonly int: (value: number | bigint) => number;
  readonly float: (value: number) => number;
  readonly list: (parts: Int32Array) => number;
  /** Keys and values in turn, in any order. */
  readonly entries: (kind: 'map' | 'struct', parts: Int32Array) => number;
}

/**
 * Many facts of one predicate as columns of value ids, in the order in which they were given. None has a time; equal
 * facts may be repeated.
 */
export interface FactBatch {
  /** The name as written, without its package. */
  readonly predicate: string;
  readonly arity: number;
  readonly count: number;
  /** One for each argument, with an id for each fact. */
  readonly columns: readonly Int32Array[];
  readonly values: FactValues;
}

/** The values of one fact of a batch. */
export function argsAt({ columns, values }: FactBatch, row: number): Value[] {
  return columns.map((column) => values.get(column[row] ?? 0));
}
