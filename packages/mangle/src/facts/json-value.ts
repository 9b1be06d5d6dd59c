import { valueHasType } from '../types/has-type.js';
import { alternativesOf, anyType, fieldOf, type Type } from '../types/type.js';
import {
  boolValue,
  floatValue,
  isNameText,
  listValue,
  mapValue,
  nameValue,
  numberValue,
  pairValue,
  stringValue,
  structValue,
} from '../value/make.js';
import type { Entry, Value, ValueKind } from '../value/value.js';
import { kindsOfColumn, valueOfText } from './field-values.js';

/**
 * The value of JSON data in a place of some type; undefined if there is none. Text becomes what the type asks for: a
 * name, a time, a number too long for JSON. Where the type says nothing, text is a string, a whole number a number,
 * any other a float, an array a list and an object a struct. There is no value for `null`. INVARIANT: the data does not
 * nest deeply.
 */
export function valueOfJson(json: unknown, type: Type): Value | undefined {
  if (typeof json === 'string') return valueOfString(json, type);
  const alternatives = alternativesOf(type);
  for (const each of alternatives) {
    const value = valueFor(json, each);
    // Whether a value has exactly the only type is checked later, once for all rows.
    if (value !== undefined && (alternatives.length === 1 || valueHasType(value, each))) return value;
  }
  return undefined;
}

/** Text is a string wherever that is allowed; collections are not written as text. */
function valueOfString(text: string, type: Type): Value | undefined {
  const { kinds } = kindsOfColumn(type);
  if (kinds.has('string')) return stringValue(text);
  return valueOfText(text, { kinds: new Set([...kinds].filter((kind) => textKinds.has(kind))), hasBooleans: false });
}

const textKinds = new Set<ValueKind>(['number', 'time', 'duration', 'name', 'bytes']);

function valueFor(json: unknown, type: Type): Value | undefined {
  if (typeof json === 'number') return valueOfNumber(json, type);
  if (typeof json === 'boolean') return boolValue(json);
  if (Array.isArray(json)) return valueOfArray(json, type);
  return typeof json === 'object' && json !== null ? valueOfObject(json, type) : undefined;
}

/** A whole number beyond what JavaScript holds exactly may have been another one, so it is none. */
function valueOfNumber(json: number, type: Type): Value | undefined {
  const isFloat = type.kind === 'basic' ? type.basic === 'float64' : !Number.isInteger(json);
  if (isFloat) return Number.isFinite(json) ? floatValue(json) : undefined;
  return Number.isSafeInteger(json) ? numberValue(json) : undefined;
}

function valueOfArray(json: readonly unknown[], type: Type): Value | undefined {
  if (type.kind === 'pair') {
    const [first, second] = [valueOfJson(json[0], type.first), valueOfJson(json[1], type.second)];
    return json.length === 2 && first !== undefined && second !== undefined ? pairValue(first, second) : undefined;
  }
  const items = json.map((item) => valueOfJson(item, type.kind === 'list' ? type.item : anyType));
  return items.includes(undefined) ? undefined : listValue(items as Value[]);
}

function valueOfObject(json: object, type: Type): Value | undefined {
  const entries: Entry[] = [];
  for (const [key, item] of Object.entries(json)) {
    const entry = type.kind === 'map' ? mapEntry(key, item, type) : field(key, item, type);
    if (entry === undefined) return undefined;
    entries.push(entry);
  }
  return type.kind === 'map' ? mapValue(entries) : structValue(entries);
}

function mapEntry(key: string, item: unknown, type: { readonly key: Type; readonly value: Type }): Entry | undefined {
  const [found, value] = [valueOfText(key, kindsOfColumn(type.key)) ?? stringValue(key), valueOfJson(item, type.value)];
  return value === undefined ? undefined : [found, value];
}

function field(key: string, item: unknown, type: Type): Entry | undefined {
  const label = `/${key}`;
  const value = valueOfJson(item, (type.kind === 'struct' ? fieldOf(type, label)?.type : undefined) ?? anyType);
  return value === undefined || !isNameText(label) ? undefined : [nameValue(label), value];
}
