import fc from 'fast-check';
import { it } from 'vitest';
import { copyPack } from '../harness/pack-copy.js';
import { type Arena, openArena } from './arena.js';
import { violationsOf } from './contracts.js';
import { complaint, forAll, patienceMs } from './for-all.js';
import { defaultBands, factsOf, type Graph, mangleText, type Query } from './graph.js';
import { graphs, onePerPosition, queries } from './graph-arbitrary.js';
import { judge } from './oracle.js';

interface Case {
  readonly base: Graph;
  readonly questions: readonly { readonly graph: Graph; readonly query: Query }[];
}

const cases: fc.Arbitrary<Case> = fc.record({
  base: graphs,
  questions: fc.array(fc.record({ graph: graphs, query: queries }), { minLength: 1, maxLength: 12, size: 'max' }),
});

it(
  'EVAL-020 EVAL-021 EVAL-022 EVAL-023 selects the same whether tools are described by the pack or by the client',
  () => forAll(cases, checkBase, { runs: 10, longRuns: 200 }),
  patienceMs,
);

async function checkBase({ base, questions }: Case): Promise<void> {
  const pack = copyPack('graphs');
  pack.makeFolder('facts');
  pack.write('facts/base.mg', `${mangleText(factsOf(base))}\n`);
  const arena = await openArena({ pack: pack.folder });
  try {
    for (const { graph, query } of questions) await checkQuestion(arena, { base, graph, query });
  } finally {
    await arena.close();
    pack.dispose();
  }
}

interface Question {
  readonly base: Graph;
  readonly graph: Graph;
  readonly query: Query;
}

async function checkQuestion(arena: Arena, { base, graph: given, query }: Question): Promise<void> {
  const step = onePerPosition([...base.step, ...given.step]);
  const graph = { ...given, step: step.filter((each) => !base.step.includes(each)) };
  const all = join(base, graph);
  const facts = factsOf(graph);
  const asked = { facts: [...factsOf(base), { pred: 'and the client says', args: [] }, ...facts], query };
  const { macro_tools: tools } = await arena.ask(facts, query);
  const got = tools.map(({ name }) => name);
  const broken = violationsOf(all, query, got);
  if (broken.length > 0) throw complaint('a contract is broken', asked, { expected: 'no violation', got: broken });
  const expected = judge(all, query, defaultBands).answer.map(({ tool }) => tool);
  if (got.join() !== expected.join()) throw complaint('other tools were expected', asked, { expected, got });
}

function join(one: Graph, other: Graph): Graph {
  const parts = Object.keys(one) as (keyof Graph)[];
  return Object.fromEntries(parts.map((part) => [part, [...one[part], ...other[part]]])) as unknown as Graph;
}
