import { plainFloatText } from './float-text.js';
import { Duration, Exact, Float, Name, Pair, Time } from './js-classes.js';
import {
  boolValue,
  bytesValue,
  durationValue,
  floatValue,
  isNameText,
  listValue,
  mapValue,
  nameValue,
  numberValue,
  pairValue,
  stringValue,
  structValue,
  timeValue,
} from './make.js';
import { hasEqualKeys } from './js-output.js';
import { type Entry, maxInt64, maxValueDepth, minInt64, type Value } from './value.js';

/** What can be given to the engine. */
export type MangleInput =
  | bigint
  | number
  | string
  | boolean
  | Date
  | Uint8Array
  | Name
  | Float
  | Time
  | Duration
  | Exact
  | Pair<MangleInput, MangleInput>
  | readonly MangleInput[]
  | ReadonlyMap<MangleInput, MangleInput>
  | { readonly [label: string]: MangleInput };

/**
 * The value of the language for a JavaScript value. bigint and safe integers are numbers, strings are strings,
 * booleans are the names `/true` and `/false`, a Date is a time, a Uint8Array is bytes, arrays are lists, a Map is a
 * map, a plain object is a struct with the labels `/key`; `name()`, `float()`, `time()`, `duration()`, `pair()` and
 * `exact()` make the rest. Throws a TypeError that names the place of anything else, of a cycle, and of nesting
 * deeper than `maxValueDepth`.
 */
export function toValue(input: MangleInput): Value {
  return (
    fromPrimitive(input, rootPath) ??
    fromObject(input as object, { path: rootPath, open: new Set(), reached: { depth: 0 }, done: new Map() })
  );
}

const rootPath = 'the value';

interface Place {
  readonly path: string;
  /** The collections that contain this place. */
  readonly open: Set<object>;
  /** How deep the parts of the innermost open collection go so far, counted from the root. */
  readonly reached: { depth: number };
  /** Collections that occur several times are converted once. */
  readonly done: Map<object, Converted>;
}

interface Converted {
  readonly value: Value;
  /** How many collections nest in it, itself included. */
  readonly height: number;
}

/** Undefined for objects. */
function fromPrimitive(input: unknown, path: string): Value | undefined {
  switch (typeof input) {
    case 'string':
      if (!/\p{Surrogate}/u.test(input)) return stringValue(input);
      throw refusal(path, 'the string has half of a surrogate pair', 'text must be well-formed Unicode');
    case 'number':
      if (Number.isSafeInteger(input)) return numberValue(input);
      throw refusal(path, `${plainFloatText(input)} is no safe integer`, 'use float() for a float64 or a bigint');
    case 'bigint':
      return numberValue(int64(input, path));
    case 'boolean':
      return boolValue(input);
    case 'object':
      if (input !== null) return undefined;
      throw refusal(path, 'null has no counterpart', 'leave the fact out, or use a name such as name("/none")');
    default:
      throw refusal(path, `${describe(input)} has no counterpart`, 'use numbers, strings, lists, maps and objects');
  }
}

function fromObject(input: object, place: Place): Value {
  const { path, open, reached, done } = place;
  const leaf = fromLeaf(input, path);
  if (leaf !== undefined) return leaf;
  if (open.has(input)) throw refusal(path, 'it contains itself', 'values are finite');
  const known = done.get(input);
  if (open.size + (known?.height ?? 1) > maxValueDepth) {
    throw refusal(path, `it is nested deeper than ${maxValueDepth}`, 'flatten it');
  }
  const { value, height } = known ?? convert(input, place);
  reached.depth = Math.max(reached.depth, open.size + height);
  return value;
}

function convert(input: object, place: Place): Converted {
  const { open, reached, done } = place;
  const outside = reached.depth;
  open.add(input);
  reached.depth = open.size;
  const value = fromCollection(input, place);
  open.delete(input);
  const converted = { value, height: reached.depth - open.size };
  reached.depth = outside;
  done.set(input, converted);
  return converted;
}

/** Objects that stand for a single value. */
function fromLeaf(input: object, path: string): Value | undefined {
  if (input instanceof Name) return nameValue(input.text);
  if (input instanceof Float) return floatValue(input.value);
  if (input instanceof Time) return timeValue(input.nanos);
  if (input instanceof Duration) return durationValue(input.nanos);
  if (input instanceof Exact) return input.value;
  if (input instanceof Uint8Array) return bytesValue(new Uint8Array(input));
  return input instanceof Date ? fromDate(input, path) : undefined;
}

function fromDate(date: Date, path: string): Value {
  const millis = date.getTime();
  if (Number.isNaN(millis)) throw refusal(path, 'the Date is invalid', 'check how it was made');
  return timeValue(int64(BigInt(millis) * 1_000_000n, path));
}

function fromCollection(input: object, place: Place): Value {
  const part = (item: unknown, step: string): Value => {
    const path = place.path + step;
    return fromPrimitive(item, path) ?? fromObject(item as object, { ...place, path });
  };
  if (input instanceof Pair) return pairValue(part(input.first, '.first'), part(input.second, '.second'));
  if (Array.isArray(input)) return listValue(Array.from(input, (item, at) => part(item, `[${at}]`)));
  if (input instanceof Map) return fromMap(input, part, place.path);
  if (!isPlainObject(input)) {
    throw refusal(place.path, `${describe(input)} has no counterpart`, 'use a plain object, a Map or an array');
  }
  return structValue(
    Object.entries(input).map(([key, item]): Entry => [labelOf(key, place.path), part(item, `.${key}`)]),
  );
}

function fromMap(
  map: ReadonlyMap<unknown, unknown>,
  part: (item: unknown, step: string) => Value,
  path: string,
): Value {
  const entries = Array.from(map, ([key, item], at): Entry => [part(key, `.key ${at}`), part(item, `.value ${at}`)]);
  const value = mapValue(entries);
  if (!hasEqualKeys(value.entries)) return value;
  throw refusal(path, 'two keys of the Map are the same value', 'keep one of them');
}

function labelOf(key: string, path: string): Value {
  const text = `/${key}`;
  if (!key.includes('/') && isNameText(text)) return nameValue(text);
  throw refusal(path, `the key ${JSON.stringify(key)} cannot be a label`, 'use a Map for keys that are not names');
}

function int64(value: bigint, path: string): bigint {
  if (value >= minInt64 && value <= maxInt64) return value;
  throw refusal(path, 'it does not fit 64 bits', `it must be from ${minInt64} to ${maxInt64}`);
}

function isPlainObject(input: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(input);
  // Objects of another realm have another Object.prototype; it too has no prototype.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function refusal(path: string, reason: string, advice: string): TypeError {
  return new TypeError(`cannot use ${shortened(path)}: ${reason}; ${advice}`);
}

/** The path into something deep would be longer than what is said about it. */
function shortened(path: string): string {
  return path.length <= 80 ? path : `${path.slice(0, 79)}…`;
}

function describe(input: unknown): string {
  if (input === undefined) return 'undefined';
  if (typeof input !== 'object' || input === null) return `a ${typeof input}`;
  const { constructor } = input;
  return typeof constructor === 'function' ? `an instance of ${constructor.name}` : 'such an object';
}
