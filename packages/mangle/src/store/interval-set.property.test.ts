import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IntervalSet } from './interval-set.js';

/** Small instants, so that a set can be compared with the plain set of its instants. */
const instant = fc.integer({ min: 0, max: 40 });
const interval = fc.tuple(instant, instant).map(([a, b]): [number, number] => (a < b ? [a, b] : [b, a]));
const intervals = fc.array(interval, { maxLength: 12 });

function setOf(list: readonly (readonly [number, number])[]): IntervalSet {
  const set = new IntervalSet();
  for (const [start, end] of list) set.add(BigInt(start), BigInt(end));
  return set;
}

function instantsOf(list: readonly (readonly [number, number])[]): Set<number> {
  const instants = new Set<number>();
  for (const [start, end] of list) for (let at = start; at <= end; at++) instants.add(at);
  return instants;
}

function range(start: number, end: number): number[] {
  return Array.from({ length: end - start + 1 }, (_, at) => start + at);
}

describe('the union of intervals', () => {
  it('covers an interval exactly if it has all its instants', () => {
    fc.assert(
      fc.property(intervals, interval, (list, [start, end]) => {
        const instants = instantsOf(list);
        const expected = range(start, end).every((at) => instants.has(at));
        expect(setOf(list).covers(BigInt(start), BigInt(end))).toBe(expected);
      }),
    );
  });

  it('overlaps an interval exactly if it has one of its instants', () => {
    fc.assert(
      fc.property(intervals, interval, (list, [start, end]) => {
        const instants = instantsOf(list);
        const expected = range(start, end).some((at) => instants.has(at));
        expect(setOf(list).overlaps(BigInt(start), BigInt(end))).toBe(expected);
      }),
    );
  });

  it('does not depend on the order in which intervals come, nor on how often', () => {
    fc.assert(
      fc.property(intervals, intervals, (a, b) => {
        expect([...setOf([...a, ...b])]).toEqual([...setOf([...b, ...a, ...a])]);
      }),
    );
  });

  it('is sorted, with at least one instant between neighbors', () => {
    fc.assert(
      fc.property(intervals, (list) => {
        const parts = [...setOf(list)];
        for (const [at, part] of parts.entries()) {
          const next = parts[at + 1];
          if (next !== undefined) expect(next[0] > part[1] + 1n).toBe(true);
        }
      }),
    );
  });
});
