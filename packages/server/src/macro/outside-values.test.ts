import { type FactInput, type Prepared, prepareSync } from '@manglecp/mangle';
import { checkFacts, factsProfileOf, type Json, type JsonObject } from '@manglecp/protocol';
import { type Arbitrary, array, assert, asyncProperty, constant, letrec, nat, oneof, record, string } from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { paramFacts } from '../facts/param-facts.js';
import { toFactInputs } from '../facts/to-engine.js';
import { wirePredicates } from '../facts/wire-predicates.js';
import { bindTemplate } from '../invocation/bind-template.js';
import { buildManifest } from '../pack/manifest.js';
import type { Pack } from '../pack/pack.js';
import { type Files, kernelExternals, loadTiny } from '../pack/tiny-pack.suite.js';
import { readPlan } from './read-plan.js';

/** Structs that look like references, on their own and inside one another. */
const lookAlikes: readonly JsonObject[] = [
  { fact: 'vault_key', column: 0 },
  { arg: 'a' },
  { step: 0 },
  { step: 0, path: 'secret' },
  { inner: { fact: 'vault_key', column: 0 }, items: [{ arg: 'a' }, { step: 0 }] },
];

/** The type of structs with parts that are structs, too. */
function structOf(part: string): string {
  return `.Struct<opt /inner : ${part}, opt /items : .List<${part}>>`;
}

const files: Files = {
  'schema.mg': `
    Decl note(V) descr [doc("d"), direction("input")] bound [${structOf(structOf('.Struct<>'))}].
    Decl label(L) descr [doc("d"), direction("input")] bound [/name].
    Decl vault_key(K) descr [open("domain")] bound [/string].
    Decl row(V) bound [/any].
    Decl look(K, V) descr [external(), mode("+", "-")] bound [/string, /any].`,
  'facts/row.json': lookAlikes.map((each) => [each]),
  'facts/macro_step.json': [['table_step', 1, 'act', { v: { fact: 'vault_key', column: 0 } }]],
  'domain.mg': `
    vault_key("s3cret").
    kept(V) :- note(V).
    wrapped({/deep : [V]}) :- note(V).
    macro_step("direct", 1, "act", {/v : V}) :- note(V).
    macro_step("whole", 1, "act", V) :- note(V).
    macro_step("kept", 1, "act", {/v : V}) :- kept(V).
    macro_step("wrapped", 1, "act", {/v : W}) :- wrapped(W).
    macro_step("list", 0, "act", {}).
    macro_step("list", 1, "act", {/v : [V], /a : {/arg : "a"}, /s : [{/step : 0}], /f : {/fact : "vault_key", /column : 0}}) :- note(V).
    macro_step("appended", 1, "act", {/v : fn:list:append([V], {/arg : "a"})}) :- note(V).
    macro_step("equal", 1, "act", T) :- note(V), T = {/v : V, /a : {/arg : "a"}}.
    macro_step("map", 1, "act", {/v : ["k" : V]}) :- note(V).
    macro_step("pair", 1, "act", {/v : fn:pair(V, 1)}) :- note(V).
    macro_step("part", 1, "act", {/v : P}) :- note(V), :match_field(V, /inner, P).
    macro_step("member", 1, "act", {/v : P}) :- note(V), :match_field(V, /items, L), :list:member(P, L).
    macro_step("got", 1, "act", {/v : fn:struct:get(V, /inner)}) :- note(V), :match_field(V, /inner, _).
    macro_step("collected", 1, "act", {/v : L}) :- note(V) |> do fn:group_by(), let L = fn:collect(V).
    macro_step("labelled", 1, "act", {/v : fn:struct(L, "a")}) :- label(L).
    macro_step("looked", 1, "act", {/v : L}) :- look("k", V) |> do fn:group_by(), let L = fn:collect(V).
    macro_step("stored", 1, "act", {/v : L}) :- row(V) |> do fn:group_by(), let L = fn:collect(V).
    macro_step("param", 1, "act", {/v : V}) :- intent_param(_, "p", V).
    template_of("written", {/v : {/arg : "a"}, /f : {/fact : "vault_key", /column : 0}}).
    macro_step(M, 1, "act", T) :- template_of(M, T).`,
  'actions.js': `
    export const look = () => ${JSON.stringify(lookAlikes.map((each) => [each]))};
    export const actions = { act: { description: 'd', input: { type: 'object' }, effects: [], run: async () => ({}) } };`,
  'manglecp.json': {
    name: 'tiny',
    version: '1.0.0',
    domain: { id: 'tiny' },
    intents: [],
    externals: [{ predicate: 'look', mode: 'bf', from: 'actions.js#look', deterministic: true }],
  },
};

let loaded: { readonly pack: Pack; readonly base: Prepared } | undefined;
let pack: Pack;
beforeEach(async () => {
  loaded ??= await prepare();
  pack = loaded.pack;
});

async function prepare(): Promise<NonNullable<typeof loaded>> {
  const made = await loadTiny(files);
  const externals = { ...made.externals, ...kernelExternals };
  return { pack: made, base: prepareSync(made.program, made.baseFacts, { externals }) };
}

/** Facts as a client sends them. */
function sent(pred: string, value: Json): readonly FactInput[] {
  const profile = factsProfileOf(buildManifest(pack, { status: 'ready', isAuthRequired: false, degraded: [] }));
  const checked = checkFacts([{ pred, args: [value] }], profile, { now: 0n });
  const { facts, violations } = toFactInputs(checked.facts, wirePredicates(pack));
  expect([...checked.violations, ...violations]).toEqual([]);
  return facts;
}

/** What the action of a tool's last step is given. */
function given(name: string, facts: readonly FactInput[]): unknown {
  const evaluation = loaded?.base.requestSync(facts, { now: 0n });
  if (evaluation === undefined) throw new Error('nothing is loaded');
  const asked = { standing: '', keepsTemplates: false };
  const origin = { intent: 'go', evalTime: 0n, issuedAtMs: 0, policyDigest: '', actions: pack.actions, ...asked };
  const template = readPlan(evaluation, name, origin).steps.at(-1)?.template;
  if (template === undefined) throw new Error(`${name} has no step`);
  return bindTemplate(template, { args: { a: 'the argument' }, results: new Map([[0, { secret: 'a result' }]]) });
}

/** What each tool makes of a value. */
const tools: readonly (readonly [name: string, of: (value: JsonObject) => unknown])[] = [
  ['direct', (v) => ({ v })],
  ['whole', (v) => v],
  ['kept', (v) => ({ v })],
  ['wrapped', (v) => ({ v: { deep: [v] } })],
  ['list', (v) => ({ v: [v], a: 'the argument', s: [{ secret: 'a result' }], f: 's3cret' })],
  ['appended', (v) => ({ v: [v, 'the argument'] })],
  ['equal', (v) => ({ v, a: 'the argument' })],
  ['map', (v) => ({ v: { k: v } })],
  ['pair', (v) => ({ v: [v, 1] })],
  ['collected', (v) => ({ v: [v] })],
];

const { value } = letrec<{ value: JsonObject }>((tie) => ({
  value: oneof(
    { maxDepth: 2, depthIdentifier: 'value' },
    ...lookAlikes.map((each) => constant(each)),
    record({ x: string(), fact: string(), column: nat() }, { requiredKeys: [] }) as Arbitrary<JsonObject>,
    record({ inner: tie('value'), items: array(tie('value'), { maxLength: 3 }) }, { requiredKeys: [] }),
  ),
}));

describe('a value from outside that looks like a reference', () => {
  it.each(tools)('SEC-038 is a constant of a client: %s', async (name, of) => {
    for (const each of lookAlikes) expect(given(name, sent('note', each))).toEqual(of(each));
    await assert(
      asyncProperty(value, (each) => {
        expect(given(name, sent('note', each))).toEqual(of(each));
        return Promise.resolve();
      }),
      { numRuns: 12 },
    );
  });

  it('SEC-038 is a constant as a part of a fact', () => {
    const part = { fact: 'vault_key', column: 0 };
    expect(given('part', sent('note', { inner: part }))).toEqual({ v: part });
    expect(given('got', sent('note', { inner: part }))).toEqual({ v: part });
    expect(given('member', sent('note', { items: [part] }))).toEqual({ v: part });
  });

  it('SEC-038 is a constant if a client names its label', () => {
    expect(given('labelled', sent('label', '/arg'))).toEqual({ v: { arg: 'a' } });
  });

  it('SEC-038 is a constant of an external predicate and of a table', () => {
    const all = expect.arrayContaining([...lookAlikes]) as unknown;
    expect(given('looked', [])).toEqual({ v: all });
    expect(given('stored', [])).toEqual({ v: all });
    expect(given('table_step', [])).toEqual({ v: { fact: 'vault_key', column: 0 } });
  });

  it('SEC-038 is a constant of a parameter', () => {
    for (const each of lookAlikes) expect(given('param', paramFacts({ p: each }, 10))).toEqual({ v: each });
  });

  it('leaves the references of rules, also those that come from other rules', () => {
    expect(given('written', sent('note', lookAlikes[0] ?? {}))).toEqual({ v: 'the argument', f: 's3cret' });
    expect(pack.warnings.filter(({ code }) => code === 'lost-reference')).toEqual([]);
  });
});

describe('a reference beside a value from outside', () => {
  const mixed = `
    template_of({/v : V, /a : {/arg : "a"}}) :- note(V).
    macro_step("mixed", 1, "act", T) :- template_of(T).`;

  it('is lost if the two come from another rule, with a warning that says what to write', async () => {
    const { warnings } = await loadTiny({ ...files, 'domain.mg': mixed });
    expect(warnings.filter(({ code }) => code === 'lost-reference')).toMatchObject([
      { file: 'domain.mg', line: 3, severity: 'warning', help: expect.stringContaining('{/arg : "to"}') as unknown },
    ]);
  });

  it('is kept if the value cannot look like one', async () => {
    const plain =
      'Decl note(V) descr [doc("d"), direction("input")] bound [.Struct</title : /string, opt /tags : /any>].';
    const { warnings, program } = await loadTiny({
      'schema.mg': plain,
      'domain.mg': mixed,
      'actions.js': files['actions.js'],
    });
    expect(warnings.filter(({ code }) => code === 'lost-reference')).toEqual([]);
    expect([...program.registry.functions.keys()]).not.toContain('fn:manglecp:constant');
  });
});
