import type { Entry, StructValue, Value, ValueKind } from '../value/value.js';
import { singletonText } from './has-type.js';
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
  partsOf,
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
  /** The texts of the single values, by their kind. */
  readonly singletons: ReadonlyMap<ValueKind, ReadonlySet<string>>;
}

export function createVocabulary(rows: Iterable<Row>): Vocabulary {
  const prefixes = new Set<string>();
  const singletons = new Map<ValueKind, Set<string>>();
  const visit = (type: Type): void => {
    if (type.kind === 'prefix') prefixes.add(type.prefix);
    else if (type.kind === 'singleton') addSingleton(singletons, type.value);
    else partsOf(type).forEach(visit);
  };
  visit(boolType);
  for (const row of rows) row.forEach(visit);
  return { prefixes, singletons };
}

function addSingleton(singletons: Map<ValueKind, Set<string>>, value: Value): void {
  const texts = singletons.get(value.kind) ?? new Set();
  singletons.set(value.kind, texts.add(singletonText(value)));
}

/** Values may nest deeply; below this depth nothing is known. No declaration is that deep. */
const maxLiteralDepth = 12;

/**
 * The narrowest type of a value that a declaration could ask for: itself if it is declared as a singleton, the longest
 * declared prefix of a name, or its kind.
 */
export function literalType(vocabulary: Vocabulary, value: Value, depth = maxLiteralDepth): Type {
  if (!isBasicKind(value.kind)) return depth === 0 ? anyType : structuredType(vocabulary, value, depth - 1);
  if (vocabulary.singletons.get(value.kind)?.has(singletonText(value)) === true) return singletonType(value);
  return value.kind === 'name' ? longestPrefix(vocabulary, value.text) : basicTypes[value.kind];
}

/** The longest declared prefix that a name lies below. */
function longestPrefix({ prefixes }: Vocabulary, name: string): Type {
  if (prefixes.size === 0) return basicTypes.name;
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
      return mapType(
        joinOf(
          value.entries.map(([key]) => key),
          typeOf,
        ),
        joinOf(
          value.entries.map(([, each]) => each),
          typeOf,
        ),
      );
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
