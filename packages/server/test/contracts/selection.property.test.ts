import type { IntentResponse } from '@manglecp/protocol';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Arena, openArena, type Tool } from './arena.js';
import { missedBy, violationsOf } from './contracts.js';
import { complaint, forAll, patienceMs } from './for-all.js';
import {
  type Bands,
  defaultBands,
  factsOf,
  type Graph,
  type Level,
  levels,
  type Preference,
  type Query,
} from './graph.js';
import { graphs, queries } from './graph-arbitrary.js';
import { judge, trimmed } from './oracle.js';
import { allSituations, situationsOf } from './situations.js';

interface Case {
  readonly graph: Graph;
  readonly query: Query;
  readonly preference: Preference;
  readonly hints: boolean;
  readonly maxTools: number;
}

const cases: fc.Arbitrary<Case> = fc.record({
  graph: graphs,
  query: queries,
  preference: fc.constantFrom('adaptive', 'adaptive', ...levels),
  hints: fc.constantFrom(false, false, false, true),
  maxTools: fc.nat({ max: 8 }),
});

const otherBands: Bands = { full: 81, condensed: 60, minimal: 50 };

let arena: Arena;
let strictArena: Arena;
beforeAll(async () => {
  arena = await openArena();
  strictArena = await openArena({ config: { disclosure: otherBands } });
});
afterAll(async () => {
  await arena.close();
  await strictArena.close();
});

const selects = 'selects the best tools that break no contract, whatever the tools are';

it(
  `EVAL-020 EVAL-021 EVAL-022 EVAL-023 EVAL-041 EVAL-046 EVAL-047 EVAL-048 EVAL-049 EVAL-050 EVAL-051 EVAL-052 EVAL-058 ${selects}`,
  () => forAll(cases, (each) => checkSelection(arena, each, defaultBands), { runs: 400, longRuns: 10_000 }),
  patienceMs,
);

it(
  'EVAL-039 EVAL-040 does so with other thresholds as well',
  () => forAll(cases, (each) => checkSelection(strictArena, each, otherBands), { runs: 150, longRuns: 1_000 }),
  patienceMs,
);

it(
  'EVAL-010 EVAL-053 returns at most as many tools as asked for: whole groups, best first',
  () => forAll(cases, checkTrimming, { runs: 200, longRuns: 2_500 }),
  patienceMs,
);

it('meets every situation that the contracts speak of, and not by chance', () => {
  const seen = fc.sample(cases, { numRuns: 1_000, seed: 1 }).flatMap(({ graph, query }) => situationsOf(graph, query));
  const seldom = allSituations.filter((name) => seen.filter((each) => each === name).length < 10);
  expect(seldom).toEqual([]);
});

async function checkSelection(at: Arena, { graph, query, preference, hints }: Case, bands: Bands): Promise<void> {
  const facts = factsOf(graph);
  const wishes = { preference, hints };
  const payload = await at.ask(facts, query, wishes);
  const asked = { facts, query, wishes };
  const names = payload.macro_tools.map(({ name }) => name);
  const broken = violationsOf(graph, query, names, bands.minimal);
  if (broken.length > 0) throw complaint('a contract is broken', asked, { expected: 'no violation', got: broken });
  const missed = missedBy(graph, query, names, bands.minimal);
  if (missed.length > 0) throw complaint('it is not maximal', asked, { expected: [...names, ...missed], got: names });
  const { answer } = judge(graph, query, bands);
  const expected = answer.map(({ tool, score, phase }) => {
    const level = levelOf(score, preference, bands);
    return [tool, level, ...(level === 'minimal' ? [] : [score, phase]), ...(hints ? [score, phase] : [])].join(' ');
  });
  const got = payload.macro_tools.map((tool) => told(tool, payload));
  if (got.join() !== expected.join()) throw complaint('other tools were expected', asked, { expected, got });
}

/** Name and level of a tool; score and phase as it says itself, and as the hints say. */
function told(
  { macro_id: id, name, disclosure_level: level, metadata }: Tool,
  { proof_hints: hints }: IntentResponse,
): string {
  const derivation = hints?.derivations?.find((each) => each.macro_id === id);
  const own = metadata === undefined ? [] : [metadata.score, metadata.selection_phase];
  return [name, level, ...own, ...(derivation === undefined ? [] : [derivation.score, derivation.selected_by])].join(
    ' ',
  );
}

async function checkTrimming({ graph, query, preference, maxTools }: Case): Promise<void> {
  const facts = factsOf(graph);
  const wishes = { preference, maxTools };
  const { macro_tools: tools } = await arena.ask(facts, query, wishes);
  const judgement = judge(graph, query, defaultBands);
  const kept = trimmed(judgement, maxTools);
  const expected = judgement.answer
    .filter(({ tool }) => kept.has(tool))
    .map(({ tool, score }) => `${tool} ${levelOf(score, preference, defaultBands)}`);
  const got = tools.map(({ name, disclosure_level: level }) => `${name} ${level}`);
  const asked = { facts, query, wishes };
  const names = tools.map(({ name }) => name);
  const broken = violationsOf(graph, query, names);
  if (broken.length > 0)
    throw complaint('trimming breaks a contract', asked, { expected: 'no violation', got: broken });
  if (got.join() !== expected.join()) throw complaint('trimmed to other tools', asked, { expected, got });
}

function levelOf(score: number, preference: Preference, bands: Bands): Level {
  if (preference !== 'adaptive') return preference;
  return levels.find((level) => score >= bands[level]) ?? 'minimal';
}
