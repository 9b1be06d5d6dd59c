import type { IntentResponse, MacroTool } from '@manglecp/protocol';
import { describe, expect, it } from 'vitest';
import { checkAnswer, wantsDetails } from './check-answer.js';
import type { ExpectedAnswer } from './scenario-schema.js';

const trace: MacroTool = {
  macro_id: 'm1',
  name: 'trace',
  disclosure_level: 'full',
  safety: { requires_user_confirmation: false, side_effects: ['none'] },
  metadata: { score: 100 },
  context_injection: { context_resources: [{ uri: 'dock://1' }, { uri: 'dock://2' }] },
};
const rebook: MacroTool = { macro_id: 'm2', name: 'rebook', disclosure_level: 'minimal' };
const response: IntentResponse = {
  eval_time_used: '2026-03-01T00:00:00Z',
  macro_tools: [trace, rebook],
  required_skills: [{ skill_id: 'slots', name: 'Slots', description: 'd', content: 'c' }],
  proof_hints: { excluded: [{ candidate: 'purge', excluded_by: 'policy', reason: 'not allowed' }] },
};

function check(expected: Partial<ExpectedAnswer>, details: readonly MacroTool[] = []): readonly string[] {
  return checkAnswer({ only: true, ...expected }, response, new Map(details.map((tool) => [tool.name, tool])));
}

describe('an answer', () => {
  it('is not compared with what is not said', () => {
    expect(check({})).toEqual([]);
  });

  it.each<[string, Partial<ExpectedAnswer>, readonly string[]]>([
    ['all tools', { tools: [{ name: 'rebook' }, { name: 'trace', level: 'full', score: 100, confirm: false }] }, []],
    ['some tools', { tools: [{ name: 'trace' }], only: false }, []],
    ['a further tool', { tools: [{ name: 'trace' }] }, ['expected no further tool, got rebook (minimal)']],
    ['no tools', { tools: [] }, ['expected no tool, got trace (full, 100), rebook (minimal)']],
    [
      'a missing tool',
      { tools: [{ name: 'purge', level: 'full', score: 9 }], only: false },
      ['expected tool purge (full, 9), got trace (full, 100), rebook (minimal)'],
    ],
    [
      'another level, score and consent',
      { tools: [{ name: 'trace', level: 'minimal', score: 99, confirm: true }], only: false },
      ['expected tool trace (minimal, 99, confirm), got trace (full, 100, no confirm)'],
    ],
    [
      'what is hidden',
      { tools: [{ name: 'rebook', score: 5, confirm: true }], only: false },
      ['expected tool rebook (5, confirm), got rebook (no score, no safety)'],
    ],
    ['an exclusion', { excluded: [{ candidate: 'purge' }, { candidate: 'purge', reason: 'not allowed' }] }, []],
    [
      'another reason',
      { excluded: [{ candidate: 'purge', reason: 'late' }] },
      ['expected exclusion of purge ("late"), got "not allowed"'],
    ],
    ['no such exclusion', { excluded: [{ candidate: 'trace' }] }, ['expected exclusion of trace, got purge']],
    ['skills', { skills: ['slots'] }, []],
    ['a missing skill', { skills: ['docks'], only: false }, ['expected skill docks, got slots']],
    ['a further skill', { skills: [] }, ['expected no skill, got slots']],
    ['resources', { resources: ['dock://2', 'dock://1'] }, []],
    ['a further resource', { resources: ['dock://1'] }, ['expected no further resource, got dock://2']],
  ])('is compared with %s', (_, expected, diff) => {
    expect(check(expected)).toEqual(diff);
  });

  it('is completed by what was asked for in full', () => {
    const detailed = { ...trace, name: 'rebook' };
    expect(check({ tools: [{ name: 'rebook', score: 100, confirm: false }], only: false }, [detailed])).toEqual([]);
  });

  it.each<[NonNullable<ExpectedAnswer['tools']>, boolean]>([
    [[{ name: 'trace', score: 1, confirm: true }], false],
    [[{ name: 'rebook', level: 'full' }], false],
    [[{ name: 'rebook', score: 1 }], true],
    [[{ name: 'rebook', confirm: true }], true],
    [[{ name: 'purge', confirm: true }], false],
  ])('of which %j is expected needs details: %s', (tools, expected) => {
    expect(wantsDetails({ only: true, tools }, response.macro_tools)).toBe(expected);
  });
});
