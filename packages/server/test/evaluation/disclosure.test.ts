import { expect } from 'vitest';
import { errorOf, invokeTool } from '../harness/answers.js';
import type { Answer, Peer } from '../harness/peer.js';
import { overTransports } from '../harness/verifies.js';
import { ask, fact, levelsIn, namesIn, payloadOf, toolList, toolNamed } from './tools.js';

const graphs = { pack: 'graphs' };

/** A tool for each of these scores, named after it. */
function scored(...scores: readonly number[]): readonly object[] {
  return scores.map((score) => fact('g_relevant', `s${score}`, 'go', score));
}

const mixed = [fact('g_mandatory', 'go', 'm'), ...scored(70, 69, 40, 39, 20, 19, 0)];

function prefer(peer: Peer, level: string, facts: readonly object[] = mixed, payload: object = {}): Promise<Answer> {
  return ask(peer, 'go', facts, { options: { disclosure_preference: level }, ...payload });
}

overTransports('disclosure', (verifies) => {
  verifies(['EVAL-039'], 'follows the score: 70, 40 and 20 are the thresholds', async ({ connect }) => {
    const peer = await connect(graphs);
    const expected = ['m full', 's70 full', 's69 condensed', 's40 condensed', 's39 minimal', 's20 minimal'];
    expect(levelsIn(await ask(peer, 'go', mixed))).toEqual(expected);
    expect(levelsIn(await prefer(peer, 'adaptive'))).toEqual(expected);
    const offers = [fact('g_macro', 'a', 'full'), fact('g_macro', 'b', 'condensed'), fact('g_macro', 'c', 'minimal')];
    expect(levelsIn(await ask(peer, 'go', offers))).toEqual(['a full', 'b condensed', 'c minimal']);
  });

  verifies(['EVAL-040'], 'follows the thresholds of the settings', async ({ connect }) => {
    const facts = scored(100, 96, 95, 94, 51, 50, 49, 11, 10, 9);
    const peer = await connect({ ...graphs, config: { disclosure: { full: 95, condensed: 50, minimal: 10 } } });
    expect(levelsIn(await ask(peer, 'go', facts))).toEqual([
      ...['s100 full', 's96 full', 's95 full'],
      ...['s94 condensed', 's51 condensed', 's50 condensed'],
      ...['s49 minimal', 's11 minimal', 's10 minimal'],
    ]);
    const all = await connect({ ...graphs, config: { disclosure: { full: 0, condensed: 0, minimal: 0 } } });
    const open = await ask(all, 'go', facts);
    expect(levelsIn(open)).toEqual(namesIn(open).map((name) => `${name} full`));
    expect(namesIn(open)).toHaveLength(facts.length);
    // How much context goes along is a setting, too.
    const hint = [
      fact('g_mandatory', 'go', 'm'),
      fact('g_hint', 'm', 1, 'one two three four five six seven eight nine ten'),
    ];
    const few = await connect({ ...graphs, config: { context: { instructions_max_tokens: 8, resources_max: 1 } } });
    const resources = [1, 2, 3].map((at) => fact('g_resource', 'm', `file://${at}`, at));
    const { context_injection: context } = toolNamed(await ask(few, 'go', [...hint, ...resources]), 'm');
    expect(context?.instructions).toMatch(/^one two .*…$/);
    expect(context?.context_resources).toEqual([{ uri: 'file://3', relevance: expect.any(String), priority: 3 }]);
  });

  verifies(['EVAL-041', 'EVAL-014'], 'follows the preference, for all tools alike', async ({ connect }) => {
    const peer = await connect(graphs);
    const members = namesIn(await ask(peer, 'go', mixed));
    for (const level of ['full', 'condensed', 'minimal']) {
      const answer = await prefer(peer, level);
      // A preference changes detail and not membership: what is below the floor stays out (C-29).
      expect(levelsIn(answer)).toEqual(members.map((name) => `${name} ${level}`));
    }
  });

  verifies(['EVAL-039', 'EVAL-041'], 'has a floor, above which what is needed always is', async ({ connect }) => {
    const peer = await connect(graphs);
    const facts = [...scored(19, 50), fact('g_requires', 's50', 'tool'), fact('g_requires', 's19', 'other')];
    expect(levelsIn(await ask(peer, 'go', facts))).toEqual(['tool full', 's50 condensed']);
    expect(levelsIn(await prefer(peer, 'full', facts))).toEqual(['tool full', 's50 full']);
    // A prerequisite with a low score of its own is in by what needs it.
    const low = [...scored(60), fact('g_relevant', 'low', 'go', 5), fact('g_requires', 's60', 'low')];
    expect(levelsIn(await ask(peer, 'go', low))).toEqual(['low full', 's60 condensed']);
  });

  verifies(
    ['EVAL-043', 'EVAL-044'],
    'can be asked for: one tool in full, the others as before',
    async ({ connect }) => {
      const peer = await connect(graphs);
      const before = await ask(peer, 'go', mixed);
      for (const name of ['s69', 's40', 's39', 's20', 'm']) {
        const { macro_id: id } = toolNamed(before, name);
        const after = await ask(peer, 'go', [...mixed, fact('disclosure_upgrade', id)]);
        expect(toolNamed(after, name)).toMatchObject({ disclosure_level: 'full', input_schema: {}, safety: {} });
        const others = (answer: Answer): readonly object[] =>
          toolList(answer)
            .filter((tool) => tool.name !== name)
            .map(({ validity: _, ...tool }) => tool);
        expect(others(after)).toEqual(others(before));
        expect(namesIn(after)).toEqual(namesIn(before));
      }
      const two = ['s69', 's20'].map((name) => fact('disclosure_upgrade', toolNamed(before, name).macro_id));
      expect(
        levelsIn(await prefer(peer, 'minimal', [...mixed, ...two])).filter((each) => each.endsWith('full')),
      ).toEqual(['s69 full', 's20 full']);
    },
  );

  verifies(['EVAL-043'], 'of what is not in the answer cannot be asked for', async ({ connect }) => {
    const peer = await connect(graphs);
    const before = levelsIn(await ask(peer, 'go', mixed));
    const excluded = toolNamed(await ask(peer, 'go', scored(50)), 's50').macro_id;
    for (const id of ['mt_00000000000000000000000000000000', 's69', '', 'skill:short', excluded]) {
      const facts = [...mixed, ...scored(50), fact('g_prohibited', 's50'), fact('disclosure_upgrade', id)];
      const answer = await ask(peer, 'go', facts, { options: { include_proof_hints: true } });
      expect(levelsIn(answer)).toEqual(before);
      const { unmatched_facts: unmatched } = payloadOf(answer).proof_hints;
      expect(unmatched).toContainEqual({ pred: 'disclosure_upgrade', reason: expect.stringMatching(/\S/) });
    }
  });

  verifies(
    ['MACRO-016', 'MACRO-013'],
    'hides what a tool does, and the server knows it all the same',
    async ({ connect }) => {
      const peer = await connect({ pack: 'composer' });
      const facts = [fact('stale_cache', 'images')];
      const before = await ask(peer, 'repair', facts);
      expect(levelsIn(before)).toEqual([
        'reload_page full',
        'purge_cache condensed',
        'mark_page condensed',
        'undo_mark condensed',
        'sign_out_all minimal',
      ]);
      const classes = new Map<string, unknown>();
      for (const { macro_id: id, name } of toolList(before)) {
        const after = await ask(peer, 'repair', [...facts, fact('disclosure_upgrade', id)]);
        classes.set(name, toolNamed(after, name).safety);
      }
      expect(Object.fromEntries(classes)).toEqual({
        reload_page: safety(['browser'], false, { reversible: true, idempotent: true }),
        purge_cache: safety(['destructive', 'filesystem'], true),
        mark_page: safety(['x-paint'], false, { reversible: true }),
        undo_mark: safety(['destructive', 'filesystem', 'x-paint'], true),
        sign_out_all: safety(['authentication'], true),
      });
      for (const level of ['adaptive', 'condensed', 'minimal']) {
        const offered = await ask(peer, 'repair', facts, { options: { disclosure_preference: level } });
        for (const name of ['purge_cache', 'undo_mark', 'sign_out_all']) {
          const { details } = errorOf(await invokeTool(peer, offered, { name }), 'confirmation_required');
          expect(details.challenge.effects).toEqual((classes.get(name) as { side_effects: unknown }).side_effects);
        }
        expect((await invokeTool(peer, offered, { name: 'mark_page' })).message.payload.result).toEqual({
          marked: true,
        });
      }
    },
  );
});

function safety(effects: readonly string[], isConfirmed: boolean, flags: object = {}): object {
  return {
    requires_user_confirmation: isConfirmed,
    side_effects: effects,
    reversible: false,
    idempotent: false,
    ...flags,
  };
}
