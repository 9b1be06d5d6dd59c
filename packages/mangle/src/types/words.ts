import { type BasicKind, type Type, typeText } from './type.js';

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
      return type.item.kind === 'basic' ? `a list of ${plural[type.item.basic]}` : describeParts('list', type);
    case 'map':
    case 'pair':
    case 'struct':
      return describeParts(type.kind, type);
    case 'union':
      if (type.alternatives.length > maxListed) return `one of \`${typeText(type)}\``;
      return enumerate(type.alternatives.map(describeType));
  }
}

function describeParts(word: string, type: Type): string {
  return `a ${word} \`${typeText(type)}\``;
}

/** `a, b or c`. */
function enumerate(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} or ${last}`;
}
