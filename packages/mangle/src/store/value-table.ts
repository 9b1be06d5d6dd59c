import { type Entry, maxValueDepth, partSize, type Value } from '../value/value.js';

/** Thrown when a value nests deeper than `maxValueDepth`; the evaluator turns it into a diagnostic. */
export class ValueTooDeep extends Error {
  override readonly name = 'ValueTooDeep';
}

/**
 * Gives every value a small integer, equal integers for equal values, so that rows are integers and joins never look
 * inside a value. A table only grows; ids are dense and in order of first appearance.
 */
export class ValueTable {
  readonly #values: Value[] = [];
  /** How deep each value nests; scalars have depth 1. */
  readonly #depths: number[] = [];
  /** How large each value is (`maxValueSize`), its parts included. */
  readonly #sizes: number[] = [];
  #stored = 0;
  #made = 0;
  readonly #names = new Map<string, number>();
  readonly #strings = new Map<string, number>();
  readonly #numbers = new Map<bigint, number>();
  readonly #floats = new Map<number, number>();
  readonly #times = new Map<bigint, number>();
  readonly #durations = new Map<bigint, number>();
  /** Bytes and compound values, keyed by kind and content; compound content is the ids of the parts. */
  readonly #others = new Map<string, number>();
  /** The ids of the compound values that came out of this table: a list that grows step by step is not walked again. */
  readonly #known = new WeakMap<Value, number>();

  get size(): number {
    return this.#values.length;
  }

  get(id: number): Value {
    const value = this.#values[id];
    if (value === undefined) throw new RangeError(`no value has the id ${id}`);
    return value;
  }

  /** The size of a value, its parts included. */
  sizeOf(id: number): number {
    return this.#sizes[id] ?? 0;
  }

  /** What the values that `make` added take together, about their bytes; a part that several share counts once. */
  get made(): number {
    return this.#made;
  }

  intern(value: Value): number {
    return this.#intern(value, 1);
  }

  /** Interns a value that did not come from outside, and counts what it adds to the table. */
  make(value: Value): number {
    const before = this.#stored;
    const id = this.#intern(value, 1);
    this.#made += this.#stored - before;
    return id;
  }

  /** The id of a value that is already here; undefined otherwise. Used by lookups that must not grow the table. */
  find(value: Value): number | undefined {
    return this.#find(value, 1);
  }

  time(nanos: bigint): number {
    return this.#times.get(nanos) ?? this.#add({ kind: 'time', nanos }, this.#times, nanos);
  }

  /** INVARIANT: `id` is the id of a time. */
  nanosOf(id: number): bigint {
    const value = this.get(id);
    if (value.kind !== 'time') throw new TypeError(`expected a time, got a ${value.kind}`);
    return value.nanos;
  }

  #intern(value: Value, depth: number): number {
    switch (value.kind) {
      case 'name':
        return this.#names.get(value.text) ?? this.#add(value, this.#names, value.text);
      case 'string':
        return this.#strings.get(value.text) ?? this.#add(value, this.#strings, value.text);
      case 'number':
        return this.#numbers.get(value.value) ?? this.#add(value, this.#numbers, value.value);
      case 'time':
        return this.#times.get(value.nanos) ?? this.#add(value, this.#times, value.nanos);
      case 'duration':
        return this.#durations.get(value.nanos) ?? this.#add(value, this.#durations, value.nanos);
      case 'float64':
        return this.#internFloat(value.value, value);
      default:
        return this.#internOther(value, depth);
    }
  }

  /** A `Map` takes 0 and -0 for one key, but they are two values; -0 is kept among the others. */
  #internFloat(float: number, value: Value): number {
    if (Object.is(float, -0)) return this.#others.get('-0') ?? this.#add(value, this.#others, '-0');
    return this.#floats.get(float) ?? this.#add(value, this.#floats, float);
  }

  #internOther(value: Value, depth: number): number {
    const seen = this.#known.get(value);
    if (seen !== undefined) return seen;
    if (depth > maxValueDepth) throw new ValueTooDeep();
    const parts = partsOf(value).map((part) => this.#intern(part, depth + 1));
    const key = keyOf(value, parts);
    const known = this.#others.get(key);
    if (known !== undefined) return known;
    const height = parts.reduce((most, part) => Math.max(most, this.#depths[part] ?? 0), 0) + 1;
    if (height > maxValueDepth) throw new ValueTooDeep();
    const id = this.#add(value, this.#others, key, height);
    for (const part of parts) this.#sizes[id] = this.sizeOf(id) + this.sizeOf(part);
    this.#known.set(value, id);
    return id;
  }

  #find(value: Value, depth: number): number | undefined {
    switch (value.kind) {
      case 'name':
        return this.#names.get(value.text);
      case 'string':
        return this.#strings.get(value.text);
      case 'number':
        return this.#numbers.get(value.value);
      case 'time':
        return this.#times.get(value.nanos);
      case 'duration':
        return this.#durations.get(value.nanos);
      case 'float64':
        return Object.is(value.value, -0) ? this.#others.get('-0') : this.#floats.get(value.value);
      default: {
        if (depth > maxValueDepth) return undefined;
        const parts: number[] = [];
        for (const part of partsOf(value)) {
          const id = this.#find(part, depth + 1);
          if (id === undefined) return undefined;
          parts.push(id);
        }
        return this.#others.get(keyOf(value, parts));
      }
    }
  }

  #add<K>(value: Value, ids: Map<K, number>, key: K, depth = 1): number {
    const id = this.#values.length;
    this.#values.push(value);
    this.#depths.push(depth);
    const size = ownSize(value);
    this.#sizes.push(size);
    this.#stored += entrySize + size;
    ids.set(key, id);
    return id;
  }
}

/** The values inside a compound value, in a fixed order. */
function partsOf(value: Value): readonly Value[] {
  switch (value.kind) {
    case 'pair':
      return [value.first, value.second];
    case 'list':
      return value.items;
    case 'map':
    case 'struct':
      return value.entries.flatMap((entry: Entry) => entry);
    default:
      return [];
  }
}

/** What each value takes in the table besides its text and parts. */
const entrySize = 96;

/** The size of a value without that of its parts. */
function ownSize(value: Value): number {
  if (value.kind === 'string' || value.kind === 'name') return value.text.length;
  if (value.kind === 'bytes') return value.bytes.length;
  return partSize * partCount(value);
}

function partCount(value: Value): number {
  if (value.kind === 'list') return value.items.length;
  if (value.kind === 'map' || value.kind === 'struct') return 2 * value.entries.length;
  return value.kind === 'pair' ? 2 : 0;
}

function keyOf(value: Value, parts: readonly number[]): string {
  return value.kind === 'bytes' ? `bytes ${value.bytes.join()}` : `${value.kind} ${parts.join()}`;
}
