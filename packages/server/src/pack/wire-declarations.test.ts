import { describe, expect, it } from 'vitest';
import { snakeCase } from './argument-names.js';
import { brief, loadTiny, problemsOf } from './tiny-pack.suite.js';

async function declared(schema: string) {
  const { declarations } = await loadTiny({ 'schema.mg': schema });
  return declarations.find(({ predicate }) => predicate === 'p');
}

describe('DATA-046 a predicate with a direction', () => {
  it('is told with all that its declaration says', async () => {
    const schema =
      'Decl p(ShipmentId, State) temporal descr [doc("One.", "Two."), direction("both"), arg(ShipmentId, "a"), arg(State, "b")] bound [/string, /number].';
    expect(await declared(schema)).toEqual({
      predicate: 'p',
      arity: 2,
      arg_types: ['string', 'number'],
      arg_names: ['shipment_id', 'state'],
      temporal: true,
      description: 'One. Two.',
      direction: 'both',
    });
  });

  it.each([
    ['/string', 'string'],
    ['/name', 'string'],
    ['/number', 'number'],
    ['/float64', 'number'],
    ['/bool', 'boolean'],
    ['.Union<.Singleton</true>, .Singleton</false>>', 'boolean'],
    ['.Singleton</true>', 'boolean'],
    ['.Union<.Singleton</yes>, .Singleton</true>>', 'any'],
    ['/any', 'any'],
    ['/time', 'any'],
    ['/team', 'any'],
    ['.List</string>', 'any'],
    ['.Union</string, /number>', 'any'],
  ])('DATA-047 has arguments of %s as %s', async (bound, type) => {
    expect((await declared(`Decl p(X) descr [direction("input")] bound [${bound}].`))?.arg_types).toEqual([type]);
  });

  it('DATA-047 has any where rows of bounds differ, and the type where they agree', async () => {
    const schema = 'Decl p(X, Y) descr [direction("input")] bound [/string, /number] bound [/string, /string].';
    expect((await declared(schema))?.arg_types).toEqual(['string', 'any']);
  });

  it('DATA-048 has as many types and names as arguments, also if there are none', async () => {
    expect(await declared('Decl p() descr [direction("input")].')).toEqual({
      predicate: 'p',
      arity: 0,
      arg_types: [],
      arg_names: [],
      direction: 'input',
    });
  });

  it.each([
    ['an argument has no name', 'Decl p(X, _) descr [direction("input")] bound [/string, /string].'],
    ['two names become one', 'Decl p(ItemId, ItemID) descr [direction("input")] bound [/string, /string].'],
  ])('DATA-012 has no names if %s', async (_, schema) => {
    expect(await declared(schema)).not.toHaveProperty('arg_names');
  });

  it('ARCH-007 is the business of the schema alone', async () => {
    const problems = await problemsOf({ 'domain.mg': 'Decl p(X) descr [direction("input")] bound [/string].' });
    expect(problems).toMatchObject([{ code: 'wire', file: 'domain.mg' }]);
  });

  it('is not told without a direction', async () => {
    expect(await declared('Decl p(X) bound [/string].')).toBeUndefined();
  });

  it.each([
    ['a direction that is none', 'Decl p(X) descr [direction("in")] bound [/string].'],
    ['a direction without a word', 'Decl p(X) descr [direction()] bound [/string].'],
    ['two directions', 'Decl p(X) descr [direction("input"), direction("output")] bound [/string].'],
    ['DATA-002 a name that is too long', `Decl ${'p'.repeat(129)}(X) descr [direction("input")] bound [/string].`],
    ['DATA-001 a name with upper-case letters', 'Decl pQ(X) descr [direction("input")] bound [/string].'],
    ['DATA-001 a name in a package', 'Package a!\nDecl p(X) descr [direction("input")] bound [/string].'],
    [
      'C-81 a second arity',
      'Decl p(X) descr [direction("input")] bound [/string].\nDecl p(X, Y) descr [direction("input")] bound [/string, /string].',
    ],
    [
      'what is computed when it is asked',
      'Decl p(X) descr [direction("input"), deferred(), mode("+")] bound [/string]. p("a").',
    ],
    ['rules for an input', 'Decl p(X) descr [direction("input")] bound [/string]. p(X) :- disclosure_upgrade(X).'],
  ])('cannot have %s', async (_, schema) => {
    expect((await problemsOf({ 'schema.mg': schema })).map(({ code }) => code)).toEqual(['wire']);
  });

  it('C-81 may share its name with an internal predicate', async () => {
    const schema = 'Decl p(X) descr [direction("input")] bound [/string]. Decl p(X, Y) bound [/string, /string].';
    expect((await declared(schema))?.arity).toBe(1);
  });
});

it.each([
  ['X', 'x'],
  ['Shipment', 'shipment'],
  ['ShipmentId', 'shipment_id'],
  ['HTTPStatus', 'http_status'],
  ['ItemID', 'item_id'],
  ['Line2', 'line2'],
  ['Line2Text', 'line2_text'],
])('%s is %s in snake_case', (name, expected) => {
  expect(snakeCase(name)).toBe(expected);
});

describe('words of the kernel', () => {
  const actions =
    "export const actions = { act: { description: 'x', input: { type: 'object' }, effects: [], run() {} } };";

  it.each([
    ['an action that the pack does not have', 'macro_step("m", 1, "atc", {}).', 'unknown-action'],
    ['an unknown action in a rule', 'macro_step("m", 1, "atc", {}) :- intent_type(_, "go").', 'unknown-action'],
    ['an effect that is no category', 'macro_has_side_effect("m", "netwrok").', 'unknown-word'],
    ['a level that is none', 'macro_tool("m", "whole").', 'unknown-word'],
    ['a type that JSON Schema does not have', 'macro_param("m", "x", "text", /true).', 'unknown-word'],
  ])('tell %s', async (_, domain, code) => {
    expect(brief(await problemsOf({ 'actions.js': actions, 'domain.mg': domain }))).toEqual([`${code} domain.mg 1`]);
  });

  it.each([
    ['an effect that would never be dangerous', 'high_risk_effect("payment").'],
    ['a class of clients that nobody has', 'permitted_intent("anonymus", "go").'],
  ])('tell %s', async (_, policy) => {
    const [problem] = await problemsOf({ 'policy.mg': policy });
    expect(problem).toMatchObject({ code: 'unknown-word', line: 1 });
    expect(problem?.help).toContain('Did you mean');
  });

  it('tell that a pack without actions has none', async () => {
    expect(brief(await problemsOf({ 'domain.mg': 'macro_step("m", 1, "act", {}).' }))).toEqual([
      'unknown-action domain.mg 1',
    ]);
  });

  it('are left alone where nobody can know them', async () => {
    const domain = 'macro_step("m", 1, A, {}) :- tool_registered(A). macro_has_side_effect("m", "x-paint").';
    expect(await problemsOf({ 'actions.js': actions, 'domain.mg': domain })).toEqual([]);
  });

  it('are looked at in long files, too', async () => {
    const lines = Array.from(
      { length: 300 },
      (_, at) => `macro_step("m", ${at}, "${at === 250 ? 'atc' : 'act'}", {}).`,
    );
    expect(brief(await problemsOf({ 'actions.js': actions, 'domain.mg': lines.join('\n') }))).toEqual([
      'unknown-action domain.mg 251',
    ]);
  });

  it.each(['conflicts_with("a", "a").', 'conflicts_with(T, T) :- intent_text("t", T).'])(
    'tell a conflict of a tool with itself: %s',
    async (domain) => {
      expect(brief(await problemsOf({ 'domain.mg': domain }))).toEqual(['self-conflict domain.mg 1']);
    },
  );
});
