import { describe, expect, it } from 'vitest';
import { checkServing } from './check-serving.js';
import { loadTiny } from './pack/tiny-pack.suite.js';

const actions = `export const actions = {
  act: { description: 'Acts.', input: { type: 'object' }, effects: ['none'], run: () => ({}) },
};`;

async function problems(domain: string, schema = ''): Promise<readonly string[]> {
  const pack = await loadTiny({ 'schema.mg': schema, 'domain.mg': domain, 'actions.js': actions });
  return (await checkServing(pack)).map(({ code, severity = 'error' }) => `${severity} ${code}`);
}

const offer = 'macro_tool("m", "full").';

describe('a plan that nobody could carry out', () => {
  it.each([
    ['two steps at one position', 'macro_step("m", 1, "act", {/a : 1}). macro_step("m", 1, "act", {/a : 2}).'],
    ['no arguments', 'macro_step("m", 1, "act", "x").'],
    ['a step that is not there', 'macro_step("m", 1, "act", {/a : {/step : 9}}).'],
    ['a predicate that is not there', 'macro_step("m", 1, "act", {/a : {/fact : "none", /column : 0}}).'],
    ['two types of a parameter', 'macro_param("m", "a", "string", /true). macro_param("m", "a", "number", /true).'],
    ['an output that is no schema', 'macro_output("m", "[1]").'],
  ])('is seen before somebody asks: %s', async (_, text) => {
    expect(await problems(`${offer} ${text}`)).toEqual(['warning bad-plan']);
  });

  it('is not seen where facts of clients, or rules, may complete it', async () => {
    const schema = 'Decl site(Name) descr [direction("input")] bound [/string].';
    expect(await problems(`${offer} macro_step("m", 1, "act", {/a : {/fact : "site", /column : 0}}).`, schema)).toEqual(
      [],
    );
    const rule = 'macro_step("m", 1, "act", {}) :- intent_type(_, "go").';
    expect(await problems(`${offer} ${rule} macro_step("m", 2, "act", {/a : {/step : 1}}).`)).toEqual([]);
  });
});

describe('a base', () => {
  it('that cannot be evaluated is an error', async () => {
    expect(await problems('half(1). half(M) :- half(N), M = fn:div(N, 0).')).toEqual([
      expect.stringMatching(/^error /),
    ]);
  });

  it('that can be is nothing to speak of', async () => {
    expect(await problems(`${offer} macro_step("m", 1, "act", {}).`)).toEqual([]);
  });
});
