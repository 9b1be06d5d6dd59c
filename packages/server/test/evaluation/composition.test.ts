import { createHash } from 'node:crypto';
import type { MacroTool } from '@manglecp/protocol';
import { expect } from 'vitest';
import { Compile } from 'typebox/schema';
import { errorOf, invokeTool, toolsOf } from '../harness/answers.js';
import { intentRequest, invokeRequest } from '../harness/messages.js';
import { copyPack } from '../harness/pack-copy.js';
import { networkTransports } from '../harness/peer.js';
import { until } from '../harness/until.js';
import { overTransports } from '../harness/verifies.js';
import { ask, fact, namesIn, toolList, toolNamed } from './tools.js';

const composer = { pack: 'composer' };
const error = fact('console_error', 'e1', 'x is null');
const request = fact('failed_request', 'https://api.example/users');
const log = fact('backend_log', 'api');
const full = { options: { disclosure_preference: 'full' } };

const standard = [
  'none',
  'filesystem',
  'network',
  'database',
  'browser',
  'process',
  'payments',
  'authentication',
  'destructive',
];
const actions = ['read_console', 'read_error', 'read_network', 'correlate', 'read_backend', 'reload', 'sign_out'];

overTransports('macro-tools are composed', (verifies) => {
  verifies(['MACRO-023', 'MACRO-022'], 'of one action, of several, and as the facts are', async ({ connect }) => {
    const peer = await connect(composer);
    const offered = await ask(peer, 'diagnose', [error, request]);
    const use = async (name: string, args: object = {}) => (await invokeTool(peer, offered, { name, args })).message;
    const actionsOf = (message: Awaited<ReturnType<typeof use>>): readonly string[] =>
      (message.payload.observability.events as readonly object[]).map((event) => JSON.stringify(event)).map(nameIn);
    const single = await use('observe_console', { limit: 3 });
    expect([single.payload.result, actionsOf(single)]).toEqual([{ lines: 3 }, ['read_console']]);
    const chain = await use('diagnose_chain', { error_id: 'e1' });
    expect(actionsOf(chain)).toEqual(['read_error', 'read_network', 'correlate']);
    expect(chain.payload.result).toEqual({ verdict: 'because of error e1' });
    // Another tool, or another plan of the same one, where there is a log.
    expect(namesIn(offered)).toContain('frontend_diagnosis');
    const more = await ask(peer, 'diagnose', [error, request, log]);
    expect(namesIn(more)).toContain('full_stack_diagnosis');
    expect(namesIn(more)).not.toContain('frontend_diagnosis');
    expect(toolNamed(more, 'investigate').macro_id).not.toBe(toolNamed(offered, 'investigate').macro_id);
    const deep = (await invokeTool(peer, more, { name: 'investigate' })).message;
    expect(actionsOf(deep)).toEqual(['read_console', 'read_backend']);
    expect(actionsOf(await use('investigate'))).toEqual(['read_console']);
  });

  verifies(['ARCH-001'], 'and are the only way to what the server can do', async ({ connect }) => {
    const peer = await connect(composer);
    expect(peer.manifest.payload.intents).toContainEqual(expect.objectContaining({ name: 'repair' }));
    const id = toolNamed(await ask(peer, 'repair'), 'reload_page').macro_id;
    // Neither the actions nor the tools are known by name, and no other message runs them.
    for (const name of [...actions, 'purge', 'mark', 'reload_page', `${id}/reload`]) {
      errorOf(await peer.ask(invokeRequest(name)), 'macro_not_found');
    }
    for (const type of ['action', 'call', 'tools/call', 'execute', 'reload']) {
      errorOf(await peer.ask({ ...invokeRequest(id), type }), 'invalid_type');
    }
    // Nor can a tool be invoked that no intent has given yet.
    errorOf(await peer.ask(invokeRequest('mt_00000000000000000000000000000000')), 'macro_not_found');
    expect((await peer.ask(invokeRequest(id))).message.payload.result).toEqual({ reloaded: true });
  });

  verifies(
    ['MACRO-022', 'ARCH-016'],
    'by rules and facts alone',
    async ({ fresh }) => {
      const pack = copyPack('composer');
      try {
        const peer = await (await fresh({ pack: pack.folder, isWatched: true })).connect();
        const before = namesIn(await ask(peer, 'repair'));
        pack.makeFolder('facts');
        pack.write('facts/marks.json', JSON.stringify([{ pred: 'stale_cache', args: ['from the base'] }]));
        const rule = 'tool_relevant_to_intent("mark_twice", "repair", 33).\nmacro_step("mark_twice", 1, "mark", {}).\n';
        pack.write('domain.mg', `${pack.read('domain.mg')}\n${rule}macro_step("mark_twice", 2, "mark", {}).\n`);
        await until(async () => namesIn(await ask(peer, 'repair')).includes('mark_twice'));
        expect(namesIn(await ask(peer, 'repair')).filter((name) => !before.includes(name))).toEqual([
          'purge_cache',
          'mark_twice',
        ]);
      } finally {
        pack.dispose();
      }
    },
    { on: ['stdio'] },
  );

  verifies(['MACRO-008', 'MACRO-004'], 'with schemas that any validator compiles', async ({ connect }) => {
    const peer = await connect(composer);
    const offered = await ask(peer, 'diagnose', [error, request, log], full);
    for (const { input_schema: schema, name } of toolList(offered)) {
      expect(schema).toMatchObject({ $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object' });
      expect(() => Compile(schema as never)).not.toThrow();
      for (const action of actions) expect([name, JSON.stringify(schema).includes(action)]).toEqual([name, false]);
      expect(Object.keys((schema as { properties: object }).properties).length).toBeLessThanOrEqual(3);
    }
    // Three steps and six arguments behind two parameters, with what the actions say of them.
    expect(toolNamed(offered, 'diagnose_chain').input_schema).toEqual({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {
        error_id: { type: 'string', description: 'The number of the error.' },
        include_network: { type: 'boolean', default: true },
      },
      required: ['error_id'],
      additionalProperties: false,
    });
    expect(toolNamed(offered, 'observe_console').input_schema).toMatchObject({
      properties: { limit: { type: 'integer', minimum: 1, maximum: 100, default: 20, description: 'How many lines.' } },
    });
    const refused = await invokeTool(peer, offered, { name: 'observe_console', args: { limit: 101 } });
    errorOf(refused, 'schema_validation_failed');
    errorOf(await invokeTool(peer, offered, { name: 'diagnose_chain' }), 'schema_validation_failed');
  });

  verifies(['MACRO-009'], 'with a schema of the result, which results fit', async ({ connect }) => {
    const peer = await connect(composer);
    const offered = await ask(peer, 'diagnose', [error, request]);
    const { output_schema: schema } = toolNamed(offered, 'diagnose_chain');
    const { result } = (await invokeTool(peer, offered, { name: 'diagnose_chain', args: { error_id: 'e' } })).message
      .payload;
    const fits = Compile(schema as never);
    expect([fits.Check(result), fits.Check({}), fits.Check({ verdict: 5 })]).toEqual([true, false, false]);
  });

  verifies(
    ['MACRO-015', 'MACRO-037', 'MACRO-013'],
    'with their effects, in the words of the protocol',
    async ({ connect }) => {
      const seen = new Map<string, readonly string[]>();
      for (const [pack, intent, facts] of [
        ['composer', 'diagnose', [error, request, log]],
        ['composer', 'repair', [fact('stale_cache', 'c')]],
        ['warehouse', 'rebook_shipment', [fact('active_site', 'HAM-2')]],
        ['workshop', 'work', []],
        ['graphs', 'go', [fact('g_mandatory', 'go', 'no_steps')]],
      ] as const) {
        const peer = await connect({ pack });
        for (const { name, safety } of toolList(await ask(peer, intent, facts, full))) {
          seen.set(name, safety?.side_effects ?? []);
        }
      }
      for (const [name, effects] of seen) {
        expect([name, effects.length]).not.toEqual([name, 0]);
        expect([name, effects.filter((effect) => !standard.includes(effect) && !effect.startsWith('x-'))]).toEqual([
          name,
          [],
        ]);
        if (effects.includes('none')) expect([name, effects]).toEqual([name, ['none']]);
      }
      expect(seen.get('observe_console')).toEqual(['none']);
      expect(seen.get('no_steps')).toEqual(['none']);
      expect(seen.get('diagnose_chain')).toEqual(['network']);
      expect(seen.get('undo_mark')).toEqual(['destructive', 'filesystem', 'x-paint']);
    },
  );

  verifies(['MACRO-015'], 'with no effect that the protocol does not know', async ({ connect }) => {
    const peer = await connect(composer);
    for (const word of ['explosive', 'NONE', 'x', '', 'filesystem ']) {
      const { message } = await ask(peer, 'repair', [fact('remark', 'effect', 1, word)], full);
      if (message.type === 'error') expect(message.payload.code).toBe('evaluation_failed');
      else {
        const tools = message.payload.macro_tools as readonly MacroTool[];
        const effects = tools.flatMap(({ safety }) => safety?.side_effects ?? []);
        expect(effects.filter((effect) => !standard.includes(effect) && !/^x-./.test(effect))).toEqual([]);
      }
    }
    const odd = await ask(peer, 'repair', [fact('remark', 'effect', 1, 'x-loud')], full);
    expect(toolNamed(odd, 'mark_page').safety?.side_effects).toEqual(['x-loud', 'x-paint']);
  });

  verifies(['MACRO-002', 'MACRO-001'], 'with ids that say what they are made of', async ({ fresh }) => {
    const ids = async (facts: readonly object[]): Promise<ReadonlyMap<string, string>> => {
      const server = await fresh(composer);
      const answer = toolsOf(await ask(await server.connect(), 'diagnose', facts));
      expect(new Set(answer.values()).size).toBe(answer.size);
      return answer;
    };
    const first = await ids([error, request]);
    // After a restart, and with facts that have nothing to do with them.
    expect(await ids([request, fact('component', 'a.ts', 5), error])).toEqual(first);
    const other = await ids([error, fact('failed_request', 'https://api.example/orders')]);
    expect(other.get('diagnose_chain')).not.toBe(first.get('diagnose_chain'));
    expect(other.get('observe_console')).toBe(first.get('observe_console'));
  });

  verifies(
    ['MACRO-038'],
    'and never run with what was bound for somebody else',
    async ({ fresh }) => {
      const secrets = ['first-secret-0001', 'second-secret-0002'];
      const tokens = secrets.map((secret, at) => ({
        sha256: createHash('sha256').update(secret).digest('hex'),
        identity: `client-${at}`,
      }));
      const server = await fresh({ ...composer, config: { auth: { tokens } } });
      const [one, two] = await Promise.all(
        secrets.map(async (secret) => {
          const peer = await server.connect();
          await peer.login(secret);
          return peer;
        }),
      );
      if (one === undefined || two === undefined) throw new Error('there are two clients');
      const plan = (service: string): Record<string, unknown> =>
        intentRequest({ intent: { name: 'diagnose' }, facts: [error, fact('backend_log', service)] });
      const [mine, theirs] = [await one.ask(plan('mine')), await two.ask(plan('theirs'))];
      const [id, other] = [mine, theirs].map((answer) => toolNamed(answer, 'investigate').macro_id);
      expect(id).not.toBe(other);
      errorOf(await two.ask(invokeRequest(id ?? '')), 'macro_not_found');
      errorOf(await one.ask(invokeRequest(other ?? '')), 'macro_not_found');
      // The same composition has the same id, and each runs its own.
      const same = await two.ask(plan('mine'));
      expect(toolNamed(same, 'investigate').macro_id).toBe(id);
      for (const peer of [one, two]) {
        expect((await peer.ask(invokeRequest(id ?? ''))).message.payload.result).toEqual({ service: 'mine' });
      }
    },
    { on: networkTransports },
  );
});

function nameIn(text: string): string {
  return actions.find((action) => text.includes(`"${action}"`)) ?? text;
}
