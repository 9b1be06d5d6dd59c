import { equalValues } from '../value/compare.js';
import type { StructValue, Value } from '../value/value.js';
import { type Field, isBelow, type Type } from './type.js';

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
      return type.alternatives.some((alternative) => valueHasType(value, alternative));
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

/** The value of a field; of equal labels the first counts, as it does for `:match_field`. */
export function fieldValue(struct: StructValue, label: string): Value | undefined {
  return struct.entries.find(([key]) => key.kind === 'name' && key.text === label)?.[1];
}

function fieldFits(struct: StructValue, { label, type, isOptional }: Field): boolean {
  const value = fieldValue(struct, label);
  return value === undefined ? isOptional : valueHasType(value, type);
}
