import { assert, array, constantFrom, integer, nat, oneof, property, record } from 'fast-check';
import { expect, it } from 'vitest';
import { DueKeys } from './due-keys.js';

const step = oneof(
  record({ add: constantFrom('a', 'b', 'c', 'd'), dueMs: integer({ min: -5000, max: 60_000 }) }),
  record({ remove: constantFrom('a', 'b', 'c', 'd') }),
  record({ passMs: nat(20_000) }),
);

it('gives every key once, never early, and at most a second late', () => {
  assert(
    property(array(step, { maxLength: 40 }), (steps) => {
      const keys = new DueKeys();
      const waiting = new Map<string, { readonly dueMs: number; readonly bucket: number }>();
      let nowMs = 0;
      for (const next of steps) {
        if ('add' in next) {
          const before = waiting.get(next.add);
          if (before !== undefined) keys.remove(next.add, before.bucket);
          waiting.set(next.add, { dueMs: next.dueMs, bucket: keys.add(next.add, next.dueMs) });
        } else if ('remove' in next) {
          const before = waiting.get(next.remove);
          if (before !== undefined) keys.remove(next.remove, before.bucket);
          waiting.delete(next.remove);
        } else {
          nowMs += next.passMs;
          for (const key of keys.take(nowMs)) {
            expect(waiting.get(key)?.dueMs).toBeLessThanOrEqual(nowMs);
            waiting.delete(key);
          }
        }
      }
      const last = Math.max(nowMs, ...Array.from(waiting.values(), ({ dueMs }) => dueMs)) + 1000;
      expect([...keys.take(last)].sort()).toEqual([...waiting.keys()].sort());
      expect(keys.take(last + 10_000)).toEqual([]);
    }),
  );
});

it('takes the earlier ones first after a long rest', () => {
  const keys = new DueKeys();
  keys.add('late', 9_000_000);
  keys.add('early', 1000);
  keys.add('later', 99_000_000);
  expect(keys.take(50_000_000)).toEqual(['early', 'late']);
});
