import { JsonError, JsonNumber, plainJson, type SchemaError } from '@manglecp/protocol';
import type { Data, DataObject } from './data.js';
import { memberPath } from './member-path.js';

export interface CopyLimits {
  /** Of the data as compact JSON. */
  readonly maxBytes: number;
  readonly maxDepth: number;
}

export interface Copied {
  /** Belongs to the caller alone. Meaningless if there are faults. */
  readonly data: Data;
  readonly faults: readonly SchemaError[];
}

/**
 * Copies what somebody else made into data that JSON can say. It converts as `JSON.stringify` does: `toJSON` is asked,
 * members that are undefined are left out, objects of classes give their own members. What that would lose or garble is
 * a fault instead: functions, symbols, undefined items of lists, `NaN`, maps, sets, typed arrays, numbers beyond
 * 2^53−1. Half of a surrogate pair, which no strict parser takes, becomes U+FFFD. A cycle ends as too deep.
 */
export function copyData(value: unknown, limits: CopyLimits): Copied {
  const copier = new Copier(limits);
  return { data: copier.copy(value, '', 0), faults: copier.faults };
}

const maxFaults = 50;

class Copier {
  readonly faults: SchemaError[] = [];
  readonly #limits: CopyLimits;
  #bytes = 0;

  constructor(limits: CopyLimits) {
    this.#limits = limits;
  }

  copy(value: unknown, path: string, depth: number): Data {
    switch (typeof value) {
      case 'string':
        return this.#text(value);
      case 'boolean':
        this.#spend(5);
        return value;
      case 'number':
        return this.#number(value, path);
      case 'bigint':
        return this.#number(isSafe(value) ? Number(value) : Number.NaN, path);
      case 'object':
        return isObject(value) ? this.#object(value, path, depth) : this.#null();
      default:
        return this.#refuse(path, 'type', `expected JSON, got ${typeof value}`);
    }
  }

  #object(value: object, path: string, depth: number): Data {
    if (value instanceof JsonNumber) return this.#jsonNumber(value, path);
    if (!hasToJson(value)) return this.#container(value, path, depth);
    const given = value.toJSON();
    // What it gives is not asked again, since it may be the object itself.
    return isObject(given) ? this.#container(given, path, depth) : this.copy(given, path, depth);
  }

  #container(value: object, path: string, depth: number): Data {
    if (depth >= this.#limits.maxDepth) {
      return this.#refuse(path, 'maxDepth', `may not be deeper than ${this.#limits.maxDepth} levels`);
    }
    if (Array.isArray(value)) return this.#list(value, path, depth);
    // Maps, errors, promises and the like have a tag of their own and content that is not in their members.
    const tag = Object.prototype.toString.call(value).slice('[object '.length, -1);
    return tag === 'Object'
      ? this.#members(value, path, depth)
      : this.#refuse(path, 'type', `expected JSON, got ${tag}`);
  }

  #list(values: readonly unknown[], path: string, depth: number): Data {
    this.#spend(2);
    const items: Data[] = [];
    // By index, because holes are to be seen.
    for (let index = 0; index < values.length && this.#goesOn; index += 1) {
      this.#spend(1);
      items.push(this.copy(values[index], `${path}/${index}`, depth + 1));
    }
    return items;
  }

  #members(value: object, path: string, depth: number): DataObject {
    this.#spend(2);
    const members: Record<string, Data> = {};
    for (const [name, member] of Object.entries(value) as [string, unknown][]) {
      if (!this.#goesOn) break;
      if (member === undefined) continue;
      const place = memberPath(path, name);
      if (name === '__proto__') this.#refuse(place, 'propertyNames', 'is not allowed as a name');
      else members[this.#text(name)] = this.copy(member, place, depth + 1);
      this.#spend(2);
    }
    return members;
  }

  #text(text: string): string {
    if (text.length > this.#limits.maxBytes) {
      this.#spend(text.length);
      return '';
    }
    const whole = text.replace(/\p{Surrogate}/gu, '\uFFFD');
    this.#spend(Buffer.byteLength(JSON.stringify(whole)));
    return whole;
  }

  #number(value: number, path: string): Data {
    if (!Number.isFinite(value))
      return this.#refuse(path, 'type', 'expected a number that a 64-bit float holds exactly');
    this.#spend(String(value).length);
    return value;
  }

  #jsonNumber(value: JsonNumber, path: string): Data {
    try {
      return this.#number(plainJson(value) as number, path);
    } catch (error) {
      if (error instanceof JsonError) return this.#number(Number.NaN, path);
      throw error;
    }
  }

  #null(): null {
    this.#spend(4);
    return null;
  }

  #refuse(path: string, keyword: string, message: string): null {
    this.faults.push({ path, keyword, message });
    return null;
  }

  /** Past the limit there is one more fault, and the loops end. */
  #spend(bytes: number): void {
    const { maxBytes } = this.#limits;
    const isWithin = this.#bytes <= maxBytes;
    this.#bytes += bytes;
    if (isWithin && this.#bytes > maxBytes) this.#refuse('', 'maxBytes', `may not be larger than ${maxBytes} bytes`);
  }

  get #goesOn(): boolean {
    return this.#bytes <= this.#limits.maxBytes && this.faults.length < maxFaults;
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function hasToJson(value: object): value is { toJSON(): unknown } {
  return 'toJSON' in value && typeof value.toJSON === 'function';
}

function isSafe(value: bigint): boolean {
  return value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER);
}
