import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Relation } from './relation.js';

describe('a relation', () => {
  it('keeps each row once', () => {
    const relation = new Relation(2);
    expect([relation.add([1, 2], 0), relation.add([1, 3], 0), relation.add([1, 2], 0)]).toEqual([0, 1, -1]);
    expect(relation.size).toBe(2);
  });

  it('without columns holds one row at most', () => {
    const relation = new Relation(0);
    expect([relation.find([]), relation.add([], 0), relation.add([], 0), relation.find([])]).toEqual([-1, 0, -1, 0]);
  });

  it('calls the rows of the last round recent and older ones stable', () => {
    const relation = new Relation(1);
    relation.add([1], 0);
    expect(relation.advance()).toBe(true);
    expect([relation.stable, relation.recent]).toEqual([0, 1]);
    relation.add([2], 0);
    relation.add([3], 0);
    expect(relation.advance()).toBe(true);
    expect([relation.stable, relation.recent]).toEqual([1, 3]);
    expect(relation.advance()).toBe(false);
  });

  it('finds by any columns exactly the rows that a search of all rows finds, the newest first', () => {
    const row = fc.tuple(fc.nat(5), fc.nat(5), fc.nat(5));
    const key = fc.subarray([0, 1, 2], { minLength: 1 });
    fc.assert(
      fc.property(fc.array(row, { maxLength: 200 }), key, row, fc.nat(200), (rows, columns, wanted, split) => {
        const relation = new Relation(3);
        const index = relation.index(columns);
        for (const each of rows.slice(0, split)) relation.add(each, 0);
        index.catchUp(relation.size);
        for (const each of rows.slice(split)) relation.add(each, 0);
        index.catchUp(relation.size);
        const found: number[] = [];
        const values = columns.map((column) => wanted[column] ?? -1);
        for (let at = index.first(values); at !== -1; at = index.older(at)) found.push(at);
        const expected = Array.from({ length: relation.size }, (_, at) => at)
          .filter((at) => columns.every((column) => relation.at(at, column) === wanted[column]))
          .reverse();
        expect(found).toEqual(expected);
      }),
    );
  });
});
