import { sourceText } from '../value/format.js';
import {
  boolValue,
  durationValue,
  floatValue,
  listValue,
  nameValue,
  numberValue,
  stringValue,
  timeValue,
} from '../value/make.js';
import type { Entry, PairValue, Value, ValueKind } from '../value/value.js';
import { BuiltinError, type TypeText } from './define.js';

/** The type of the two truth values. */
export const boolType = 'fn:Union(fn:Singleton(/true), fn:Singleton(/false))';

/** Numbers and floats alike; a builtin gets either as a float. */
export const numericType = 'fn:Union(/number, /float64)';

/**
 * What a builtin works with instead of a `Value`, by the type of its parameter or result. Types without a row here
 * are passed as they are.
 */
export type Native<T extends TypeText> = T extends '/string' | '/name'
  ? string
  : T extends '/number' | '/time' | '/duration'
    ? bigint
    : T extends '/float64' | typeof numericType
      ? number
      : T extends typeof boolType
        ? boolean
        : T extends `fn:List(${string})`
          ? readonly Value[]
          : T extends `fn:Pair(${string})`
            ? PairValue
            : T extends `fn:Map(${string})` | `fn:Struct(${string})`
              ? readonly Entry[]
              : Value;

/** What a function with these parameter types is called with. */
export type Natives<Params extends readonly TypeText[]> = { readonly [At in keyof Params]: Native<Params[At]> };

/** Says in which builtin and where, such as `argument 2`, a value of the wrong kind was found. */
export type Complaint = (value: Value, expected: string, where: string) => BuiltinError;

/** Unpacks a value; undefined if it is not of the kind. */
type Unpack = (value: Value) => unknown;

/** How the values of a parameter type are unpacked. */
export interface NativeSpec {
  /** With an article for sentences, such as `a number`. */
  readonly expected: string;
  readonly unpack: Unpack;
}

const specs: Readonly<Record<string, NativeSpec>> = {
  '/string': { expected: 'a string', unpack: (value) => (value.kind === 'string' ? value.text : undefined) },
  '/name': { expected: 'a name', unpack: (value) => (value.kind === 'name' ? value.text : undefined) },
  '/number': { expected: 'a number', unpack: (value) => (value.kind === 'number' ? value.value : undefined) },
  '/float64': { expected: 'a float64', unpack: (value) => (value.kind === 'float64' ? value.value : undefined) },
  '/time': { expected: 'a time', unpack: (value) => (value.kind === 'time' ? value.nanos : undefined) },
  '/duration': { expected: 'a duration', unpack: (value) => (value.kind === 'duration' ? value.nanos : undefined) },
  [numericType]: { expected: 'a number', unpack: numeric },
  'fn:List': { expected: 'a list', unpack: (value) => (value.kind === 'list' ? value.items : undefined) },
  'fn:Pair': { expected: 'a pair', unpack: (value) => (value.kind === 'pair' ? value : undefined) },
  'fn:Struct': { expected: 'a struct', unpack: (value) => (value.kind === 'struct' ? value.entries : undefined) },
  'fn:Map': { expected: 'a map', unpack: (value) => (value.kind === 'map' ? value.entries : undefined) },
};

const anything: NativeSpec = { expected: 'a value', unpack: (value) => value };

/** The unpacking of a parameter type; collections are recognized by their constructor, whatever they hold. */
export function specOf(type: TypeText): NativeSpec {
  return specs[type] ?? specs[type.slice(0, Math.max(type.indexOf('('), 0))] ?? anything;
}

/** Unpacks one argument or throws the complaint. */
export function unpackArgument(value: Value, spec: NativeSpec, at: number, complain: Complaint): unknown {
  const native = spec.unpack(value);
  if (native === undefined) throw complain(value, spec.expected, `argument ${at + 1}`);
  return native;
}

const packers: Readonly<Record<string, (native: never) => Value>> = {
  '/string': stringValue,
  '/name': nameValue,
  '/number': (value: bigint) => numberValue(value),
  '/float64': floatValue,
  '/time': timeValue,
  '/duration': durationValue,
  [boolType]: boolValue,
  'fn:List': listValue,
};

/** The way back: from what a builtin returns to a value of its result type. */
export function packerOf(type: TypeText): (native: unknown) => Value {
  const packer = packers[type] ?? packers[type.slice(0, Math.max(type.indexOf('('), 0))];
  return (packer ?? ((value: Value) => value)) as (native: unknown) => Value;
}

const maxTextLength = 80;

/** A value in an error text: on one line and not longer than a line. */
export function shortText(value: Value): string {
  const text = sourceText(value);
  if (text.length <= maxTextLength) return text;
  // The cut must not leave half of a surrogate pair.
  return `${text.slice(0, maxTextLength - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** Each kind with its article, for sentences. */
export const kindNames: Readonly<Record<ValueKind, string>> = {
  name: 'a name',
  string: 'a string',
  bytes: 'bytes',
  number: 'a number',
  float64: 'a float64',
  time: 'a time',
  duration: 'a duration',
  pair: 'a pair',
  list: 'a list',
  map: 'a map',
  struct: 'a struct',
};

/** `:lt: argument 1 must be a number, got a string: "x"` */
export function complaintOf(name: string): Complaint {
  return (value, expected, where) =>
    new BuiltinError(`${name}: ${where} must be ${expected}, got ${kindNames[value.kind]}: ${shortText(value)}`);
}

function numeric(value: Value): number | undefined {
  if (value.kind === 'float64') return value.value;
  return value.kind === 'number' ? Number(value.value) : undefined;
}
