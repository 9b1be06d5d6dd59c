import { compile, fact, type FactInput, formatSource, rows } from '@manglecp/mangle';
import { beforeAll, describe, expect, it } from 'vitest';
import { readKernel } from './kernel-sources.js';
import type { RuleSource } from './rule-source.js';
import { ask, cellText, intent, loadTiny, policyFile } from './tiny-pack.suite.js';

/** The selected tools of a domain, as `name score phase`. */
async function select(domain: string, facts: readonly FactInput[] = intent('go'), policy = ''): Promise<string[]> {
  const pack = await loadTiny({ 'domain.mg': domain, ...policyFile(policy) });
  return rows(ask(pack, facts), 'final_selected/3').map((row) => row.map(cellText).join(' '));
}

/** Relevance of some tools to the intent `go`. */
function relevant(scores: Readonly<Record<string, number>>): string {
  const facts = Object.entries(scores).map(([tool, score]) => `tool_relevant_to_intent("${tool}", "go", ${score}).`);
  return facts.join('\n');
}

describe('the rule files of the kernel', () => {
  let kernel: readonly RuleSource[] = [];
  beforeAll(async () => {
    kernel = await readKernel();
  });

  it('compile without an error or warning', () => {
    const { diagnostics } = compile(kernel.map(({ source }) => source));
    // Packs produce what the kernel only reads.
    expect(diagnostics.filter(({ code }) => code !== 'no-producer')).toEqual([]);
  });

  it('are formatted and begin with a comment that tells their trust level', () => {
    for (const { source, origin } of kernel) {
      expect(formatSource(source).text).toBe(source.text);
      expect(source.text).toMatch(new RegExp(`^# [^\\n]+\\n(# [^\\n]+\\n)*# Trust level: ${origin.layer}\\.`));
    }
  });

  it('declare every predicate in the schema, with a text, a line an argument, types and who may write it', () => {
    const { program } = compile(kernel.map(({ source }) => source));
    for (const { decl, key, arity } of program?.predicates.values() ?? []) {
      const words = (decl?.descr ?? []).map(({ predicate }) => predicate);
      expect(decl?.span.source.name, key).toMatch(/^<server>\/schema\//);
      expect(words, key).toContain('doc');
      expect(words.filter((word) => word === 'arg').length, key).toBe(arity);
      expect(decl?.bounds.length, key).toBe(arity === 0 ? 0 : 1);
      expect(
        words.some((word) => ['open', 'direction', 'extensional', 'external'].includes(word)),
        key,
      ).toBe(true);
    }
  });

  it('C-19 take nothing from clients but a wish for more detail', async () => {
    const { declarations } = await loadTiny({});
    expect(declarations.map(({ predicate, direction }) => `${predicate} ${direction}`)).toEqual([
      'disclosure_upgrade input',
    ]);
  });
});

const constrained = 'tool_serves_intent("a", "go"). tool_constraint("a", "env", "prod").';
const offers = 'macro_tool("f", "full"). macro_tool("c", "condensed"). macro_tool("m", "minimal").';

describe('phase 1', () => {
  it.each([
    ['a mandatory tool scores 100', 'mandatory_for_intent("go", "a").', {}, ['a 100 skeleton']],
    ['a tool that is mandatory for another intent is not there', 'mandatory_for_intent("stop", "a").', {}, []],
    ['a satisfied constraint scores 90', constrained, { env: 'prod' }, ['a 90 skeleton']],
    ['another value blocks', constrained, { env: 'test' }, []],
    ['EVAL-047 no value satisfies nothing', constrained, {}, []],
    [
      'a value of another key does not block',
      `${constrained} tool_constraint("a", "zone", "eu").`,
      { env: 'prod' },
      ['a 90 skeleton'],
    ],
    ['one blocked key blocks', `${constrained} tool_constraint("a", "zone", "eu").`, { env: 'prod', zone: 'us' }, []],
    ['an offer of the domain scores by its level', offers, {}, ['c 55 flesh', 'f 100 skeleton', 'm 30 flesh']],
  ] as const)('EVAL-046 %s', async (_, domain, params, expected) => {
    expect(await select(domain, intent('go', params))).toEqual(expected);
  });

  it('takes context from facts of the domain', async () => {
    expect(await select(`${constrained} context_value("env", "prod").`)).toEqual(['a 90 skeleton']);
  });
});

describe('phases 2 and 3', () => {
  it.each([
    [
      'EVAL-021 a prohibited tool is not returned even when it scores highest',
      'prohibited("a", "no").',
      ['b 50 flesh'],
    ],
    ['EVAL-021 nothing is prohibited without policy', '', ['a 99 flesh', 'b 50 flesh']],
  ])('%s', async (_, policy, expected) => {
    expect(await select(relevant({ a: 99, b: 50 }), intent('go'), policy)).toEqual(expected);
  });

  it.each([
    ['a missing capability excludes', 'requires_capability("a", "teleport").', {}, ['b 50 flesh']],
    ['a capability that is there does not', 'requires_capability("a", "temporal").', {}, ['a 99 flesh', 'b 50 flesh']],
    [
      'a tool yields to the skeleton',
      'incompatible("a", "s"). mandatory_for_intent("go", "s").',
      {},
      ['b 50 flesh', 's 100 skeleton'],
    ],
    ['a tool does not yield to others', 'incompatible("a", "b").', {}, ['a 99 flesh', 'b 50 flesh']],
    ['clients may exclude tools', '', { exclude_tools: 'a' }, ['b 50 flesh']],
    [
      'clients may exclude effects',
      'macro_has_side_effect("a", "network").',
      { exclude_effects: 'network' },
      ['b 50 flesh'],
    ],
    [
      'similar tools are offered from 31 on',
      'vector_similarity("v", "go", 31). vector_similarity("w", "go", 30).',
      {},
      ['a 99 flesh', 'b 50 flesh', 'v 31 flesh'],
    ],
  ] as const)('EVAL-048 %s', async (_, domain, params, expected) => {
    expect(await select(`${relevant({ a: 99, b: 50 })}\n${domain}`, intent('go', params))).toEqual(expected);
  });
});

describe('phases 4 to 6', () => {
  it.each([
    ['EVAL-050 the lower score loses', { a: 40, b: 60 }, 'conflicts_with("a", "b").', ['b 60 flesh']],
    ['EVAL-050 on equal scores the smaller name stays', { b: 60, a: 60 }, 'conflicts_with("b", "a").', ['a 60 flesh']],
    [
      'EVAL-051 a prerequisite is added with 80',
      { a: 60 },
      'tool_requires("a", "d").',
      ['a 60 flesh', 'd 80 dependency'],
    ],
    [
      'EVAL-051 prerequisites of prerequisites are added',
      { a: 60 },
      'tool_requires("a", "d"). tool_requires("d", "e").',
      ['a 60 flesh', 'd 80 dependency', 'e 80 dependency'],
    ],
    [
      'a cycle of prerequisites is harmless',
      { a: 60 },
      'tool_requires("a", "d"). tool_requires("d", "a").',
      ['a 80 dependency', 'd 80 dependency'],
    ],
    [
      'EVAL-023 who needs an excluded tool drops',
      { a: 60, b: 50 },
      'tool_requires("a", "d"). requires_capability("d", "none").',
      ['b 50 flesh'],
    ],
    [
      'EVAL-023 who needs the loser of a conflict drops',
      { a: 60, z: 90 },
      'tool_requires("a", "d"). conflicts_with("d", "z").',
      ['z 90 flesh'],
    ],
    [
      'EVAL-022 a prerequisite cannot smuggle in a rival',
      { a: 60, z: 70 },
      'tool_requires("a", "d"). conflicts_with("d", "z").',
      ['a 60 flesh', 'd 80 dependency'],
    ],
    [
      'a tool that lost against one that drops comes back',
      { a: 50, b: 60, z: 90 },
      'conflicts_with("a", "b"). tool_requires("b", "d"). conflicts_with("d", "z").',
      ['a 50 flesh', 'z 90 flesh'],
    ],
    [
      'prerequisites that conflict with each other drop their dependent',
      { a: 60 },
      'tool_requires("a", "d"). tool_requires("a", "e"). conflicts_with("d", "e").',
      [],
    ],
  ] as const)('%s', async (_, scores, domain, expected) => {
    expect(await select(`${relevant(scores)}\n${domain}`)).toEqual(expected);
  });
});

const plan = 'macro_tool("m", "full"). macro_step("m", 1, "act", {}).';
const action = (effects: readonly string[]): string =>
  `export const actions = { act: { description: 'x', input: { type: 'object' }, effects: ${JSON.stringify(effects)}, run: () => ({}) } };`;

describe('effects and confirmation', () => {
  it.each([
    [['none'], ['none'], false],
    [[], ['none'], false],
    [['network'], ['network'], false],
    [['network', 'destructive'], ['destructive', 'network'], true],
    [['payments'], ['payments'], true],
    [['authentication'], ['authentication'], true],
    [['x-paint'], ['x-paint'], false],
  ])('SEC-007 MACRO-037 the effects %j are told as %j', async (effects, labels, needsConfirmation) => {
    const pack = await loadTiny({ 'domain.mg': plan, 'actions.js': action(effects) });
    const evaluation = ask(pack, intent('go'));
    expect(rows(evaluation, 'macro_effect_label/2').map(([, label]) => label)).toEqual(labels);
    expect(rows(evaluation, 'requires_confirmation/1')).toEqual(needsConfirmation ? [['m']] : []);
  });

  it('SEC-005 policy adds to what is dangerous', async () => {
    const files = { 'domain.mg': plan, 'actions.js': action(['network']), 'policy.mg': 'high_risk_effect("network").' };
    expect(rows(ask(await loadTiny(files), intent('go')), 'requires_confirmation/1')).toEqual([['m']]);
  });
});

const twoActions = `const act = { description: 'x', input: { type: 'object' }, effects: ['none'], run: () => ({}) };
export const actions = { act, other: act };`;

describe('permissions', () => {
  it.each([
    ['without a word of policy an action may run', '', ['m']],
    ['SEC-006 an action that policy does not list may not', 'safe_action("other").', []],
    ['a listed action may', 'safe_action("act").', ['m']],
    ['a rule that lists nothing permits nothing', 'safe_action(A, T, P) :- action_request(A, T, P), A = "other".', []],
    ['a rule may look at the plan', 'safe_action(A, T, P) :- action_request(A, T, P), T = "m".', ['m']],
    [
      'what is dangerous may not run, listed or not',
      'safe_action("act"). dangerous_content(A, T, P) :- action_request(A, T, P).',
      [],
    ],
    ['a veto needs no list', 'dangerous_content(A, T, P) :- action_request(A, T, P).', []],
    ['policy may permit by itself', 'permitted(A, T, P) :- action_request(A, T, P), T = "m".', ['m']],
    ['what policy permits by itself is a list too', 'permitted(A, T, P) :- action_request(A, T, P), T = "n".', []],
  ])('%s', async (_, policy, expected) => {
    const more = ' macro_step("n", 1, "other", {}).';
    const pack = await loadTiny({ 'domain.mg': plan + more, 'actions.js': twoActions, ...policyFile(policy) });
    expect(rows(ask(pack, intent('go')), 'final_selected/3').map(([tool]) => tool)).toEqual(expected);
  });

  it.each([
    ['C-123 without the privilege', [], []],
    ['C-123 with the privilege', ['admin'], ['a', 'b']],
    ['with another one', ['guest'], []],
  ])('%s a tool and its dependents are %j', async (_, privileges, expected) => {
    const domain = 'macro_tool("a", "full"). tool_requires("a", "b"). requires_privilege("b", "admin").';
    const facts = [...intent('go'), ...privileges.map((privilege) => fact('client_has_privilege', privilege))];
    expect((await select(domain, facts)).map((row) => row.split(' ')[0])).toEqual(expected);
  });

  const onlyMembers = 'permitted_intent("authenticated", "go").';
  it.each([
    ['nobody is refused without policy', '', 'anonymous', false, []],
    ['C-50 who could log in is told so', onlyMembers, 'anonymous', true, ['auth_required']],
    ['C-50 who cannot log in is refused', onlyMembers, 'anonymous', false, ['auth_insufficient']],
    ['a member may ask', onlyMembers, 'authenticated', true, []],
    ['an automated member may ask, too', onlyMembers, 'automated', true, []],
    [
      'C-50 a member who may not is refused',
      'permitted_intent("anonymous", "go").',
      'authenticated',
      true,
      ['auth_insufficient'],
    ],
    [
      'a rule that derives nothing permits nothing',
      'permitted_intent("anonymous", N) :- intent_text("word", N).',
      'anonymous',
      false,
      ['auth_insufficient'],
    ],
  ] as const)('SEC-018 %s', async (_, policy, clientClass, canLogIn, expected) => {
    const pack = await loadTiny(policyFile(policy));
    const facts = [...intent('go'), fact('client_class', clientClass), ...(canLogIn ? [fact('login_possible')] : [])];
    expect(rows(ask(pack, facts), 'intent_refusal/1').flat()).toEqual(expected);
  });

  it.each([
    ['all facts are taken without policy', '', []],
    ['others than those that policy lists are refused', 'permitted_fact("anonymous", "q").', ['p']],
    ['listed ones are taken', 'permitted_fact("anonymous", "p").', []],
  ])('SEC-005 %s', async (_, policy, expected) => {
    const schema = ['p', 'q'].map((name) => `Decl ${name}(X) descr [direction("input")] bound [/string].`).join('\n');
    const pack = await loadTiny({ 'schema.mg': schema, ...policyFile(policy) });
    const asserted = ['p', 'disclosure_upgrade'].map((predicate) => fact('asserted_predicate', predicate));
    const evaluation = ask(pack, [...intent('go'), fact('client_class', 'anonymous'), ...asserted]);
    expect(rows(evaluation, 'fact_denied/1').flat()).toEqual(expected);
    expect(rows(evaluation, 'intent_refusal/1').length).toBe(expected.length);
  });

  it('C-89 suggests only what the client may ask', async () => {
    const domain = 'suggest_intent("go", {}, "why"). suggest_intent("stop", {}, "why").';
    const pack = await loadTiny({ 'domain.mg': domain, 'policy.mg': 'permitted_intent("anonymous", "stop").' });
    const evaluation = ask(pack, [fact('client_class', 'anonymous')]);
    expect(rows(evaluation, 'allowed_suggestion/3').map(([name]) => name)).toEqual(['stop']);
  });
});
