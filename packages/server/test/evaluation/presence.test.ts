import { expect } from 'vitest';
import type { MacroTool } from '@manglecp/protocol';
import { intentRequest, invokeRequest } from '../harness/messages.js';
import { sessionTransports } from '../harness/peer.js';
import { overTransports } from '../harness/verifies.js';
import { ask, fact, payloadOf, toolList, toolNamed } from './tools.js';

const composer = { pack: 'composer' };
const facts = [
  fact('console_error', 'e1', 'x is null'),
  fact('failed_request', 'https://api.example/users'),
  fact('component', 'src/list.tsx', 80),
];
const repairs = [fact('stale_cache', 'images')];

const names = ['macro_id', 'name', 'disclosure_level'];

/** The members of a tool, sorted. */
function keys(value: object | undefined): readonly string[] {
  return Object.keys(value ?? {}).sort();
}

overTransports('what is told of a tool', (verifies) => {
  verifies(['MACRO-004', 'MACRO-010', 'MACRO-013', 'MACRO-007'], 'in full: all of it', async ({ connect }) => {
    const peer = await connect(composer);
    const answer = await ask(peer, 'diagnose', facts, { options: { disclosure_preference: 'full' } });
    const least = [...names, 'description', 'input_schema', 'safety', 'validity', 'metadata'].sort();
    expect(keys(toolNamed(answer, 'diagnose_chain'))).toEqual([...least, 'context_injection', 'output_schema'].sort());
    for (const name of ['observe_console', 'frontend_diagnosis', 'investigate']) {
      expect([name, ...keys(toolNamed(answer, name))]).toEqual([name, ...least]);
    }
    for (const tool of toolList(answer)) {
      expect(tool.description).toMatch(/\S/);
      expect(keys(tool.safety)).toEqual(['idempotent', 'requires_user_confirmation', 'reversible', 'side_effects']);
      expect(typeof tool.safety?.requires_user_confirmation).toBe('boolean');
      expect(tool.safety?.side_effects.every((effect) => typeof effect === 'string')).toBe(true);
      expect(keys(tool.validity)).toEqual(['expires_at', 'not_before']);
      expect(keys(tool.metadata)).toEqual(['score', 'selection_phase', 'source_rules']);
    }
    const { context_injection: context } = toolNamed(answer, 'diagnose_chain');
    expect(keys(context)).toEqual(['context_resources', 'instructions', 'skills']);
    expect(context?.skills).toEqual([]);
    for (const resource of context?.context_resources ?? []) {
      expect(keys(resource)).toEqual(['priority', 'relevance', 'uri']);
    }
  });

  verifies(['MACRO-005', 'MACRO-007'], 'condensed: one line, and nothing else', async ({ connect }) => {
    const peer = await connect(composer);
    for (const [intent, given] of [
      ['diagnose', facts],
      ['repair', repairs],
    ] as const) {
      const answer = await ask(peer, intent, given, { options: { disclosure_preference: 'condensed' } });
      expect(toolList(answer).length).toBeGreaterThan(3);
      for (const tool of toolList(answer)) {
        expect(keys(tool)).toEqual([...names, 'description', 'metadata'].sort());
        expect(tool.description).toMatch(/^\S.*$/);
        expect(tool.description).not.toMatch(/[\n\r\t\v\f\u0085\u2028\u2029]/);
        expect(keys(tool.metadata)).toEqual(['score', 'selection_phase']);
      }
    }
    const chain = toolNamed(
      await ask(peer, 'diagnose', facts, { options: { disclosure_preference: 'condensed' } }),
      'diagnose_chain',
    );
    expect(chain.description).toBe('Follow an error back to the request that caused it.');
  });

  verifies(['MACRO-005'], 'condensed: one line, whatever the text is', async ({ connect }) => {
    const peer = await connect({ pack: 'graphs' });
    const texts = [
      'First.\nSecond.',
      '\n\n  Begins late\r\nand goes on',
      'No end',
      'A\u2028B\u2029C\vD\fE',
      'Next\u0085line',
      'Is it so? Yes! It is.',
      'w'.repeat(5000),
      'word '.repeat(900),
      '😀'.repeat(400),
      'Version 1.5 is out. It is new.',
    ];
    const given = texts.flatMap((text, at) => [
      fact('g_relevant', `tool_${at}`, 'go', 50),
      fact('g_about', `tool_${at}`, text),
    ]);
    const answer = await ask(peer, 'go', given);
    for (const [at, text] of texts.entries()) {
      const { description = '' } = toolNamed(answer, `tool_${at}`);
      expect([text.slice(0, 40), description]).toEqual([
        text.slice(0, 40),
        expect.stringMatching(/^[^\n\r\t\v\f\u0085\u2028\u2029]+$/u),
      ]);
      expect(description.length).toBeLessThan(200);
      expect(description).not.toMatch(/\p{Surrogate}/u);
    }
    expect(toolNamed(answer, 'tool_0').description).toBe('First.');
    expect(toolNamed(answer, 'tool_5').description).toBe('Is it so?');
    expect(toolNamed(answer, 'tool_9').description).toBe('Version 1.5 is out.');
  });

  verifies(['MACRO-006', 'MACRO-020', 'MACRO-007'], 'minimal: its name', async ({ connect }) => {
    const peer = await connect(composer);
    for (const [intent, given] of [
      ['diagnose', facts],
      ['repair', repairs],
    ] as const) {
      const answer = await ask(peer, intent, given, { options: { disclosure_preference: 'minimal' } });
      expect(toolList(answer).length).toBeGreaterThan(3);
      for (const tool of toolList(answer)) expect(keys(tool)).toEqual([...names].sort());
    }
  });

  verifies(
    ['MACRO-001', 'MACRO-003', 'MACRO-007', 'MACRO-020', 'EVAL-018'],
    'has an id and a name, whatever the level',
    async ({ connect }) => {
      const peer = await connect(composer);
      const seen: MacroTool[] = [];
      for (const level of ['full', 'condensed', 'minimal', 'adaptive']) {
        for (const [intent, given] of [
          ['diagnose', [...facts, fact('backend_log', 'api')]],
          ['diagnose', facts],
          ['repair', repairs],
        ] as const) {
          const answer = await ask(peer, intent, given, { options: { disclosure_preference: level } });
          const tools = toolList(answer);
          expect(new Set(tools.map(({ macro_id: id }) => id)).size).toBe(tools.length);
          seen.push(...tools);
          expect(keys(payloadOf(answer) as object)).toEqual(
            ['diagnostics', 'eval_duration_ms', 'eval_time_used', 'macro_tools', 'required_skills'].sort(),
          );
        }
      }
      for (const { macro_id: id, name, disclosure_level: level, metadata } of seen) {
        expect(id).toMatch(/^mt_[0-9a-f]{32}$/);
        expect(name).toMatch(/^\S.{0,63}$/);
        expect(['full', 'condensed', 'minimal']).toContain(level);
        if (metadata === undefined) continue;
        expect(['skeleton', 'flesh', 'dependency']).toContain(metadata.selection_phase);
        expect(Number.isInteger(metadata.score)).toBe(true);
        for (const rule of metadata.source_rules ?? []) expect(rule).toMatch(/^[a-z_]+$/);
      }
      expect(new Set(seen.map(({ disclosure_level: level }) => level)).size).toBe(3);
    },
  );

  verifies(['MACRO-021'], 'is enough without its metadata', async ({ connect }) => {
    const peer = await connect(composer);
    // A client that never sees any: it takes the tools in their order, asks for more of one and uses it.
    const stripped = async (given: readonly object[]): Promise<readonly MacroTool[]> =>
      toolList(await ask(peer, 'repair', given)).map(({ metadata: _, ...tool }) => tool);
    const [first, second] = await stripped(repairs);
    expect([first?.disclosure_level, second?.disclosure_level]).toEqual(['full', 'condensed']);
    const again = await stripped([...repairs, fact('disclosure_upgrade', second?.macro_id)]);
    expect(again.find(({ macro_id: id }) => id === second?.macro_id)?.disclosure_level).toBe('full');
    const { message } = await peer.ask(invokeRequest(first?.macro_id ?? ''));
    expect(message.payload.result).toEqual({ reloaded: true });
  });

  verifies(
    ['EVAL-018'],
    'comes in one answer to one request',
    async ({ connect }) => {
      const peer = await connect(composer);
      const request = intentRequest({ intent: { name: 'diagnose' }, facts });
      await peer.ask(request);
      await ask(peer, 'repair', repairs);
      expect(peer.rest().filter(({ id }) => id === request.id)).toEqual([]);
    },
    { on: sessionTransports },
  );
});
