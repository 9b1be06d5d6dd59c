import type { FactBatch, FactValues } from '../value/fact-batch.js';
import { nameValue } from '../value/make.js';
import { anyType, basicTypes, isBasicKind, prefixType, type Row, singletonType, type Type, typeText } from './type.js';
import { literalType, type Vocabulary } from './vocabulary.js';

/** The types of one fact of a batch. */
export interface TypedRow {
  readonly row: number;
  readonly types: Row;
}

/**
 * Finds the types of facts that were read in bulk: `literalType` for the ids of a table, each distinct one once, and
 * without making a `Value` of it where its kind says enough.
 */
export class LiteralTypes {
  readonly #vocabulary: Vocabulary;
  readonly #values: FactValues;
  /** Distinct types; everywhere else they are numbers into this list. */
  readonly #types: Type[] = [];
  readonly #numbers = new Map<string, number>();
  /** By id, the number of its type plus one; small, so that it stays in the cache. */
  #known = new Uint16Array(1024);
  readonly #knownIntegers = new Map<number, number>();
  readonly #integer: number | undefined;
  readonly #name: number;
  /** The types of collections by the types of their parts. */
  readonly #shapes = new Map<string, number>();
  /** The longest first. */
  readonly #prefixes: readonly { readonly beginning: string; readonly number: number }[];

  constructor(vocabulary: Vocabulary, values: FactValues) {
    this.#vocabulary = vocabulary;
    this.#values = values;
    this.#integer = vocabulary.singletons.has('number') ? undefined : this.#numberOfType(basicTypes.number);
    this.#name = this.#numberOfType(basicTypes.name);
    this.#prefixes = [...vocabulary.prefixes]
      .sort((a, b) => b.length - a.length)
      .map((prefix) => ({ beginning: `${prefix}/`, number: this.#numberOfType(prefixType(prefix)) }));
    for (const text of vocabulary.singletons.get('name') ?? []) {
      const id = values.find(nameValue(text));
      if (id !== undefined) this.#note(id, this.#numberOfType(singletonType(nameValue(text))));
    }
  }

  /** The facts of a batch whose types no fact of the batch before them has. */
  distinctRows({ columns, count }: FactBatch): TypedRow[] {
    const found: TypedRow[] = [];
    const seen = new Map<number, number>();
    const numbers = new Int32Array(columns.length).fill(-1);
    for (let row = 0; row < count; row++) {
      let isNew = false;
      for (let column = 0; column < columns.length; column++) {
        const number = this.#numberOf(columns[column]?.[row] ?? 0);
        if (numbers[column] === number) continue;
        numbers[column] = number;
        isNew = true;
      }
      if (!isNew || !enter(seen, numbers)) continue;
      found.push({ row, types: Array.from(numbers, (number) => this.#types[number] ?? anyType) });
    }
    return found;
  }

  #numberOf(id: number): number {
    if (id < 0) return this.#integer ?? this.#knownIntegers.get(id) ?? this.#addInteger(id);
    const known = id < this.#known.length ? (this.#known[id] ?? 0) : 0;
    return known === 0 ? this.#add(id) : known - 1;
  }

  #add(id: number): number {
    return this.#note(id, this.#find(id));
  }

  #addInteger(id: number): number {
    const number = this.#find(id);
    this.#knownIntegers.set(id, number);
    return number;
  }

  #find(id: number): number {
    const kind = this.#values.kindOf(id);
    if (kind === 'name')
      return this.#prefixes.find((each) => this.#values.startsWith(id, each.beginning))?.number ?? this.#name;
    if (isBasicKind(kind)) {
      const isPlain = !this.#vocabulary.singletons.has(kind);
      return this.#numberOfType(isPlain ? basicTypes[kind] : literalType(this.#vocabulary, this.#values.get(id)));
    }
    const shape = `${kind} ${this.#partsText(id, kind === 'struct')}`;
    const number = this.#shapes.get(shape) ?? this.#numberOfType(literalType(this.#vocabulary, this.#values.get(id)));
    this.#shapes.set(shape, number);
    return number;
  }

  /** The numbers of the types of all parts; of a struct also the labels, on which the type depends. */
  #partsText(id: number, isStruct: boolean): string {
    let text = '';
    for (let at = 0; at < this.#values.partCount(id); at++) {
      const part = this.#values.part(id, at);
      text += isStruct && at % 2 === 0 ? `${part}:` : `${this.#numberOf(part)} `;
    }
    return text;
  }

  #note(id: number, number: number): number {
    if (number >= maxKnown) return number;
    if (id >= this.#known.length) {
      const larger = new Uint16Array(Math.max(id + 1, 2 * this.#known.length));
      larger.set(this.#known);
      this.#known = larger;
    }
    this.#known[id] = number + 1;
    return number;
  }

  #numberOfType(type: Type): number {
    const text = typeText(type);
    let number = this.#numbers.get(text);
    if (number === undefined) {
      number = this.#types.push(type) - 1;
      this.#numbers.set(text, number);
    }
    return number;
  }
}

/** Further types are found again each time; nobody has so many. */
const maxKnown = 0xffff;

/** Nodes times types stay exact numbers. */
const maxTypes = 2 ** 26;

/** Enters a row of numbers into a tree, whose edges are kept by node and number; false if it was there. */
function enter(tree: Map<number, number>, row: Int32Array): boolean {
  let node = 0;
  let isNew = false;
  for (const number of row) {
    const edge = node * maxTypes + number;
    let next = tree.get(edge);
    if (next === undefined) {
      next = tree.size + 1;
      tree.set(edge, next);
      isNew = true;
    }
    node = next;
  }
  return isNew;
}
