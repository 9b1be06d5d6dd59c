import { equalValues } from '../value/compare.js';
import { sourceText } from '../value/format.js';
import type { StructValue, Value } from '../value/value.js';
import { type Field, isBasicKind, isBelow, type Type, type UnionType } from './type.js';

/** Whether a value is a member of a type. A type variable has every value; the empty list and map fit every one. */
export function valueHasType(value: Value, type: Type): boolean {
  switch (type.kind) {
    case 'any':
    case 'variable':
      return true;
    case 'bot':
      return false;
    case 'basic':
      return value.kind === type.basic;
    case 'prefix':
      return value.kind === 'name' && isBelow(value.text, type.prefix);
    case 'singleton':
      return equalValues(value, type.value);
    case 'union':
      return unionHas(type, value);
    case 'list':
      return value.kind === 'list' && value.items.every((item) => valueHasType(item, type.item));
    case 'map':
      return (
        value.kind === 'map' &&
        value.entries.every(([k, v]) => valueHasType(k, type.key) && valueHasType(v, type.value))
      );
    case 'pair':
      return value.kind === 'pair' && valueHasType(value.first, type.first) && valueHasType(value.second, type.second);
    case 'struct':
      return value.kind === 'struct' && type.fields.every((field) => fieldFits(value, field));
  }
}

/** Longer unions are enumerations, and their single values are looked up. */
const maxSearched = 16;

interface Enumeration {
  readonly singletons: ReadonlySet<string>;
  readonly others: readonly Type[];
}

const enumerations = new WeakMap<UnionType, Enumeration>();

function unionHas(type: UnionType, value: Value): boolean {
  const { alternatives } = type;
  if (alternatives.length <= maxSearched) return alternatives.some((each) => valueHasType(value, each));
  let enumeration = enumerations.get(type);
  if (enumeration === undefined) {
    enumeration = enumerationOf(alternatives);
    enumerations.set(type, enumeration);
  }
  const { singletons, others } = enumeration;
  return (
    (isBasicKind(value.kind) && singletons.has(singletonText(value))) ||
    others.some((each) => valueHasType(value, each))
  );
}

function enumerationOf(alternatives: readonly Type[]): Enumeration {
  const texts = alternatives.flatMap((each) => (each.kind === 'singleton' ? [singletonText(each.value)] : []));
  return { singletons: new Set(texts), others: alternatives.filter(({ kind }) => kind !== 'singleton') };
}

/** A text that equal values without parts share, and no others. */
export function singletonText(value: Value): string {
  return value.kind === 'name' ? value.text : sourceText(value);
}

/** The value of a field; of equal labels the first counts, as it does for `:match_field`. */
export function fieldValue(struct: StructValue, label: string): Value | undefined {
  return struct.entries.find(([key]) => key.kind === 'name' && key.text === label)?.[1];
}

function fieldFits(struct: StructValue, { label, type, isOptional }: Field): boolean {
  const value = fieldValue(struct, label);
  return value === undefined ? isOptional : valueHasType(value, type);
}
