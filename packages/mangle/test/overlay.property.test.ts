import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { generateOverlayCase, type OverlayCase } from './generate/overlay-case.js';
import { type CaseResult, checkCase } from './overlay/check-case.js';
import { reportFailure, sharesOf } from './overlay/report.js';
import { prepareBase } from './overlay/tested-base.js';
import type { Trait, Traits } from './overlay/traits.js';
import { isLong, longTimeout } from './support/long.js';
import { note, tally } from './support/tally.js';

// A request to a prepared base gives what an evaluation of base and request from nothing gives. Seeds are fixed: a
// failure comes back, and `generateOverlayCase(seed)` makes its case again. `MANGLE_LONG=1` runs many more.

const cases = isLong ? 11_000 : 300;

/** Least shares of the interesting kinds in percent; without them the property would say little. */
const leastShares: Readonly<Partial<Record<Trait, number>>> = {
  retracts: 30,
  recursive: 20,
  temporal: 20,
  'base facts removed': 20,
  lattice: 5,
  deferred: 10,
  external: 4,
  'other now': 20,
  'fact of the base again': 10,
};

/** Cases whose base has no model say nothing. */
const mostWithoutBase = 4;

/** They shrink by leaving things out, not by smaller seeds. */
const overlayCases = fc
  .noShrink(fc.noBias(fc.integer({ min: 0, max: 0xffffffff })))
  .map((seed) => generateOverlayCase(seed));

/** Many facts, so that tables and indexes grow, and that it matters which rules are compiled. */
const largeCases = fc
  .noShrink(fc.noBias(fc.integer({ min: 0, max: 0xffffffff })))
  .map((seed) => generateOverlayCase(seed, 12));

async function check(given: OverlayCase): Promise<CaseResult> {
  const fail = async (): Promise<never> => expect.fail(await reportFailure(given, prepareBase));
  const result = await checkCase(given, prepareBase).catch(fail);
  return result.failure === undefined ? result : fail();
}

describe('a request to a prepared base', { timeout: longTimeout }, () => {
  it('gives what an evaluation from scratch gives, and leaves the base as it was', async ({ task }) => {
    const triples: Traits[] = [];
    let withoutBase = 0;
    const collect = async (given: OverlayCase): Promise<void> => {
      const result = await check(given);
      triples.push(...result.triples);
      withoutBase += Number(result.hasNoBase);
    };
    await fc.assert(fc.asyncProperty(overlayCases, collect), { seed: 20240610, numRuns: cases });
    const shares = sharesOf(triples);
    for (const [trait, least] of Object.entries(leastShares)) {
      expect(shares.get(trait as Trait), `percent of ${trait}`).toBeGreaterThanOrEqual(least);
    }
    expect((100 * withoutBase) / cases, 'percent without a base').toBeLessThanOrEqual(mostWithoutBase);
    tally(task, 'overlay', 'triples', triples.length);
    const texts = [...shares].map(([trait, share]) => `${share.toFixed(1)} % ${trait}`);
    note(task, `triples of program, base and request: ${triples.length} in ${cases} programs; ${texts.join(', ')}`);
  });

  it('does so with many facts as well', async ({ task }) => {
    let triples = 0;
    const count = async (given: OverlayCase): Promise<void> => void (triples += (await check(given)).triples.length);
    await fc.assert(fc.asyncProperty(largeCases, count), { seed: 20240610, numRuns: isLong ? 500 : 15 });
    tally(task, 'overlay', 'large triples', triples);
  });
});
