import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ToolGroup } from '../rules/rule-set.js';
import { takeGroups } from './take-groups.js';

const one = (): number => 1;

function taken(groups: readonly ToolGroup[], limit: number): readonly string[] {
  return [...takeGroups(groups, { limit, costOf: one })];
}

describe('groups of tools', () => {
  const groups = [
    { root: 'a', tools: ['a', 'x', 'y'] },
    { root: 'b', tools: ['b', 'x'] },
    { root: 'c', tools: ['c'] },
  ];

  it.each([
    [0, []],
    [1, ['c']],
    [2, ['b', 'x']],
    [3, ['a', 'x', 'y']],
    [4, ['a', 'x', 'y', 'b']],
    [5, ['a', 'x', 'y', 'b', 'c']],
    [Infinity, ['a', 'x', 'y', 'b', 'c']],
  ])('EVAL-053 %s tools at the most', (limit, expected) => {
    expect(taken(groups, limit)).toEqual(expected);
  });

  it('EVAL-053 are taken whole, within the limit, and nothing that fits is left out', () => {
    const tools = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
    const some = fc.uniqueArray(tools, { minLength: 1, maxLength: 4 });
    const lists = fc.uniqueArray(some, { maxLength: 6, selector: ([root]) => root });
    fc.assert(
      fc.property(lists, fc.nat(8), fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 6 }), (all, limit, costs) => {
        const costOf = (tool: string): number => costs['abcdef'.indexOf(tool)] ?? 1;
        const given = all.map((members) => ({ root: members[0] ?? '', tools: members }));
        const found = takeGroups(given, { limit, costOf });
        const costs_ = [...found].reduce((sum, tool) => sum + costOf(tool), 0);
        expect(costs_).toBeLessThanOrEqual(limit);
        const whole = given.filter(({ tools: members }) => members.every((tool) => found.has(tool)));
        expect(new Set(whole.flatMap(({ tools: members }) => members))).toEqual(found);
        for (const { tools: members } of given) {
          const added = members.filter((tool) => !found.has(tool)).reduce((sum, tool) => sum + costOf(tool), 0);
          if (added > 0) expect(costs_ + added).toBeGreaterThan(limit);
        }
      }),
    );
  });
});
