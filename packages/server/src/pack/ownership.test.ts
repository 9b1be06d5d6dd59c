import { describe, expect, it } from 'vitest';
import { brief, problemsOf } from './tiny-pack.suite.js';

const own = 'bound [/string].';
/** No policy is made of declarations alone. */
const some = '\nhigh_risk_effect("network").';

describe('ARCH-006 ARCH-018 C-20 a layer', () => {
  it.each([
    ['may fill what the server opens to it', { 'policy.mg': 'prohibited("a", "no").' }],
    ['may fill what is open to a lower layer', { 'policy.mg': 'macro_tool("a", "full").' }],
    ['may fill what is its own', { 'domain.mg': `Decl p(X) ${own}\np("a").` }],
    ['may fill what nobody declares', { 'domain.mg': 'p("a"). p(X) :- q(X). q("b").' }],
    ['may read what it does not own', { 'domain.mg': 'p(X) :- excluded(X).' }],
    [
      'may fill what the schema opens to it',
      { 'schema.mg': `Decl p(X) descr [open("domain")] ${own}`, 'domain.mg': 'p("a").' },
    ],
    [
      'may fill what the schema opens to a lower one',
      { 'schema.mg': `Decl p(X) descr [open("domain")] ${own}`, 'policy.mg': 'p("a").' },
    ],
    [
      'may fill what policy opens to it',
      { 'policy.mg': `Decl p(X) descr [open("domain")] ${own}\np("a").`, 'domain.mg': 'p("b").' },
    ],
    ['may have names of the server in a package of its own', { 'domain.mg': 'Package mine!\nexcluded("a").' }],
  ])('%s', async (_, files) => {
    expect(await problemsOf(files)).toEqual([]);
  });

  it.each([
    [
      'cannot fill what the server keeps',
      { 'domain.mg': 'final_selected("a", 100, "skeleton").' },
      ['not-owner domain.mg 1'],
    ],
    [
      'cannot fill it by a rule either',
      { 'policy.mg': '\nfinal_selected(T, 100, "skeleton") :- macro_tool(T, _).' },
      ['not-owner policy.mg 2'],
    ],
    [
      'cannot fill what is open to policy from the domain',
      { 'domain.mg': 'permitted_intent("anonymous", "go").' },
      ['not-owner domain.mg 1'],
    ],
    ['cannot permit actions from the domain', { 'domain.mg': 'safe_action("act").' }, ['not-owner domain.mg 1']],
    ['cannot say who the client is', { 'policy.mg': 'client_has_privilege("admin").' }, ['not-owner policy.mg 1']],
    ['cannot say what policy defines', { 'policy.mg': 'policy_defines("x").' }, ['not-owner policy.mg 1']],
    [
      'cannot declare what the server declares',
      { 'schema.mg': 'Decl excluded(Tool) bound [/string].' },
      ['not-owner schema.mg 1'],
    ],
    [
      'cannot declare what a higher layer declares',
      { 'schema.mg': `Decl p(X) ${own}`, 'domain.mg': `Decl p(X) ${own}` },
      ['not-owner domain.mg 1'],
    ],
    [
      'cannot fill what the schema keeps',
      { 'schema.mg': `Decl p(X) ${own}`, 'domain.mg': 'p("a").' },
      ['not-owner domain.mg 1'],
    ],
    [
      'cannot fill what the schema opens to policy',
      { 'schema.mg': `Decl p(X) descr [open("policy")] ${own}`, 'domain.mg': 'p("a").' },
      ['not-owner domain.mg 1'],
    ],
    [
      'cannot extend what policy has clauses for',
      { 'policy.mg': 'trusted("a").', 'domain.mg': 'trusted("b").' },
      ['not-owner domain.mg 1'],
    ],
    [
      'cannot declare what policy has clauses for',
      { 'policy.mg': 'trusted("a").', 'domain.mg': `Decl trusted(X) descr [open("domain")] ${own}` },
      ['not-owner domain.mg 1'],
    ],
    [
      'is told so although there are other mistakes',
      { 'domain.mg': 'excluded(T) :- final_selected(T, _, _).\np(X) :- nothing(X).' },
      ['not-owner domain.mg 1', 'negative-cycle <server>/pipeline/03_flesh.mg 38', 'unknown-predicate domain.mg 2'],
    ],
  ])('%s', async (_, files, expected) => {
    expect(brief(await problemsOf(files))).toEqual(expected);
  });
});

describe('facts of a pack', () => {
  it.each([
    ['may be of what the schema declares as data', { 'schema.mg': `Decl p(X) ${own}` }],
    ['may be of inputs', { 'schema.mg': `Decl p(X) descr [direction("input")] ${own}` }],
    ['may be of what goes both ways', { 'schema.mg': `Decl p(X) descr [direction("both")] ${own}` }],
    ['may be of what is open to domains', { 'policy.mg': `Decl p(X) descr [open("domain")] ${own}${some}` }],
    ['may be of what the domain has', { 'domain.mg': 'p("b").' }],
    ['may be of what nobody declares', {}],
  ])('%s', async (_, files) => {
    expect(await problemsOf({ ...files, 'facts/a.mg': 'p("a").' })).toEqual([]);
    if (Object.keys(files).length > 0) expect(await problemsOf({ ...files, 'facts/p.csv': 'a\n' })).toEqual([]);
  });

  it.each([
    ['outputs', { 'schema.mg': `Decl p(X) descr [direction("output")] ${own}` }],
    [
      'outputs that are open to domains',
      { 'schema.mg': `Decl p(X) descr [direction("output"), open("domain")] ${own}` },
    ],
    ['what policy declares', { 'policy.mg': `Decl p(X) ${own}${some}` }],
    ['what policy has clauses for', { 'policy.mg': 'p("b"). prohibited(X, "no") :- p(X).' }],
    ['what the schema opens to policy alone', { 'schema.mg': `Decl p(X) descr [open("policy")] ${own}` }],
  ])('may not be of %s', async (_, files) => {
    expect(brief(await problemsOf({ ...files, 'facts/a.mg': 'p("a").' }))).toEqual(['not-owner facts/a.mg 1']);
    expect(brief(await problemsOf({ ...files, 'facts/p.csv': 'a\n' }))).toEqual(['not-owner facts/p.csv']);
  });

  it('may not be of what the server keeps', async () => {
    expect(brief(await problemsOf({ 'facts/a.mg': 'client_has_privilege("admin").' }))).toEqual([
      'not-owner facts/a.mg 1',
    ]);
    expect(brief(await problemsOf({ 'facts/safe_action.csv': 'act\n' }))).toEqual(['not-owner facts/safe_action.csv']);
  });

  it('are nothing but facts', async () => {
    const text = 'p("a").\nq(X) :- p(X).\nDecl r(X) bound [/string].';
    expect(brief(await problemsOf({ 'facts/a.mg': text }))).toEqual([
      'not-a-fact facts/a.mg 2',
      'not-a-fact facts/a.mg 3',
    ]);
  });

  it('are checked in long files, too', async () => {
    const lines = Array.from({ length: 500 }, (_, at) => `permitted_intent("anonymous", "intent ${at}").`);
    expect(brief(await problemsOf({ 'facts/a.mg': lines.join('\n') }))).toEqual(['not-owner facts/a.mg 1']);
  });
});
