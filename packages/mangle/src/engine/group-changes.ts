import type { Accumulation } from '../plan/accumulation.js';
import type { FactView } from '../store/fact-view.js';
import { Relation } from '../store/relation.js';
import type { ValueTable } from '../store/value-table.js';

/** What becomes of the fact that an aggregation has for a group. */
export interface GroupChange {
  /** The row of the base with the old result, or -1 if there was no such group. */
  readonly old: number;
  /** The new result; absent if no row of the group is left. */
  readonly result?: Int32Array;
}

export interface GroupChanges {
  readonly changes: readonly GroupChange[];
  /** The keys of groups whose results need all their rows. */
  readonly rest: Relation;
}

/**
 * Brings the groups of an aggregation up to date. The rows in `gained` and `lost` have the keys, then the arguments of
 * the reducers, then whatever tells them apart.
 */
export function accumulate(
  accumulation: Accumulation,
  gained: Relation,
  lost: Relation,
  rows: FactView,
  table: ValueTable,
): GroupChanges {
  const { keyColumns } = accumulation;
  const groups = new Map<string, Group>();
  const groupOf = (relation: Relation, row: number): Group => {
    const key = keyColumns.map((_, column) => relation.at(row, column));
    const name = key.join();
    const known = groups.get(name);
    if (known !== undefined) return known;
    const group = new Group(accumulation, key, table);
    groups.set(name, group);
    return group;
  };
  for (let row = 0; row < gained.size; row++) groupOf(gained, row).take(gained, row, 1);
  for (let row = 0; row < lost.size; row++) groupOf(lost, row).take(lost, row, -1);
  const changes: GroupChange[] = [];
  const rest = new Relation(keyColumns.length);
  for (const group of groups.values()) {
    const change = group.change(rows);
    if (change === undefined) rest.add(group.key);
    else changes.push(change);
  }
  return { changes, rest };
}

/** What came to a group and went from it. */
class Group {
  readonly key: readonly number[];
  readonly #accumulation: Accumulation;
  readonly #table: ValueTable;
  #gained = 0;
  #lost = 0;
  /** By let: what is to be added to a sum, and the least and greatest numbers that came and went. */
  readonly #sums: bigint[];
  readonly #came: (bigint | undefined)[];
  readonly #went: (bigint | undefined)[];
  /** Whether a value turned up that is no number. */
  #isOdd = false;

  constructor(accumulation: Accumulation, key: readonly number[], table: ValueTable) {
    this.#accumulation = accumulation;
    this.key = key;
    this.#table = table;
    this.#sums = accumulation.lets.map(() => 0n);
    this.#came = accumulation.lets.map(() => undefined);
    this.#went = accumulation.lets.map(() => undefined);
  }

  take(relation: Relation, row: number, sign: 1 | -1): void {
    if (sign === 1) this.#gained++;
    else this.#lost++;
    let column = this.key.length;
    this.#accumulation.lets.forEach(({ kind }, at) => {
      if (kind === 'count') return;
      const id = relation.at(row, column++);
      if (this.#table.kindOf(id) !== 'number') {
        this.#isOdd = true;
        return;
      }
      const value = this.#table.bigOf(id);
      this.#sums[at] = (this.#sums[at] ?? 0n) + (sign === 1 ? value : -value);
      const seen = sign === 1 ? this.#came : this.#went;
      seen[at] = extreme(kind, seen[at], value);
    });
  }

  /** What becomes of the group's fact; undefined if that takes all its rows. */
  change(rows: FactView): GroupChange | undefined {
    const { keyColumns, lets, constants } = this.#accumulation;
    if (this.#isOdd) return undefined;
    const old = this.#oldRow(rows);
    if (old === undefined) return undefined;
    const count = lets.findIndex(({ kind }) => kind === 'count');
    if (this.#lost > 0 && (count === -1 || old === -1)) return undefined;
    const result = new Int32Array(rows.width);
    keyColumns.forEach((column, at) => (result[column] = this.key[at] ?? 0));
    for (const { column, value } of constants) result[column] = this.#table.intern(value);
    for (const [at, { kind, column }] of lets.entries()) {
      const value = this.#updated(kind, at, old === -1 ? undefined : rows.at(old, column));
      if (value === undefined) return undefined;
      if (kind === 'count' && value === 0n) return { old };
      result[column] = this.#table.int(value);
    }
    return { old, result };
  }

  /** The row of the base with the group's old result, -1 if it had none; undefined if that cannot be told. */
  #oldRow(rows: FactView): number | undefined {
    const { base } = rows;
    if (base === undefined) return -1;
    const { keyColumns } = this.#accumulation;
    let found = -1;
    const consider = (row: number): boolean => {
      if (row >= base.limit || !rows.isInBase(row)) return true;
      if (found !== -1 || base.relation.isGiven(row)) return false;
      found = row;
      return true;
    };
    if (keyColumns.length === 0) {
      for (let row = 0; row < base.limit; row++) if (!consider(row)) return undefined;
      return found;
    }
    const columns = keyColumns.toSorted((a, b) => a - b);
    const values = columns.map((column) => this.key[keyColumns.indexOf(column)] ?? 0);
    const index = base.relation.index(columns);
    for (let row = index.first(values); row !== -1; row = index.next(row)) if (!consider(row)) return undefined;
    return found;
  }

  /** A result after the change; undefined if it takes all rows to tell. */
  #updated(kind: 'count' | 'sum' | 'max' | 'min', at: number, oldId: number | undefined): bigint | undefined {
    if (oldId !== undefined && this.#table.kindOf(oldId) !== 'number') return undefined;
    const old = oldId === undefined ? undefined : this.#table.bigOf(oldId);
    if (kind === 'count') return (old ?? 0n) + BigInt(this.#gained - this.#lost);
    if (kind === 'sum') return BigInt.asIntN(64, (old ?? 0n) + (this.#sums[at] ?? 0n));
    // The extreme itself may have gone, and then any other row may be the next.
    const went = this.#went[at];
    if (went !== undefined && went === old) return undefined;
    const came = this.#came[at];
    if (came === undefined) return old;
    return old === undefined ? came : extreme(kind, old, came);
  }
}

function extreme(kind: 'sum' | 'max' | 'min' | 'count', known: bigint | undefined, value: bigint): bigint {
  if (known === undefined) return value;
  return (kind === 'min') === value < known ? value : known;
}
