import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { runNaive } from './evaluators.js';
import { differences } from './reference/compare-case.mjs';
import { readGoldens } from './reference/goldens.mjs';
import { runGolden, withoutAnswers } from './reference/run-golden.js';

/** Where the recorded answer of the reference engine is wrong; the naive evaluator is right on all others. */
const wrongInReference: Readonly<Record<string, string>> = {
  'aggregation/do_without_group_by':
    'the reference derives nothing and says nothing; `do` without grouping has no meaning',
  'decl-modes/reflects_before_binder': 'the reference tests names only behind the binder',
  'engine-quirks/delayed_negation_lost': 'the reference loses `!x(X)`',
  'engine-quirks/negated_unbound_dropped': 'the reference drops a negation with an unbound variable',
  'engine-quirks/single_atom_repeated_variable': 'the reference does not compare the repeated variable',
  'engine-quirks/temporal_recursion_plain_facts': 'the reference derives a fact without its interval',
  'engine-quirks/two_aggregates_share_rows': 'the reference mixes the rows of two rules',
  'floats/max_of_both_zeros': 'the reference takes the zero that comes first',
  'time-functions/parse_outside_the_clock': 'the reference wraps the time into another century',
};

const goldens = readGoldens(fileURLToPath(new URL('../testdata/golden', import.meta.url))).filter(
  ({ expected }) => expected.ok,
);

describe('the naive evaluator on the goldens', () => {
  it.each(goldens.filter(({ id }) => !(id in wrongInReference)))('gives the recorded facts of $id', (golden) => {
    expect(differences(withoutAnswers(golden.expected), runGolden(golden.program, runNaive))).toEqual([]);
  });

  it.each(Object.entries(wrongInReference))('differs on %s: %s', (id) => {
    const golden = goldens.find((each) => each.id === id);
    expect(golden).toBeDefined();
    if (golden === undefined) return;
    expect(differences(withoutAnswers(golden.expected), runGolden(golden.program, runNaive))).not.toEqual([]);
  });
});
