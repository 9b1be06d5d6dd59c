import { type Entry, maxValueDepth, type Value } from '../value/value.js';
import { intOf, noValue } from '../value/value-id.js';
import { type CompoundKind, IdTable, ValueTooDeep } from './id-table.js';
import { Pages } from './pages.js';

export { ValueTooDeep } from './id-table.js';

/**
 * A table of ids that also takes and gives Value objects. They are made only when somebody asks, and kept: the value of
 * an id is always the same object, unless it is a small integer.
 */
export class ValueTable extends IdTable {
  readonly #parent: ValueTable | undefined;
  readonly #base: number;
  readonly #values = new Pages<Value>();
  /** The ids of compound values that were seen here: a list that grows step by step is not walked again. */
  readonly #known = new WeakMap<Value, number>();
  /** The parts of the values that are being interned, those of the innermost on top. */
  #stack = new Int32Array(16);
  #top = 0;

  constructor(parent?: ValueTable) {
    super(parent);
    this.#parent = parent;
    this.#base = this.size;
  }

  /** The table that this one stands on. */
  get parent(): ValueTable | undefined {
    return this.#parent;
  }

  /** The value of an id. Throws a RangeError if no value has it. */
  get(id: number): Value {
    if (id < 0) return { kind: 'number', value: BigInt(intOf(id)) };
    if (id >= this.size) throw new RangeError(`no value has the id ${id}`);
    const parent = this.#parent;
    if (id < this.#base && parent !== undefined) return parent.get(id);
    return this.#values.get(id - this.#base) ?? this.#materialize(id);
  }

  intern(value: Value): number {
    this.#top = 0;
    return this.#intern(value, 1);
  }

  /** Interns a value that did not come from outside, and counts what it adds to the table. */
  make(value: Value): number {
    const before = this.stored;
    const id = this.intern(value);
    this.countMade(before);
    return id;
  }

  /** The id of a value that is already here; undefined otherwise. Used by lookups that must not grow the table. */
  find(value: Value): number | undefined {
    try {
      const id = this.lookUp(() => this.intern(value));
      return id === noValue ? undefined : id;
    } catch (error) {
      if (error instanceof ValueTooDeep) return undefined;
      throw error;
    }
  }

  /** INVARIANT: `id` is the id of a time. */
  nanosOf(id: number): bigint {
    const kind = this.kindOf(id);
    if (kind !== 'time') throw new TypeError(`expected a time, got a ${kind}`);
    return this.bigOf(id);
  }

  /** `depth` is how deep in the outermost value this one lies. */
  #intern(value: Value, depth: number): number {
    switch (value.kind) {
      case 'name':
      case 'string':
        return this.text(value.kind, value.text);
      case 'number':
        return this.int(value.value);
      case 'float64':
        return this.float(value.value);
      case 'time':
        return this.time(value.nanos);
      case 'duration':
        return this.duration(value.nanos);
      case 'bytes':
        return this.bytes(value.bytes);
      default:
        return this.#knownId(value) ?? this.#internCompound(value, depth);
    }
  }

  #knownId(value: Value): number | undefined {
    const parent = this.#parent;
    return this.#known.get(value) ?? (parent === undefined ? undefined : parent.#knownId(value));
  }

  #internCompound(value: CompoundValue, depth: number): number {
    if (depth > maxValueDepth) throw new ValueTooDeep();
    const from = this.#top;
    for (const part of partsOf(value)) this.#push(this.#intern(part, depth + 1));
    const id = this.compound(value.kind, this.#stack, from, this.#top);
    this.#top = from;
    if (id !== noValue) this.#known.set(value, id);
    return id;
  }

  #push(id: number): void {
    if (this.#top === this.#stack.length) {
      const larger = new Int32Array(this.#top * 2);
      larger.set(this.#stack);
      this.#stack = larger;
    }
    this.#stack[this.#top++] = id;
  }

  /** Makes the object of an own value and keeps it. */
  #materialize(id: number): Value {
    const value = this.#valueOf(id);
    this.#values.set(id - this.#base, value);
    if (this.partCount(id) > 0) this.#known.set(value, id);
    return value;
  }

  #valueOf(id: number): Value {
    const kind = this.kindOf(id);
    switch (kind) {
      case 'name':
      case 'string':
        return { kind, text: this.textOf(id) };
      case 'bytes':
        return { kind, bytes: this.bytesOf(id).slice() };
      case 'number':
        return { kind, value: this.bigOf(id) };
      case 'float64':
        return { kind, value: this.floatOf(id) };
      case 'time':
      case 'duration':
        return { kind, nanos: this.bigOf(id) };
      case 'pair':
        return { kind, first: this.get(this.part(id, 0)), second: this.get(this.part(id, 1)) };
      case 'list':
        return { kind, items: this.#partsOf(id) };
      case 'map':
      case 'struct':
        return { kind, entries: entriesOf(this.#partsOf(id)) };
    }
  }

  #partsOf(id: number): Value[] {
    return Array.from({ length: this.partCount(id) }, (_, at) => this.get(this.part(id, at)));
  }
}

type CompoundValue = Extract<Value, { readonly kind: CompoundKind }>;

/** The values inside a compound value, in a fixed order. */
function partsOf(value: CompoundValue): readonly Value[] {
  switch (value.kind) {
    case 'pair':
      return [value.first, value.second];
    case 'list':
      return value.items;
    case 'map':
    case 'struct':
      return value.entries.flat();
  }
}

function entriesOf(parts: readonly Value[]): Entry[] {
  return Array.from({ length: parts.length / 2 }, (_, at) => [parts[2 * at], parts[2 * at + 1]] as unknown as Entry);
}
