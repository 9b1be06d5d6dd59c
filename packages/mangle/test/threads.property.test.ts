import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Prepared, prepareSync } from '../src/engine/prepared.js';
import { createPool, type Pool } from '../src/threads/threads.js';
import { generatedNow } from './generate/columns.js';
import { externalsOf } from './generate/external.js';
import { caseText, generateOverlayCase, type OverlayCase, type Step } from './generate/overlay-case.js';
import { codeOf, factKey, limits } from './overlay/outcome.js';
import { readCase, type ReadCase } from './overlay/read-case.js';
import { builtWorker } from './support/built-worker.js';
import { isLong, longTimeout } from './support/long.js';
import { tally } from './support/tally.js';

const cases = isLong ? 200 : 25;

/** Functions of the host cannot go to another thread. */
const overlayCases = fc
  .noShrink(fc.noBias(fc.integer({ min: 0, max: 0xffffffff })))
  .map((seed) => generateOverlayCase(seed))
  .filter((given) => externalsOf(given).length === 0);

type Answer = (facts: Step & { readonly kind: 'request' }, read: ReadCase) => Promise<readonly string[]>;

/** Facts as lines, or the code of the error there is instead. */
async function linesOf(work: () => Promise<readonly string[]>): Promise<readonly string[]> {
  let lines: readonly string[] = [];
  const code = await codeOf(async () => (lines = await work()));
  return code === undefined ? lines : [`failed: ${code}`];
}

const here =
  (prepared: Prepared): Answer =>
  ({ facts }, { inputOf }) =>
    linesOf(async () => prepared.requestSync(facts.map(inputOf), { now: generatedNow, limits }).facts().map(factKey));

const inPool =
  (pool: Pool): Answer =>
  ({ facts }, { inputOf }) =>
    linesOf(async () => {
      const options = { now: generatedNow, limits, predicates: 'all' } as const;
      return (await pool.request(facts.map(inputOf), options)).facts.map(factKey);
    });

/** All steps are taken at once: each request must be answered as the base was when it came. */
async function check(given: OverlayCase): Promise<number> {
  const read = readCase(given);
  if (read === undefined) return 0;
  const prepare = (): Prepared => prepareSync(read.program, given.base.map(read.inputOf), { limits, bounds: 'off' });
  if ((await codeOf(prepare)) !== undefined) return 0;
  const [local, pooled] = [prepare(), prepare()];
  const pool = createPool(pooled, { workerUrl: await builtWorker(), smallMs: 0, threads: 2 });
  const expected: Promise<readonly string[]>[] = [];
  const found: Promise<readonly string[]>[] = [];
  for (const step of given.steps) {
    if (step.kind === 'request') {
      expected.push(here(local)(step, read));
      found.push(inPool(pool)(step, read));
      continue;
    }
    const change = { add: step.add.map(read.inputOf), remove: step.remove.map(read.inputOf) };
    expect(await codeOf(() => pool.update(change))).toBe(await codeOf(() => local.update(change)));
  }
  expect(await Promise.all(found), caseText(given)).toEqual(await Promise.all(expected));
  await pool.close();
  return 1;
}

describe('a pool of a random program', { timeout: longTimeout }, () => {
  it('answers as its base does, whatever is under way', async ({ task }) => {
    let checked = 0;
    const collect = async (given: OverlayCase): Promise<void> => {
      checked += await check(given);
    };
    await fc.assert(fc.asyncProperty(overlayCases, collect), { seed: 20240613, numRuns: cases });
    expect(checked).toBeGreaterThan(cases * 0.8);
    tally(task, 'off-thread', 'cases with a pool', checked);
  });
});
