import { equalValues } from './compare.js';
import { Duration, Exact, Float, Name, Pair, Time } from './js-classes.js';
import type { Entry, Value } from './value.js';

/** What is read from the engine; `N` is how whole numbers are read. */
export type MangleOutput<N extends bigint | number = bigint> =
  | N
  | string
  | boolean
  | Uint8Array
  | Name
  | Float
  | Time
  | Duration
  | Exact
  | Pair<MangleOutput<N>, MangleOutput<N>>
  | readonly MangleOutput<N>[]
  | ReadonlyMap<MangleOutput<N>, MangleOutput<N>>
  | { readonly [label: string]: MangleOutput<N> };

/**
 * The JavaScript value for a value of the language, such that `toValue` gives the same value back. Numbers become
 * bigint, or with `numbers: 'safe'` plain numbers as long as these hold them exactly and bigint beyond. `/true` and
 * `/false` become booleans, other names `Name`. A map or struct that a Map or an object cannot hold becomes `Exact`.
 */
export function fromValue(value: Value, options?: { readonly numbers?: 'bigint' }): MangleOutput;
export function fromValue(value: Value, options: { readonly numbers: 'safe' }): MangleOutput<bigint | number>;
export function fromValue(
  value: Value,
  options: { readonly numbers?: 'bigint' | 'safe' } = {},
): MangleOutput<bigint | number> {
  return read(value, options.numbers === 'safe' ? safeNumber : exactNumber);
}

type Output = MangleOutput<bigint | number>;
type ReadNumber = (number: bigint) => bigint | number;

function read(value: Value, readNumber: ReadNumber): Output {
  switch (value.kind) {
    case 'name':
      return readName(value.text);
    case 'string':
      return value.text;
    case 'bytes':
      return new Uint8Array(value.bytes);
    case 'number':
      return readNumber(value.value);
    case 'float64':
      return new Float(value.value);
    case 'time':
      return new Time(value.nanos);
    case 'duration':
      return new Duration(value.nanos);
    case 'pair':
      return new Pair(read(value.first, readNumber), read(value.second, readNumber));
    case 'list':
      return value.items.map((item) => read(item, readNumber));
    case 'map':
      if (hasEqualKeys(value.entries)) return new Exact(value);
      return new Map(value.entries.map(([key, item]) => [read(key, readNumber), read(item, readNumber)]));
    case 'struct':
      return readStruct(value.entries, readNumber) ?? new Exact(value);
  }
}

function readName(text: string): Name | boolean {
  if (text === '/true') return true;
  return text === '/false' ? false : new Name(text);
}

/** Undefined if a label is no name of one part, or occurs twice. */
function readStruct(
  entries: readonly Entry[],
  readNumber: ReadNumber,
): { readonly [label: string]: Output } | undefined {
  if (hasEqualKeys(entries)) return undefined;
  const properties: [string, Output][] = [];
  for (const [label, item] of entries) {
    if (label.kind !== 'name' || label.text.includes('/', 1)) return undefined;
    properties.push([label.text.slice(1), read(item, readNumber)]);
  }
  // Defines properties rather than assigning them, so even the label `/__proto__` is one like the others.
  return Object.fromEntries(properties);
}

function exactNumber(number: bigint): bigint {
  return number;
}

function safeNumber(number: bigint): bigint | number {
  const plain = Number(number);
  return Number.isSafeInteger(plain) ? plain : number;
}

/** Whether a key occurs twice. INVARIANT: entries are sorted by key, so equal keys are neighbors. */
export function hasEqualKeys(entries: readonly Entry[]): boolean {
  return entries.some(([key], at) => {
    const next = entries[at + 1];
    return next !== undefined && equalValues(key, next[0]);
  });
}
