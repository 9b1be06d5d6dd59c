import { expect } from 'vitest';
import type { MacroTool } from '@manglecp/protocol';
import type { Answer, Peer } from '../harness/peer.js';
import { overTransports } from '../harness/verifies.js';
import { ask, estimate, fact, levelsIn, namesIn, skillList, tokensIn, toolList, toolNamed } from './tools.js';

/** Texts of all skills are small enough here. */
const graphs = { pack: 'graphs', config: { skills: { inline_max_tokens: 5000 } } };
const text = 'Looks at everything there is to be seen, and says what it found in some detail. It changes nothing.';

/** Tools at all levels; the best two have resources, and skills that are sent whole. */
const factsWith = (skill: string): readonly object[] => [
  ...['alpha', 'beta'].flatMap((tool, at) => [
    fact('g_relevant', tool, 'go', 100 - at),
    fact('g_hint', tool, 1, `Use ${tool} first.`),
    fact('g_skill', tool, at === 0 ? skill : 'other'),
    ...[10, 50, 90].map((priority) => fact('g_resource', tool, `file://${tool}/${priority}`, priority)),
  ]),
  fact('g_relevant', 'gamma', 'go', 80),
  fact('g_relevant', 'delta', 'go', 60),
  fact('g_relevant', 'epsilon', 'go', 55),
  fact('g_relevant', 'zeta', 'go', 30),
  fact('g_requires', 'delta', 'eta'),
  ...['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta', 'eta'].map((tool) =>
    fact('g_about', tool, `${tool}: ${text}`),
  ),
];

const facts = factsWith('short');

function fit(peer: Peer, budget: number, payload: object = {}, given: readonly object[] = facts): Promise<Answer> {
  return ask(peer, 'go', given, { constraints: { max_tokens_budget: budget }, ...payload });
}

/** All that may go, most dispensable first. */
function contentOf(answer: Answer): ReadonlySet<string> {
  return new Set(toolList(answer).flatMap((tool) => [...partsOf(tool), `${tool.name} is there`]));
}

function partsOf({ name, disclosure_level: level, context_injection: context }: MacroTool): readonly string[] {
  return [
    ...(context?.skills ?? []).filter(({ inline }) => inline).map(({ skill_id: id }) => `${name} has the skill ${id}`),
    ...(context?.context_resources ?? []).map(({ uri }) => `${name} has ${uri}`),
    ...(level === 'full' ? [`${name} is full`] : []),
    ...(level === 'minimal' ? [] : [`${name} has a line`]),
  ];
}

/** What was the first budget at which each thing was gone, when the budget shrinks from everything to 1. */
async function shrink(peer: Peer, payload: object = {}): Promise<ReadonlyMap<string, number>> {
  const given = factsWith('long');
  const all = await ask(peer, 'go', given, payload);
  const gone = new Map<string, number>();
  for (let budget = tokensIn(all) + 30; budget >= 1; budget = Math.min(budget - 1, Math.floor(budget * 0.965))) {
    const answer = await fit(peer, budget, payload, given);
    expect(tokensIn(answer)).toBeLessThanOrEqual(budget);
    const content = contentOf(answer);
    for (const each of contentOf(all)) if (!content.has(each) && !gone.has(each)) gone.set(each, budget);
  }
  expect([...gone.keys()].sort()).toEqual([...contentOf(all)].sort());
  return gone;
}

overTransports('a budget of tokens', (verifies) => {
  verifies(
    ['EVAL-042', 'MACRO-033', 'MACRO-035', 'EVAL-011'],
    'is kept: texts of skills go first, then resources, then detail, then tools',
    async ({ connect }) => {
      const peer = await connect(graphs);
      const gone = await shrink(peer);
      const at = (what: string): number => gone.get(what) ?? Infinity;
      const ranked = ['alpha', 'beta', 'eta', 'gamma', 'delta', 'epsilon', 'zeta'];
      expect(namesIn(await ask(peer, 'go', facts))).toEqual(ranked);
      // Each of these is gone no later than the one after it.
      const order = [
        'beta has the skill other',
        'alpha has the skill long',
        ...[10, 50, 90].flatMap((priority) => [
          `beta has file://beta/${priority}`,
          `alpha has file://alpha/${priority}`,
        ]),
        ...['epsilon has a line', 'delta has a line', 'gamma is full', 'gamma has a line'],
        ...['eta is full', 'eta has a line', 'beta is full', 'beta has a line', 'alpha is full', 'alpha has a line'],
        ...['zeta is there', 'epsilon is there'],
      ];
      const budgets = order.map((what) => [what, at(what)] as const);
      expect(budgets).toEqual(budgets.toSorted(([, a], [, b]) => b - a));
      expect(new Set(budgets.slice(0, 9).map(([, budget]) => budget)).size).toBeGreaterThan(4);
      // What stays together leaves together: eta is there for delta.
      expect(at('delta is there')).toBe(at('eta is there'));
      expect(at('alpha is there')).toBe(Math.min(...ranked.map((name) => at(`${name} is there`))));
    },
    { on: ['memory'] },
  );

  verifies(['EVAL-042'], 'never shows less of a tool than of one below it', async ({ connect }) => {
    const peer = await connect(graphs);
    const depth = ({ disclosure_level: level }: MacroTool): number => ['full', 'condensed', 'minimal'].indexOf(level);
    const seen = new Set<string>();
    for (const percent of [99, 90, 80, 70, 60, 50, 40, 30, 20, 10, 5]) {
      const all = tokensIn(await ask(peer, 'go', facts));
      const answer = await fit(peer, Math.ceil((all * percent) / 100));
      const depths = toolList(answer).map(depth);
      expect(depths).toEqual(depths.toSorted());
      seen.add(levelsIn(answer).join());
    }
    expect(seen.size).toBeGreaterThan(4);
  });

  verifies(['EVAL-011', 'EVAL-055'], 'may be very small: fewer tools or none, and no error', async ({ connect }) => {
    const peer = await connect(graphs);
    expect(peer.manifest.payload.extensions['x-token-estimator']).toBe('bytes/4');
    for (const budget of [1, 2, 5, 20, 25, 40, 60, 100]) {
      const answer = await fit(peer, budget);
      expect([budget, tokensIn(answer) <= budget]).toEqual([budget, true]);
    }
    expect(toolList(await fit(peer, 1))).toEqual([]);
    const one = await fit(peer, 30);
    expect(levelsIn(one)).toEqual(['alpha minimal']);
    expect(skillList(one)).toEqual([]);
    const free = await ask(peer, 'go', facts, { constraints: { max_tokens_budget: null } });
    expect(toolList(free).map(withoutTime)).toEqual(toolList(await ask(peer, 'go', facts)).map(withoutTime));
    const exact = tokensIn(free);
    expect(levelsIn(await fit(peer, exact + 20))).toEqual(levelsIn(free));
  });

  verifies(['EVAL-054'], 'outranks a preference', async ({ connect }) => {
    const peer = await connect(graphs);
    const preference = { options: { disclosure_preference: 'full' } };
    const all = await ask(peer, 'go', facts, preference);
    expect(levelsIn(all).every((each) => each.endsWith(' full'))).toBe(true);
    for (const percent of [90, 70, 50, 30, 15, 7]) {
      const budget = Math.floor((tokensIn(all) * percent) / 100);
      const answer = await fit(peer, budget, preference);
      expect(tokensIn(answer)).toBeLessThanOrEqual(budget);
      const levels = levelsIn(answer).map((each) => each.split(' ')[1]);
      expect(levels).toEqual(levels.toSorted((a = '', b = '') => order.indexOf(a) - order.indexOf(b)));
    }
    const half = await fit(peer, Math.floor(tokensIn(all) / 2), preference);
    expect(new Set(levelsIn(half).map((each) => each.split(' ')[1])).size).toBeGreaterThan(1);
  });

  verifies(['EVAL-054', 'EVAL-044'], 'outranks an upgrade, which gives way last', async ({ connect }) => {
    const peer = await connect(graphs);
    const { macro_id: id } = toolNamed(await ask(peer, 'go', facts), 'zeta');
    const given = [...facts, fact('disclosure_upgrade', id)];
    const all = tokensIn(await ask(peer, 'go', given));
    const seen = new Set<string>();
    for (let percent = 100; percent > 0; percent -= 4) {
      const budget = Math.max(1, Math.floor((all * percent) / 100));
      const answer = await fit(peer, budget, {}, given);
      expect(tokensIn(answer)).toBeLessThanOrEqual(budget);
      const full = levelsIn(answer).filter((each) => each.endsWith(' full'));
      // As long as anything is full, it is.
      if (full.length > 0) expect(full).toContain('zeta full');
      seen.add(full.join());
    }
    expect(seen).toContain('zeta full');
    expect(seen).toContain('');
  });

  verifies(['MACRO-036', 'MACRO-033'], 'leaves reasons and priorities where they are', async ({ connect }) => {
    const peer = await connect(graphs);
    const all = await ask(peer, 'go', facts);
    const seen = new Set<number>();
    for (let budget = tokensIn(all); budget > 100; budget -= 15) {
      const answer = await fit(peer, budget);
      for (const tool of toolList(answer)) {
        const { instructions, context_resources: resources = [] } = tool.context_injection ?? {};
        seen.add(resources.length);
        const priorities = resources.map(({ priority = -1 }) => priority);
        // Those of high priority stay, in their order.
        expect(priorities).toEqual([90, 50, 10].slice(0, priorities.length));
        for (const { relevance } of resources) expect(relevance).toBe('named by the client');
        // Instructions are short and stay, whatever the budget.
        if (tool.disclosure_level !== 'full' || !['alpha', 'beta'].includes(tool.name)) continue;
        expect(instructions).toBe(`Use ${tool.name} first.`);
      }
    }
    expect([...seen].sort()).toEqual([0, 1, 2, 3]);
  });

  verifies(
    ['EVAL-011', 'MACRO-033'],
    'counts skills as well, whether they are listed or inside',
    async ({ connect }) => {
      const peer = await connect(graphs);
      const given = [fact('g_mandatory', 'go', 'a'), fact('g_skill', 'a', 'short'), fact('g_skill', 'a', 'long')];
      const all = await ask(peer, 'go', given);
      expect(skillList(all).map(({ skill_id: id }) => id)).toEqual(['long', 'short']);
      const without = estimate(toolList(all).map(({ context_injection: _, ...tool }) => tool));
      for (let budget = tokensIn(all) + 5; budget > without; budget -= 7) {
        const answer = await fit(peer, budget, {}, given);
        expect(tokensIn(answer)).toBeLessThanOrEqual(budget);
        const { skills = [] } = toolNamed(answer, 'a').context_injection ?? {};
        if (toolNamed(answer, 'a').disclosure_level === 'full') expect(skills).toHaveLength(2);
      }
    },
  );
});

const order = ['full', 'condensed', 'minimal'];

function withoutTime({ validity: _, ...tool }: MacroTool): object {
  return tool;
}
