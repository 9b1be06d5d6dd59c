import { compareText } from '../text/order.js';
import { sourceText } from '../value/format.js';
import { falseValue, trueValue } from '../value/make.js';
import type { Value } from '../value/value.js';

/**
 * A set of values. Plain and immutable; two types are the same exactly when their texts are (`equalTypes`).
 *
 * Tuples are nested pairs, tagged unions are unions of structs and an option is its content, so they need no form of
 * their own: values have none either.
 */
export type Type =
  | AnyType
  | BotType
  | BasicType
  | PrefixType
  | SingletonType
  | ListType
  | MapType
  | PairType
  | StructType
  | UnionType
  | TypeVariable;

/** Every value; also "nothing is known", which is why it may stand where a narrower type is wanted. */
export interface AnyType {
  readonly kind: 'any';
}

/** No value. */
export interface BotType {
  readonly kind: 'bot';
}

/** The kinds of values without parts. */
export type BasicKind = 'name' | 'string' | 'bytes' | 'number' | 'float64' | 'time' | 'duration';

export interface BasicType {
  readonly kind: 'basic';
  readonly basic: BasicKind;
}

/** The names strictly below `prefix`, by parts: `/person` has `/person/ann`, not `/person` and not `/personal/x`. */
export interface PrefixType {
  readonly kind: 'prefix';
  readonly prefix: string;
}

/** One value without parts. */
export interface SingletonType {
  readonly kind: 'singleton';
  readonly value: Value;
}

export interface ListType {
  readonly kind: 'list';
  readonly item: Type;
}

export interface MapType {
  readonly kind: 'map';
  readonly key: Type;
  readonly value: Type;
}

export interface PairType {
  readonly kind: 'pair';
  readonly first: Type;
  readonly second: Type;
}

/** Structs that have at least the required fields; fields that are not listed may be there and hold anything. */
export interface StructType {
  readonly kind: 'struct';
  /** INVARIANT: sorted by label, each label once. */
  readonly fields: readonly Field[];
}

export interface Field {
  /** A name with its slash. */
  readonly label: string;
  readonly type: Type;
  /** The field may be missing; if it is there, it has the type. */
  readonly isOptional: boolean;
}

/** INVARIANT: made by `unionOf`: two or more alternatives, none of them a union, `/any` or `/bot`. */
export interface UnionType {
  readonly kind: 'union';
  /** Sorted by text. */
  readonly alternatives: readonly Type[];
  /** The same in the order in which they were given, which says nothing about the values; a declaration's own order. */
  readonly inGivenOrder: readonly Type[];
}

/** Stands for one type within a row of bounds or a signature. */
export interface TypeVariable {
  readonly kind: 'variable';
  readonly name: string;
}

/** The types of the columns of a relation; several rows are alternatives. */
export type Row = readonly Type[];

export const anyType: AnyType = { kind: 'any' };
export const botType: BotType = { kind: 'bot' };

/** The basic types by kind; there is one object of each. */
export const basicTypes: Readonly<Record<BasicKind, BasicType>> = {
  name: { kind: 'basic', basic: 'name' },
  string: { kind: 'basic', basic: 'string' },
  bytes: { kind: 'basic', basic: 'bytes' },
  number: { kind: 'basic', basic: 'number' },
  float64: { kind: 'basic', basic: 'float64' },
  time: { kind: 'basic', basic: 'time' },
  duration: { kind: 'basic', basic: 'duration' },
};

export function isBasicKind(text: string): text is BasicKind {
  return Object.hasOwn(basicTypes, text);
}

export function prefixType(prefix: string): PrefixType {
  return { kind: 'prefix', prefix };
}

export function singletonType(value: Value): SingletonType {
  return { kind: 'singleton', value };
}

export function listType(item: Type): ListType {
  return { kind: 'list', item };
}

export function mapType(key: Type, value: Type): MapType {
  return { kind: 'map', key, value };
}

export function pairType(first: Type, second: Type): PairType {
  return { kind: 'pair', first, second };
}

/** One type is itself, two are a pair, more are pairs nested to the right; like the values. */
export function tupleType(types: readonly Type[]): Type {
  const last = types.at(-1) ?? anyType;
  return types.slice(0, -1).reduceRight<Type>((rest, type) => pairType(type, rest), last);
}

/** Sorts the fields. INVARIANT: no label occurs twice. */
export function structType(fields: readonly Field[]): StructType {
  return { kind: 'struct', fields: fields.toSorted((a, b) => compareText(a.label, b.label)) };
}

export function typeVariable(name: string): TypeVariable {
  return { kind: 'variable', name };
}

/** The union, flattened and sorted; no alternative is `/bot`, one is itself, and `/any` absorbs the rest. */
export function unionOf(types: readonly Type[]): Type {
  const byText = new Map<string, Type>();
  for (const type of types.flatMap((each) => (each.kind === 'union' ? each.inGivenOrder : alternativesOf(each)))) {
    if (type.kind === 'any') return anyType;
    const text = typeText(type);
    if (!byText.has(text)) byText.set(text, type);
  }
  const [only, ...rest] = [...byText].sort(([a], [b]) => compareText(a, b)).map(([, type]) => type);
  if (only === undefined) return botType;
  return rest.length === 0
    ? only
    : { kind: 'union', alternatives: [only, ...rest], inGivenOrder: [...byText.values()] };
}

/** The alternatives of a union; any other type is its own only alternative, and `/bot` has none. */
export function alternativesOf(type: Type): readonly Type[] {
  if (type.kind === 'union') return type.alternatives;
  return type.kind === 'bot' ? [] : [type];
}

/** The types a type is built from; a union is built from its alternatives. */
export function partsOf(type: Type): readonly Type[] {
  switch (type.kind) {
    case 'list':
      return [type.item];
    case 'map':
      return [type.key, type.value];
    case 'pair':
      return [type.first, type.second];
    case 'struct':
      return type.fields.map((field) => field.type);
    case 'union':
      return type.alternatives;
    default:
      return [];
  }
}

/** A field of a struct type, if the type lists it. */
export function fieldOf(type: StructType, label: string): Field | undefined {
  return type.fields.find((field) => field.label === label);
}

export function equalTypes(a: Type, b: Type): boolean {
  return a === b || typeText(a) === typeText(b);
}

/** Whether `name` lies below `prefix` by parts: `/person/ann` below `/person`. */
export function isBelow(name: string, prefix: string): boolean {
  return name.length > prefix.length && name.startsWith(prefix) && name[prefix.length] === '/';
}

const texts = new WeakMap<Type, string>();

/** The type as the language writes it, with `fn:` constructors: `fn:List(fn:Union(/number,/string))`. */
export function typeText(type: Type): string {
  let text = texts.get(type);
  if (text === undefined) {
    text = computeText(type);
    texts.set(type, text);
  }
  return text;
}

/** `fn:Rel(/name,/number)`. */
export function rowText(row: Row): string {
  return call('Rel', row.map(typeText));
}

function computeText(type: Type): string {
  switch (type.kind) {
    case 'any':
    case 'bot':
      return `/${type.kind}`;
    case 'basic':
      return `/${type.basic}`;
    case 'prefix':
      return type.prefix;
    case 'singleton':
      return call('Singleton', [sourceText(type.value)]);
    case 'list':
      return call('List', [typeText(type.item)]);
    case 'map':
      return call('Map', [typeText(type.key), typeText(type.value)]);
    case 'pair':
      return call('Pair', [typeText(type.first), typeText(type.second)]);
    case 'struct':
      return call('Struct', type.fields.map(fieldText));
    case 'union':
      return call('Union', type.alternatives.map(typeText));
    case 'variable':
      return type.name;
  }
}

function fieldText({ label, type, isOptional }: Field): string {
  const text = `${label},${typeText(type)}`;
  return isOptional ? call('opt', [text]) : text;
}

function call(constructor: string, args: readonly string[]): string {
  return `fn:${constructor}(${args.join(',')})`;
}

/** The booleans of the language are the names `/true` and `/false`. */
export const boolType: Type = unionOf([singletonType(trueValue), singletonType(falseValue)]);
