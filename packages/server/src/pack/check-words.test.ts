import { describe, expect, it } from 'vitest';
import { loadPack, type Problem } from './load-pack.js';
import { type Files, policyFile, tinyConfig, writePack } from './tiny-pack.suite.js';

const actions = `const run = () => ({});
const action = (effects) => ({ description: 'Acts.', input: { type: 'object' }, effects, run });
export const actions = { act: action(['none']), wipe: action(['destructive']), spray: action(['x-paint']) };`;

const domain = `macro_tool("read_log", "full") :- intent_type(_, "look_around").
macro_step("read_log", 1, "act", {/site: {/arg: "site"}}).
macro_param("read_log", "site", "string", /true).
macro_tool("wipe_disk", "full"). macro_step("wipe_disk", 1, "wipe", {}).
`;

const config = {
  ...tinyConfig,
  intents: ['look_around', 'clean_up'].map((name) => ({
    name,
    description: 'x',
    required_facts: [],
    optional_facts: [],
  })),
};

const files: Files = {
  'manglecp.json': config,
  'schema.mg': 'Decl seen(What) descr [direction("input")] bound [/string].\nDecl site(Name) bound [/string].\n',
  'actions.js': actions,
  'skills/tidy/SKILL.md': '---\nname: Tidy\ndescription: How to tidy up.\n---\n\nBegin at the top.\n',
};

/** What keeps the pack from being served, and what is said of words. */
async function wordsIn(given: Files): Promise<readonly string[]> {
  const skill = 'needs_skill("read_log", "tidy").\n';
  const own = {
    ...files,
    ...given,
    'domain.mg': `${domain}${skill}${(given['domain.mg'] as string | undefined) ?? ''}`,
  };
  const loaded = await loadPack(await writePack(own));
  const problems = 'pack' in loaded ? loaded.pack.warnings : loaded.problems;
  return problems.filter(({ code = '', severity }) => severity !== 'warning' || code.startsWith('unknown-')).map(brief);
}

function brief({ severity = 'error', code, message, help = '' }: Problem): string {
  const near = /Did you mean "(.*)"/.exec(help)?.[1];
  const word = /`([^`]*)`/.exec(message)?.[1];
  return `${severity} ${code} ${word}${near === undefined ? '' : ` → ${near}`}`;
}

/** Rules that would silently never hold: each with one wrong word, and what was meant. */
const slips: readonly (readonly [rule: string, code: string, word: string, meant: string])[] = [
  ['prohibited(M, "no") :- macro_has_side_effect(M, "destrutive").', 'unknown-word', 'destrutive', 'destructive'],
  [
    'prohibited(M, "no") :- macro_has_side_effect(M, E), E = "destrutive".',
    'unknown-word',
    'destrutive',
    'destructive',
  ],
  [
    'prohibited(M, "no") :- E = "destrutive", macro_has_side_effect(M, E).',
    'unknown-word',
    'destrutive',
    'destructive',
  ],
  ['prohibited(M, "no") :- macro_has_side_effect(M, E), E != "nne".', 'unknown-word', 'nne', 'none'],
  [
    'prohibited(M, "no") :- :list:member(E, ["network", "destrutive"]), macro_has_side_effect(M, E).',
    'unknown-word',
    'destrutive',
    'destructive',
  ],
  ['prohibited(M, "no") :- macro_tool(M, _), !macro_has_side_effect(M, "nnone").', 'unknown-word', 'nnone', 'none'],
  [
    'bad("destrutive"). prohibited(M, "no") :- bad(E), macro_has_side_effect(M, E).',
    'unknown-word',
    'destrutive',
    'destructive',
  ],
  [
    'bad("destrutive"). worse(E) :- bad(E). prohibited(M, "no") :- worse(E), macro_has_side_effect(M, E).',
    'unknown-word',
    'destrutive',
    'destructive',
  ],
  [
    'does(M, E) :- macro_has_side_effect(M, E). prohibited(M, "no") :- does(M, "destrutive").',
    'unknown-word',
    'destrutive',
    'destructive',
  ],
  ['high_risk_effect("x-piant").', 'unknown-word', 'x-piant', 'x-paint'],
  ['prohibited(M, "no") :- action_effect(A, "x-pain"), macro_step(M, _, A, _).', 'unknown-word', 'x-pain', 'x-paint'],
  ['prohibited("read_log", "no") :- client_class("anonymus").', 'unknown-word', 'anonymus', 'anonymous'],
  ['permitted_intent("anonymus", "clean_up").', 'unknown-word', 'anonymus', 'anonymous'],
  ['prohibited(M, "no") :- macro_tool(M, "fulll").', 'unknown-word', 'fulll', 'full'],
  ['prohibited("read_log", "no") :- disclosure_preference("minmal").', 'unknown-word', 'minmal', 'minimal'],
  ['prohibited("read_log", "no") :- server_config("nam", "x").', 'unknown-word', 'nam', 'name'],
  ['prohibited("read_log", "no") :- intent_param("curent", "site", _).', 'unknown-word', 'curent', 'current'],
  ['prohibited("raed_log", "no").', 'unknown-tool', 'raed_log', 'read_log'],
  ['requires_confirmation("raed_log").', 'unknown-tool', 'raed_log', 'read_log'],
  ['closed("raed_log"). prohibited(T, "no") :- closed(T).', 'unknown-tool', 'raed_log', 'read_log'],
  ['prohibited("read_log", "no") :- macro_tool("wipe_dsk", _).', 'unknown-tool', 'wipe_dsk', 'wipe_disk'],
  ['dangerous_content("wpie", T, P) :- action_request("wipe", T, P).', 'unknown-action', 'wpie', 'wipe'],
  ['dangerous_content("wipe", T, P) :- action_request("wpie", T, P).', 'unknown-action', 'wpie', 'wipe'],
  ['safe_action("actt").', 'unknown-action', 'actt', 'act'],
  ['prohibited(M, "no") :- macro_step(M, _, "wpie", _).', 'unknown-action', 'wpie', 'wipe'],
  ['prohibited("read_log", "no") :- intent_type(_, "clean_pu").', 'unknown-intent', 'clean_pu', 'clean_up'],
  ['permitted_intent("anonymous", "clean_pu").', 'unknown-intent', 'clean_pu', 'clean_up'],
  [
    'permitted_intent(C, N) :- client_class(C), intent_type(_, N), N != "clean_pu".',
    'unknown-intent',
    'clean_pu',
    'clean_up',
  ],
  ['prohibited(M, "no") :- tool_relevant_to_intent(M, "clean_pu", _).', 'unknown-intent', 'clean_pu', 'clean_up'],
  ['permitted_fact("anonymous", "sean").', 'unknown-fact', 'sean', 'seen'],
  ['prohibited("read_log", "no") :- asserted_predicate("sean").', 'unknown-fact', 'sean', 'seen'],
  ['prohibited(M, "no") :- needs_skill(M, "tidi").', 'unknown-skill', 'tidi', 'tidy'],
  ['prohibited(M, "no") :- macro_param(M, "sitte", _, _).', 'unknown-param', 'sitte', 'site'],
  ['prohibited("read_log", "no") :- server_has_capability("temporl").', 'unknown-feature', 'temporl', 'temporal'],
];

describe('a word that means nothing', () => {
  it.each(slips)('keeps a pack with this policy from being served: %s', async (rule, code, word, meant) => {
    const warned = await wordsIn(policyFile(rule.replace(word, meant)));
    expect(warned.filter((line) => line.startsWith('error') || line.includes(code))).toEqual([]);
    expect(await wordsIn(policyFile(rule))).toEqual([`error ${code} ${word} → ${meant}`]);
  });

  it('is an error in policy also where nothing is near', async () => {
    expect(await wordsIn(policyFile('prohibited("quux", "no").'))).toEqual(['error unknown-tool quux']);
    expect(await wordsIn(policyFile('permitted_intent("anonymous", "quux").'))).toEqual(['error unknown-intent quux']);
  });

  it.each([
    [
      'explain_absent("read_log", "no") :- macro_has_side_effect("read_log", "netwrok").',
      'unknown-word netwrok → network',
    ],
    ['explain_absent("read_log", "no") :- intent_type(_, "clean_pu").', 'unknown-intent clean_pu → clean_up'],
    ['explain_absent("read_log", "no") :- intent_type(_, "clean").', 'unknown-intent clean'],
    ['mandatory_for_intent("clean_pu", "read_log").', 'unknown-intent clean_pu → clean_up'],
    ['suggest_intent("clean_pu", {}, "why").', 'unknown-intent clean_pu → clean_up'],
    ['suggest_intent("quux", {}, "why").', 'unknown-intent quux'],
    ['tool_requires("read_log", "wipe_dsk").', 'unknown-tool wipe_dsk → wipe_disk'],
    ['conflicts_with("raed_log", "wipe_disk").', 'unknown-tool raed_log → read_log'],
    ['macro_description("raed_log", "Reads.") :- intent_type(_, _).', 'unknown-tool raed_log → read_log'],
    ['emit_assert("sean", ["a"]).', 'unknown-fact sean → seen'],
    [
      'macro_instruction("read_log", 1, "x") :- step_result(_, 1, "act", "sucess", _).',
      'unknown-word sucess → success',
    ],
    ['explain_absent("read_log", "no") :- macro_arg("read_log", "sitte", _).', 'unknown-param sitte → site'],
    [
      'noisy("netwrok"). explain_absent(M, "no") :- noisy(E), macro_has_side_effect(M, E).',
      'unknown-word netwrok → network',
    ],
  ])('is a warning in the domain: %s', async (rule, said) => {
    expect(await wordsIn({ 'domain.mg': rule })).toEqual([`warning ${said}`]);
  });

  it('is found in tables, too', async () => {
    const given = {
      'facts/tool_requires.csv': 'read_log,wipe_dsk\n',
      'facts/mandatory_for_intent.csv': 'clean_pu,read_log\n',
    };
    expect([...(await wordsIn(given))].sort()).toEqual([
      'warning unknown-intent clean_pu → clean_up',
      'warning unknown-tool wipe_dsk → wipe_disk',
    ]);
  });
});

describe('no word is taken for a slip', () => {
  it.each([
    ['in policy and domain as they should be', 'prohibited(M, "no") :- macro_has_side_effect(M, "destructive").', ''],
    ['if it is an effect of one’s own', 'high_risk_effect("x-heat"). high_risk_effect("x-paint").', ''],
    [
      'if it is free text',
      'prohibited("read_log", "destrutive"). prohibited(T, "a") :- prohibited(T, "destrutive").',
      '',
    ],
    [
      'if it is a parameter of the intent',
      'prohibited("read_log", "no") :- intent_param(_, "sitte", "destrutive").',
      '',
    ],
    ['if clients send it', 'prohibited("read_log", "no") :- seen("destrutive").', ''],
    [
      'if what it is compared with is used for more',
      'word("slow"). prohibited(M, "no") :- word(E), macro_has_side_effect(M, E). prohibited("read_log", W) :- word(W).',
      '',
    ],
    [
      'if it is looked for among what is not so',
      'word("slow"). prohibited("read_log", "no") :- word(W), !tool_registered(W).',
      '',
    ],
    ['if rules make tools of data', 'prohibited("later", "no").', 'macro_tool(T, "full") :- seen(T).'],
    ['if rules make tools of facts', 'prohibited("later", "no").', 'made("later"). macro_tool(T, "full") :- made(T).'],
    [
      'if a tool includes such an action',
      'dangerous_content("dig", T, P) :- action_request("dig", T, P).',
      'macro_includes_action("read_log", "dig").',
    ],
    [
      'if rules answer an intent that is not listed',
      'permitted_intent("anonymous", "hidden").',
      'macro_tool("read_log", "minimal") :- intent_type(_, "hidden").',
    ],
    ['if it is a plan that is asked for', 'prohibited(M, "no") :- macro_step(M, _, A, _), tool_registered(A).', ''],
  ])('%s', async (_, policy, more) => {
    expect(await wordsIn({ ...policyFile(policy), 'domain.mg': more })).toEqual([]);
  });

  it('where a pack has no tools, actions or intents yet', async () => {
    const policy = 'prohibited("later", "no"). permitted_intent("anonymous", "later").';
    const loaded = await loadPack(await writePack(policyFile(policy)));
    expect('pack' in loaded && loaded.pack.warnings).toEqual([]);
  });

  it('where clients may send facts that nobody declared', async () => {
    const open = { ...config, strict_predicates: false };
    expect(await wordsIn({ 'manglecp.json': open, ...policyFile('permitted_fact("anonymous", "sean").') })).toEqual([]);
  });
});

describe('a privilege', () => {
  const credential = (privileges: readonly string[]) => ({
    sha256: 'a'.repeat(64),
    identity: 'yard',
    privileges,
  });
  const rule = (word: string): Files => policyFile(`prohibited("read_log", "no") :- !client_has_privilege("${word}").`);

  it.each([
    ['gardner', 'gardener', ['error unknown-privilege gardner → gardener']],
    ['amdin', 'gardener', ['error unknown-privilege amdin → admin']],
    ['gardener', 'gardener', []],
    ['admin', 'gardener', []],
    // To take a credential away must not keep the pack from being loaded again.
    ['keeper', 'gardener', ['warning unknown-privilege keeper']],
  ])('%s, where there is a credential with %s', async (word, granted, expected) => {
    const auth = { tokens: [credential([granted])] };
    expect(await wordsIn({ 'manglecp.json': { ...config, auth }, ...rule(word) })).toEqual(expected);
    const required = policyFile(`requires_privilege("read_log", "${word}").`);
    expect(await wordsIn({ 'manglecp.json': { ...config, auth }, ...required })).toEqual(expected);
  });

  it('may be any where there are no credentials, but for slips of those that the server knows', async () => {
    expect(await wordsIn(rule('gardner'))).toEqual([]);
    expect(await wordsIn(rule('amdin'))).toEqual(['warning unknown-privilege amdin → admin']);
  });

  it('may be any where an issuer grants them', async () => {
    const jwt = {
      issuer: 'https://i.example',
      audience: 'a',
      jwks_url: 'https://i.example/keys',
      token_url: 'https://i.example/token',
    };
    const auth = { tokens: [credential(['gardener'])], jwt };
    expect(await wordsIn({ 'manglecp.json': { ...config, auth }, ...rule('gardner') })).toEqual([]);
  });

  it('is not the only thing that credentials say', async () => {
    const auth = { api_keys: [credential([])] };
    const policy = policyFile('prohibited("read_log", "no") :- client_identity("yadr").');
    expect(await wordsIn({ 'manglecp.json': { ...config, auth }, ...policy })).toEqual([
      'error unknown-identity yadr → yard',
    ]);
  });
});
