import type { DisclosureLevel } from '@manglecp/protocol';
import { disclosureLevels } from '@manglecp/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ToolGroup } from '../rules/rule-set.js';
import type { Draft, DraftTool } from './draft.js';
import { fitBudget } from './fit-budget.js';
import { draftOf, type OfferText, sentOf, singles, skillOf } from './render.suite.js';

const skills = [skillOf('one', 'x'.repeat(90)), skillOf('two', 'y'.repeat(300)), skillOf('three', 'z'.repeat(20))];

function depth(level: DisclosureLevel): number {
  return disclosureLevels.indexOf(level);
}

const resources = fc.array(fc.record({ uri: fc.webUrl(), priority: fc.integer({ min: 0, max: 100 }) }), {
  maxLength: 3,
});

/** Tools as rules give them: best first, so levels never rise. */
const answers: fc.Arbitrary<readonly OfferText[]> = fc
  .array(
    fc.record({
      level: fc.constantFrom(...disclosureLevels),
      isUpgraded: fc.constantFrom(false, false, false, true),
      description: fc.string({ maxLength: 120, unit: 'binary' }),
      skills: fc.subarray(skills),
      resources,
    }),
    { maxLength: 6 },
  )
  .map((texts) =>
    texts
      .toSorted((a, b) => depth(a.level) - depth(b.level))
      .map((text, index) => ({
        ...text,
        name: `tool_${index}`,
        // As `readOffer` gives them.
        resources: text.resources.toSorted((a, b) => b.priority - a.priority),
      })),
  );

function find({ tools }: Draft, wanted: string): DraftTool | undefined {
  return tools.find(({ name }) => name === wanted);
}

/** Tools that were asked for come before all others. */
function bestFirst(tools: readonly DraftTool[]): readonly DraftTool[] {
  return [...tools.filter(({ offer }) => offer.isUpgraded), ...tools.filter(({ offer }) => !offer.isUpgraded)];
}

const budgets = fc.integer({ min: 1, max: 1200 });

/** Groups of a root and some of the tools after it. */
function groupsOf(draft: Draft, needs: readonly number[]): readonly ToolGroup[] {
  return draft.tools.map(({ name }, index) => {
    const need = draft.tools[index + 1 + (needs[index] ?? 0)]?.name;
    return { root: name, tools: need === undefined || needs[index] === 0 ? [name] : [name, need] };
  });
}

describe('a budget', () => {
  it('EVAL-011 EVAL-055 MACRO-033 is never exceeded', () => {
    fc.assert(
      fc.property(answers, budgets, fc.array(fc.nat(3)), (texts, budget, needs) => {
        const draft = draftOf(texts);
        fitBudget(draft, groupsOf(draft, needs), budget);
        expect(sentOf(draft).tokens).toBeLessThanOrEqual(budget);
        expect(draft.tokens).toBeGreaterThanOrEqual(sentOf(draft).tokens);
      }),
      { numRuns: 500 },
    );
  });

  it('EVAL-042 that is large enough changes nothing', () => {
    fc.assert(
      fc.property(answers, (texts) => {
        const [draft, untouched] = [draftOf(texts), draftOf(texts)];
        fitBudget(draft, singles(draft), untouched.tokens);
        expect(draft.render()).toEqual(untouched.render());
      }),
    );
  });

  it('EVAL-042 EVAL-054 shows no tool below one that comes after it, unless that was asked for', () => {
    fc.assert(
      fc.property(answers, budgets, (texts, budget) => {
        const draft = draftOf(texts);
        fitBudget(draft, singles(draft), budget);
        const depths = draft.tools.filter(({ offer }) => !offer.isUpgraded).map(({ level }) => depth(level));
        expect(depths).toEqual(depths.toSorted());
        // What was asked for is shown as well as anything else.
        const best = Math.min(...draft.tools.map(({ level }) => depth(level)));
        const [asked] = draft.tools.filter(({ offer }) => offer.isUpgraded);
        if (asked !== undefined) expect(depth(asked.level)).toBe(best);
      }),
      { numRuns: 500 },
    );
  });

  it('EVAL-053 EVAL-055 leaves no tool without what it needs', () => {
    fc.assert(
      fc.property(answers, fc.integer({ min: 1, max: 150 }), fc.array(fc.nat(3)), (texts, budget, needs) => {
        const draft = draftOf(texts);
        const groups = groupsOf(draft, needs);
        fitBudget(draft, groups, budget);
        const left = new Set(draft.tools.map(({ name }) => name));
        for (const name of left) {
          // It is there for a root that has all that it needs.
          expect(groups.some(({ tools }) => tools.includes(name) && tools.every((each) => left.has(each)))).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('MACRO-035 takes no resource away while there is the text of a skill, and no detail while there is either', () => {
    fc.assert(
      fc.property(answers, budgets, (texts, budget) => {
        const before = draftOf(texts);
        const draft = draftOf(texts);
        fitBudget(draft, singles(draft), budget);
        const lost = draft.tools.filter(({ level, offer }) => level !== offer.level);
        if (lost.length > 0 || draft.tools.length < before.tools.length) return;
        const inline = draft.tools.flatMap((tool) => [...tool.inline]);
        const sent = draft.tools.reduce((sum, tool) => sum + tool.resources.length, 0);
        const all = before.tools.reduce((sum, tool) => sum + tool.resources.length, 0);
        // Of the skills, only one is longer than a reference to it.
        if (sent < all) expect(inline).not.toContain('two');
        // Of the resources those of the lowest priority went.
        const kept = draft.tools.flatMap((tool) => tool.resources);
        const gone = before.tools.flatMap((tool) => tool.resources).filter((each) => !kept.includes(each));
        const least = Math.min(...kept.map(({ priority = 0 }) => priority));
        for (const { priority = 0 } of gone) expect(priority).toBeLessThanOrEqual(least);
      }),
      { numRuns: 400 },
    );
  });

  it('EVAL-042 MACRO-035 that is larger takes nothing from a tool but for a better one', () => {
    fc.assert(
      fc.property(answers, budgets, fc.nat(300), (texts, budget, more) => {
        const [small, large] = [draftOf(texts), draftOf(texts)];
        fitBudget(small, singles(small), budget);
        fitBudget(large, singles(large), budget + more);
        const all = draftOf(texts);
        const levels = all.tools.filter(({ name }) => small.tools.some((tool) => tool.name === name));
        // The first difference, from the best on, is for the better.
        expectNoLoss(bestFirst(levels), (draft, { name }) => -depth(find(draft, name)?.level ?? 'minimal'));
        const inline = bestFirst(all.tools).flatMap((tool) => [...tool.inline].reverse().map((id) => ({ tool, id })));
        const isSame = small.tools.every(({ name, level }) => find(large, name)?.level === level);
        if (isSame)
          expectNoLoss(inline, (draft, { tool, id }) => Number(find(draft, tool.name)?.inline.has(id) === true));
        for (const tool of small.tools) {
          for (const resource of tool.resources) expect(find(large, tool.name)?.resources).toContainEqual(resource);
        }

        function expectNoLoss<T>(parts: readonly T[], worth: (draft: Draft, part: T) => number): void {
          const gains = parts.map((part) => worth(large, part) - worth(small, part));
          expect(gains.find((gain) => gain !== 0) ?? 0).toBeGreaterThanOrEqual(0);
        }
      }),
      { numRuns: 400 },
    );
  });

  it('EVAL-042 spends on the next tools what a large one left', () => {
    const line = 'What it does, in a line.';
    const schema = 'x'.repeat(900);
    const texts: readonly OfferText[] = [
      { name: 'a', description: `${line} ${schema}` },
      ...['b', 'c', 'd', 'e'].map((name) => ({ name, description: line })),
    ];
    const states = [400, 330, 250, 220, 180, 150].map((budget) => {
      const draft = draftOf(texts);
      fitBudget(draft, singles(draft), budget);
      return `${budget}: ${draft.tools.map(({ level }) => depth(level)).join('')}`;
    });
    // 0 is full, 2 is a name alone. Without a second look all but the first would be names from 330 on.
    expect(states).toEqual(['400: 01222', '330: 11111', '250: 11111', '220: 11111', '180: 11112', '150: 11122']);
  });

  it('MACRO-035 spends on texts of skills what a large one left', () => {
    const texts: readonly OfferText[] = [
      { name: 'a', skills: [skillOf('large', 'x'.repeat(2000))] },
      { name: 'b', skills: [skillOf('small', 'y'.repeat(200))] },
    ];
    const draft = draftOf(texts);
    fitBudget(draft, singles(draft), draft.tokens - 100);
    expect(draft.tools.map(({ inline }) => [...inline])).toEqual([[], ['small']]);
  });

  it('C-85 makes references of skills that were asked for after all others', () => {
    const texts: readonly OfferText[] = [
      { name: 'a', skills: [skillOf('large', 'x'.repeat(2000))] },
      { name: 'b', skills: [skillOf('asked', 'y'.repeat(2000))] },
    ];
    const draft = draftOf(texts, { upgradedSkills: new Set(['asked']) });
    fitBudget(draft, singles(draft), draft.tokens - 100);
    expect(draft.tools.map(({ inline }) => [...inline])).toEqual([[], ['asked']]);
  });

  it('MACRO-035 leaves a text where a reference to it would take more', () => {
    const texts: readonly OfferText[] = [
      { name: 'a', skills: [skillOf('tiny', 'x'), skillOf('huge', 'y'.repeat(900))], resources: [{ uri: 'file://a' }] },
    ];
    const draft = draftOf(texts);
    const all = draft.tokens;
    fitBudget(draft, singles(draft), all - 150);
    expect([...(draft.tools[0]?.inline ?? [])]).toEqual(['tiny']);
    expect(draft.tools[0]?.resources).toHaveLength(1);
  });

  it('EVAL-042 takes one thing after the other', () => {
    const texts: readonly OfferText[] = [
      { name: 'a', skills: [skillOf('s', 'x'.repeat(500))], resources: [{ uri: 'file://a', priority: 9 }] },
      { name: 'b', skills: [skillOf('t', 'y'.repeat(500))], resources: [{ uri: 'file://b', priority: 3 }] },
      { name: 'c', level: 'condensed' },
      { name: 'd', level: 'minimal' },
    ];
    const seen: string[] = [];
    for (let budget = draftOf(texts).tokens; budget > 0; budget -= 1) {
      const draft = draftOf(texts);
      fitBudget(draft, singles(draft), budget);
      const state = draft.tools.map((tool) => {
        return `${tool.name}${depth(tool.level)}${'s'.repeat(tool.inline.size)}${'r'.repeat(tool.resources.length)}`;
      });
      if (seen.at(-1) !== state.join(' ')) seen.push(state.join(' '));
    }
    expect(seen.slice(0, 5)).toEqual([
      'a0sr b0sr c1 d2',
      'a0sr b0r c1 d2',
      'a0r b0r c1 d2',
      'a0r b0 c1 d2',
      'a0 b0 c1 d2',
    ]);
    expect(seen.slice(-5)).toEqual(['a2 b2 c2 d2', 'a2 b2 c2', 'a2 b2', 'a2', '']);
  });
});
