/**
 * The values of the language. Plain, immutable, structural: two values are the same exactly when
 * `compareValues` says 0, and the engine interns them so that equality there is equality of integers.
 *
 * INVARIANT: the entries of maps and structs are in the order of `compareValues` on their keys (then on
 * their values), so equal collections have equal entry lists. Build them with `mapValue`/`structValue`.
 */
export type Value =
  | NameValue
  | StringValue
  | BytesValue
  | NumberValue
  | FloatValue
  | TimeValue
  | DurationValue
  | PairValue
  | ListValue
  | MapValue
  | StructValue;

export interface NameValue {
  readonly kind: 'name';
  /** With its slashes, such as `/a/b`. */
  readonly text: string;
}

export interface StringValue {
  readonly kind: 'string';
  readonly text: string;
}

export interface BytesValue {
  readonly kind: 'bytes';
  readonly bytes: Uint8Array;
}

export interface NumberValue {
  readonly kind: 'number';
  /** A signed 64-bit integer. */
  readonly value: bigint;
}

export interface FloatValue {
  readonly kind: 'float64';
  readonly value: number;
}

export interface TimeValue {
  readonly kind: 'time';
  /** Nanoseconds since 1970-01-01T00:00:00Z, a signed 64-bit integer. */
  readonly nanos: bigint;
}

export interface DurationValue {
  readonly kind: 'duration';
  /** A signed 64-bit integer. */
  readonly nanos: bigint;
}

export interface PairValue {
  readonly kind: 'pair';
  readonly first: Value;
  readonly second: Value;
}

export interface ListValue {
  readonly kind: 'list';
  readonly items: readonly Value[];
}

export type Entry = readonly [key: Value, value: Value];

export interface MapValue {
  readonly kind: 'map';
  readonly entries: readonly Entry[];
}

export interface StructValue {
  readonly kind: 'struct';
  readonly entries: readonly Entry[];
}

export type ValueKind = Value['kind'];

/** The kinds in the order of the language reference; the index is the ordinal shown in error texts. */
export const valueKinds = [
  'name',
  'string',
  'bytes',
  'number',
  'float64',
  'time',
  'duration',
  'pair',
  'list',
  'map',
  'struct',
] as const satisfies readonly ValueKind[];

export const minInt64 = -(2n ** 63n);
export const maxInt64 = 2n ** 63n - 1n;

/** Values may not nest deeper, so that every walk over a value may recurse. */
export const maxValueDepth = 1000;

/**
 * The size of a value is the number of characters of its text, 16 for each part of a collection, and the sizes of the
 * parts: about its bytes. Rules may not make larger values, so that none can grow until the machine gives up.
 */
export const maxValueSize = 16 * 2 ** 20;

/** What a part of a collection adds to its size. */
export const partSize = 16;
