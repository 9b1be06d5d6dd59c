import { expect } from 'vitest';
import { errorOf, toolNames, violationsOf } from '../harness/answers.js';
import { newId } from '../harness/messages.js';
import type { PackCopy } from '../harness/pack-copy.js';
import { type Context, overTransports } from '../harness/verifies.js';
import { intent } from '../security/desk.js';
import { people } from '../security/people.js';
import { changeSettings, untilRefused, untilStatus, useStage } from './stage.js';

const stage = useStage();

/** All of them where it is quick; elsewhere the first two, which show how clients learn of it. */
function some<T>({ transport }: Context, cases: readonly T[]): readonly T[] {
  return transport === 'stdio' ? cases : cases.slice(0, 2);
}

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
      for (const [title, change, told] of some(context, broken)) {
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
      const { pack, peer, subject } = scene;
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
      expect(subject.log()).toContain('schema-changed');
      // A declaration may not change its meaning either.
      await untilRefused(scene, () => pack.write('schema.mg', schema.replace('bound [/string]', 'bound [/number]')));
      const typed = intent('observe', [{ pred: 'note', args: [7] }]);
      errorOf(await peer.ask(typed), 'type_mismatch');
      pack.write('schema.mg', `# A remark changes nothing.\n${schema}`);
      pack.edit('domain.mg', 'macro_tool("read_all_books", "full") :- rumor(_).\n', '');
      await untilStatus(scene, 'ready');
      errorOf(await peer.ask({ ...typed, id: newId() }), 'type_mismatch');
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
    for (const [setting, change] of some(context, changes)) {
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
