import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadPrepared } from '../src/engine/load-prepared.js';
import { prepareSync } from '../src/engine/prepared.js';
import { generatedNow } from './generate/columns.js';
import { externalsOf } from './generate/external.js';
import { generateOverlayCase, type OverlayCase } from './generate/overlay-case.js';
import { createRandom } from './generate/random.js';
import { checkCase } from './overlay/check-case.js';
import { codeOf, factKey, limits } from './overlay/outcome.js';
import { readCase } from './overlay/read-case.js';
import { prepareReloading } from './overlay/reloading-base.js';
import { reportFailure } from './overlay/report.js';
import { isLong, longTimeout } from './support/long.js';
import { tally } from './support/tally.js';
import { provedFacts } from './support/with-proofs.js';

const cases = isLong ? 1_500 : 120;

const overlayCases = fc
  .noShrink(fc.noBias(fc.integer({ min: 0, max: 0xffffffff })))
  .map((seed) => generateOverlayCase(seed));

/** Saves a base, loads it for the same text read anew, and finds the same facts and proofs there. */
function checkProofs(given: OverlayCase): void {
  const [read, again] = [readCase(given), readCase(given)];
  if (read === undefined || again === undefined || externalsOf(given).length > 0) return;
  const base = given.base.map(read.inputOf);
  const options = { limits, bounds: 'off' } as const;
  const prepared = prepareSync(read.program, base, options);
  const loaded = loadPrepared(again.program, prepared.save(), options);
  expect(loaded.digest()).toBe(prepared.digest());
  const expected = prepared.requestSync([], { now: generatedNow, limits });
  const found = loaded.requestSync([], { now: generatedNow, limits });
  const facts = provedFacts(found, base, createRandom(given.seed));
  expect(facts.map(factKey)).toEqual(expected.facts().map(factKey));
}

describe('a base that was saved and loaded', { timeout: longTimeout }, () => {
  it('answers and changes as one that was prepared', async ({ task }) => {
    const check = async (given: OverlayCase): Promise<void> => {
      const result = await checkCase(given, prepareReloading);
      if (result.failure !== undefined) expect.fail(await reportFailure(given, prepareReloading));
    };
    await fc.assert(fc.asyncProperty(overlayCases, check), { seed: 20240611, numRuns: cases });
    tally(task, 'saved and loaded', 'cases', cases);
  });

  it('has the same facts, with proofs', async () => {
    const check = async (given: OverlayCase): Promise<void> => {
      // A base without a model is none.
      expect(['fact-limit', 'function-failed', 'merge-failed', undefined]).toContain(
        await codeOf(() => checkProofs(given)),
      );
    };
    await fc.assert(fc.asyncProperty(overlayCases, check), { seed: 20240612, numRuns: cases });
  });
});
