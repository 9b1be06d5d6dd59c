import { JsonError, JsonNumber, plainJson, type SchemaError } from '@manglecp/protocol';
import type { Data, DataObject } from './data.js';
import { memberPath } from './member-path.js';

export interface CopyLimits {
  /** Of the data as compact JSON. */
  readonly maxBytes: number;
  readonly maxDepth: number;
  /** Of lists, objects and what is in them; any number by default. */
  readonly maxValues?: number;
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
  return { data: copier.copy(value), faults: copier.faults };
}

const maxFaults = 50;

/** As long in JSON as it is, but for its quotes. */
const plainText = /^[ !#-[\]-~]*$/;

class Copier {
  readonly faults: SchemaError[] = [];
  readonly #limits: CopyLimits;
  /** Where the value at hand is: names and indexes. A path is made of it only where there is a fault. */
  readonly #place: (string | number)[] = [];
  #bytes = 0;
  #values = 0;

  constructor(limits: CopyLimits) {
    this.#limits = limits;
  }

  copy(value: unknown): Data {
    this.#values += 1;
    if (this.#values === this.#maxValues + 1)
      this.#refuseAll('maxValues', `may not have more than ${this.#maxValues} values`);
    switch (typeof value) {
      case 'string':
        return this.#text(value);
      case 'boolean':
        this.#spend(5);
        return value;
      case 'number':
        return this.#number(value);
      case 'bigint':
        return this.#number(isSafe(value) ? Number(value) : Number.NaN);
      case 'object':
        return isObject(value) ? this.#object(value) : this.#null();
      default:
        return this.#refuse('type', `expected JSON, got ${typeof value}`);
    }
  }

  #object(value: object): Data {
    if (value instanceof JsonNumber) return this.#jsonNumber(value);
    if (!hasToJson(value)) return this.#container(value);
    const given = value.toJSON();
    // What it gives is not asked again, since it may be the object itself.
    return isObject(given) ? this.#container(given) : this.copy(given);
  }

  #container(value: object): Data {
    if (this.#place.length >= this.#limits.maxDepth) {
      return this.#refuse('maxDepth', `may not be deeper than ${this.#limits.maxDepth} levels`);
    }
    if (Array.isArray(value)) return this.#list(value);
    // Maps, errors, promises and the like have a tag of their own and content that is not in their members.
    const tag = Object.prototype.toString.call(value).slice('[object '.length, -1);
    return tag === 'Object' ? this.#members(value) : this.#refuse('type', `expected JSON, got ${tag}`);
  }

  #list(values: readonly unknown[]): Data {
    this.#spend(2);
    const items: Data[] = [];
    // By index, because holes are to be seen.
    for (let index = 0; index < values.length && this.#goesOn; index += 1) {
      this.#spend(1);
      this.#place.push(index);
      items.push(this.copy(values[index]));
      this.#place.pop();
    }
    return items;
  }

  #members(value: object): DataObject {
    this.#spend(2);
    const members: Record<string, Data> = {};
    for (const name of Object.keys(value)) {
      if (!this.#goesOn) break;
      const member = (value as Readonly<Record<string, unknown>>)[name];
      if (member === undefined) continue;
      this.#place.push(name);
      if (name === '__proto__') this.#refuse('propertyNames', 'is not allowed as a name');
      else members[this.#text(name)] = this.copy(member);
      this.#place.pop();
      this.#spend(2);
    }
    return members;
  }

  #text(text: string): string {
    if (text.length > this.#limits.maxBytes) {
      this.#spend(text.length);
      return '';
    }
    if (plainText.test(text)) {
      this.#spend(text.length + 2);
      return text;
    }
    // Halves can only be where pairs could; most texts have none, and looking for halves takes long.
    const whole = /[\uD800-\uDFFF]/.test(text) ? text.replace(/\p{Surrogate}/gu, '\uFFFD') : text;
    this.#spend(Buffer.byteLength(JSON.stringify(whole)));
    return whole;
  }

  #number(value: number): Data {
    if (!Number.isFinite(value)) return this.#refuse('type', 'expected a number that a 64-bit float holds exactly');
    this.#spend(String(value).length);
    return value;
  }

  #jsonNumber(value: JsonNumber): Data {
    try {
      return this.#number(plainJson(value) as number);
    } catch (error) {
      if (error instanceof JsonError) return this.#number(Number.NaN);
      throw error;
    }
  }

  #null(): null {
    this.#spend(4);
    return null;
  }

  #refuse(keyword: string, message: string): null {
    const path = this.#place.reduce<string>((place, name) => memberPath(place, String(name)), '');
    this.faults.push({ path, keyword, message });
    return null;
  }

  /** What is wrong with all of it together. */
  #refuseAll(keyword: string, message: string): void {
    this.faults.push({ path: '', keyword, message });
  }

  get #maxValues(): number {
    return this.#limits.maxValues ?? Infinity;
  }

  /** Past the limit there is one more fault, and the loops end. */
  #spend(bytes: number): void {
    const { maxBytes } = this.#limits;
    const isWithin = this.#bytes <= maxBytes;
    this.#bytes += bytes;
    if (isWithin && this.#bytes > maxBytes) this.#refuseAll('maxBytes', `may not be larger than ${maxBytes} bytes`);
  }

  get #goesOn(): boolean {
    return this.#bytes <= this.#limits.maxBytes && this.#values <= this.#maxValues && this.faults.length < maxFaults;
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
