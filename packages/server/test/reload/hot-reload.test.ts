import { afterAll, beforeAll, expect } from 'vitest';
import { errorOf, toolNames, violationsOf } from '../harness/answers.js';
import { invokeRequest, newId } from '../harness/messages.js';
import { openOutside, type Outside } from '../harness/outside.js';
import { copyPack, type PackCopy } from '../harness/pack-copy.js';
import type { Message, Peer } from '../harness/peer.js';
import type { Subject, SubjectOptions } from '../harness/subject.js';
import { until } from '../harness/until.js';
import { type Context, overTransports } from '../harness/verifies.js';
import { intent, invoke, issue, logIn } from '../security/desk.js';
import { people, secrets } from '../security/people.js';

let outside: Outside;
const packs: PackCopy[] = [];
beforeAll(async () => {
  outside = await openOutside('high');
});
afterAll(async () => {
  await outside.close();
  for (const pack of packs) pack.dispose();
});

interface Scene {
  readonly pack: PackCopy;
  readonly subject: Subject;
  /** Logged in as the clerk. */
  readonly peer: Peer;
}

/** A server of one's own that watches a pack of one's own. */
async function stage({ fresh }: Context, options: SubjectOptions = {}): Promise<Scene> {
  const pack = copyPack('guarded');
  packs.push(pack);
  pack.makeFolder('facts');
  pack.write('facts/outside.mg', `outside("${outside.address}").\n`);
  changeSettings(pack, { auth: people });
  const subject = await fresh({ pack: pack.folder, isWatched: true, ...options });
  const peer = await subject.connect();
  await logIn(peer, 'clerk');
  return { pack, subject, peer };
}

function changeSettings(pack: PackCopy, change: object): void {
  const settings = JSON.parse(pack.read('manglecp.json')) as object;
  pack.write('manglecp.json', JSON.stringify({ ...settings, ...change }));
}

/** The manifest as it is now: the last one that was sent, or the one that a new look gives. */
async function manifestOf({ subject, peer }: Scene): Promise<Message> {
  if (peer.transport === 'http') return (await subject.connect()).manifest;
  return peer.rest().findLast(({ type }) => type === 'manifest') ?? peer.manifest;
}

async function untilStatus(scene: Scene, status: string): Promise<Message> {
  await until(async () => ((await manifestOf(scene)).payload as { status: string }).status === status);
  return manifestOf(scene);
}

/** Asks until the answer is what it should be some day. */
async function untilTools(peer: Peer, name: string, fits: (tools: readonly string[]) => boolean): Promise<void> {
  await until(async () => fits(toolNames(await peer.ask(intent(name)))));
}

overTransports('a change of the rules', (verifies) => {
  verifies(
    ['SEC-002', 'ARCH-016', 'MAN-042', 'INV-044'],
    'of policy takes effect while the server runs, and clients are told',
    async (context) => {
      const scene = await stage(context);
      const { pack, peer } = scene;
      expect(await invoke(peer, await issue(peer, 'save_note'), { text: 'x' })).toBeDefined();
      const issued = await issue(peer, 'browse');
      expect(await invoke(peer, issued)).toEqual({ done: { page: 'start' } });
      const policy = pack.read('policy.mg').replace('safe_action("fetch_page").\n', '');
      pack.write('policy.mg', `${policy}requires_confirmation("save_note").\nprohibited("shred", "closed today").\n`);
      await untilTools(peer, 'modify', (tools) => !tools.includes('browse'));
      errorOf(await peer.ask(invokeRequest(issued)), 'macro_expired');
      expect(toolNames(await peer.ask(intent('modify')))).not.toContain('shred');
      const macroId = await issue(peer, 'save_note');
      errorOf(await peer.ask(invokeRequest(macroId, { text: 'x' })), 'confirmation_required');
      expect((await manifestOf(scene)).payload).toMatchObject({ status: 'ready' });
      if (peer.transport !== 'http') expect(peer.rest().some(({ type }) => type === 'manifest')).toBe(true);
    },
  );

  verifies(
    ['SEC-002', 'SEC-005', 'ARCH-016'],
    'of domain and base facts takes effect, and so does one that lets fewer clients ask',
    async (context) => {
      const { pack, peer } = await stage(context);
      expect(toolNames(await peer.ask(intent('observe')))).toEqual(['look']);
      pack.write('facts/more.json', JSON.stringify([{ pred: 'trusted_text', args: ['by the operator'] }]));
      pack.edit(
        'domain.mg',
        '"answer_alarm", "full") :- intent_type(_, "observe"), alarm(_)',
        '"answer_alarm", "full") :- intent_type(_, "observe")',
      );
      await untilTools(peer, 'observe', (tools) => tools.length === 3);
      expect(toolNames(await peer.ask(intent('observe')))).toEqual(['answer_alarm', 'back_door', 'look']);
      const macroId = await issue(peer, 'look', intent('observe'));
      pack.edit('policy.mg', 'permitted_intent("authenticated", "observe").\n', '');
      await until(async () => (await peer.ask(intent('observe'))).message.type === 'error');
      errorOf(await peer.ask(intent('observe')), 'auth_insufficient');
      // What was issued before is not a way around it.
      errorOf(await peer.ask(invokeRequest(macroId)), 'macro_expired');
    },
  );

  verifies(['ARCH-009'], 'does not reach an evaluation that is under way', async (context) => {
    const { pack, peer } = await stage(context);
    outside.hold();
    const asked = outside.calls.length;
    const slow = peer.ask(intent('wait_outside'));
    await until(() => outside.calls.length > asked);
    const domain = pack.read('domain.mg').replaceAll('leave_granted', 'leave_renewed');
    pack.write('domain.mg', `${domain}macro_tool("browse", "full") :- intent_type(_, "observe").\n`);
    await untilTools(peer, 'observe', (tools) => tools.includes('browse'));
    outside.answer('high');
    expect(toolNames(await slow)).toEqual(['leave_granted']);
    expect(toolNames(await peer.ask(intent('wait_outside')))).toEqual(['leave_renewed']);
  });
});

/** Changes that cannot be served, each with what the operator reads about it. */
const broken: readonly (readonly [title: string, change: (pack: PackCopy) => void, told: RegExp])[] = [
  ['a syntax error', (pack) => pack.write('domain.mg', 'macro_tool("x" :-\n'), /domain\.mg/],
  [
    'a rule of policy in the domain',
    (pack) => pack.write('domain.mg', `${pack.read('domain.mg')}safe_action("open_vault").\n`),
    /not-owner.*safe_action/,
  ],
  ['a rule of policy among the facts', (pack) => pack.write('facts/x.mg', 'safe_action("open_vault").\n'), /not-owner/],
  [
    'an action that is gone',
    (pack) => pack.write('actions.js', 'export const actions = {};\n'),
    /unknown-word|external/,
  ],
  ['a module that throws', (pack) => pack.write('actions.js', 'throw new Error("no");\n'), /import-failed/],
  [
    'a module with a schema that is none',
    (pack) =>
      pack.edit(
        'actions.js',
        "input: { type: 'object',",
        "input: { type: 'object', default: () => 1, description: Symbol('x'),",
      ),
    /bad-action|actions\.js/,
  ],
  ['settings that are no JSON', (pack) => pack.write('manglecp.json', '{'), /manglecp\.json/],
  ['a secret where its digest belongs', (pack) => addToken(pack, 'in-plain-text-5521'), /sha256/],
];

function addToken(pack: PackCopy, sha256: string): void {
  changeSettings(pack, { auth: { tokens: [...people.tokens, { sha256, identity: 'x' }] } });
}

overTransports('a change that cannot be served', (verifies) => {
  verifies(
    ['MAN-037', 'MAN-008', 'ARCH-018', 'ARCH-006'],
    'leaves the old rules in place and makes the server degraded until it is repaired',
    async (context) => {
      const scene = await stage(context, { config: { observe: { log_level: 'error' } } });
      const { pack, peer, subject } = scene;
      const files = ['domain.mg', 'actions.js', 'manglecp.json'].map((file) => [file, pack.read(file)] as const);
      for (const [title, change, told] of broken) {
        const logged = subject.log().length;
        change(pack);
        const { payload } = await untilStatus(scene, 'degraded');
        const reasons = (payload as { extensions: { 'x-degraded': unknown } }).extensions['x-degraded'];
        expect(reasons, title).toEqual([{ component: 'rules', reason: expect.any(String) as string }]);
        expect(JSON.stringify(payload)).not.toMatch(/\.mg\b|\.js\b|\.json"|\/tmp|open_vault|safe_action|Error/);
        expect(toolNames(await peer.ask(intent('observe')))).toEqual(['look']);
        expect(subject.log().slice(logged)).toMatch(told);
        expect(subject.log()).not.toContain('in-plain-text-5521');
        for (const [file, text] of files) pack.write(file, text);
        if (title === 'a rule of policy among the facts') pack.remove('facts/x.mg');
        const repaired = await untilStatus(scene, 'ready');
        expect(repaired.payload).not.toHaveProperty('extensions.x-degraded');
      }
    },
  );

  verifies(
    ['ARCH-007'],
    'is one of the schema: what clients were told stays true until the next start',
    async (context) => {
      const scene = await stage(context);
      const { pack, peer } = scene;
      const schema = pack.read('schema.mg');
      pack.write('schema.mg', `${schema}Decl rumor(Text) descr [direction("input")] bound [/string].\n`);
      pack.edit(
        'domain.mg',
        'macro_tool("look", "full")',
        'macro_tool("read_all_books", "full") :- rumor(_).\nmacro_tool("look", "full")',
      );
      const { payload } = await untilStatus(scene, 'degraded');
      expect(JSON.stringify(payload)).not.toContain('rumor');
      const rumor = intent('observe', [{ pred: 'rumor', args: ['x'] }]);
      expect(violationsOf(await peer.ask(rumor), 'unknown_predicate')).toHaveLength(1);
      // A declaration may not lose its meaning either.
      pack.write('schema.mg', schema.replace('bound [/string]', 'bound [/number]'));
      const typed = intent('observe', [{ pred: 'note', args: [7] }]);
      errorOf(await peer.ask(typed), 'type_mismatch');
      pack.write('schema.mg', `# A remark changes nothing.\n${schema}`);
      pack.edit('domain.mg', 'macro_tool("read_all_books", "full") :- rumor(_).\n', '');
      await untilStatus(scene, 'ready');
      errorOf(await peer.ask({ ...typed, id: newId() }), 'type_mismatch');
      expect(toolNames(await peer.ask(intent('observe')))).toEqual(['look']);
    },
  );
});

overTransports('a change of the settings', (verifies) => {
  verifies(
    ['SEC-002', 'SEC-010'],
    'that takes a credential or a privilege away counts for those, too, who are logged in with it',
    async (context) => {
      const { pack, peer } = await stage(context);
      const use = (tokens: readonly object[]): void => changeSettings(pack, { auth: { ...people, tokens } });
      await logIn(peer, 'auditor');
      expect(toolNames(await peer.ask(intent('modify')))).toContain('read_secrets');
      use(people.tokens.map((token) => ({ ...token, privileges: [] })));
      await untilTools(peer, 'modify', (tools) => !tools.includes('read_secrets'));
      use(people.tokens.filter(({ identity }) => identity !== 'auditor'));
      await until(async () => (await peer.ask(intent('observe'))).message.type === 'error');
      errorOf(await peer.ask(intent('observe')), 'auth_invalid');
      await peer.login(secrets.auditor);
      errorOf(await peer.ask(intent('observe')), 'auth_invalid');
      await logIn(peer, 'clerk');
      expect(toolNames(await peer.ask(intent('observe')))).toEqual(['look']);
    },
  );

  verifies(['SEC-009', 'MAN-028'], 'that only a new start can take is refused and not overlooked', async (context) => {
    const scene = await stage(context, { config: { observe: { log_level: 'error' } } });
    const { pack, peer, subject } = scene;
    const changes: readonly (readonly [string, object])[] = [
      ['auth.required', { auth: { ...people, required: true } }],
      ['behind_proxy', { behind_proxy: true }],
      ['http.cors_origins', { http: { cors_origins: ['*'] } }],
      ['http.allowed_hosts', { http: { allowed_hosts: ['*'] } }],
      ['invoke.confirmation_s', { invoke: { confirmation_s: 86_400 } }],
    ];
    const before = pack.read('manglecp.json');
    for (const [setting, change] of changes) {
      changeSettings(pack, change);
      const { payload } = await untilStatus(scene, 'degraded');
      expect(payload).toMatchObject({ auth: { required: false } });
      expect(toolNames(await peer.ask(intent('observe')))).toEqual(['look']);
      expect(subject.log()).toContain(`\`${setting}\` cannot change while the server runs`);
      pack.write('manglecp.json', before);
      await untilStatus(scene, 'ready');
    }
  });
});
