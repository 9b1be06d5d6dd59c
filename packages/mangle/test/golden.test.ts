import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { runEngine, runNaive } from './evaluators.js';
import { differences } from './reference/compare-case.mjs';
import { readGoldens } from './reference/goldens.mjs';
import { readListedDifferences } from './reference/listed-differences.mjs';
import { clausesShuffled, factsShuffled, printed, type Rearrangement } from './reference/rearrange.js';
import { runGolden, withoutAnswers } from './reference/run-golden.js';

// Every golden runs in every mode against one expectation: what the reference recorded or, where we differ on purpose
// and have an answer, what the naive evaluator says.

const modes: Readonly<Record<string, Rearrangement>> = {
  'as written': (texts) => texts,
  'printed and read again': printed,
  'with its clauses shuffled': clausesShuffled(1),
  'with its facts shuffled': factsShuffled(2),
};

const goldens = readGoldens(fileURLToPath(new URL('../testdata/golden', import.meta.url)));
const listed = readListedDifferences(new URL('../../../docs/differences-from-go.md', import.meta.url));

describe.each(Object.entries(modes))('a golden %s', (_, rearrange) => {
  it.each(goldens)('gives the expected result: $id', ({ id, program, expected }) => {
    const result = runGolden(program, runEngine, rearrange);
    const found = differences(withoutAnswers(expected), result);
    if (!listed.has(id)) return expect(found).toEqual([]);
    expect(found).not.toEqual([]);
    if (result.ok) expect(differences(runGolden(program, runNaive), result)).toEqual([]);
  });
});

describe('the list of differences', () => {
  it('names goldens that exist', () => {
    const ids = new Set(goldens.map(({ id }) => id));
    expect([...listed.keys()].filter((id) => !ids.has(id))).toEqual([]);
  });
});
