import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RowColumns } from '../store/row-columns.js';
import { RowGroups } from './row-groups.js';

describe('the groups of rows', () => {
  it('are those of a search by hand, in order of first appearance, each with its rows in order', () => {
    const row = fc.tuple(fc.nat(3), fc.nat(3), fc.nat(3));
    const keys = fc.subarray([0, 1, 2]);
    fc.assert(
      fc.property(fc.array(row, { maxLength: 200 }), keys, fc.integer({ min: 1, max: 50 }), (rows, key, atOnce) => {
        const columns = new RowColumns(3);
        columns.addAll(Int32Array.from(rows.flat()), rows.length);
        const groups = new RowGroups(columns, key);
        while (groups.take(atOnce));
        const { rows: members, starts } = groups.members();
        const found = Array.from({ length: groups.count }, (_, group) => [
          ...members.subarray(starts[group], starts[group + 1]),
        ]);
        const byHand = new Map<string, number[]>();
        for (const [at, each] of rows.entries()) {
          const name = key.map((column) => each[column]).join();
          byHand.set(name, [...(byHand.get(name) ?? []), at]);
        }
        expect(found).toEqual([...byHand.values()]);
        expect(found.map(([first]) => first)).toEqual(found.map((_, group) => groups.first(group)));
      }),
    );
  });

  it('are one if there is no key, and none if there is no row', () => {
    const columns = new RowColumns(0);
    expect(new RowGroups(columns, []).take(1)).toBe(false);
    columns.addAll(new Int32Array(0), 2);
    const groups = new RowGroups(columns, []);
    while (groups.take(1));
    expect(groups.count).toBe(1);
    expect([...groups.members().rows]).toEqual([0, 1]);
  });
});
