import { query } from '@manglecp/mangle';
import { describe, expect, it } from 'vitest';
import { question, rulesOf } from './rules.suite.js';

const offers = `
  macro_tool("a", "full"). macro_tool("b", "full"). macro_step("a", 1, "act", {}). macro_step("b", 1, "act", {}).`;

/** The tools of the answer, and why `a` is not among them. */
async function asked(
  domain: string,
): Promise<{ readonly names: readonly string[]; readonly reasons: readonly unknown[] }> {
  const rules = await rulesOf({ domain: offers + domain });
  const { tools, evaluation } = await rules.select(question({ evalTime: 1_000n }));
  const reasons = query(evaluation, 'exclusion("a", Phase, Reason)').map(({ bindings }) => bindings['Reason']);
  return { names: tools.map(({ plan }) => plan.name).sort(), reasons };
}

const at = (nanos: number): string => `fn:time:from_unix_nanos(${nanos})`;

describe('a tool that could be used at no time', () => {
  it.each([
    ['has ended', `macro_valid_until("a", ${at(999)}).`],
    ['ends now', `macro_valid_until("a", ${at(1000)}).`],
    ['ends when it begins', `macro_valid_from("a", ${at(2000)}). macro_valid_until("a", ${at(2000)}).`],
    ['ends before it begins', `macro_valid_from("a", ${at(3000)}). macro_valid_until("a", ${at(2000)}).`],
    ['lives for no time', 'macro_lifetime("a", fn:duration:from_nanos(0)).'],
    ['lives for less', 'macro_lifetime("a", fn:duration:from_nanos(-5)).'],
  ])('is not offered: it %s', async (_, domain) => {
    expect(await asked(domain)).toMatchObject({
      names: ['b'],
      reasons: ['there is no time at which it could be used'],
    });
  });

  it('takes those along that need it', async () => {
    expect((await asked(`macro_valid_until("a", ${at(5)}). tool_requires("b", "a").`)).names).toEqual([]);
  });

  it('lets another one come back', async () => {
    expect((await asked(`macro_valid_until("a", ${at(5)}). conflicts_with("a", "b").`)).names).toEqual(['b']);
  });
});

it.each([
  ['for an instant', `macro_valid_until("a", ${at(1001)}).`],
  ['later', `macro_valid_from("a", ${at(2000)}). macro_valid_until("a", ${at(2001)}).`],
  ['for its life', 'macro_lifetime("a", fn:duration:from_nanos(1)).'],
])('a tool that can be used %s is offered', async (_, domain) => {
  expect((await asked(domain)).names).toEqual(['a', 'b']);
});
