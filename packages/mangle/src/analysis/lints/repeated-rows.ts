import type { PredicateKey, ProgramBatch, SourceFact } from '../../program/program.js';
import { argsAt } from '../../value/fact-batch.js';
import type { Producers } from './producers.js';

/**
 * The facts that were read in bulk and have an equal among the facts of the program, wherever that stands. They are
 * few, so that they can be read again one by one.
 */
export function repeatedInBatches(producers: ReadonlyMap<PredicateKey, Producers>): SourceFact[] {
  return Array.from(producers.values()).flatMap(({ facts, batches }) =>
    batches.length === 0 ? [] : repeatedRows(batches, facts).map(({ batch, row }) => sourceFact(batch, row)),
  );
}

function sourceFact({ predicate, facts }: ProgramBatch, row: number): SourceFact {
  return { predicate, args: argsAt(facts, row), clause: facts.clauseAt(row) };
}

interface Place {
  readonly batch: ProgramBatch;
  readonly row: number;
}

function repeatedRows(batches: readonly ProgramBatch[], facts: readonly SourceFact[]): Place[] {
  const rows = new DistinctRows(batches);
  const repeated = new Set<number>();
  for (let row = 0; row < rows.count; row++) {
    const first = rows.enter(row);
    if (first !== row) repeated.add(first).add(row);
  }
  const values = batches[0]?.facts.values;
  for (const { args } of facts) {
    const ids = args.map((value) => values?.find(value) ?? noId);
    const first = ids.includes(noId) ? -1 : rows.find(ids);
    if (first !== -1) repeated.add(first);
  }
  return Array.from(repeated, (row) => rows.placeOf(row));
}

/** No value has this id. */
const noId = 0x7fffffff;

/** The rows of several batches of one predicate, numbered through, in a hash table. */
class DistinctRows {
  readonly count: number;
  readonly #batches: readonly ProgramBatch[];
  readonly #columns: readonly Int32Array[];
  /** Row plus one; 0 is free. */
  readonly #slots: Int32Array;
  readonly #wanted: Int32Array;

  constructor(batches: readonly ProgramBatch[]) {
    this.#batches = batches;
    this.count = batches.reduce((sum, { facts }) => sum + facts.count, 0);
    this.#columns = joinedColumns(batches, this.count);
    this.#wanted = new Int32Array(this.#columns.length);
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(2 * this.count + 1)));
  }

  /** Enters a row; gives the first one that equals it, which may be itself. */
  enter(row: number): number {
    for (let column = 0; column < this.#columns.length; column++)
      this.#wanted[column] = this.#columns[column]?.[row] ?? 0;
    const slot = this.#slotOfWanted();
    const first = (this.#slots[slot] ?? 0) - 1;
    if (first !== -1) return first;
    this.#slots[slot] = row + 1;
    return row;
  }

  /** The first row with these values, or -1. */
  find(values: readonly number[]): number {
    this.#wanted.set(values);
    return (this.#slots[this.#slotOfWanted()] ?? 0) - 1;
  }

  placeOf(row: number): Place {
    let before = 0;
    for (const batch of this.#batches) {
      if (row < before + batch.facts.count) return { batch, row: row - before };
      before += batch.facts.count;
    }
    throw new RangeError(`there is no row ${row}`);
  }

  /** Where the wanted values are, or where they would go. */
  #slotOfWanted(): number {
    const mask = this.#slots.length - 1;
    const wanted = this.#wanted;
    let hash = 0;
    for (let column = 0; column < wanted.length; column++) hash = mix(hash, wanted[column] ?? 0);
    let slot = (hash ^ (hash >>> 15)) & mask;
    for (let row = this.#slots[slot] ?? 0; row !== 0; row = this.#slots[slot] ?? 0) {
      if (this.#isWanted(row - 1)) return slot;
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  #isWanted(row: number): boolean {
    const wanted = this.#wanted;
    for (let column = 0; column < wanted.length; column++) {
      if (this.#columns[column]?.[row] !== wanted[column]) return false;
    }
    return true;
  }
}

function mix(hash: number, value: number): number {
  const mixed = Math.imul(hash ^ value, 0x9e3779b1);
  return (mixed << 13) | (mixed >>> 19);
}

function joinedColumns(batches: readonly ProgramBatch[], count: number): readonly Int32Array[] {
  const [first] = batches;
  if (first === undefined) return [];
  if (batches.length === 1) return first.facts.columns;
  return first.facts.columns.map((_, column) => {
    const joined = new Int32Array(count);
    let at = 0;
    for (const { facts } of batches) {
      joined.set(facts.columns[column] ?? [], at);
      at += facts.count;
    }
    return joined;
  });
}
