import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Fact } from '../src/engine/evaluation.js';
import { generatedNow } from './generate/columns.js';
import { caseText, generateOverlayCase, type OverlayCase } from './generate/overlay-case.js';
import { afterUpdate, makeUpdates } from './generate/overlay-steps.js';
import { createRandom } from './generate/random.js';
import { factKey, fromScratch, limits } from './overlay/outcome.js';
import type { PreparedBase } from './overlay/prepared.js';
import { readCase, type ReadCase } from './overlay/read-case.js';
import { prepareBase } from './overlay/tested-base.js';
import { isLong, longTimeout } from './support/long.js';
import { tally } from './support/tally.js';

const cases = isLong ? 1_000 : 100;

/** Rules that need the time of a request or the host are no part of a base, so nobody can watch what they derive. */
const standsAlone = ({ units }: OverlayCase): boolean =>
  !units.some(({ statements }) => /\bnow\b|<[-+]\[|\[[-+]\[|external/.test(statements.join('\n')));

const isStated = ({ units }: OverlayCase, unit: number, text: string): boolean =>
  units[unit]?.statements.includes(text) === true;

const watchableCases = fc
  .noShrink(fc.noBias(fc.integer({ min: 0, max: 0xffffffff })))
  .map((seed) => generateOverlayCase(seed))
  .filter(standsAlone)
  .map((given) => ({ ...given, base: given.base.filter(({ unit, text }) => !isStated(given, unit, text)) }));

/** What a watcher of one predicate saw, as the set of facts that it must have by now. */
class Watcher {
  readonly #facts: Set<string>;
  readonly #stream: AsyncIterator<{ readonly added: readonly Fact[]; readonly removed: readonly Fact[] }>;
  readonly problems: string[] = [];
  readonly done: Promise<void>;

  constructor(base: PreparedBase, goal: string, initial: readonly string[]) {
    this.#facts = new Set(initial);
    this.#stream = base.watch(goal)[Symbol.asyncIterator]();
    this.done = this.#follow();
  }

  get facts(): readonly string[] {
    return [...this.#facts].sort();
  }

  async end(): Promise<void> {
    await this.#stream.return?.();
    await this.done;
  }

  async #follow(): Promise<void> {
    for (;;) {
      const { done, value } = await this.#stream.next();
      if (done === true) return;
      const { added, removed } = value;
      if (added.length + removed.length === 0) this.problems.push('a change without a change');
      for (const key of removed.map(factKey)) if (!this.#facts.delete(key)) this.problems.push(`removed twice: ${key}`);
      for (const key of added.map(factKey)) {
        if (this.#facts.has(key)) this.problems.push(`added twice: ${key}`);
        this.#facts.add(key);
      }
    }
  }
}

async function factsNow(
  read: ReadCase,
  facts: OverlayCase['base'],
  key: string,
): Promise<readonly string[] | undefined> {
  const { evaluation } = await fromScratch(read.program, facts.map(read.inputOf), { now: generatedNow, externals: {} });
  return evaluation?.facts(key).map(factKey).sort();
}

/** Lets everything run that waits for a turn. */
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

async function checkWatching(given: OverlayCase): Promise<number> {
  const random = createRandom(given.seed);
  const read = readCase({ ...given, steps: [] });
  const stored = [...(read?.program.predicates.values() ?? [])].filter(({ isDeferred }) => !isDeferred);
  if (read === undefined || stored.length === 0) return 0;
  const { key, name, arity } = random.pick(stored.slice(-4));
  const initial = await factsNow(read, given.base, key);
  if (initial === undefined) return 0;
  const base = prepareBase(read.program, given.base.map(read.inputOf), { limits, bounds: 'off' });
  const goal = `${name}(${Array.from({ length: arity }, (_, at) => `X${at}`).join(', ')})`;
  const watcher = new Watcher(base, goal, initial);
  let current: OverlayCase['base'] = given.base;
  for (const update of makeUpdates(random, given.base, 6)) {
    const next = afterUpdate(current, update);
    const expected = await factsNow(read, next, key);
    if (expected === undefined) continue;
    await base.update({ add: update.add.map(read.inputOf), remove: update.remove.map(read.inputOf) }, { limits });
    await settle();
    current = next;
    expect(watcher.facts, `${goal}\n${caseText(given)}`).toEqual(expected);
    expect(watcher.problems, `${goal}\n${caseText(given)}`).toEqual([]);
  }
  await watcher.end();
  return 1;
}

describe('watching a goal', { timeout: longTimeout }, () => {
  it('tells every change of its facts once', async ({ task }) => {
    let watched = 0;
    const check = async (given: OverlayCase): Promise<void> => {
      watched += await checkWatching(given);
    };
    await fc.assert(fc.asyncProperty(watchableCases, check), { seed: 20240610, numRuns: cases });
    expect(watched).toBeGreaterThan(cases * 0.8);
    tally(task, 'overlay', 'watched programs', watched);
  });
});
