import { describe, expect, it } from 'vitest';
import { compileOrThrow } from '../src/api/compile.js';
import { EvaluationError } from '../src/engine/evaluation-error.js';
import { type Heavy, heavies } from './overlay/heavy.js';
import type { PreparedBase, RequestOptions } from './overlay/prepared.js';
import { prepareBase } from './overlay/tested-base.js';
import { june2024 } from './support.js';
import { note } from './support/tally.js';

// How fast a request ends is told, not tested: machines differ. That it ends, with which code, and that it leaves
// nothing behind, is tested.

const patienceMs = 30;

function baseOf({ text, base = [], limits = {}, externals = {} }: Heavy): PreparedBase {
  const program = compileOrThrow(text, { lints: false });
  return prepareBase(program, base, { limits, externals });
}

function optionsOf({ limits = {}, externals = {} }: Heavy): RequestOptions {
  return { now: june2024, limits, externals };
}

/** The code a request ends with, and the milliseconds it took beyond its time. */
async function endOf(work: () => unknown): Promise<{ readonly code: string; readonly lateMs: number }> {
  const start = performance.now();
  try {
    await work();
    return { code: 'none', lateMs: 0 };
  } catch (error) {
    if (error instanceof EvaluationError) return { code: error.code, lateMs: performance.now() - start - patienceMs };
    throw error;
  }
}

/** Milliseconds beyond their time that requests took, by what they were busy with. */
const late: { readonly name: string; readonly lateMs: number }[] = [];

const cases = Object.entries(heavies);
const withoutPauses = cases.filter(([, { isAsync }]) => isAsync !== true);

function checkEnd(name: string, { isFinite }: Heavy, end: Awaited<ReturnType<typeof endOf>>, code: string): void {
  expect(isFinite === true ? [code, 'none'] : [code]).toContain(end.code);
  late.push({ name, lateMs: end.lateMs });
}

describe('a request that is busy with', () => {
  it.for(cases)('%s ends when it is cancelled', async ([name, heavy]) => {
    const base = baseOf(heavy);
    const before = base.digest();
    const abort = new AbortController();
    setTimeout(() => abort.abort(), patienceMs);
    const options = { ...optionsOf(heavy), signal: abort.signal };
    checkEnd(name, heavy, await endOf(() => base.request(heavy.request, options)), 'cancelled');
    expect(base.digest()).toBe(before);
  });

  it.for(cases)('%s ends when its time is over', async ([name, heavy]) => {
    const base = baseOf(heavy);
    const before = base.digest();
    const options = { ...optionsOf(heavy), limits: { ...heavy.limits, timeoutMs: patienceMs } };
    checkEnd(name, heavy, await endOf(() => base.request(heavy.request, options)), 'time-limit');
    expect(base.digest()).toBe(before);
  });

  it.for(withoutPauses)('%s ends when its time is over, also without pauses', async ([name, heavy]) => {
    const base = baseOf(heavy);
    const before = base.digest();
    const options = { ...optionsOf(heavy), limits: { ...heavy.limits, timeoutMs: patienceMs } };
    checkEnd(name, heavy, await endOf(() => base.requestSync(heavy.request, options)), 'time-limit');
    expect(base.digest()).toBe(before);
  });

  it.for(cases)('%s lets another request come first', async ([name, heavy]) => {
    const base = baseOf(heavy);
    const abort = new AbortController();
    const busy = endOf(() => base.request(heavy.request, { ...optionsOf(heavy), signal: abort.signal }));
    await base.request([], optionsOf(heavy));
    abort.abort();
    expect(heavy.isFinite === true ? ['cancelled', 'none'] : ['cancelled'], name).toContain((await busy).code);
  });

  it('any of these ends soon, which is told here', ({ task }) => {
    const slowest = late.toSorted((a, b) => b.lateMs - a.lateMs).slice(0, 5);
    expect(slowest.length).toBe(5);
    const texts = slowest.map(({ name, lateMs }) => `${lateMs.toFixed(0)} ms, ${name}`);
    note(task, `${late.length} requests were cancelled or timed out; they ended late by up to ${texts.join('; ')}`);
  });
});
