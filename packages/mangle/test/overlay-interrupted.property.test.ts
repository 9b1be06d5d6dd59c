import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { generatedNow } from './generate/columns.js';
import {
  caseText,
  generateOverlayCase,
  type OverlayCase,
  type RequestStep,
  type Step,
} from './generate/overlay-case.js';
import type { Update } from './generate/overlay-steps.js';
import { hostAt } from './overlay/host.js';
import { codeOf, limits, linesOf, resultOf } from './overlay/outcome.js';
import type { PreparedBase } from './overlay/prepared.js';
import { readCase, type ReadCase } from './overlay/read-case.js';
import { prepareBase } from './overlay/tested-base.js';
import { isLong, longTimeout } from './support/long.js';
import { tickMs, withJumpingClock } from './support/paused.js';
import { tally } from './support/tally.js';

const cases = isLong ? 1_000 : 120;

const overlayCases = fc
  .noShrink(fc.noBias(fc.integer({ min: 0, max: 0xffffffff })))
  .map((seed) => generateOverlayCase(seed, 3));

/** The time is over after so many looks at the clock: at first after every one, then after half as many again. */
function* cuts(): Generator<number> {
  for (let looks = 1; ; looks += 1 + (looks >> 1)) yield looks;
}

interface Interrupted {
  readonly given: OverlayCase;
  readonly read: ReadCase;
  readonly base: PreparedBase;
}

/** Does a step with more and more time until it is done; before that, each attempt must leave the base as it was. */
async function attempt({ base, given }: Interrupted, work: (timeoutMs: number) => unknown): Promise<number> {
  const before = base.digest();
  let interrupted = 0;
  for (const looks of cuts()) {
    const code = await codeOf(() => withJumpingClock(() => work(looks * tickMs)));
    if (code !== 'time-limit') return interrupted;
    interrupted++;
    expect(base.digest(), `after ${looks} looks at the clock\n${caseText(given)}`).toBe(before);
  }
  return interrupted;
}

/** The same base that nobody interrupts says what is right. */
async function checkStep(run: Interrupted, calm: PreparedBase, step: Step, at: number): Promise<number> {
  const { given, read, base } = run;
  const options = { now: generatedNow, externals: hostAt(given, at).externals };
  const linesFor = async (asked: PreparedBase): Promise<readonly string[]> => {
    const facts = step.kind === 'request' ? step.facts.map(read.inputOf) : [];
    return linesOf(await resultOf(() => asked.requestSync(facts, { ...options, limits })), read.program);
  };
  const update = async ({ add, remove }: Update): Promise<number> => {
    const change = { add: add.map(read.inputOf), remove: remove.map(read.inputOf) };
    await codeOf(() => calm.updateSync(change, { limits }));
    return attempt(run, (timeoutMs) => base.updateSync(change, { limits: { ...limits, timeoutMs } }));
  };
  const request = ({ facts }: RequestStep): Promise<number> =>
    attempt(run, (timeoutMs) =>
      base.requestSync(facts.map(read.inputOf), { ...options, limits: { ...limits, timeoutMs } }),
    );
  const interrupted = await (step.kind === 'update' ? update(step) : request(step));
  expect(base.digest(), caseText(given)).toBe(calm.digest());
  expect(await linesFor(base), caseText(given)).toEqual(await linesFor(calm));
  return interrupted;
}

async function check(given: OverlayCase): Promise<number> {
  const read = readCase(given);
  if (read === undefined) return 0;
  const options = { externals: hostAt(given, 0).externals, limits, bounds: 'off' } as const;
  const prepare = (): PreparedBase => prepareBase(read.program, given.base.map(read.inputOf), options);
  if ((await codeOf(prepare)) !== undefined) return 0;
  const run = { given, read, base: prepare() };
  const calm = prepare();
  let interrupted = 0;
  for (const [at, step] of given.steps.entries()) interrupted += await checkStep(run, calm, step, at);
  return interrupted;
}

describe('a request or update whose time is over', { timeout: longTimeout }, () => {
  it('leaves the base as it was, wherever it was', async ({ task }) => {
    let interrupted = 0;
    const count = async (given: OverlayCase): Promise<void> => void (interrupted += await check(given));
    await fc.assert(fc.asyncProperty(overlayCases, count), { seed: 20240610, numRuns: cases });
    expect(interrupted).toBeGreaterThan(cases * 5);
    tally(task, 'overlay', 'interruptions', interrupted);
  });
});
