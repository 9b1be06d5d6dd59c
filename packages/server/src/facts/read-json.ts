import {
  anyType,
  type BasicKind,
  duration,
  fieldOf,
  float,
  type MangleInput,
  name,
  type Name,
  pair,
  time,
  type Type,
  type Value,
} from '@manglecp/mangle';
import { isList, isObject, type Json, JsonNumber, type JsonObject, readTime } from '@manglecp/protocol';
import { isWrapper, readInteger } from './integer.js';
import { Misfit, mismatch } from './misfit.js';
import { readDuration } from './read-duration.js';
import { type TypeOf, typesToTry } from './wire-types.js';

/** Deeper nesting than the codec reads is no value, however it was made. */
const maxDepth = 128;

/**
 * The engine's value for JSON in a place of some type (Spec 03 §3, C-12 to C-15). The declaration decides:
 *
 * - text is a string; where only names are allowed it is a name and must begin with `/`; a time, a duration and bytes
 *   are written as text, too;
 * - a number without point and exponent, or an `int64` wrapper, is a whole number, any other a float. A float is never a
 *   whole number, not even `5.0`. A plain `5` is taken where only floats are allowed: clients see both declared as
 *   `number`, and most languages write a float of 5 that way. The wrapper, which says what it is, is not;
 * - booleans are `/true` and `/false`, arrays are lists, objects are maps with string keys, or structs where that is declared.
 *
 * Never throws because of what the JSON says.
 */
export function readJson(json: Json, type: Type, depth = 0): MangleInput | Misfit {
  if (depth > maxDepth) {
    return new Misfit('invalid_value', `at most ${maxDepth} levels of nesting`, 'more');
  }
  const problem = problemOf(json);
  if (problem !== undefined) return problem;
  switch (type.kind) {
    case 'any':
    case 'variable':
      return readAny(json, depth);
    case 'bot':
      return mismatch(json, type);
    case 'basic':
      return basicReaders[type.basic](json) ?? mismatch(json, type);
    case 'prefix':
      return readBelow(json, type);
    case 'singleton':
      return readSingleton(json, type.value) ?? mismatch(json, type);
    case 'list':
      return isList(json) ? readList(json, type.item, depth) : mismatch(json, type);
    case 'pair':
      return readPair(json, type, depth);
    case 'map':
      return isPlainObject(json) ? readMap(json, type, depth) : mismatch(json, type);
    case 'struct':
      return isPlainObject(json) ? readStruct(json, type, depth) : mismatch(json, type);
    case 'union':
      return readUnion(json, type, depth);
  }
}

/** Why JSON is a value of no type; parts of collections are looked at when they are read. */
function problemOf(json: Json): Misfit | undefined {
  switch (typeof json) {
    case 'string':
      if (!/\p{Surrogate}/u.test(json)) return undefined;
      return new Misfit('invalid_value', 'well-formed text', 'half of a surrogate pair');
    case 'number':
      return problemOfNumber(json);
    case 'object':
      return json instanceof JsonNumber ? problemOfNumber(json) : problemOfObject(json);
    default:
      return undefined;
  }
}

/** Facts are ground (C-13). */
function problemOfObject(json: readonly Json[] | JsonObject | null): Misfit | undefined {
  if (json === null) return new Misfit('not_ground', 'a value', 'null');
  if (Object.hasOwn(json, '_var')) return new Misfit('not_ground', 'a value', 'a variable');
  if (!isWrapper(json) || readInteger(json) !== undefined) return undefined;
  return new Misfit('invalid_int64', 'an int64 wrapper with decimal digits', 'another object with a `_type`');
}

/** Integers beyond 2^53 need the wrapper, since most readers of JSON would round them (C-15). */
function problemOfNumber(json: number | JsonNumber): Misfit | undefined {
  if (readInteger(json) !== undefined) return undefined;
  if (json instanceof JsonNumber && !/[.eE]/.test(json.text)) {
    return new Misfit('unsafe_integer', 'an int64 wrapper', 'an integer beyond 2^53 - 1');
  }
  if (Number.isFinite(numberOf(json))) return undefined;
  return new Misfit('number_out_of_range', 'a 64-bit float', 'a larger number');
}

function numberOf(json: number | JsonNumber): number {
  return typeof json === 'number' ? json : Number(json.text);
}

function readAny(json: Json, depth: number): MangleInput | Misfit {
  if (typeof json === 'string' || typeof json === 'boolean') return json;
  const number = readInteger(json) ?? readFloat(json);
  if (number !== undefined) return number;
  if (isList(json)) return readList(json, anyType, depth);
  return isPlainObject(json) ? readMap(json, stringMap, depth) : mismatch(json, anyType);
}

const stringMap: TypeOf<'map'> = { kind: 'map', key: { kind: 'basic', basic: 'string' }, value: anyType };

/** Undefined for JSON of another kind. */
const basicReaders: Readonly<Record<BasicKind, (json: Json) => MangleInput | undefined>> = {
  string: (json) => (typeof json === 'string' ? json : undefined),
  name: (json) => (typeof json === 'string' ? nameOf(json) : undefined),
  number: readInteger,
  float64: (json) => readFloat(json) ?? (typeof json === 'number' ? float(json) : undefined),
  time: (json) => (typeof json === 'string' ? timeOf(json) : undefined),
  duration: (json) => (typeof json === 'string' ? durationOf(json) : undefined),
  bytes: (json) => (typeof json === 'string' ? bytesOf(json) : undefined),
};

/** A number that was written as a float. */
function readFloat(json: Json): MangleInput | undefined {
  const isNumber = typeof json === 'number' || json instanceof JsonNumber;
  return isNumber && readInteger(json) === undefined ? float(numberOf(json)) : undefined;
}

function nameOf(text: string): Name | undefined {
  try {
    return name(text);
  } catch {
    return undefined;
  }
}

/** Only absolute times: what is `now` for one evaluation is another moment for the next. */
function timeOf(text: string): MangleInput | undefined {
  try {
    return text === 'now' ? undefined : time(readTime(text, { now: 0n, formats: ['rfc3339'] }));
  } catch {
    return undefined;
  }
}

function durationOf(text: string): MangleInput | undefined {
  const nanos = readDuration(text);
  return nanos === undefined ? undefined : duration(nanos);
}

/** Base64 of RFC 4648 §4 that decodes to what it was made from. */
function bytesOf(text: string): Uint8Array | undefined {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : undefined;
}

function readBelow(json: Json, type: TypeOf<'prefix'>): MangleInput | Misfit {
  const found = typeof json === 'string' && json.startsWith(`${type.prefix}/`) ? nameOf(json) : undefined;
  return found ?? mismatch(json, type);
}

function readSingleton(json: Json, value: Value): MangleInput | undefined {
  switch (value.kind) {
    case 'name':
      return readTruth(json, value.text) ?? (json === value.text ? nameOf(value.text) : undefined);
    case 'string':
      return json === value.text ? json : undefined;
    case 'number':
      return readInteger(json) === value.value ? value.value : undefined;
    case 'float64': {
      const isNumber = typeof json === 'number' || json instanceof JsonNumber;
      return isNumber && Object.is(numberOf(json), value.value) ? float(value.value) : undefined;
    }
    default:
      return undefined;
  }
}

/** A boolean where its name is the only value. */
function readTruth(json: Json, name: string): boolean | undefined {
  return typeof json === 'boolean' && name === `/${String(json)}` ? json : undefined;
}

function isPlainObject(json: Json): json is JsonObject {
  return isObject(json) && !isWrapper(json);
}

function readList(json: readonly Json[], item: Type, depth: number): MangleInput | Misfit {
  const items: MangleInput[] = [];
  for (const each of json) {
    const read = readJson(each, item, depth + 1);
    if (read instanceof Misfit) return read;
    items.push(read);
  }
  return items;
}

function readPair(json: Json, type: TypeOf<'pair'>, depth: number): MangleInput | Misfit {
  if (!isList(json)) return mismatch(json, type);
  const [a, b] = json;
  if (a === undefined || b === undefined || json.length > 2) return mismatch(json, type);
  const [first, second] = [readJson(a, type.first, depth + 1), readJson(b, type.second, depth + 1)];
  if (first instanceof Misfit) return first;
  return second instanceof Misfit ? second : pair(first, second);
}

function readMap(json: JsonObject, { key, value }: TypeOf<'map'>, depth: number): MangleInput | Misfit {
  const entries = new Map<MangleInput, MangleInput>();
  for (const [text, each] of Object.entries(json)) {
    const [label, item] = [readKey(text, key), readJson(each, value, depth + 1)];
    if (label instanceof Misfit) return label;
    if (item instanceof Misfit) return item;
    entries.set(label, item);
  }
  return entries;
}

/** Keys are text; where whole numbers are declared and text is not, they are written in decimal digits. */
function readKey(text: string, type: Type): MangleInput | Misfit {
  const read = readJson(text, type);
  if (!(read instanceof Misfit)) return read;
  const digits = /^-?(?:0|[1-9]\d*)$/.test(text) ? readJson({ _type: 'int64', value: text }, type) : read;
  return digits instanceof Misfit ? read : digits;
}

function readStruct(json: JsonObject, type: TypeOf<'struct'>, depth: number): MangleInput | Misfit {
  const fields: [string, MangleInput][] = [];
  for (const [key, each] of Object.entries(json)) {
    const label = `/${key}`;
    if (key.includes('/') || nameOf(label) === undefined) {
      return new Misfit('invalid_value', 'keys that can be labels', 'another key');
    }
    const read = readJson(each, fieldOf(type, label)?.type ?? anyType, depth + 1);
    if (read instanceof Misfit) return read;
    fields.push([key, read]);
  }
  for (const { label, isOptional } of type.fields) {
    if (!isOptional && !Object.hasOwn(json, label.slice(1))) {
      return new Misfit('type_mismatch', `object with ${label.slice(1)}`, 'object');
    }
  }
  return Object.fromEntries(fields);
}

/** The first alternative that fits. */
function readUnion(json: Json, type: TypeOf<'union'>, depth: number): MangleInput | Misfit {
  for (const each of typesToTry(type)) {
    const read = readJson(json, each, depth);
    if (!(read instanceof Misfit) || read.issue !== 'type_mismatch') return read;
  }
  return mismatch(json, type);
}
