import { compareText, compileOrThrow, fact, type FactInput, prepareSync, type Prepared, rows } from '@manglecp/mangle';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { readKernel } from './kernel-sources.js';
import { cellText, intent, kernelExternals } from './tiny-pack.suite.js';

const isLong = process.env['MANGLE_LONG'] === '1';

/** A small world of tools: what is relevant, excluded, required and in conflict. */
interface World {
  readonly scores: readonly (readonly [string, number])[];
  readonly excluded: readonly string[];
  readonly requires: readonly (readonly [string, string])[];
  readonly conflicts: readonly (readonly [string, string])[];
}

const tool = fc.constantFrom(...'abcdefgh');
const pair = fc.tuple(tool, tool);
const world: fc.Arbitrary<World> = fc.record({
  scores: fc.array(fc.tuple(tool, fc.constantFrom(40, 60, 80, 100)), { maxLength: 8 }),
  excluded: fc.array(tool, { maxLength: 2 }),
  requires: fc.array(pair, { maxLength: 6 }),
  conflicts: fc.array(
    pair.filter(([one, other]) => one !== other),
    { maxLength: 8 },
  ),
});

let prepared: Prepared | undefined;
beforeAll(async () => {
  const program = compileOrThrow((await readKernel()).map(({ source }) => source));
  prepared = prepareSync(program, [], { externals: kernelExternals });
});

it('EVAL-021 EVAL-022 EVAL-023 selects what the definition selects, on random tools', () => {
  fc.assert(
    fc.property(world, (given) => {
      const evaluation = prepared?.requestSync(factsOf(given), { now: 0n });
      const selected = evaluation === undefined ? [] : rows(evaluation, 'wanted_tool/1').flat().map(cellText);
      expect(selected.sort(compareText)).toEqual(expectedOf(given));
    }),
    { numRuns: isLong ? 5_000 : 300 },
  );
});

function factsOf({ scores, excluded, requires, conflicts }: World): readonly FactInput[] {
  return [
    ...intent('go'),
    ...scores.map(([name, score]) => fact('tool_relevant_to_intent', name, 'go', score)),
    ...excluded.map((name) => fact('prohibited', name, 'no')),
    ...requires.map(([name, other]) => fact('tool_requires', name, other)),
    ...conflicts.map(([name, other]) => fact('conflicts_with', name, other)),
  ];
}

/** The definition in requirements/predicates.md §11, step by step, with sets and loops in the place of rules. */
function expectedOf({ scores, excluded, requires, conflicts }: World): readonly string[] {
  const needs = (name: string): ReadonlySet<string> => {
    const found = new Set<string>();
    const due = [name];
    for (const each of due) {
      for (const [from, to] of requires) {
        if (from !== each || found.has(to)) continue;
        found.add(to);
        due.push(to);
      }
    }
    return found;
  };
  const closure = (name: string): readonly string[] => [name, ...needs(name)];
  const isRival = (one: string, other: string): boolean =>
    one !== other && conflicts.some(([a, b]) => (a === one && b === other) || (a === other && b === one));
  const roots = [...new Set(scores.map(([name]) => name))].filter(
    (name) => !closure(name).some((each) => excluded.includes(each)),
  );
  const best = new Map<string, number>();
  const raise = (name: string, score: number): unknown => best.set(name, Math.max(score, best.get(name) ?? 0));
  for (const [name, score] of scores) if (roots.includes(name)) raise(name, score);
  for (const root of roots) for (const name of needs(root)) raise(name, 80);
  const before = (one: string, other: string): number =>
    (best.get(other) ?? 0) - (best.get(one) ?? 0) || compareText(one, other);
  const pool = [...best.keys()];
  const losers = new Set(pool.filter((name) => pool.some((other) => isRival(name, other) && before(other, name) < 0)));
  const kept = roots.filter((root) => !closure(root).some((name) => losers.has(name)));
  const chosen = new Set(kept.flatMap(closure));
  for (const root of roots.filter((each) => !kept.includes(each)).sort(before)) {
    const names = closure(root);
    const clashes = names.some((name) => [...chosen, ...names].some((other) => isRival(name, other)));
    if (!clashes) for (const name of names) chosen.add(name);
  }
  return [...chosen].sort(compareText);
}
