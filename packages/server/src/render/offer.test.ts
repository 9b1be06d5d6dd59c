import { describe, expect, it } from 'vitest';
import { packOf, question } from '../rules/rules.suite.js';
import { createRuleSet } from '../rules/create-rule-set.js';
import { type Offer, readOffer } from './offer.js';
import { skillOf } from './render.suite.js';
import { estimateByBytes } from './token-estimator.js';

/** What can be told of the tool `m`, of which these rules speak. */
async function offerFor(
  rules: string,
  { config = {}, upgrades = [] }: { readonly config?: object; readonly upgrades?: readonly string[] } = {},
): Promise<{ readonly offer: Offer; readonly unknown: readonly string[] }> {
  const domain = `macro_tool("m", "condensed"). macro_tool("n", "full"). ${rules}`;
  const pack = { ...(await packOf({ domain, config })), skills: new Map([['known', skillOf('known', 'text')]]) };
  const made = await createRuleSet(pack);
  if ('problems' in made) throw new Error(JSON.stringify(made.problems));
  const { tools, evaluation } = await made.rules.select(question());
  const tool = tools.find(({ plan }) => plan.name === 'm');
  if (tool === undefined) throw new Error('it is always there');
  const unknown: string[] = [];
  const ids = upgrades.map((each) => (each === 'm' ? tool.plan.macroId : each));
  const offer = readOffer(evaluation, tool, {
    pack,
    estimate: estimateByBytes,
    upgrades: new Set(ids),
    sourceRulesOf: (name) => [name],
    onUnknownSkill: (id) => unknown.push(id),
  });
  // Texts are read when they are needed.
  void offer.context;
  return { offer, unknown };
}

describe('what can be told of a tool', () => {
  it('MACRO-004 is described by its name where nobody does', async () => {
    expect((await offerFor('')).offer).toMatchObject({
      description: 'm',
      level: 'condensed',
      isUpgraded: false,
      skills: [],
    });
    const { offer } = await offerFor(
      'macro_description("m", "b"). macro_description("m", "a"). macro_description("n", "x").',
    );
    expect(offer.description).toBe('a b');
    expect((await offerFor('macro_description("m", "").')).offer.description).toBe('m');
  });

  it('EVAL-043 is all of it where that was asked for', async () => {
    expect((await offerFor('', { upgrades: ['m'] })).offer).toMatchObject({ level: 'full', isUpgraded: true });
    expect((await offerFor('', { upgrades: ['mt_other', 'n'] })).offer).toMatchObject({ level: 'condensed' });
  });

  it('MACRO-025 has the skills of the pack that it needs', async () => {
    const { offer, unknown } = await offerFor(
      'needs_skill("m", "known"). needs_skill("m", "gone"). needs_skill("n", "known").',
    );
    expect(offer.skills.map(({ id }) => id)).toEqual(['known']);
    expect(unknown).toEqual(['gone']);
  });

  it('MACRO-034 has instructions in their order, as many as there is room for', async () => {
    const text = (order: number, words: string): string => `macro_instruction("m", ${order}, "${words}").`;
    const { offer } = await offerFor(text(2, 'second') + text(1, 'first') + text(3, ''));
    expect(offer.context.instructions).toBe('first second');
    // 199 tokens are 796 bytes.
    const fits = (await offerFor(text(1, 'x'.repeat(790)) + text(2, 'five5'))).offer.context.instructions;
    expect(fits).toHaveLength(796);
    const cut = (await offerFor(text(1, 'x'.repeat(790)) + text(2, 'sixsix'))).offer.context.instructions;
    expect(cut).toHaveLength(790);
    const few = await offerFor(text(1, 'one two three'), { config: { context: { instructions_max_tokens: 3 } } });
    expect(few.offer.context.instructions).toBe('one …');
    expect((await offerFor('')).offer.context.instructions).toBeUndefined();
  });

  it('MACRO-011 has resources by priority, then by address, each once', async () => {
    const resource = (uri: string, why: string, priority: number): string =>
      `needs_resource("m", "${uri}", "${why}", ${priority}).`;
    const rules = [
      resource('b', 'one', 50),
      resource('a', 'two', 50),
      resource('c', 'low', 10),
      resource('c', 'high', 90),
      resource('', 'no address', 99),
      resource('d', 'far', 5000),
      resource('e', 'below', -1),
    ].join('\n');
    expect((await offerFor(rules)).offer.context.resources).toEqual([
      { uri: 'd', relevance: 'far', priority: 100 },
      { uri: 'c', relevance: 'high', priority: 90 },
      { uri: 'a', relevance: 'two', priority: 50 },
      { uri: 'b', relevance: 'one', priority: 50 },
      { uri: 'e', relevance: 'below', priority: 0 },
    ]);
    const few = await offerFor(rules, { config: { context: { resources_max: 2 } } });
    expect(few.offer.context.resources.map(({ uri }) => uri)).toEqual(['d', 'c']);
  });

  it('MACRO-014 can be undone or repeated where rules say so', async () => {
    expect((await offerFor('')).offer.context).toMatchObject({ isReversible: false, isIdempotent: false });
    const { offer } = await offerFor('macro_reversible("m"). macro_idempotent("m").');
    expect(offer.context).toMatchObject({ isReversible: true, isIdempotent: true });
  });
});
