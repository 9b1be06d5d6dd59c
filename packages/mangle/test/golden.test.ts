import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readTexts, readTextsInBulk, runNaive } from './evaluators.js';
import { type CaseResult, differences } from './reference/compare-case.mjs';
import { type Golden, readGoldens } from './reference/goldens.mjs';
import { readListedDifferences } from './reference/listed-differences.mjs';
import { clausesShuffled, factsShuffled, printed, type Rearrangement } from './reference/rearrange.js';
import { readOnce, type ReadTexts, runGolden, runGoldenIn, withoutAnswers } from './reference/run-golden.js';
import { type Mode, modes, standard } from './support/modes.js';
import { tally } from './support/tally.js';

// Every golden runs in every mode against one expectation: what the reference recorded or, where we differ on purpose
// and have an answer, what the naive evaluator says.

/** How the texts of a program are read, and how it is evaluated. */
const ways: readonly { readonly name: string; readonly read: ReadTexts; readonly mode: Mode }[] = [
  ...modes.map((mode) => ({ name: mode.name, read: readOnce, mode })),
  { name: 'read in bulk', read: readTextsInBulk, mode: standard },
  { name: 'printed and read again', read: rearranged(printed), mode: standard },
  { name: 'clauses shuffled', read: rearranged(clausesShuffled(1)), mode: standard },
  { name: 'facts shuffled', read: rearranged(factsShuffled(2)), mode: standard },
];

function rearranged(rearrange: Rearrangement): ReadTexts {
  return (texts, bounds) => readTexts(rearrange(texts), bounds);
}

const goldens = readGoldens(fileURLToPath(new URL('../testdata/golden', import.meta.url)));
const listed = readListedDifferences(new URL('../../../docs/differences-from-go.md', import.meta.url));

describe.each(ways)('a golden in the mode "$name"', ({ name, read, mode }) => {
  it.for(goldens)('gives the expected result: $id', async (golden, { task }) => {
    check(golden, await runGoldenIn(golden.program, mode, read));
    tally(task, name, 'goldens', 1);
  });
});

function check({ id, program, expected }: Golden, result: CaseResult): void {
  const found = differences(withoutAnswers(expected), result);
  if (!listed.has(id)) return expect(found).toEqual([]);
  expect(found).not.toEqual([]);
  if (result.ok) expect(differences(runGolden(program, runNaive), result)).toEqual([]);
}

describe('the list of differences', () => {
  it('names goldens that exist', () => {
    const ids = new Set(goldens.map(({ id }) => id));
    expect([...listed.keys()].filter((id) => !ids.has(id))).toEqual([]);
  });
});
