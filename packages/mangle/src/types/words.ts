import { aKind, manyOfKind } from '../value/kind-words.js';
import { type ListType, type MapType, type PairType, type StructType, type Type, typeText } from './type.js';

/** Of longer enumerations only the beginning is given. */
const maxListed = 4;

/** Longer types are cut, so that a sentence stays readable. */
const maxTypeText = 120;

/** A type in a sentence, with its article: `a number`, `a name below \`/person\``, `a list of strings`. */
export function describeType(type: Type): string {
  switch (type.kind) {
    case 'any':
    case 'variable':
      return 'anything';
    case 'bot':
      return 'nothing';
    case 'basic':
      return aKind(type.basic);
    case 'prefix':
      return `a name below \`${type.prefix}\``;
    case 'singleton':
      return `\`${typeText(type).slice('fn:Singleton('.length, -1)}\``;
    case 'list':
      return type.item.kind === 'basic' ? `a list of ${manyOfKind(type.item.basic)}` : describeParts(type);
    case 'map':
    case 'pair':
    case 'struct':
      return describeParts(type);
    case 'union':
      return describeAlternatives(type.alternatives);
  }
}

/** What a column holds, in the plural where there is one: `numbers`, `names below \`/person\``. */
export function describeMany(type: Type): string {
  if (type.kind === 'basic') return manyOfKind(type.basic);
  return type.kind === 'prefix' ? `names below \`${type.prefix}\`` : describeType(type);
}

/** The parts are shown only if they say something. */
function describeParts(type: ListType | MapType | PairType | StructType): string {
  const text = typeText(type);
  return plain.has(text) ? `a ${type.kind}` : `a ${type.kind} \`${shortened(text)}\``;
}

const plain: ReadonlySet<string> = new Set(['fn:List(/any)', 'fn:Map(/any,/any)', 'fn:Pair(/any,/any)', 'fn:Struct()']);

function shortened(text: string): string {
  return text.length > maxTypeText ? `${text.slice(0, maxTypeText - 1)}…` : text;
}

/** `a, b or c`; of many, `a, b, c or one of 37 others`. */
function describeAlternatives(alternatives: readonly Type[]): string {
  if (alternatives.length <= maxListed) return enumerate(alternatives.map(describeType));
  const shown = alternatives.slice(0, maxListed - 1);
  return enumerate([...shown.map(describeType), `one of ${alternatives.length - shown.length} others`]);
}

/** `a, b or c`. */
function enumerate(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} or ${last}`;
}
