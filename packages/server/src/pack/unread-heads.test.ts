import { describe, expect, it } from 'vitest';
import { loadTiny, problemsOf } from './tiny-pack.suite.js';

describe('a clause of policy that nothing reads', () => {
  it.each([
    ['prohibted("a", "no").', 'Did you mean `prohibited/2`?'],
    ['requires_confirmaton("a").', 'Did you mean `requires_confirmation/1`?'],
    ['prohibitd(T, "no") :- closed(T).\nclosed("a").', 'Did you mean `prohibited/2`?'],
    ['prohibitd(T, "no") :- prohibitd(T, _).', 'Did you mean `prohibited/2`?'],
    ['a_word("a").', 'Read it in a rule, declare it, or remove the clause.'],
  ])('keeps the pack from being served: %s', async (policy, help) => {
    expect(await problemsOf({ 'policy.mg': policy })).toMatchObject([
      { code: 'unread-head', file: 'policy.mg', line: 1, help },
    ]);
  });

  it.each(['prohibited("a", "no", "way").', 'safe_action("a", "b").'])(
    'because it has another number of arguments does so, too: %s',
    async (policy) => {
      expect(await problemsOf({ 'policy.mg': policy })).toMatchObject([{ code: 'wrong-arity', file: 'policy.mg' }]);
    },
  );

  it('is found also where two read nothing but each other', async () => {
    const problems = await problemsOf({ 'policy.mg': 'odd(X) :- even(X).\neven(X) :- odd(X).' });
    expect(problems.map(({ code }) => code)).toEqual(['unread-head', 'unread-head']);
  });

  it.each([
    ['that policy reads', 'closed("a"). prohibited(T, "no") :- closed(T).', ''],
    [
      'that the domain reads at second hand',
      'closed("a"). shut(T) :- closed(T).',
      'explain_absent(T, "no") :- shut(T).',
    ],
    ['that a plan binds', 'sites("x").', 'macro_step("m", 1, "act", {/site: {/fact: "sites", /column: 0}}).'],
  ])('is none if it is one %s', async (_, policy, domain) => {
    const actions =
      "export const actions = { act: { description: 'x', input: { type: 'object' }, effects: [], run() {} } };";
    const { warnings } = await loadTiny({ 'policy.mg': policy, 'domain.mg': domain, 'actions.js': actions });
    expect(warnings.filter(({ code }) => code?.startsWith('unread'))).toEqual([]);
  });
});

describe('elsewhere a clause that nothing reads', () => {
  it.each([
    ['domain.mg', 'macro_tol("a", "full").', 'unread-head', 'Did you mean `macro_tool/2`?'],
    ['facts/a.mg', 'stok("a", 1).', 'unread-head', 'Read it in a rule, declare it, or remove the clause.'],
  ])('is a warning in %s', async (file, text, code, help) => {
    const { warnings } = await loadTiny({ [file]: text });
    expect(warnings).toMatchObject([{ code, file, line: 1, severity: 'warning', help }]);
  });

  it('is a warning if the pack declared it for itself, and none if it is for clients', async () => {
    const schema =
      'Decl own(X) bound [/string].\nDecl told(X) descr [direction("output"), open("domain")] bound [/string].';
    const { warnings } = await loadTiny({ 'schema.mg': schema, 'domain.mg': 'told("a").', 'facts/a.mg': 'own("a").' });
    expect(warnings).toMatchObject([{ code: 'unread-predicate', file: 'facts/a.mg', severity: 'warning' }]);
  });
});
