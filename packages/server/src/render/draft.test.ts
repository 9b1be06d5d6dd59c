import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { draftOf, sentOf, skillOf } from './render.suite.js';

const short = skillOf('short', 'A short text.');
const long = skillOf('long', 'x'.repeat(8000));

describe('a draft', () => {
  it('MACRO-027 has the text of a skill once, in the best tool that is told in full', () => {
    const draft = draftOf([
      { name: 'a', level: 'condensed', skills: [short] },
      { name: 'b', skills: [short] },
      { name: 'c', skills: [short] },
    ]);
    const { tools, skills } = draft.render();
    expect(tools.map(({ context_injection: context }) => context?.skills)).toEqual([
      undefined,
      [{ skill_id: 'short', inline: true, content: 'A short text.' }],
      [{ skill_id: 'short', inline: false, 'x-uri': '/manglecp/skills/short' }],
    ]);
    expect(skills).toEqual([
      {
        skill_id: 'short',
        name: 'short',
        description: 'About short.',
        content: 'About short.',
        'x-content': 'summary',
        content_type: 'text/markdown',
        resources: [
          { uri: '/manglecp/skills/short', type: 'text/markdown', description: 'the whole text of this skill' },
        ],
      },
    ]);
  });

  it('MACRO-028 MACRO-029 sends texts below the limit, and tells where to fetch each', () => {
    const sizes = [7996, 7997, 8000].map((length) => skillOf(`s${length}`, 'x'.repeat(length)));
    const { tools, skills } = draftOf([{ name: 'a', skills: sizes }]).render();
    // 7,996 bytes are 1,999 tokens.
    expect(tools[0]?.context_injection?.skills?.map(({ inline }) => inline)).toEqual([true, false, false]);
    expect(skills.map(({ resources }) => resources?.[0]?.uri)).toEqual([
      '/manglecp/skills/s7996',
      '/manglecp/skills/s7997',
      '/manglecp/skills/s8000',
    ]);
  });

  it('MACRO-027 sends a long text whole where it was asked for', () => {
    const asked = draftOf([{ name: 'a', skills: [long] }], { upgradedSkills: new Set(['long', 'other']) }).render();
    expect(asked.tools[0]?.context_injection?.skills).toEqual([
      { skill_id: 'long', inline: true, content: long.content },
    ]);
    const below = draftOf([{ name: 'a', level: 'minimal', skills: [long] }], { upgradedSkills: new Set(['long']) });
    expect(below.render().skills).toMatchObject([{ content: long.content, 'x-content': 'full' }]);
  });

  it('EVAL-011 never takes more tokens than it says, whatever is in it', () => {
    const text = fc.string({ unit: 'binary', maxLength: 60 });
    const offers = fc.array(
      fc.record({
        level: fc.constantFrom('full' as const, 'condensed' as const, 'minimal' as const),
        description: text,
        instructions: text,
        skills: fc.subarray([short, long, skillOf('ü', '"\\\\\\n😀')]),
      }),
      { maxLength: 5 },
    );
    fc.assert(
      fc.property(offers, (given) => {
        const draft = draftOf(given.map((each, index) => ({ ...each, name: `tool_${index}` })));
        expect(sentOf(draft).tokens).toBeLessThanOrEqual(draft.tokens);
        // And hardly fewer: a token for each part at the most.
        expect(draft.tokens - sentOf(draft).tokens).toBeLessThanOrEqual(given.length + 4);
        for (const tool of draft.tools) tool.show('minimal');
        expect(sentOf(draft).tokens).toBeLessThanOrEqual(draft.tokens);
      }),
    );
  });

  it('EVAL-055 takes a token even if nothing is in it', () => {
    expect(draftOf([]).tokens).toBe(1);
  });
});
