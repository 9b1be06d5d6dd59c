import { alternativesOf, type Type } from '../types/type.js';
import { equalValues } from '../value/compare.js';
import { parseDuration } from '../value/duration-text.js';
import {
  boolValue,
  bytesValue,
  falseValue,
  durationValue,
  floatValue,
  isNameText,
  nameValue,
  numberValue,
  stringValue,
  timeValue,
  trueValue,
} from '../value/make.js';
import { parseTime } from '../value/time-text.js';
import { valueOfTerm } from './term-value.js';
import { maxInt64, minInt64, type Value, type ValueKind, valueKinds } from '../value/value.js';

/** Reads the text of a field as a value of one kind; undefined if it is none. */
type TextReader = (text: string) => Value | undefined;

/** What a field may be, the most special first: a text that is a number is a string only if no number is allowed. */
const readers: readonly (readonly [ValueKind, TextReader])[] = [
  ['number', numberFrom],
  ['float64', floatFrom],
  ['time', timeFrom],
  ['duration', durationFrom],
  ['name', nameFrom],
  ['pair', valueOfTerm],
  ['list', valueOfTerm],
  ['map', valueOfTerm],
  ['struct', valueOfTerm],
  ['bytes', (text) => bytesValue(new TextEncoder().encode(text))],
  ['string', stringValue],
];

/** What a column may hold. */
export interface ColumnKinds {
  readonly kinds: ReadonlySet<ValueKind>;
  /** Whether one of the booleans is a type of its own here: then they may be written without their slash. */
  readonly hasBooleans: boolean;
}

/** What a column of some type may hold; a type that says nothing means strings. */
export function kindsOfColumn(type: Type): ColumnKinds {
  const alternatives = alternativesOf(type);
  if (alternatives.some(({ kind }) => kind === 'any' || kind === 'variable')) {
    return { kinds: new Set(['string']), hasBooleans: false };
  }
  const kinds = new Set(alternatives.map(kindOf).filter((kind) => kind !== undefined));
  const hasBooleans = [trueValue, falseValue].some((value) =>
    alternatives.some((each) => each.kind === 'singleton' && equalValues(each.value, value)),
  );
  return { kinds, hasBooleans };
}

function kindOf(type: Type): ValueKind | undefined {
  if (type.kind === 'basic') return type.basic;
  if (type.kind === 'prefix') return 'name';
  if (type.kind === 'singleton') return type.value.kind;
  return valueKinds.find((kind) => kind === type.kind);
}

/** The value of the text of a field in a column that may hold these kinds; undefined if it is none of them. */
export function valueOfText(text: string, { kinds, hasBooleans }: ColumnKinds): Value | undefined {
  if (hasBooleans && (text === 'true' || text === 'false')) return boolValue(text === 'true');
  for (const [kind, read] of readers) {
    const value = kinds.has(kind) ? read(text) : undefined;
    if (value?.kind === kind) return value;
  }
  return undefined;
}

function numberFrom(text: string): Value | undefined {
  if (!/^-?\d{1,20}$/.test(text)) return undefined;
  const value = BigInt(text);
  return value < minInt64 || value > maxInt64 ? undefined : numberValue(value);
}

function floatFrom(text: string): Value | undefined {
  if (!/^-?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/.test(text)) return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? floatValue(value) : undefined;
}

function timeFrom(text: string): Value | undefined {
  const parsed = parseTime(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text);
  return parsed.ok ? timeValue(parsed.value) : undefined;
}

function durationFrom(text: string): Value | undefined {
  const parsed = parseDuration(text);
  return parsed.ok ? durationValue(parsed.nanos) : undefined;
}

function nameFrom(text: string): Value | undefined {
  return isNameText(text) ? nameValue(text) : undefined;
}
