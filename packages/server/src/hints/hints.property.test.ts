import { fact, type FactInput } from '@manglecp/mangle';
import { encodeJson } from '@manglecp/protocol';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ann } from '../rules/rules.suite.js';
import { type Explained, explained } from './hints.suite.js';
import { predicateRoles } from './predicate-roles.js';
import type { HintNode } from './proof-tree.js';

const isLong = process.env['MANGLE_LONG'] === '1';

const tools = ['alpha', 'beta', 'gamma', 'delta'];
const inputs = ['in_a', 'in_b', 'in_c'];
const values = ['x', 'y', 'z'];

const schema = [
  ...inputs.map((name) => `Decl ${name}(X) descr [doc("given"), direction("input")] bound [/string].`),
  'Decl stored(X) bound [/string].',
  'Decl guarded_open(X) descr [open("policy")] bound [/string].',
].join('\n');

const policy = `
  guarded_inner(X) :- in_a(X).
  guarded_open(X) :- guarded_inner(X).
  guarded_open("classified") :- guarded_inner("x").
  prohibited("gamma", "hush-hush") :- in_b("y").
  prohibited("delta", "hush-hush") :- guarded_open(_), !client_has_privilege("keymaster").`;

const premise = (below: number): fc.Arbitrary<string> =>
  fc.constantFrom(
    ...inputs.map((name) => `${name}(X)`),
    'stored(X)',
    'guarded_open(X)',
    'client_identity(X)',
    ...Array.from({ length: below }, (_, at) => `made_${at}(X)`),
  );

const madeRules = fc.tuple(
  ...Array.from({ length: 5 }, (_, at) =>
    fc.array(fc.array(premise(at), { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 2 }),
  ),
);

const made = fc.integer({ min: 0, max: 4 });
const tool = fc.constantFrom(...tools);

const toolRule = fc.oneof(
  fc.tuple(tool, made).map(([t, n]) => `macro_tool("${t}", "full") :- intent_type(_, "go"), made_${n}(_).`),
  fc.tuple(tool, made).map(([t, n]) => `tool_relevant_to_intent("${t}", "go", 60) :- made_${n}(_).`),
  fc.tuple(tool, made).map(([t, n]) => `mandatory_for_intent("stop", "${t}") :- made_${n}(_).`),
  fc.tuple(tool, made).map(([t, n]) => `needs_resource("${t}", X, "why", 5) :- made_${n}(X).`),
  fc.tuple(tool, tool).map(([t, u]) => `needs_skill("${t}", "how") :- final_selected("${u}", _, _).`),
  fc.tuple(tool, tool).map(([t, u]) => `tool_requires("${t}", "${u}").`),
  tool.filter((t) => t !== 'beta').map((t) => `conflicts_with("${t}", "beta") :- stored(_).`),
  fc
    .tuple(tool, made)
    .map(([t, n]) => `vector_similarity("${t}", "go", N) :- made_${n}(X) |> do fn:group_by(), let N = fn:count().`),
);

const domain = fc.tuple(madeRules, fc.array(toolRule, { minLength: 3, maxLength: 10 })).map(([rules, others]) => {
  const clauses = rules.flatMap((bodies, at) => bodies.map((body) => `made_${at}(X) :- ${body.join(', ')}.`));
  // Policy speaks of tools that the other rules may not make.
  const known = tools.map((name) => `tool_serves_intent("${name}", "never").`);
  return [...new Set([...clauses, ...others, ...known])].join('\n');
});

const facts = fc.uniqueArray(fc.tuple(fc.constantFrom(...inputs), fc.constantFrom(...values)), {
  selector: (pair) => pair.join(),
  maxLength: 6,
});

const principal = { ...ann, key: 'secret-agent', identity: 'secret-agent', privileges: ['keymaster'] };
const forbidden = /:-|\.mg\b|guarded|classified|hush|secret-agent|keymaster|client_|<server>|prohibited/;

function factsOf(pairs: readonly (readonly [string, string])[]): readonly FactInput[] {
  return pairs.map(([name, value]) => fact(name, value));
}

function nodesOf(node: HintNode): readonly HintNode[] {
  return [node, ...node.children.flatMap(nodesOf)];
}

it('EVAL-037 EVAL-038 ERR-036 ERR-037 ERR-038 ERR-042 ERR-043 hold on random packs', async () => {
  await fc.assert(
    fc.asyncProperty(domain, fc.array(facts, { minLength: 4, maxLength: 4 }), async (rules, requests) => {
      const pack = await explained({
        'schema.mg': schema,
        'policy.mg': policy,
        'domain.mg': rules,
        'facts/all.mg': 'stored("x"). stored("y"). in_c("z").',
      });
      const roles = predicateRoles(pack.pack);
      const names = new Set(
        [...pack.pack.program.predicates.values()]
          .filter(({ key }) => roles.of(key) !== 'hidden')
          .map((each) => each.name),
      );
      for (const pairs of requests) await checkAnswer(pack, pairs, names);
    }),
    { numRuns: isLong ? 150 : 12 },
  );
});

async function checkAnswer(
  pack: Explained,
  pairs: readonly (readonly [string, string])[],
  names: ReadonlySet<string>,
): Promise<void> {
  const over = { facts: factsOf(pairs), principal };
  const evaluation = pack.evaluate(over);
  const selected = pack.tools(evaluation);
  const hints = pack.hints(over);
  expect(encodeJson(hints)).not.toMatch(forbidden);
  const { derivations = [], excluded = [] } = hints;
  expect(derivations.map(({ macro_id: id, selected_by: phase, score }) => [id, phase, score])).toEqual(
    selected.map(({ plan, phase, score }) => [plan.macroId, phase, score]),
  );
  const chains = pack.reader.ruleChains(evaluation, selected, selected);
  expect(derivations.map(({ rule_chain: chain }) => chain)).toEqual([...chains.values()]);
  for (const { rule_chain: chain = [], supporting_facts: supporting = [], tree } of derivations) {
    expect(chain.filter((name) => !names.has(name))).toEqual([]);
    expect(chain.length).toBeGreaterThan(0);
    const sent = pairs.map(([pred, value]) => ({ pred, args: [value] }));
    for (const each of supporting) expect(sent).toContainEqual(each);
    const leaves = nodesOf(tree as HintNode).filter(({ type }) => type === 'session');
    const texts = supporting.map(({ pred, args }) => `${pred}(${JSON.stringify(args?.[0])})`);
    expect(new Set(leaves.map((leaf) => leaf.fact).filter((text) => text.startsWith('in_')))).toEqual(new Set(texts));
  }
  const inAnswer = new Set(selected.map(({ plan }) => plan.name));
  expect(excluded.filter(({ candidate }) => inAnswer.has(candidate))).toEqual([]);
  for (const { pred, args } of derivations.flatMap((each) => each.supporting_facts ?? []).slice(0, 3)) {
    const rest = pairs.filter(([name, value]) => name !== pred || value !== args?.[0]);
    expect(pack.hints({ ...over, facts: factsOf(rest) }).derivations).not.toEqual(derivations);
  }
  const { total_rules: total, ...counts } = await pack.reader.ruleCoverage(evaluation, 'go');
  expect(counts.rules_fired + counts.rules_dormant + counts.rules_inapplicable).toBe(total);
  expect(encodeJson(counts)).not.toMatch(forbidden);
  expect(pack.hints({ ...over, facts: factsOf(pairs.toReversed()) })).toEqual(hints);
}
