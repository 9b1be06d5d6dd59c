import { expect } from 'vitest';
import { intentRequest } from '../harness/messages.js';
import type { Answer, Peer } from '../harness/peer.js';
import { overTransports } from '../harness/verifies.js';
import { ask, fact, namesIn, payloadOf, toolList } from './tools.js';

const graphs = { pack: 'graphs' };

const mandatory = (tool: string, intent = 'go'): object => fact('g_mandatory', intent, tool);
const relevant = (tool: string, score: number): object => fact('g_relevant', tool, 'go', score);

/** Name, score and phase of each tool; at full and condensed all of it is there. */
function rows(answer: Answer): readonly string[] {
  return toolList(answer).map(({ name, metadata }) => `${name} ${metadata?.score} ${metadata?.selection_phase}`);
}

interface Excluded {
  readonly candidate: string;
  readonly excluded_by: string;
  readonly reason: string;
}

async function excluded(peer: Peer, facts: readonly object[], params: object = {}): Promise<readonly Excluded[]> {
  const payload = { intent: { name: 'go', params }, facts, options: { include_proof_hints: true } };
  const answer = await peer.ask(intentRequest(payload));
  return payloadOf(answer).proof_hints.excluded as readonly Excluded[];
}

overTransports('the six phases', (verifies) => {
  verifies(
    ['EVAL-046', 'EVAL-020'],
    '1: what the intent calls for scores 100, what fits the context 90',
    async ({ connect }) => {
      const peer = await connect(graphs);
      const fits = [fact('g_serves', 'fits', 'go'), fact('g_constraint', 'fits', 'env', 'prod')];
      const facts = [mandatory('must'), mandatory('other', 'rest'), ...fits];
      expect(rows(await ask(peer, 'go', facts))).toEqual(['must 100 skeleton']);
      const context = fact('g_context', 'env', 'prod');
      expect(rows(await ask(peer, 'go', [...facts, context]))).toEqual(['must 100 skeleton', 'fits 90 skeleton']);
      // Another value blocks; so does another constraint of the tool that is not met.
      expect(rows(await ask(peer, 'go', [...facts, fact('g_context', 'env', 'test')]))).toEqual(['must 100 skeleton']);
      const more = [fact('g_constraint', 'fits', 'os', 'linux'), fact('g_context', 'os', 'mac')];
      expect(rows(await ask(peer, 'go', [...facts, context, ...more]))).toEqual(['must 100 skeleton']);
      // What the context does not speak of blocks nothing.
      expect(rows(await ask(peer, 'go', [...facts, context, more[0] ?? {}]))).toContain('fits 90 skeleton');
      // Parameters of the intent are context.
      const intent = { name: 'go', params: { env: 'prod' } };
      expect(rows(await peer.ask(intentRequest({ intent, facts })))).toContain('fits 90 skeleton');
      expect(rows(await ask(peer, 'rest', facts))).toEqual(['other 100 skeleton']);
    },
  );

  verifies(
    ['EVAL-048', 'EVAL-021'],
    '2: what is forbidden is out, however relevant, with what needs it',
    async ({ connect }) => {
      const peer = await connect(graphs);
      const facts = [mandatory('must'), mandatory('top'), fact('g_requires', 'top', 'base'), relevant('base', 99)];
      expect(namesIn(await ask(peer, 'go', facts))).toEqual(['must', 'top', 'base']);
      expect(namesIn(await ask(peer, 'go', [...facts, fact('g_prohibited', 'must')]))).toEqual(['top', 'base']);
      expect(namesIn(await ask(peer, 'go', [...facts, fact('g_prohibited', 'base')]))).toEqual(['must']);
      expect(namesIn(await ask(peer, 'go', [...facts, fact('g_step', 'base', 1, 'burn')]))).toEqual(['must']);
      expect(namesIn(await ask(peer, 'go', [...facts, fact('g_privilege', 'must', 'x')]))).toEqual(['top', 'base']);
    },
  );

  verifies(['EVAL-048'], '2: every reason is told where it may be', async ({ connect }) => {
    const peer = await connect(graphs);
    const base = [mandatory('must'), relevant('victim', 60)];
    const cases: readonly (readonly [string, readonly object[], object, string])[] = [
      ['incompatible', [fact('g_incompatible', 'victim', 'must')], {}, 'exclusion'],
      ['lacking', [fact('g_needs', 'victim', 'x-teleport')], {}, 'exclusion'],
      ['restricted', [], { exclude_tools: ['victim'] }, 'exclusion'],
      ['effects', [fact('g_step', 'victim', 1, 'fetch')], { exclude_effects: ['network'] }, 'exclusion'],
      ['conflict', [fact('g_conflicts', 'must', 'victim')], {}, 'conflict'],
      ['dependency', [fact('g_requires', 'victim', 'gone'), fact('g_incompatible', 'gone', 'must')], {}, 'dependency'],
    ];
    const reasons = new Set<string>();
    for (const [title, facts, params, phase] of cases) {
      const found = (await excluded(peer, [...base, ...facts], params)).filter(
        ({ candidate }) => candidate === 'victim',
      );
      expect([title, found.map(({ excluded_by: by }) => by)]).toEqual([title, [phase]]);
      reasons.add(found[0]?.reason ?? '');
    }
    expect(reasons.size).toBe(cases.length - 1);
    expect(await excluded(peer, [mandatory('must'), relevant('low', 19)])).toEqual([
      { candidate: 'low', excluded_by: 'flesh', reason: expect.stringContaining('20') },
    ]);
    // Policy does not give names away.
    const hidden = await excluded(peer, [...base, fact('g_prohibited', 'victim')]);
    expect(JSON.stringify(hidden)).not.toContain('victim');
    expect(hidden).toMatchObject([{ excluded_by: 'exclusion' }]);
    expect(await excluded(peer, base)).toEqual([]);
  });

  verifies(['EVAL-049'], '3: what is relevant comes in; by resemblance above 30 only', async ({ connect }) => {
    const peer = await connect(graphs);
    const vector = (tool: string, score: number): object => fact('g_vector', tool, 'go', score);
    const facts = [vector('v30', 30), vector('v31', 31), vector('v69', 69), relevant('r20', 20), relevant('r19', 19)];
    expect(namesIn(await ask(peer, 'go', facts))).toEqual(['v69', 'v31', 'r20']);
    expect(rows(await ask(peer, 'go', [relevant('x', 44), vector('x', 71)]))).toEqual(['x 71 flesh']);
    expect(rows(await ask(peer, 'go', [relevant('x', 71), vector('x', 99), mandatory('x')]))).toEqual([
      'x 100 skeleton',
    ]);
    expect(namesIn(await ask(peer, 'rest', facts))).toEqual([]);
  });

  verifies(
    ['EVAL-050', 'EVAL-022'],
    '4: of two in conflict the better one stays, or the one whose name is first',
    async ({ connect }) => {
      const peer = await connect(graphs);
      const pairs = [
        ['a', 'b'],
        ['B', 'a'],
        ['a', 'aa'],
        ['tool_1', 'tool_10'],
        ['z', 'é'],
        ['\uFF21', '\u{10400}'],
      ] as const;
      for (const [first, second] of pairs) {
        for (const conflict of [fact('g_conflicts', first, second), fact('g_conflicts', second, first)]) {
          const tie = [relevant(second, 60), conflict, relevant(first, 60)];
          for (const facts of [tie, tie.toReversed()]) expect(namesIn(await ask(peer, 'go', facts))).toEqual([first]);
          const better = [relevant(second, 61), conflict, relevant(first, 60)];
          for (const facts of [better, better.toReversed()]) {
            expect(namesIn(await ask(peer, 'go', facts))).toEqual([second]);
          }
        }
      }
    },
  );

  verifies(
    ['EVAL-051', 'EVAL-023'],
    '5: what a tool needs comes in with 80; without it the tool is out',
    async ({ connect }) => {
      const peer = await connect(graphs);
      const facts = [relevant('top', 60), fact('g_requires', 'top', 'mid'), fact('g_requires', 'mid', 'low')];
      expect(rows(await ask(peer, 'go', facts))).toEqual(['low 80 dependency', 'mid 80 dependency', 'top 60 flesh']);
      // One that is better by itself keeps its score.
      expect(rows(await ask(peer, 'go', [...facts, mandatory('low')]))[0]).toBe('low 100 skeleton');
      expect(namesIn(await ask(peer, 'go', [...facts, fact('g_prohibited', 'low')]))).toEqual([]);
      expect(namesIn(await ask(peer, 'go', [...facts, fact('g_needs', 'mid', 'x-teleport')]))).toEqual([]);
      const rival = [relevant('rival', 95), fact('g_conflicts', 'rival', 'low')];
      expect(namesIn(await ask(peer, 'go', [...facts, ...rival]))).toEqual(['rival']);
      // In a circle each needs the other.
      const circle = [relevant('x', 50), fact('g_requires', 'x', 'y'), fact('g_requires', 'y', 'x')];
      expect(namesIn(await ask(peer, 'go', circle))).toEqual(['x', 'y']);
      expect(namesIn(await ask(peer, 'go', [...circle, fact('g_prohibited', 'y')]))).toEqual([]);
    },
  );

  verifies(['EVAL-052'], '6: who lost to a tool that is out itself comes back', async ({ connect }) => {
    const peer = await connect(graphs);
    const facts = [
      relevant('strong', 90),
      relevant('weak', 50),
      fact('g_conflicts', 'strong', 'weak'),
      fact('g_requires', 'strong', 'need'),
    ];
    expect(namesIn(await ask(peer, 'go', facts))).toEqual(['strong', 'need']);
    const rival = [relevant('third', 99), fact('g_conflicts', 'third', 'need')];
    expect(namesIn(await ask(peer, 'go', [...facts, ...rival]))).toEqual(['third', 'weak']);
    expect(namesIn(await ask(peer, 'go', [...facts, fact('g_prohibited', 'strong')]))).toEqual(['weak']);
  });

  verifies(['EVAL-058'], 'tools are listed by score, then by name', async ({ connect }) => {
    const peer = await connect(graphs);
    const facts = [
      relevant('b', 60),
      relevant('\u{10400}', 60),
      relevant('\uFF21', 60),
      relevant('B', 60),
      relevant('a', 60),
      relevant('late', 100),
      relevant('a_b', 60),
      relevant('c', 20),
    ];
    const expected = ['late', 'B', 'a', 'a_b', 'b', '\uFF21', '\u{10400}', 'c'];
    for (const given of [facts, facts.toReversed()]) expect(namesIn(await ask(peer, 'go', given))).toEqual(expected);
    expect(namesIn(await ask(peer, 'go', facts, { constraints: { max_tools_returned: 3 } }))).toEqual(
      expected.slice(0, 3),
    );
  });

  verifies(
    ['EVAL-010', 'EVAL-053'],
    'the number of tools is kept, with whole groups of what belongs together',
    async ({ connect }) => {
      const peer = await connect(graphs);
      const few = async (count: number | null, facts: readonly object[]): Promise<readonly string[]> =>
        namesIn(await ask(peer, 'go', facts, { constraints: { max_tools_returned: count } }));
      const five = [90, 80, 70, 60, 50].map((score) => relevant(`s${score}`, score));
      expect(await few(1, five)).toEqual(['s90']);
      expect(await few(3, five)).toEqual(['s90', 's80', 's70']);
      for (const count of [5, 10, null]) expect(await few(count, five)).toHaveLength(5);
      expect(await few(0, five)).toEqual([]);
      const group = [...five, mandatory('top'), fact('g_requires', 'top', 'need'), fact('g_requires', 'need', 'deep')];
      expect(await few(1, group)).not.toContain('top');
      expect(await few(2, group)).not.toContain('top');
      expect(await few(3, group)).toEqual(['top', 'deep', 'need']);
      expect(await few(4, group)).toEqual(['top', 's90', 'deep', 'need']);
      // A tool that two need counts once.
      const shared = [...group, fact('g_requires', 's50', 'deep'), fact('g_requires', 's90', 'deep')];
      expect(await few(4, shared)).toEqual(['top', 's90', 'deep', 'need']);
      expect(await few(2, [...five, fact('g_requires', 's50', 'deep')])).toEqual(['s90', 's80']);
      const { excluded: gone } = payloadOf(
        await ask(peer, 'go', five, { constraints: { max_tools_returned: 4 }, options: { include_proof_hints: true } }),
      ).proof_hints;
      expect(gone).toEqual([{ candidate: 's50', excluded_by: 'output', reason: 'max_tools_returned' }]);
    },
  );

  verifies(['EVAL-020'], 'nothing comes in that has to do with another intent', async ({ connect }) => {
    const peer = await connect({ pack: 'composer' });
    const facts = [fact('console_error', 'e', 'x'), fact('stale_cache', 'c'), fact('backend_log', 'api')];
    const diagnose = namesIn(await ask(peer, 'diagnose', facts));
    const repair = namesIn(await ask(peer, 'repair', facts));
    expect(diagnose).toEqual(['full_stack_diagnosis', 'observe_console', 'investigate']);
    expect(repair).toEqual(['reload_page', 'purge_cache', 'mark_page', 'undo_mark', 'sign_out_all']);
  });
});
