import { sourceText } from '../value/format.js';
import type { Entry, StructValue, Value } from '../value/value.js';
import { join } from './subtype.js';
import {
  anyType,
  basicTypes,
  boolType,
  type Field,
  isBasicKind,
  listType,
  mapType,
  pairType,
  prefixType,
  type Row,
  singletonType,
  structType,
  type Type,
} from './type.js';

/**
 * The name prefixes and single values that declarations speak of. The type of a literal is as narrow as some
 * declaration can tell apart, and no narrower, so that a relation of many facts has few rows of types.
 */
export interface Vocabulary {
  readonly prefixes: ReadonlySet<string>;
  /** By kind and text of the value. */
  readonly singletons: ReadonlySet<string>;
  /** Types of names met before; a program has few distinct ones compared with its facts. */
  readonly names: Map<string, Type>;
}

export function createVocabulary(rows: Iterable<Row>): Vocabulary {
  const prefixes = new Set<string>();
  const singletons = new Set<string>();
  const visit = (type: Type): void => {
    if (type.kind === 'prefix') prefixes.add(type.prefix);
    else if (type.kind === 'singleton') singletons.add(singletonKey(type.value));
    else partsOf(type).forEach(visit);
  };
  visit(boolType);
  for (const row of rows) row.forEach(visit);
  return { prefixes, singletons, names: new Map() };
}

/** Values may nest deeply; below this depth nothing is known. No declaration is that deep. */
const maxLiteralDepth = 12;

/**
 * The narrowest type of a value that a declaration could ask for: itself if it is declared as a singleton, the longest
 * declared prefix of a name, or its kind.
 */
export function literalType(vocabulary: Vocabulary, value: Value, depth = maxLiteralDepth): Type {
  if (value.kind === 'name') return nameType(vocabulary, value);
  if (isBasicKind(value.kind)) {
    return vocabulary.singletons.has(singletonKey(value)) ? singletonType(value) : basicTypes[value.kind];
  }
  return depth === 0 ? anyType : structuredType(vocabulary, value, depth - 1);
}

function nameType(vocabulary: Vocabulary, value: Value & { kind: 'name' }): Type {
  let type = vocabulary.names.get(value.text);
  if (type === undefined) {
    type = vocabulary.singletons.has(singletonKey(value)) ? singletonType(value) : longestPrefix(vocabulary, value.text);
    vocabulary.names.set(value.text, type);
  }
  return type;
}

function longestPrefix({ prefixes }: Vocabulary, name: string): Type {
  for (let end = name.lastIndexOf('/'); end > 0; end = name.lastIndexOf('/', end - 1)) {
    const prefix = name.slice(0, end);
    if (prefixes.has(prefix)) return prefixType(prefix);
  }
  return basicTypes.name;
}

function structuredType(vocabulary: Vocabulary, value: Value, depth: number): Type {
  const typeOf = (part: Value): Type => literalType(vocabulary, part, depth);
  switch (value.kind) {
    case 'list':
      return listType(joinOf(value.items, typeOf));
    case 'pair':
      return pairType(typeOf(value.first), typeOf(value.second));
    case 'map':
      return mapType(joinOf(value.entries.map(([key]) => key), typeOf), joinOf(value.entries.map(([, each]) => each), typeOf));
    case 'struct':
      return structType(fieldsOf(value, typeOf));
    default:
      return anyType;
  }
}

/** Long lists mostly hold few kinds of things: each distinct type is joined once. */
function joinOf(values: readonly Value[], typeOf: (value: Value) => Type): Type {
  return join([...new Set(values.map(typeOf))]);
}

/** Of equal labels the first counts, as it does for `:match_field`. */
function fieldsOf({ entries }: StructValue, typeOf: (value: Value) => Type): readonly Field[] {
  const fields = new Map<string, Field>();
  for (const [key, value] of entries satisfies readonly Entry[]) {
    if (key.kind !== 'name' || fields.has(key.text)) continue;
    fields.set(key.text, { label: key.text, type: typeOf(value), isOptional: false });
  }
  return [...fields.values()];
}

function singletonKey(value: Value): string {
  return `${value.kind} ${sourceText(value)}`;
}

function partsOf(type: Type): readonly Type[] {
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
