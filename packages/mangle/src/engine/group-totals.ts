import type { GroupPlan, TotalPlan } from '../plan/plan.js';
import type { PredicateKey } from '../program/program.js';
import { finish, mix } from '../store/hash.js';
import { intOf, noValue } from '../value/value-id.js';
import { checkGroupedRows } from './budget.js';
import { intMade } from './calls.js';
import { createReader, type OperandContext, type Reader } from './operands.js';

/** Up to here sums of whole numbers are exact. */
const exactLimit = 2 ** 52;

/**
 * The groups of an aggregation whose results grow from row to row, so that no row is kept: sums, counts and extremes of
 * small integers. Groups are numbered in order of first appearance.
 */
export class GroupTotals {
  readonly #predicate: PredicateKey;
  readonly #plan: GroupPlan;
  readonly #group: OperandContext;
  readonly #totalPlans: readonly TotalPlan[];
  /** The places of keys and reduced values in a row; -1 if rows are counted. */
  readonly #keyPlaces: readonly number[];
  readonly #valuePlaces: readonly number[];
  readonly #starts: readonly number[];
  /** For each let what reads its value from the group's registers, unless it is a total. */
  readonly #readers: readonly (Reader | undefined)[];
  /** A group plus one, by the hash of its key; 0 is free. */
  #slots = new Int32Array(2 * firstCapacity);
  /** The values of each key, by group. */
  readonly #keys: Int32Array[];
  /** By total, then by group: sums and counts as they are, extremes as ids. */
  readonly #totals: Float64Array[];
  /** The key of the row that is being added. */
  readonly #key: Int32Array;
  /** Whether a value turned up that is no small integer, or a sum grew large: then all rows are needed. */
  isOdd = false;
  /** How many solutions were added; the limit is that of aggregations that keep them. */
  #rowCount = 0;
  #count = 0;
  #given = 0;

  /** The keys and lets of the current group are written to the registers of `group`. */
  constructor(plan: GroupPlan, totals: readonly TotalPlan[], predicate: PredicateKey, group: OperandContext) {
    this.#predicate = predicate;
    this.#plan = plan;
    this.#totalPlans = totals;
    this.#starts = totals.map(({ kind }) => starts[kind]);
    this.#keyPlaces = plan.keys.map((register) => plan.kept.indexOf(register));
    this.#valuePlaces = totals.map(({ register }) => plan.kept.indexOf(register));
    this.#group = group;
    this.#readers = plan.lets.map(({ reducer, args: [value] }) =>
      reducer === undefined && value !== undefined ? createReader(value, group) : undefined,
    );
    this.#keys = plan.keys.map(() => new Int32Array(firstCapacity));
    this.#totals = totals.map(() => new Float64Array(firstCapacity));
    this.#key = new Int32Array(plan.keys.length);
  }

  reset(): void {
    this.#slots.fill(0);
    this.isOdd = false;
    this.#rowCount = 0;
    this.#count = 0;
    this.#given = 0;
  }

  /** Adds solutions, as rows of what is kept of them; after an odd one none counts any more. */
  addAll(rows: Int32Array, count: number): void {
    // A row without values takes one number as well.
    const width = Math.max(1, this.#plan.kept.length);
    const key = this.#key;
    this.#rowCount += count;
    checkGroupedRows(this.#rowCount, this.#predicate, this.#group.table.maxMade);
    for (let at = 0; at < count && !this.isOdd; at++) {
      const start = at * width;
      for (let place = 0; place < key.length; place++)
        key[place] = rows[start + (this.#keyPlaces[place] ?? 0)] ?? noValue;
      const slot = this.#slotOf(key);
      const known = (this.#slots[slot] ?? 0) - 1;
      const group = known === -1 ? this.#create(slot) : known;
      for (let total = 0; total < this.#totals.length; total++) {
        const place = this.#valuePlaces[total] ?? -1;
        this.#addTo(total, group, place === -1 ? countedId : (rows[start + place] ?? noValue));
      }
    }
  }

  #addTo(at: number, group: number, id: number): void {
    const totals = this.#totals[at] ?? noTotals;
    const total = totals[group] ?? 0;
    // Small integers have negative ids; their order is that of the ids.
    if (id >= 0) this.isOdd = true;
    else
      switch (this.#totalPlans[at]?.kind) {
        case 'min':
          if (id < total) totals[group] = id;
          break;
        case 'max':
          if (id > total) totals[group] = id;
          break;
        case 'sum':
          totals[group] = total + intOf(id);
          if (Math.abs(total + intOf(id)) > exactLimit) this.isOdd = true;
          break;
        default:
          totals[group] = total + 1;
      }
  }

  /** A new group for the key of the row, which belongs in a slot. */
  #create(slot: number): number {
    const group = this.#count++;
    this.#slots[slot] = group + 1;
    for (let at = 0; at < this.#key.length; at++) (this.#keys[at] ?? noKeys)[group] = this.#key[at] ?? noValue;
    for (let at = 0; at < this.#totals.length; at++) (this.#totals[at] ?? noTotals)[group] = this.#starts[at] ?? 0;
    if (2 * this.#count === this.#slots.length) this.#grow();
    return group;
  }

  /** Calls `emit` for each of the next `count` groups; tells whether there are more. */
  give(count: number, emit: () => void): boolean {
    const { registers } = this.#group;
    const end = Math.min(this.#given + count, this.#count);
    for (; this.#given < end; this.#given++) {
      for (let at = 0; at < this.#keys.length; at++) registers[at] = this.#keys[at]?.[this.#given] ?? noValue;
      this.#giveLets(this.#given, registers);
      emit();
    }
    return end < this.#count;
  }

  #giveLets(group: number, registers: Int32Array): void {
    const { keys, lets } = this.#plan;
    let next = 0;
    for (let at = 0; at < lets.length; at++) {
      const read = this.#readers[at];
      registers[keys.length + at] = read === undefined ? this.#result(next++, group) : read();
    }
  }

  #result(at: number, group: number): number {
    const total = this.#totals[at]?.[group] ?? 0;
    const plan = this.#totalPlans[at];
    if (plan === undefined || plan.kind === 'min' || plan.kind === 'max') return total;
    return intMade(this.#group.table, total, plan.span);
  }

  #grow(): void {
    const capacity = this.#slots.length;
    for (const [at, column] of this.#keys.entries()) {
      this.#keys[at] = new Int32Array(capacity);
      this.#keys[at]?.set(column);
    }
    for (const [at, column] of this.#totals.entries()) {
      this.#totals[at] = new Float64Array(capacity);
      this.#totals[at]?.set(column);
    }
    this.#slots = new Int32Array(2 * capacity);
    const key = new Int32Array(this.#keys.length);
    for (let group = 0; group < this.#count; group++) {
      this.#keys.forEach((column, at) => (key[at] = column[group] ?? noValue));
      this.#slots[this.#slotOf(key)] = group + 1;
    }
  }

  /** The slot of the group with a key, or the free one where it belongs. */
  #slotOf(key: Int32Array): number {
    let hash = 0;
    for (let at = 0; at < key.length; at++) hash = mix(hash, key[at] ?? 0);
    const mask = this.#slots.length - 1;
    for (let slot = finish(hash) & mask; ; slot = (slot + 1) & mask) {
      const group = (this.#slots[slot] ?? 0) - 1;
      if (group === -1 || this.#hasKey(group, key)) return slot;
    }
  }

  #hasKey(group: number, key: Int32Array): boolean {
    for (let at = 0; at < key.length; at++) if (this.#keys[at]?.[group] !== key[at]) return false;
    return true;
  }
}

const firstCapacity = 16;

/** What each total is before the first row. */
const starts: Readonly<Record<TotalPlan['kind'], number>> = { count: 0, sum: 0, min: Infinity, max: -Infinity };

/** Stands for the value of a row that is counted. */
const countedId = -1;
const noKeys = new Int32Array(0);
const noTotals = new Float64Array(0);
