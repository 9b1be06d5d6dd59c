import { anyType, type Fact, fieldOf, formatDuration, type Program, type Type, type Value } from '@manglecp/mangle';
import { formatTime, int64Json, type Json, JsonNumber, type TemporalAnnotation } from '@manglecp/protocol';
import { maxInstant, minInstant } from './instants.js';
import { columnType, type TypeOf, typesToTry } from './wire-types.js';

/** A fact on the wire, without what only its sender knows: provenance and category. */
export interface WireFactBody {
  readonly pred: string;
  readonly args: readonly Json[];
  /** Absent for facts that always hold. */
  readonly t?: TemporalAnnotation;
}

/** A fact of the engine, or one that rules only speak of, in the form in which a client may send it back (DATA-035). */
export function toWireFact(fact: Pick<Fact, 'name' | 'args' | 'interval'>, program: Program): WireFactBody {
  const info = program.predicates.get(`${fact.name}/${fact.args.length}`);
  const args = fact.args.map((value, at) => valueToJson(value, info === undefined ? anyType : columnType(info, at)));
  const t = fact.interval === undefined ? undefined : toAnnotation(fact.interval);
  return { pred: fact.name, args, ...(t === undefined ? {} : { t }) };
}

/** The `t` of a validity, both ends included; undefined for all of time. The ends of the clock are unbounded (C-121). */
export function toAnnotation({
  start,
  end,
}: {
  readonly start: bigint;
  readonly end: bigint;
}): TemporalAnnotation | undefined {
  if (start === minInstant && end === maxInstant) return undefined;
  if (start === end) return { at: formatTime(start) };
  return {
    start: start === minInstant ? '_' : formatTime(start),
    end: end === maxInstant ? '_' : formatTime(end),
  };
}

/**
 * A value as JSON, such that reading it in a place of the same type gives the same value (C-12, C-14, C-15):
 *
 * - names are text with their slashes; `/true` and `/false` are booleans where the type is boolean or says nothing;
 * - whole numbers beyond 2^53 are wrapped; floats have a point or an exponent, also `5.0`. JSON has no number for
 *   infinities and NaN, which become `{"_type": "float64", "value": "NaN"}`;
 * - times are RFC 3339 text, durations text such as `1h30m0s`, bytes base64, pairs lists of two;
 * - structs are objects with their labels without the slash, maps are objects. Keys that are names keep their slashes,
 *   whole numbers are written in digits; a map with other keys, or with keys that would be the same text, is a list of
 *   its entries as lists of two, and so is one that would be taken for a wrapper.
 *
 * Where no type is declared, an object or text that came from a struct, a name or a time cannot tell that it did.
 */
export function valueToJson(value: Value, type: Type = anyType): Json {
  switch (value.kind) {
    case 'name':
      return isBoolean(value.text, type) ? value.text === '/true' : value.text;
    case 'string':
      return value.text;
    case 'bytes':
      return Buffer.from(value.bytes).toString('base64');
    case 'number':
      return int64Json(value.value);
    case 'float64':
      return floatToJson(value.value);
    case 'time':
      return formatTime(value.nanos);
    case 'duration':
      return formatDuration(value.nanos);
    case 'pair':
      return pairToJson(value.first, value.second, type);
    case 'list':
      return value.items.map((item) => valueToJson(item, partOf(type, 'list')?.item));
    case 'map':
      return mapToJson(value.entries, partOf(type, 'map'));
    case 'struct':
      return structToJson(value.entries, partOf(type, 'struct'));
  }
}

/** The part of a type that speaks of one kind of collection; of several alternatives the first. */
function partOf<Kind extends Type['kind']>(type: Type, kind: Kind): TypeOf<Kind> | undefined {
  return typesToTry(type).find((each): each is TypeOf<Kind> => each.kind === kind);
}

function isBoolean(text: string, type: Type): boolean {
  if (text !== '/true' && text !== '/false') return false;
  return typesToTry(type).some(
    (each) =>
      each.kind === 'any' || (each.kind === 'singleton' && each.value.kind === 'name' && each.value.text === text),
  );
}

function floatToJson(value: number): Json {
  if (!Number.isFinite(value)) return { _type: 'float64', value: String(value) };
  if (!Number.isInteger(value)) return value;
  const text = Object.is(value, -0) ? '-0' : String(value);
  return new JsonNumber(text.includes('e') ? text : `${text}.0`);
}

function pairToJson(first: Value, second: Value, type: Type): Json {
  const part = partOf(type, 'pair');
  return [valueToJson(first, part?.first), valueToJson(second, part?.second)];
}

type Entries = readonly (readonly [key: Value, value: Value])[];

function mapToJson(entries: Entries, type: TypeOf<'map'> | undefined): Json {
  const keyed = entries.map(([key, item]) => [keyText(key), valueToJson(item, type?.value)] as const);
  return objectOf(keyed) ?? entriesToJson(entries, type);
}

function keyText(key: Value): string | undefined {
  if (key.kind === 'number') return String(key.value);
  return key.kind === 'string' || key.kind === 'name' ? key.text : undefined;
}

function structToJson(entries: Entries, type: TypeOf<'struct'> | undefined): Json {
  const keyed = entries.map(([key, item]) => {
    const label = key.kind === 'name' ? key.text : undefined;
    return [
      label?.slice(1),
      valueToJson(item, type === undefined ? undefined : fieldOf(type, label ?? '')?.type),
    ] as const;
  });
  return objectOf(keyed) ?? entriesToJson(entries, undefined);
}

/** Undefined if an entry has no key, if two have the same, or if the object would be read as something else. */
function objectOf(entries: readonly (readonly [string | undefined, Json])[]): Json | undefined {
  const members = new Map<string, Json>();
  for (const [key, item] of entries) {
    if (key === undefined || key === '_type' || key === '_var' || members.has(key)) return undefined;
    members.set(key, item);
  }
  return Object.fromEntries(members);
}

function entriesToJson(entries: Entries, type: TypeOf<'map'> | undefined): Json {
  return entries.map(([key, item]) => [valueToJson(key, type?.key), valueToJson(item, type?.value)]);
}
