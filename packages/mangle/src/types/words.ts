import {
  type BasicKind,
  type ListType,
  type MapType,
  type PairType,
  type StructType,
  type Type,
  typeText,
} from './type.js';

const singular: Readonly<Record<BasicKind, string>> = {
  name: 'a name',
  string: 'a string',
  bytes: 'a byte string',
  number: 'a number',
  float64: 'a float',
  time: 'a time',
  duration: 'a duration',
};

const plural: Readonly<Record<BasicKind, string>> = {
  name: 'names',
  string: 'strings',
  bytes: 'byte strings',
  number: 'numbers',
  float64: 'floats',
  time: 'times',
  duration: 'durations',
};

/** Longer enumerations are given in the notation of types. */
const maxListed = 4;

/** A type in a sentence, with its article: `a number`, `a name below \`/person\``, `a list of strings`. */
export function describeType(type: Type): string {
  switch (type.kind) {
    case 'any':
    case 'variable':
      return 'anything';
    case 'bot':
      return 'nothing';
    case 'basic':
      return singular[type.basic];
    case 'prefix':
      return `a name below \`${type.prefix}\``;
    case 'singleton':
      return `\`${typeText(type).slice('fn:Singleton('.length, -1)}\``;
    case 'list':
      return type.item.kind === 'basic' ? `a list of ${plural[type.item.basic]}` : describeParts(type);
    case 'map':
    case 'pair':
    case 'struct':
      return describeParts(type);
    case 'union':
      if (type.alternatives.length > maxListed) return `one of \`${typeText(type)}\``;
      return enumerate(type.alternatives.map(describeType));
  }
}

/** What a column holds, in the plural where there is one: `numbers`, `names below \`/person\``. */
export function describeMany(type: Type): string {
  if (type.kind === 'basic') return plural[type.basic];
  return type.kind === 'prefix' ? `names below \`${type.prefix}\`` : describeType(type);
}

/** The parts are shown only if they say something. */
function describeParts(type: ListType | MapType | PairType | StructType): string {
  const text = typeText(type);
  return plain.has(text) ? `a ${type.kind}` : `a ${type.kind} \`${text}\``;
}

const plain: ReadonlySet<string> = new Set(['fn:List(/any)', 'fn:Map(/any,/any)', 'fn:Pair(/any,/any)', 'fn:Struct()']);

/** `a, b or c`. */
function enumerate(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} or ${last}`;
}
