import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Relation } from './relation.js';

describe('a relation', () => {
  it('keeps each row once', () => {
    const relation = new Relation(2);
    expect([relation.add([1, 2]), relation.add([1, 3]), relation.add([1, 2])]).toEqual([0, 1, -1]);
    expect(relation.size).toBe(2);
  });

  it('without columns holds one row at most', () => {
    const relation = new Relation(0);
    expect([relation.find([]), relation.add([]), relation.add([]), relation.find([])]).toEqual([-1, 0, -1, 0]);
  });

  it('calls the rows of the last round recent and older ones stable', () => {
    const relation = new Relation(1);
    relation.add([1]);
    expect(relation.advance(7)).toBe(true);
    expect([relation.stable, relation.recent]).toEqual([0, 1]);
    relation.add([2]);
    relation.add([3]);
    expect(relation.advance(9)).toBe(true);
    expect([relation.stable, relation.recent]).toEqual([1, 3]);
    expect(relation.advance(10)).toBe(false);
    expect([0, 1, 2, 3].map((row) => relation.stamp(row))).toEqual([7, 9, 9, Infinity]);
  });

  it('knows the dead from the living after it has grown', () => {
    const relation = new Relation(1);
    relation.add([0]);
    relation.kill(0);
    for (let value = 1; value < 100; value++) relation.add([value]);
    const dead = Array.from({ length: 100 }, (_, row) => row).filter((row) => relation.isDead(row));
    expect([dead, relation.liveSize, relation.death?.[99]]).toEqual([[0], 99, 0]);
  });

  it('takes rows again and again after death', () => {
    const relation = new Relation(1);
    for (let version = 1; version <= 200; version++) {
      expect(relation.addAgain([version % 3])).toBe(version - 1);
      relation.kill(version - 1, version);
    }
    expect([relation.liveSize, relation.findAt([2], 5, 4), relation.findAt([2], 5, 5)]).toEqual([0, 4, -1]);
  });

  it('shows a dead row to those who read an older version, and lets its values come again', () => {
    const relation = new Relation(1);
    relation.add([5]);
    relation.kill(0, 2);
    expect([relation.findAt([5], 1, 1), relation.findAt([5], 1, 2)]).toEqual([0, -1]);
    expect(relation.addAgain([5])).toBe(1);
    expect([relation.findAt([5], 1, 1), relation.findAt([5], 2, 2), relation.liveSize]).toEqual([0, 1, 1]);
  });
});

/** Ids that lie close together, as those of a graph do, or far apart; small integers have negative ones. */
const dense = fc.integer({ min: -20, max: 20 });
const sparse = fc.oneof(dense, fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }));

describe.each([1, 2, 3, 4])('a relation of %i columns', (width) => {
  const rowOf = (id: fc.Arbitrary<number>): fc.Arbitrary<number[]> =>
    fc.array(id, { minLength: width, maxLength: width });
  // Long enough for tables to grow and for pairs to become a matrix, which the far rows at the end break up again.
  const rows = fc
    .tuple(fc.array(rowOf(dense), { maxLength: 1200, size: 'max' }), fc.array(rowOf(sparse), { maxLength: 30 }))
    .map(([near, far]) => [...near, ...far]);

  it('has exactly the rows that were added', () => {
    fc.assert(
      fc.property(rows, fc.array(rowOf(sparse), { maxLength: 20 }), (all, others) => {
        const relation = new Relation(width);
        const known = new Map<string, number>();
        for (const row of all) {
          const isNew = !known.has(row.join());
          expect(relation.add(row)).toBe(isNew ? known.size : -1);
          if (isNew) known.set(row.join(), known.size);
        }
        for (const row of [...all, ...others]) {
          expect(relation.find(row)).toBe(known.get(row.join()) ?? -1);
          expect(relation.has(row)).toBe(known.has(row.join()));
        }
      }),
      { numRuns: 40 },
    );
  });

  it('takes rows from an array as it takes them one by one, and stops after one more than the most', () => {
    fc.assert(
      fc.property(rows, fc.nat(1000), fc.integer({ min: 1, max: 300 }), (all, most, size) => {
        const [together, apart] = [new Relation(width), new Relation(width)];
        for (let at = 0; at < all.length; at += size) {
          const part = all.slice(at, at + size);
          const added = together.addAll(Int32Array.from(part.flat()), part.length, most);
          let expected = 0;
          for (const row of part) if (expected <= most && apart.add(row) !== -1) expected++;
          expect(added).toBe(expected);
        }
        expect(together.columns.map((column) => [...column.subarray(0, together.size)])).toEqual(
          apart.columns.map((column) => [...column.subarray(0, apart.size)]),
        );
        expect(all.map((row) => together.find(row))).toEqual(all.map((row) => apart.find(row)));
      }),
      { numRuns: 40 },
    );
  });

  it('has the same rows if they come by column, in any order and some of them in ascending order', () => {
    const few = fc.array(rowOf(dense), { maxLength: 4 });
    const cuts = fc.tuple(fc.nat(), fc.nat());
    fc.assert(
      fc.property(few, rows, cuts, fc.boolean(), (before, all, [first, second], isReserved) => {
        const [cut, end] = [first % (all.length + 1), second % (all.length + 1)].toSorted((a, b) => a - b) as [
          number,
          number,
        ];
        const given = [...all.slice(0, end).toSorted(compareRows), ...all.slice(end)];
        const columns = Array.from({ length: width }, (_, column) => Int32Array.from(given, (row) => row[column] ?? 0));
        const relation = new Relation(width);
        const other = new Relation(width);
        for (const row of [...before, ...given]) other.add(row);
        for (const row of before) relation.add(row);
        if (isReserved) relation.reserve(given.length);
        relation.addColumns(columns, 0, cut);
        relation.addColumns(columns, cut, given.length);
        expect(relation.size).toBe(other.size);
        for (let row = 0; row < other.size; row++) {
          expect(relation.row(row)).toEqual(other.row(row));
          expect(relation.find(other.row(row))).toBe(row);
        }
        for (const row of all) expect(relation.add(row)).toBe(-1);
      }),
      { numRuns: 40 },
    );
  });

  it('finds by any columns exactly the rows that a search of all rows finds, the newest first', () => {
    const columns = fc.subarray(
      Array.from({ length: width }, (_, at) => at),
      { minLength: 1 },
    );
    fc.assert(
      fc.property(rows, columns, fc.nat(1200), rowOf(dense), (all, key, split, wanted) => {
        const relation = new Relation(width);
        for (const row of all.slice(0, split)) relation.add(row);
        relation.index(key);
        for (const row of all.slice(split)) relation.add(row);
        const index = relation.index(key);
        const values = key.map((column) => wanted[column] ?? 0);
        const found: number[] = [];
        for (let row = index.first(values); row !== -1; row = index.next(row)) found.push(row);
        const expected = Array.from({ length: relation.size }, (_, row) => row)
          .filter((row) => key.every((column) => relation.at(row, column) === wanted[column]))
          .reverse();
        expect(found).toEqual(expected);
      }),
      { numRuns: 40 },
    );
  });
});

function compareRows(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, column) => value !== b[column]);
  return at === -1 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

it.each([1, -1, 3, -3, 7, -7, 12, -12])('an index is seldom made anew when keys come in steps of %i', (step) => {
  const relation = new Relation(2);
  const tables = new Set<Int32Array>();
  for (let row = 0; row < 4000; row++) {
    relation.add([row * step, row]);
    const index = relation.index1(0);
    tables.add(index.heads);
    expect(index.first1(row * step)).toBe(row);
  }
  expect(tables.size).toBeLessThan(40);
  for (let row = 0; row < 4000; row++) expect(relation.index1(0).first1(row * step)).toBe(row);
});
