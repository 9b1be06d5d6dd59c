import { ProtocolError } from '@manglecp/protocol';
import { describe, expect, it } from 'vitest';
import { samplePlan } from '../stores/sample-plan.suite.js';
import { checkValidity, timeOfPlan, type ValidityWindow } from './check-validity.js';

const second = 1_000_000_000n;
/** Evaluated at 100 s of its own timeline, issued at 5 s of the server's clock, lapses at 110 s. */
const window: ValidityWindow = { evalTime: 100n * second, issuedAtMs: 5000, expiresAt: 110n * second };

/** The time on the plan's timeline in seconds, or the reason of the refusal. */
function check(given: ValidityWindow, nowMs: number, clientTime?: bigint): number | string {
  try {
    const time = timeOfPlan(given, { nowMs, clientTime });
    checkValidity(given, time);
    return Number(time) / 1e9;
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    expect(error.code).toBe('macro_expired');
    return `${String(error.details?.['reason'])}${error.retryAfterMs === undefined ? '' : ` ${error.retryAfterMs}`}`;
  }
}

describe('the validity window', () => {
  it.each<[string, number, bigint | undefined, number | string]>([
    ['begins with the evaluation time', 5000, undefined, 100],
    ['goes on with the server', 14_999, undefined, 109.999],
    ['is over when the time is reached', 15_000, undefined, 'expired'],
    ['stays over', 999_000, undefined, 'expired'],
    ['cannot be extended by an early time', 15_000, 101n * second, 'expired'],
    ['is not moved back by an early time', 8000, 1n * second, 103],
    ['can be moved forward', 5000, 105n * second, 105],
    ['can be moved forward past its end', 5000, 110n * second, 'expired'],
    ['can be moved to its last nanosecond', 5000, 110n * second - 1n, 110],
    ['does not grow when the clock is set back', 1000, undefined, 100],
  ])('INV-005 INV-043 %s', (_, nowMs, clientTime, expected) => {
    const actual = check(window, nowMs, clientTime);
    if (typeof expected === 'number') expect(actual).toBeCloseTo(expected, 6);
    else expect(actual).toBe(expected);
  });

  it('ERR-022 a plan without an end does not expire', () => {
    expect(check({ evalTime: 0n, issuedAtMs: 0 }, 9_999_000)).toBe(9999);
  });

  it.each<[string, number, bigint | undefined, number | string]>([
    ['too early', 5000, undefined, 'not_yet_valid 2001'],
    ['a little too early', 7000, undefined, 'not_yet_valid 1'],
    ['in time', 7001, undefined, 102.001],
    ['with a time that the client names', 5000, 103n * second, 103],
  ])('C-109 a plan that is valid later is refused %s', (_, nowMs, clientTime, expected) => {
    const actual = check({ ...window, notBefore: 102n * second + 1n }, nowMs, clientTime);
    if (typeof expected === 'number') expect(actual).toBeCloseTo(expected, 6);
    else expect(actual).toBe(expected);
  });

  it('INV-043 a plan for a simulated past is valid at once', () => {
    const plan = samplePlan({ evalTime: 0n, expiresAt: 300n * second, issuedAtMs: 1_772_000_000_000 });
    expect(check(plan, 1_772_000_000_001)).toBeCloseTo(0.001, 6);
  });
});
