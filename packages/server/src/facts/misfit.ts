import { sourceText, type Type } from '@manglecp/mangle';
import { type Json, JsonNumber, type Violation } from '@manglecp/protocol';
import { typesToTry } from './wire-types.js';

/** Why JSON is no value for a place. */
export class Misfit {
  /** `type_mismatch` if it is a value, but of another type; otherwise why it is none. */
  readonly issue: Violation['issue'];
  readonly expected: string;
  readonly actual: string;

  constructor(issue: Misfit['issue'], expected: string, actual: string) {
    this.issue = issue;
    this.expected = expected;
    this.actual = actual;
  }
}

/** JSON of another type than the one that is declared. */
export function mismatch(json: Json, type: Type): Misfit {
  return new Misfit('type_mismatch', typeWord(type), jsonWord(json));
}

/** A type in the words of clients, which know JSON and not the language of rules. */
export function typeWord(type: Type): string {
  switch (type.kind) {
    case 'any':
    case 'variable':
      return 'any';
    case 'bot':
      return 'nothing';
    case 'basic':
      return basicWords[type.basic];
    case 'prefix':
      return `name below ${type.prefix}`;
    case 'singleton':
      return type.value.kind === 'name'
        ? (booleanWords.get(type.value.text) ?? type.value.text)
        : sourceText(type.value);
    case 'list':
      return `list of ${typeWord(type.item)}`;
    case 'map':
    case 'struct':
      return 'object';
    case 'pair':
      return 'list of two';
    case 'union':
      return unionWord(typesToTry(type));
  }
}

const basicWords = {
  name: 'name',
  string: 'string',
  bytes: 'base64 string',
  number: 'integer',
  float64: 'float',
  time: 'RFC 3339 time',
  duration: 'duration',
} as const;

const booleanWords: ReadonlyMap<string, string> = new Map([
  ['/true', 'true'],
  ['/false', 'false'],
]);

/** Enumerations may be long. */
const maxAlternatives = 5;

function unionWord(alternatives: readonly Type[]): string {
  const words = [...new Set(alternatives.map(typeWord))];
  if (words.length === 2 && words.includes('true') && words.includes('false')) return 'boolean';
  const shown = words.slice(0, maxAlternatives);
  return [...shown, ...(shown.length < words.length ? ['…'] : [])].join(' or ');
}

/** What a client has sent, in one word. */
export function jsonWord(json: Json): string {
  if (json === null) return 'null';
  if (typeof json === 'number') return Number.isInteger(json) ? 'integer' : 'float';
  if (json instanceof JsonNumber) return /^-?\d+$/.test(json.text) ? 'integer' : 'float';
  if (Array.isArray(json)) return 'list';
  return typeof json === 'object' ? objectWord(json) : typeof json;
}

function objectWord(json: object): string {
  return Object.hasOwn(json, '_type') ? 'integer' : 'object';
}
