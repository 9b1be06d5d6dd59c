import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AssertedFact, FactPattern, WireFact } from '../messages/wire-fact.js';
import { applyDelta, matchesPattern } from './delta.js';

const value = fc.constantFrom('a', 'b', 1, 2);
const fact = fc.record<WireFact>({ pred: fc.constantFrom('p', 'q'), args: fc.array(value, { maxLength: 2 }) });
const pattern = fc.record<FactPattern>({
  pred: fc.constantFrom('p', 'q'),
  args: fc.array(fc.oneof(value, fc.constant(null)), { maxLength: 2 }),
});
const asserted = fact.map((each): AssertedFact => ({ ...each, category: 'server' }));
const delta = fc.record({ retract: fc.array(pattern, { maxLength: 5 }), assert: fc.array(asserted, { maxLength: 5 }) });

describe('a delta', () => {
  it('leaves no fact that a pattern fits, but for those it asserts', () => {
    fc.assert(
      fc.property(fc.array(fact), delta, (facts, change) => {
        const after = applyDelta(facts, change);
        const isAsserted = (each: WireFact) => change.assert.some((other) => other === each);
        const left = after.filter((each) => !isAsserted(each));
        expect(left.filter((each) => change.retract.some((one) => matchesPattern(one, each)))).toEqual([]);
        for (const each of change.assert) expect(after.some((other) => matchesPattern(each, other))).toBe(true);
      }),
    );
  });

  it('applied twice is applied once', () => {
    fc.assert(
      fc.property(fc.array(fact), delta, (facts, change) => {
        const once = applyDelta(facts, change);
        const texts = (list: readonly WireFact[]) =>
          new Set(list.map((each) => JSON.stringify([each.pred, each.args])));
        expect(texts(applyDelta(once, change))).toEqual(texts(once));
      }),
    );
  });
});
