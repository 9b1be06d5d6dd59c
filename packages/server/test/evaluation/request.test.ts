import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseJson, readTime } from '@manglecp/protocol';
import { expect } from 'vitest';
import { errorOf, toolNames, violationsOf } from '../harness/answers.js';
import { intentRequest } from '../harness/messages.js';
import { openOutside } from '../harness/outside.js';
import { copyPack } from '../harness/pack-copy.js';
import { packFolder } from '../harness/subject.js';
import { overTransports } from '../harness/verifies.js';
import { logIn } from '../security/desk.js';
import { people } from '../security/people.js';
import { ask, fact, namesIn, payloadOf, toolList } from './tools.js';

const composer = { pack: 'composer' };
const graphs = { pack: 'graphs' };
const clock = Date.parse('2026-03-01T09:15:00.250Z');

overTransports('an intent request', (verifies) => {
  verifies(['EVAL-001', 'ARCH-013'], 'names its intent; a sentence is no intent', async ({ connect }) => {
    const peer = await connect(composer);
    const wrong = [
      undefined,
      null,
      'please find out what is wrong with the page',
      {},
      { name: 5 },
      { name: null },
      { name: '' },
      { name: ['diagnose'] },
      ['diagnose'],
    ];
    for (const intent of wrong) errorOf(await peer.ask(intentRequest({ intent })), 'malformed_message');
    // Nothing of an agent is part of the messages.
    for (const type of ['prompt', 'chat', 'agent_step', 'memory', 'plan_request']) {
      errorOf(await peer.ask(intentRequest({}, { type })), 'invalid_type');
    }
  });

  verifies(['EVAL-003'], 'may have parameters, and they are an object', async ({ connect }) => {
    const peer = await connect(composer);
    for (const params of [undefined, {}, { severity: 'high', deep: { list: [1, 'two', true] } }]) {
      const intent = { name: 'repair', ...(params === undefined ? {} : { params }) };
      expect(namesIn(await peer.ask(intentRequest({ intent, facts: [] })))).toContain('reload_page');
    }
    for (const params of [[], ['a'], 'severity', 5, true, null]) {
      errorOf(await peer.ask(intentRequest({ intent: { name: 'repair', params } })), 'malformed_message');
    }
  });

  verifies(
    ['EVAL-002', 'EVAL-032', 'EVAL-047'],
    'that no rule knows is answered with no tools',
    async ({ connect }) => {
      const peer = await connect(composer);
      for (const name of ['unheard_of', 'DIAGNOSE', 'diagnose ', '😀']) {
        const answer = payloadOf(await ask(peer, name));
        expect(answer).toMatchObject({ macro_tools: [], required_skills: [] });
        expect(answer.diagnostics['x-unlisted_intent']).toMatch(/^the manifest lists no such intent/);
      }
      const { diagnostics } = payloadOf(await ask(peer, 'diagnos'));
      expect(diagnostics['x-unlisted_intent']).toBe('the manifest lists no such intent; did you mean `diagnose`?');
      expect(payloadOf(await ask(peer, 'diagnose')).diagnostics).not.toHaveProperty('x-unlisted_intent');
      // An intent that rules know and the manifest does not list.
      const workshop = await connect({ pack: 'workshop' });
      const listed = workshop.manifest.payload.intents as readonly { readonly name: string }[];
      expect(listed.map(({ name }) => name)).not.toContain('unlisted');
      expect(namesIn(await ask(workshop, 'unlisted', [fact('count_to', 0)]))).toEqual(['echo_count']);
      // It is not suggested either: only rules know it.
      const near = payloadOf(await ask(workshop, 'unlistd', [fact('count_to', 0)]));
      expect(near.diagnostics['x-unlisted_intent']).toBe('the manifest lists no such intent');
    },
  );

  verifies(['EVAL-004'], 'without facts has none, and a list of facts is a list', async ({ connect }) => {
    const peer = await connect(composer);
    const none = await peer.ask(intentRequest({ intent: { name: 'diagnose' }, facts: undefined }));
    const empty = await ask(peer, 'diagnose', []);
    expect(toolList(none)).toEqual(toolList(empty).map((tool) => ({ ...tool, validity: expect.anything() })));
    for (const facts of [{}, 'console_error("e", "x")', 5, { pred: 'failed_request', args: ['u'] }]) {
      errorOf(await peer.ask(intentRequest({ intent: { name: 'diagnose' }, facts })), 'malformed_message');
    }
    expect(violationsOf(await ask(peer, 'diagnose', ['text' as unknown as object]))).toHaveLength(1);
  });

  verifies(
    ['EVAL-005', 'EVAL-006', 'ARCH-012'],
    'is evaluated at its time, or at that of the server, and the answer says which',
    async ({ fresh }) => {
      const peer = await (await fresh({ ...composer, clock: () => clock })).connect();
      const usedFor = async (evalTime: unknown): Promise<unknown> => {
        const time = evalTime === undefined ? {} : { eval_time: evalTime };
        return payloadOf(await ask(peer, 'diagnose', [], time)).eval_time_used as unknown;
      };
      for (const time of [undefined, null, 'now']) expect(await usedFor(time)).toBe('2026-03-01T09:15:00.250Z');
      expect(await usedFor('2026-03-01T11:45:00.5+02:30')).toBe('2026-03-01T09:15:00.500Z');
      expect(await usedFor('2026-03-01T00:00:00-09:15')).toBe('2026-03-01T09:15:00Z');
      expect(await usedFor(Date.parse('1999-12-31T23:59:59Z'))).toBe('1999-12-31T23:59:59Z');
    },
  );

  verifies(['ARCH-012'], 'is answered in strict JSON, with times that RFC 3339 knows', async ({ connect }) => {
    const peer = await connect(composer);
    const facts = [fact('console_error', 'e1', 'ü "quoted" \u2028 \\ 😀'), fact('failed_request', 'https://a.example')];
    const answer = await ask(peer, 'diagnose', facts, { options: { include_proof_hints: true } });
    // A parser that knows RFC 8259 and nothing beyond it.
    expect(() => parseJson(answer.text)).not.toThrow();
    expect(() => parseJson(peer.manifestText)).not.toThrow();
    const formats = ['rfc3339'];
    const { eval_time_used: used } = payloadOf(answer) as { readonly eval_time_used: string };
    const now = readTime(used, { now: 0n, formats });
    for (const { validity } of toolList(answer)) {
      const { not_before: from, expires_at: until } = validity as Record<string, string>;
      expect(from).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
      expect(readTime(from ?? '', { now, formats })).toBe(now);
      expect(readTime(until ?? '', { now, formats })).toBe(now + 300_000_000_000n);
    }
  });

  verifies(
    ['EVAL-013', 'EVAL-033', 'EVAL-014'],
    'has options, which are checked and off by default',
    async ({ connect }) => {
      const peer = await connect(composer);
      const asked = async (options?: unknown): Promise<object> => {
        return payloadOf(await ask(peer, 'diagnose', [], options === undefined ? {} : { options })) as object;
      };
      for (const options of [undefined, {}, { include_proof_hints: false }, { disclosure_preference: 'full' }]) {
        expect(Object.keys(await asked(options))).not.toContain('proof_hints');
      }
      expect(await asked({ include_proof_hints: true })).toMatchObject({ proof_hints: { derivations: [{}] } });
      for (const level of ['full', 'condensed', 'minimal', 'adaptive']) {
        expect(await asked({ disclosure_preference: level })).toMatchObject({ macro_tools: [{ name: 'investigate' }] });
      }
      const wrong = [
        { disclosure_preference: 'everything' },
        { disclosure_preference: 'FULL' },
        { disclosure_preference: '' },
        { disclosure_preference: null },
        { disclosure_preference: ['full'] },
        { include_proof_hints: 'yes' },
        { include_proof_hints: 1 },
        [],
      ];
      for (const options of wrong) errorOf(await ask(peer, 'diagnose', [], { options }), 'malformed_message');
    },
  );

  verifies(['EVAL-031'], 'is answered with the time that it took', async ({ connect }) => {
    const peer = await connect(composer);
    for (let count = 0; count < 5; count += 1) {
      const started = performance.now();
      const { eval_duration_ms: took } = payloadOf(await ask(peer, 'diagnose'));
      const roundTrip = performance.now() - started;
      expect(Number.isInteger(took)).toBe(true);
      expect(took).toBeGreaterThanOrEqual(0);
      expect(took).toBeLessThanOrEqual(Math.ceil(roundTrip));
    }
  });

  verifies(['EVAL-056'], 'is visible to rules: its name and its parameters', async ({ connect }) => {
    const peer = await connect(graphs);
    const facts = [fact('g_mandatory', 'go', 'a'), fact('g_mandatory', 'rest', 'b'), fact('g_mandatory', 'go', 'c')];
    const asked = async (name: string, params: object = {}): Promise<readonly string[]> =>
      namesIn(await peer.ask(intentRequest({ intent: { name, params }, facts })));
    expect(await asked('go')).toEqual(['a', 'c']);
    expect(await asked('rest')).toEqual(['b']);
    expect(await asked('go', { exclude_tools: 'a' })).toEqual(['c']);
    expect(await asked('go', { exclude_tools: ['a', 'c'] })).toEqual([]);
    expect(await asked('go', { exclude_tools: [], other: 'a' })).toEqual(['a', 'c']);
    const steps = [fact('g_step', 'a', 1, 'write'), fact('g_step', 'c', 1, 'look')];
    const intent = { name: 'go', params: { exclude_effects: ['filesystem'] } };
    expect(namesIn(await peer.ask(intentRequest({ intent, facts: [...facts, ...steps] })))).toEqual(['c']);
  });

  verifies(['EVAL-015'], 'that is not valid reaches nothing outside', async ({ fresh }) => {
    const outside = await openOutside('high');
    const pack = copyPack('guarded');
    try {
      pack.makeFolder('facts');
      pack.write('facts/outside.mg', `outside("${outside.address}").\n`);
      const peer = await (await fresh({ pack: pack.folder, config: { auth: people } })).connect();
      await logIn(peer, 'clerk');
      const visit = (payload: object): object =>
        intentRequest({ intent: { name: 'visit_vault' }, facts: [], ...payload });
      const invalid = [
        { constraints: { max_compute_ms: -1 } },
        { options: { disclosure_preference: 'all' } },
        { eval_time: 'tomorrow' },
        { facts: [{ pred: 'note', args: [5] }] },
        { facts: [{ pred: 'nobody_knows', args: [] }] },
        { facts: [{ pred: '__reserved', args: [] }] },
        { facts: 'none' },
      ];
      for (const payload of invalid) expect((await peer.ask(visit(payload))).message.type).toBe('error');
      expect(outside.calls).toEqual([]);
      expect(toolNames(await peer.ask(visit({})))).toEqual(['enter_vault']);
      expect(outside.calls).not.toEqual([]);
    } finally {
      await outside.close();
      pack.dispose();
    }
  });

  verifies(
    ['EVAL-045'],
    'may ask externals, and the manifest says which are not deterministic',
    async ({ connect }) => {
      const { manifest } = await connect({ pack: 'workshop' });
      const { external_predicates: rows } = manifest.payload.capabilities as {
        readonly external_predicates: readonly { readonly predicate: string; readonly deterministic?: boolean }[];
      };
      const flags = rows.map(({ predicate, deterministic = true }) => [predicate, deterministic] as const);
      expect(flags).toContainEqual(['measured', false]);
      expect(flags).toContainEqual(['doubled', true]);
    },
  );

  verifies(['ARCH-002'], 'is made without a list of tools: the manifest has none', async ({ connect }) => {
    const tools = new Map([
      ['composer', ['observe_console', 'diagnose_chain', 'investigate', 'purge_cache', 'read_console', 'read_network']],
      ['warehouse', ['trace_missed_slot', 'rebook', 'show_stock', 'read_dock_log', 'book_slot', 'list_bins']],
    ]);
    for (const [pack, names] of tools) {
      const { manifestText } = await connect({ pack });
      // They are in the rules; a name that is misspelt here would be in no manifest.
      for (const name of names) expect([name, rulesOf(pack).includes(`"${name}"`)]).toEqual([name, true]);
      for (const name of names) expect([name, new RegExp(`\\b${name}\\b`).test(manifestText)]).toEqual([name, false]);
      expect(manifestText).not.toMatch(/"(tools|macro_tools|actions)"/);
    }
  });

  verifies(['ARCH-014'], 'may hold times where the manifest says so', async ({ connect }) => {
    const peer = await connect({ pack: 'windows' });
    expect(peer.manifest.payload.capabilities.temporal).toBe(true);
    const seen = { pred: 'seen', args: ['just_now'], t: { at: '2026-03-01T09:00:00Z' } };
    const at = async (time: string): Promise<readonly string[]> =>
      namesIn(await ask(peer, 'watch', [seen], { eval_time: time }));
    expect(await at('2026-03-01T09:04:00Z')).toEqual(['just_now']);
    expect(await at('2026-03-01T09:06:00Z')).toEqual([]);
  });
});

function rulesOf(pack: string): string {
  return readFileSync(path.join(packFolder(pack), 'domain.mg'), 'utf8');
}
