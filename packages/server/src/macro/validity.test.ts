import { compileOrThrow, evaluateSync } from '@manglecp/mangle';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Lapse, type Validity, validityOf } from './validity.js';

const schema = `
  Decl macro_lifetime(M, D) bound [/string, /duration].
  Decl macro_valid_from(M, T) bound [/string, /time].
  Decl macro_valid_until(M, T) bound [/string, /time].
`;
const second = 1_000_000_000n;
const evalTime = 1000n * second;

interface Said {
  readonly from?: readonly bigint[];
  readonly until?: readonly bigint[];
  readonly lifetimes?: readonly bigint[];
  readonly lapse?: Lapse;
  readonly lifetimeS?: number;
  readonly at?: bigint;
}

/** The validity of `m`; what is said of others is of no account. */
function validity({ from = [], until = [], lifetimes = [], lapse, lifetimeS = 300, at = evalTime }: Said): Validity {
  const rules = [
    ...from.map((time) => `macro_valid_from("m", fn:time:from_unix_nanos(${time})) :- yes().`),
    ...until.map((time) => `macro_valid_until("m", fn:time:from_unix_nanos(${time})) :- yes().`),
    ...lifetimes.map((nanos) => `macro_lifetime("m", fn:duration:from_nanos(${nanos})) :- yes().`),
  ];
  const text = `${schema} yes(). macro_lifetime("n", fn:duration:from_nanos(1)) :- yes(). ${rules.join('\n')}`;
  const evaluation = evaluateSync(compileOrThrow(text, { lints: false }), { now: at });
  return validityOf(evaluation, 'm', { evalTime: at, lifetimeS, lapse });
}

const at = (time: bigint): Lapse => ({ at: time, told: time });

describe('the validity of a macro-tool', () => {
  it('EVAL-057 is a lifetime: its own, or that of the settings', () => {
    expect(validity({})).toEqual({ lapse: at(evalTime + 300n * second) });
    expect(validity({ lifetimeS: 0.5 })).toEqual({ lapse: at(evalTime + second / 2n) });
    expect(validity({ lifetimes: [7n, 9n] })).toEqual({ lapse: at(evalTime + 7n) });
    expect(validity({ lifetimes: [9n], lifetimeS: 0 })).toEqual({ lapse: at(evalTime + 9n) });
    expect(validity({ lifetimeS: 0 })).toEqual({});
  });

  it('EVAL-057 ends with the facts that it rests on, before or after its lifetime', () => {
    for (const lapse of [{ at: evalTime + 6n, told: evalTime + 5n }, at(evalTime + 10_000n * second)]) {
      expect(validity({ lapse })).toEqual({ lapse });
      expect(validity({ lapse, lifetimes: [1n] })).toEqual({ lapse });
      expect(validity({ lapse, lifetimeS: 0 })).toEqual({ lapse });
    }
  });

  it('EVAL-057 ends no later than the domain says', () => {
    const lapse = { at: evalTime + 6n, told: evalTime + 5n };
    expect(validity({ until: [evalTime + 4n, evalTime + 3n], lapse })).toEqual({ lapse: at(evalTime + 3n) });
    expect(validity({ until: [evalTime + 6n], lapse })).toEqual({ lapse });
    expect(validity({ until: [evalTime + 7n], lapse })).toEqual({ lapse });
    expect(validity({ until: [evalTime + 7n], lifetimeS: 0 })).toEqual({ lapse: at(evalTime + 7n) });
  });

  it('EVAL-057 begins when the domain says, but not before the evaluation', () => {
    expect(validity({ from: [evalTime - 1n, evalTime], lifetimeS: 0 })).toEqual({});
    expect(validity({ from: [evalTime + 1n, evalTime + 9n], lifetimeS: 0 })).toEqual({ notBefore: evalTime + 9n });
  });

  it('EVAL-057 is never beyond what can be told', () => {
    const last = 2n ** 63n - 2n;
    fc.assert(
      fc.property(fc.bigInt(1n, 400n * second), fc.bigInt(0n, 2n ** 62n), (left, own) => {
        const { lapse } = validity({ at: last - left, lifetimes: [own] });
        expect(lapse?.told).toBe(own > left ? last : last - left + own);
      }),
      { numRuns: 20 },
    );
  });
});
