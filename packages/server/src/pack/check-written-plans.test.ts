import { describe, expect, it } from 'vitest';
import { loadTiny } from './tiny-pack.suite.js';

const actions = `const run = () => ({});
export const actions = {
  act: { description: 'Acts.', input: { type: 'object', properties: { site: {}, slot: {}, count: { type: 'integer' }, word: { type: ['string', 'null'] } }, required: ['site'] }, effects: [], run },
  wipe: { description: 'Wipes.', input: { type: 'object' }, effects: ['destructive'], run },
};`;

const tool = 'macro_tool("m", "full").';
const step = 'macro_step("m", 1, "act", {/site: {/arg: "site"}}).';
const param = 'macro_param("m", "site", "string", /true).';

async function slips(domain: string, more: Readonly<Record<string, string>> = {}): Promise<readonly string[]> {
  const { warnings } = await loadTiny({ 'domain.mg': domain, 'actions.js': actions, ...more });
  return warnings.map(({ code, line }) => `${code} ${line}`);
}

describe('a plan as it is written', () => {
  it.each([
    [
      'an argument that the action does not take',
      'macro_step("m", 2, "act", {/site: 1, /slott: 2}).',
      'unknown-argument',
    ],
    ['an argument that is missing', 'macro_step("m", 2, "act", {/slot: 2}).', 'missing-argument'],
    ['a text where a number is wanted', 'macro_step("m", 2, "act", {/site: 1, /count: "x"}).', 'argument-type'],
    ['a number where a text is wanted', 'macro_step("m", 2, "act", {/site: 1, /word: 7}).', 'argument-type'],
    ['a list where a text is wanted', 'macro_step("m", 2, "act", {/site: 1, /word: ["a"]}).', 'argument-type'],
    ['a parameter of another type', 'macro_step("m", 2, "act", {/site: 1, /count: {/arg: "site"}}).', 'argument-type'],
    ['a misspelled reference', 'macro_step("m", 2, "act", {/site: 1, /count: {/args: "site"}}).', 'argument-type'],
    ['a misspelled path', 'macro_step("m", 2, "act", {/site: 1, /word: {/step: 1, /paht: "a"}}).', 'argument-type'],
    ['a parameter that nobody declares', 'macro_step("m", 2, "act", {/site: {/arg: "sit"}}).', 'unknown-param'],
    ['a parameter that nobody uses', 'macro_param("m", "slot", "string", /false).', 'unused-param'],
    ['a text for a parameter that is not there', 'macro_param_doc("m", "sight", "Where.").', 'unknown-param'],
    ['a step that comes later', 'macro_step("m", 2, "act", {/site: {/step: 2}}).', 'later-step'],
    ['a step that is not there', 'macro_step("m", 3, "act", {/site: {/step: 2, /path: "a.b"}}).', 'unknown-step'],
    ['an optional step that is not there', 'macro_step_optional("m", 7).', 'unknown-step'],
    ['a tool without steps', 'macro_tool("n", "full").', 'no-steps'],
    [
      'a destructive tool that calls itself reversible',
      'macro_step("m", 2, "wipe", {}). macro_reversible("m").',
      'doubtful-reversible',
    ],
  ])('has a warning for %s', async (_, text, code) => {
    expect(await slips(`${tool} ${step} ${param}\n${text}`)).toEqual([`${code} 2`]);
    expect(await slips(`${tool} ${step} ${param}\n${text.replaceAll(').', ') :- intent_type(_, _).')}`)).toEqual([
      `${code} 2`,
    ]);
  });

  it('has none where all is there', async () => {
    const more =
      'macro_step("m", 2, "act", {/site: {/step: 1}}). macro_step_optional("m", 2). macro_param_doc("m", "site", "x"). macro_step("m", 3, "act", {/site: 1, /count: 2, /word: {/arg: "site"}}).';
    expect(await slips(`${tool} ${step} ${param} ${more} macro_reversible("m").`)).toEqual([]);
  });

  it.each([
    ['tools', 'macro_step(M, 1, "act", {/site: {/arg: "any"}}) :- macro_tool(M, _).'],
    ['templates', `${step} ${param} macro_step("m", 2, "act", {/site: S}) :- intent_text("s", S).`],
    ['parameters', `${step} macro_param("m", P, "string", /true) :- intent_text("p", P).`],
  ])('has none where rules take %s from elsewhere', async (_, text) => {
    expect(await slips(`${tool} ${text}`)).toEqual([]);
  });

  it('has none where a table may say it', async () => {
    expect(await slips(`${tool} ${step}`, { 'facts/macro_param.jsonl': '["m","site","string",true]\n' })).toEqual([]);
  });
});
