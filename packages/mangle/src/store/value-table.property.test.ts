import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryValue } from '../value/arbitrary.suite.js';
import { compareValues } from '../value/compare.js';
import { mapValue, structValue } from '../value/make.js';
import type { Entry } from '../value/value.js';
import { ValueTable } from './value-table.js';

/** Some values in a parent, some in a child. */
const tables = fc
  .tuple(fc.array(arbitraryValue, { maxLength: 8 }), fc.array(arbitraryValue, { minLength: 1, maxLength: 8 }))
  .map(([below, above]) => {
    const parent = new ValueTable();
    for (const value of below) parent.intern(value);
    const table = new ValueTable(parent);
    return { table, values: [...below, ...above], ids: [...below, ...above].map((value) => table.intern(value)) };
  });

describe('the table of values', () => {
  it('gives back what it was given', () => {
    fc.assert(
      fc.property(tables, ({ table, values, ids }) => {
        for (const [at, id] of ids.entries()) expect(compareValues(table.get(id), values[at] ?? table.get(0))).toBe(0);
      }),
    );
  });

  it('has one id for each value, in any layer', () => {
    fc.assert(
      fc.property(tables, ({ table, values, ids }) => {
        for (const [at, value] of values.entries()) {
          for (const [other, against] of values.entries()) {
            expect(ids[at] === ids[other]).toBe(compareValues(value, against) === 0);
          }
          expect(table.find(structuredClone(value))).toBe(ids[at]);
        }
      }),
    );
  });

  it('orders ids as their values', () => {
    fc.assert(
      fc.property(tables, ({ table, values, ids }) => {
        for (const [at, value] of values.entries()) {
          for (const [other, against] of values.entries()) {
            const order = table.compare(ids[at] ?? 0, ids[other] ?? 0);
            expect(Math.sign(order)).toBe(Math.sign(compareValues(value, against)));
          }
        }
      }),
    );
  });

  it('sorts the entries of maps and structs', () => {
    const entries = fc.array(fc.tuple(arbitraryValue, arbitraryValue), { maxLength: 30 });
    fc.assert(
      fc.property(entries, (given: readonly Entry[]) => {
        const table = new ValueTable();
        const parts = (): Int32Array => Int32Array.from(given.flat(), (value) => table.intern(value));
        expect(table.entries('map', parts())).toBe(table.intern(mapValue(given)));
        expect(table.entries('struct', parts())).toBe(table.intern(structValue(given)));
      }),
    );
  });
});
