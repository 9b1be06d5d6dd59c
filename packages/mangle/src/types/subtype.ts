import { valueHasType } from './has-type.js';
import {
  alternativesOf,
  anyType,
  basicTypes,
  botType,
  equalTypes,
  type Field,
  fieldOf,
  isBasicKind,
  isBelow,
  listType,
  mapType,
  pairType,
  partsOf,
  type Row,
  type SingletonType,
  type StructType,
  structType,
  type Type,
  unionOf,
} from './type.js';

/**
 * Whether every value of `sub` is a value of `type`. `/any` conforms only to `/any`; a type variable on either side
 * stands for whatever fits. Structs may have more fields than asked for; one that does not mention an optional field
 * conforms as if it never had it.
 */
export function conforms(sub: Type, type: Type): boolean {
  if (sub === type || type.kind === 'any' || type.kind === 'variable') return true;
  if (sub.kind === 'bot' || sub.kind === 'variable') return true;
  if (sub.kind === 'singleton') return valueHasType(sub.value, type);
  if (sub.kind === 'union') return sub.alternatives.every((alternative) => conforms(alternative, type));
  if (type.kind === 'union') return type.alternatives.some((alternative) => conforms(sub, alternative));
  return structureConforms(sub, type);
}

/** Neither is a union, `/bot` or a variable, and `sub` is no singleton. */
function structureConforms(sub: Type, type: Type): boolean {
  switch (sub.kind) {
    case 'basic':
      return type.kind === 'basic' && sub.basic === type.basic;
    case 'prefix':
      if (type.kind === 'prefix') return sub.prefix === type.prefix || isBelow(sub.prefix, type.prefix);
      return type.kind === 'basic' && type.basic === 'name';
    case 'list':
      return type.kind === 'list' && conforms(sub.item, type.item);
    case 'map':
      return type.kind === 'map' && conforms(sub.key, type.key) && conforms(sub.value, type.value);
    case 'pair':
      return type.kind === 'pair' && conforms(sub.first, type.first) && conforms(sub.second, type.second);
    case 'struct':
      return type.kind === 'struct' && type.fields.every((field) => fieldConforms(sub, field));
    default:
      return false;
  }
}

function fieldConforms(sub: StructType, wanted: Field): boolean {
  const found = fieldOf(sub, wanted.label);
  if (found === undefined) return wanted.isOptional;
  return (wanted.isOptional || !found.isOptional) && conforms(found.type, wanted.type);
}

/** The values of both types; `/bot` if there are none. Two collections have the empty one in common at least. */
export function meet(a: Type, b: Type): Type {
  if (a === b || isUnknown(b)) return a;
  if (isUnknown(a)) return b;
  if (a.kind === 'bot' || b.kind === 'bot') return botType;
  if (a.kind === 'union' || b.kind === 'union') return meetUnions(a, b);
  if (conforms(a, b) && !hasParts(a)) return a;
  if (conforms(b, a) && !hasParts(b)) return b;
  return meetParts(a, b);
}

/** The values of all of them. */
export function meetAll(types: readonly Type[]): Type {
  return types.reduce(meet, anyType);
}

function isUnknown(type: Type): boolean {
  return type.kind === 'any' || type.kind === 'variable';
}

/** Whether the type is a constructor over other types; a union is not. */
export function hasParts(type: Type): boolean {
  return type.kind === 'list' || type.kind === 'map' || type.kind === 'pair' || type.kind === 'struct';
}

function meetUnions(a: Type, b: Type): Type {
  if (equalTypes(a, b)) return a;
  const [ofA, ofB] = [splitSingletons(a), splitSingletons(b)];
  const met: Type[] = [
    ...ofA.singletons.filter(({ value }) => valueHasType(value, b)),
    ...ofB.singletons.filter(({ value }) => valueHasType(value, a)),
  ];
  for (const x of ofA.others) for (const y of ofB.others) met.push(meet(x, y));
  const result = unionOf(withoutContained(alternativesOf(unionOf(met))));
  const [countA, countB] = [alternativesOf(a).length, alternativesOf(b).length];
  // Open structs meet in as many ways as there are pairs; then either side says enough.
  if (alternativesOf(result).length <= Math.max(maxAlternatives, countA, countB)) return result;
  return countB < countA ? b : a;
}

function splitSingletons(type: Type): {
  readonly singletons: readonly SingletonType[];
  readonly others: readonly Type[];
} {
  const alternatives = alternativesOf(type);
  return {
    singletons: alternatives.filter((each) => each.kind === 'singleton'),
    others: alternatives.filter((each) => each.kind !== 'singleton'),
  };
}

function meetParts(a: Type, b: Type): Type {
  if (a.kind === 'list' && b.kind === 'list') return listType(meet(a.item, b.item));
  if (a.kind === 'map' && b.kind === 'map') return mapType(meet(a.key, b.key), meet(a.value, b.value));
  if (a.kind === 'pair' && b.kind === 'pair') {
    const first = meet(a.first, b.first);
    const second = meet(a.second, b.second);
    return first.kind === 'bot' || second.kind === 'bot' ? botType : pairType(first, second);
  }
  return a.kind === 'struct' && b.kind === 'struct' ? meetStructs(a, b) : botType;
}

function meetStructs(a: StructType, b: StructType): Type {
  const labels = new Set([...a.fields, ...b.fields].map(({ label }) => label));
  const fields = [...labels]
    .map((label) => meetFields(fieldOf(a, label), fieldOf(b, label)))
    .filter((field) => field !== undefined);
  const isPossible = fields.every(({ type, isOptional }) => isOptional || type.kind !== 'bot');
  return isPossible ? structType(fields) : botType;
}

function meetFields(a: Field | undefined, b: Field | undefined): Field | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return { label: a.label, type: meet(a.type, b.type), isOptional: a.isOptional && b.isOptional };
}

/** More alternatives than this say no more than a wider type does, and cost time; a declaration may have more. */
const maxAlternatives = 32;

/** A type that has the values of all; alternatives that say no more than another one are dropped. */
export function join(types: readonly Type[]): Type {
  const union = unionOf(types);
  if (union.kind !== 'union') return union;
  const limit = types.reduce((most, type) => Math.max(most, alternativesOf(type).length), maxAlternatives);
  const kept = union.alternatives.length > limit ? alternativesOf(widenSingletons(union)) : union.alternatives;
  return kept.length > limit ? anyType : unionOf(withoutContained(kept));
}

function withoutContained(alternatives: readonly Type[]): readonly Type[] {
  // A single value contains nothing but itself, and an enumeration may be long.
  const wide = alternatives.filter(({ kind }) => kind !== 'singleton');
  const order = new Map(wide.map((type, at) => [type, at]));
  const isBefore = (a: Type, b: Type): boolean => (order.get(a) ?? Infinity) < (order.get(b) ?? Infinity);
  return alternatives.filter(
    (type) =>
      !wide.some(
        (other) => other !== type && isContained(type, other) && (isBefore(other, type) || !isContained(other, type)),
      ),
  );
}

/** Whether `type` conforms and knows no more fields: a struct with one more conforms, but is not to be forgotten. */
function isContained(type: Type, other: Type): boolean {
  if (!conforms(type, other)) return false;
  const known = labelsIn(other);
  return [...labelsIn(type)].every((label) => known.has(label));
}

/** The labels of all structs in a type, each with the way to it. */
function labelsIn(type: Type, labels: Set<string> = new Set(), path = ''): ReadonlySet<string> {
  if (type.kind === 'struct') {
    for (const field of type.fields) labels.add(path + field.label);
    for (const field of type.fields) labelsIn(field.type, labels, `${path}${field.label} `);
  } else {
    const isUnion = type.kind === 'union';
    partsOf(type).forEach((part, at) => labelsIn(part, labels, isUnion ? path : `${path}${type.kind} ${at} `));
  }
  return labels;
}

/** The type with each single value replaced by its kind, at the top and within unions. */
export function widenSingletons(type: Type): Type {
  if (type.kind === 'singleton') return isBasicKind(type.value.kind) ? basicTypes[type.value.kind] : type;
  return type.kind === 'union' ? unionOf(type.alternatives.map(widenSingletons)) : type;
}

/** The same constructor over changed parts; types without parts stay as they are. */
export function mapParts(type: Type, change: (part: Type) => Type): Type {
  switch (type.kind) {
    case 'list':
      return listType(change(type.item));
    case 'map':
      return mapType(change(type.key), change(type.value));
    case 'pair':
      return pairType(change(type.first), change(type.second));
    case 'struct':
      return { kind: 'struct', fields: type.fields.map((field) => ({ ...field, type: change(field.type) })) };
    case 'union':
      return unionOf(type.alternatives.map(change));
    default:
      return type;
  }
}

/** Position by position; the rows are of one predicate. */
export function rowConforms(sub: Row, row: Row): boolean {
  return sub.every((type, column) => conforms(type, row[column] ?? anyType));
}

/** Like `rowConforms`, but a struct that has more fields is not contained in one that has fewer. */
export function isRowContained(sub: Row, row: Row): boolean {
  return sub.every((type, column) => isContained(type, row[column] ?? anyType));
}

export function equalRows(a: Row, b: Row): boolean {
  return a.length === b.length && a.every((type, column) => equalTypes(type, b[column] ?? botType));
}
