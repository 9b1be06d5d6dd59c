import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { generatedNow } from './generate/columns.js';
import { externalsOf } from './generate/external.js';
import { caseText, generateOverlayCase, type OverlayCase, type RequestStep } from './generate/overlay-case.js';
import { afterUpdate, makeRequests, makeUpdates } from './generate/overlay-steps.js';
import { createRandom } from './generate/random.js';
import { hostAt, slowHost } from './overlay/host.js';
import { codeOf, fromScratch, limits, linesOf, resultOf } from './overlay/outcome.js';
import { type ReadCase, readCase } from './overlay/read-case.js';
import { prepareBase } from './overlay/tested-base.js';
import { isLong, longTimeout } from './support/long.js';
import { tally } from './support/tally.js';

const cases = isLong ? 1_000 : 100;

/** The host takes its time, so requests of such programs run at the same time. */
const interleaved = fc
  .noShrink(fc.noBias(fc.integer({ min: 0, max: 0xffffffff })))
  .map((seed) => generateOverlayCase(seed))
  .filter((given) => externalsOf(given).length > 0)
  .map((given) => ({ ...given, hasFixedHost: true }));

interface Concurrent {
  readonly read: ReadCase;
  readonly given: OverlayCase;
  readonly now: bigint;
}

/** The model of a request on these facts of the base. */
async function expectedLines(
  { read, given, now }: Concurrent,
  base: OverlayCase['base'],
  step: RequestStep,
): Promise<string> {
  const facts = [...base, ...step.facts].map(read.inputOf);
  const result = await fromScratch(read.program, facts, { now, externals: hostAt(given, 0).externals });
  return linesOf(result, read.program).join('\n');
}

/** Requests, then an update, then requests, all at the same time. */
async function checkConcurrent(given: OverlayCase): Promise<number> {
  const random = createRandom(given.seed);
  const stated = new Set(given.units.flatMap(({ statements }) => statements));
  const pool = given.base.filter(({ text }) => !stated.has(text));
  const requests = makeRequests(random, pool, 4);
  const [update] = makeUpdates(random, pool, 1);
  const read = readCase({ ...given, steps: requests });
  if (read === undefined || update === undefined) return 0;
  const kept = pool.filter((_, at) => at % 3 !== 0);
  const next = afterUpdate(kept, update);
  const options = { externals: hostAt(given, 0).externals, limits, bounds: 'off' } as const;
  const concurrent = { read, given, now: generatedNow };
  if ((await codeOf(() => prepareBase(read.program, kept.map(read.inputOf), options))) !== undefined) return 0;
  const base = prepareBase(read.program, kept.map(read.inputOf), options);
  const asked = { now: generatedNow, externals: slowHost(given, 0), limits };
  const ask = async (step: RequestStep): Promise<string> => {
    const result = await resultOf(() => base.request(step.facts.map(read.inputOf), asked));
    return linesOf(result, read.program).join('\n');
  };
  const before = requests.map(ask);
  const updating = codeOf(() =>
    base.update({ add: update.add.map(read.inputOf), remove: update.remove.map(read.inputOf) }, { limits }),
  );
  const during = requests.map(ask);
  const [code, early, late] = await Promise.all([updating, Promise.all(before), Promise.all(during)]);
  for (const [at, step] of requests.entries()) {
    const old = await expectedLines(concurrent, kept, step);
    const revised = code === undefined ? await expectedLines(concurrent, next, step) : old;
    expect(early[at], caseText(given)).toBe(old);
    expect([old, revised], caseText(given)).toContain(late[at]);
    expect(await ask(step), caseText(given)).toBe(revised);
  }
  return 1;
}

describe('requests at the same time', { timeout: longTimeout }, () => {
  it('see the base as it was before or after an update, and nothing of each other', async ({ task }) => {
    let checked = 0;
    const check = async (given: OverlayCase): Promise<void> => {
      checked += await checkConcurrent(given);
    };
    await fc.assert(fc.asyncProperty(interleaved, check), { seed: 20240610, numRuns: cases });
    expect(checked).toBeGreaterThan(cases * 0.8);
    tally(task, 'overlay', 'concurrent programs', checked);
  });
});
