import fc from 'fast-check';
import { afterAll, beforeAll, expect } from 'vitest';
import { newId } from '../harness/messages.js';
import { copyPack, type PackCopy } from '../harness/pack-copy.js';
import { overTransports } from '../harness/verifies.js';
import { errorOf, toolNames } from '../harness/answers.js';
import { connectAs, desk, intent, invoke, issue, logIn } from './desk.js';
import { people, secrets } from './people.js';

let permissive: PackCopy;
beforeAll(() => {
  permissive = copyPack('guarded');
  // The same domain under a policy that lists one action more and vetoes nothing.
  permissive.edit('policy.mg', 'safe_action("spray").', 'safe_action("spray").\nsafe_action("open_vault").');
  permissive.edit('policy.mg', 'Folder = "system"', 'Folder = "nowhere"');
  permissive.makeFolder('skills/vault-guide');
  const head = '---\nname: vault-guide\ndescription: How to open the vault.\n---\n';
  permissive.write('skills/vault-guide/SKILL.md', `${head}Turn the wheel.\n`);
});
afterAll(() => permissive.dispose());

/** What everybody who has logged in is offered for a change, by name. */
const changes = [
  'browse',
  'mail_report',
  'paint_wall',
  'pay_bill',
  'purge_table',
  'reset_password',
  'save_note',
  'shred',
];

const note = (text: string): object => ({ pred: 'note', args: [text] });
const alarm = { pred: 'alarm', args: ['cellar'] };

/** Intents, parameters and facts as somebody would try them who wants to see everything. */
const attempts = fc.record({
  name: fc.oneof(
    fc.constantFrom('observe', 'modify', 'inspect_books', 'run_nightly', 'visit_vault', 'wait_outside'),
    fc.constantFrom('*', '_', 'admin', 'list', 'read_secrets', 'back_door'),
    fc.string(),
  ),
  params: fc.dictionary(
    fc.oneof(fc.constantFrom('tool', 'include', 'exclude_tools', 'privilege', 'limit'), fc.string()),
    fc.oneof(
      fc.constantFrom('*', 'read_secrets', 'back_door', 'force_vault', 'secrets'),
      fc.jsonValue({ maxDepth: 1 }),
    ),
    { maxKeys: 3 },
  ),
  facts: fc.array(
    fc.record({
      pred: fc.constantFrom('note', 'alarm', 'disclosure_upgrade', 'trusted_text', 'client_has_privilege', 'finding'),
      args: fc.tuple(fc.oneof(fc.constantFrom('secrets', 'read_secrets', 'mt_0'), fc.string())),
    }),
    { maxLength: 3 },
  ),
});

overTransports('policy', (verifies) => {
  verifies(
    ['SEC-017', 'SEC-018', 'SEC-004', 'ERR-007'],
    'who may ask what: nobody in particular may look, and has to log in to change anything',
    async (context) => {
      const peer = await connectAs(context, 'anonymous');
      expect(peer.manifest.payload.auth).toMatchObject({ required: false });
      expect(toolNames(await peer.ask(intent('observe')))).toEqual(['look']);
      expect(await invoke(peer, await issue(peer, 'look', intent('observe')))).toEqual({ done: { panel: 'front' } });
      for (const name of ['modify', 'inspect_books', 'run_nightly', 'no_such_intent']) {
        const { recoverable, details, message } = errorOf(await peer.ask(intent(name)), 'auth_required');
        expect({ recoverable, details }).toEqual({ recoverable: true, details: { schemes: ['bearer', 'api_key'] } });
        expect(message).not.toContain(name);
      }
    },
  );

  verifies(
    ['SEC-004', 'SEC-005', 'ERR-009'],
    'who may ask what: who has logged in and may not ask is told so, by class and by identity',
    async (context) => {
      const peer = await connectAs(context, 'clerk');
      for (const name of ['inspect_books', 'run_nightly', 'no_such_intent']) {
        expect(errorOf(await peer.ask(intent(name)), 'auth_insufficient').recoverable).toBe(false);
      }
      await logIn(peer, 'auditor');
      expect(toolNames(await peer.ask(intent('inspect_books')))).toEqual(['read_all_books']);
      errorOf(await peer.ask(intent('run_nightly')), 'auth_insufficient');
      await logIn(peer, 'robot');
      expect(toolNames(await peer.ask(intent('run_nightly')))).toEqual(['nightly_cleanup']);
      errorOf(await peer.ask(intent('inspect_books')), 'auth_insufficient');
    },
  );

  verifies(['SEC-004'], 'who may ask what: where nobody can log in, nobody is told to', async ({ connect }) => {
    const peer = await connect({ pack: 'guarded' });
    const { message } = errorOf(await peer.ask(intent('modify')), 'auth_insufficient');
    expect(message).not.toMatch(/log/);
  });

  verifies(['SEC-005'], 'who may ask what: policy decides who may assert which facts', async (context) => {
    const peer = await connectAs(context, 'anonymous');
    const { details } = errorOf(await peer.ask(intent('observe', [note('a'), alarm])), 'invalid_facts');
    expect(details).toMatchObject({ violations: [{ fact_index: 1, predicate: 'alarm', issue: 'not_permitted' }] });
    expect(toolNames(await peer.ask(intent('observe', [note('a')])))).toEqual(['look', 'repeat_note']);
    const clerk = await connectAs(context, 'clerk');
    expect(toolNames(await clerk.ask(intent('observe', [alarm])))).toEqual(['answer_alarm', 'look']);
  });

  verifies(
    ['SEC-006', 'SEC-026'],
    'which tools there are: a plan with an action that policy does not list, or vetoes, is no tool',
    async (context) => {
      const clerk = await connectAs(context, 'clerk');
      expect(toolNames(await clerk.ask(intent('modify')))).toEqual(changes);
      const options = { pack: permissive.folder, config: { auth: people } };
      const other = await connectAs(context, 'clerk', options);
      expect(toolNames(await other.ask(intent('modify')))).toEqual(
        [...changes, 'force_vault', 'save_to_system'].sort(),
      );
    },
  );

  verifies(
    ['SEC-027', 'SEC-005'],
    'which tools there are: a tool that needs a privilege, and what depends on it, is there for who has the privilege and for nobody else',
    async (context) => {
      const clerk = await connectAs(context, 'clerk');
      const without = await clerk.ask(intent('modify', [], { options: { include_proof_hints: true } }));
      expect(toolNames(without)).toEqual(changes);
      expect(without.text).not.toMatch(/secret|privilege/);
      const auditor = await connectAs(context, 'auditor');
      const withIt = await auditor.ask(intent('modify'));
      expect(toolNames(withIt)).toEqual([...changes, 'read_secrets', 'report_secrets'].sort());
    },
  );

  verifies(['SEC-027'], 'which tools there are: a privilege cannot be asked for', async (context) => {
    const clerk = await connectAs(context, 'clerk');
    const wishes = {
      intent: { name: 'modify', params: { client_has_privilege: 'secrets', privilege: ['secrets'] } },
      options: { privileges: ['secrets'] },
      privileges: ['secrets'],
    };
    expect(toolNames(await clerk.ask({ ...intent('modify', [], wishes), privileges: ['secrets'] }))).toEqual(changes);
  });

  verifies(
    ['SEC-026', 'SEC-025'],
    'which tools there are: an answer holds what this intent and these facts justify, whatever was asked before',
    async (context) => {
      const clerk = await connectAs(context, 'clerk');
      expect(toolNames(await clerk.ask(intent('observe', [note('x'), alarm])))).toEqual([
        'answer_alarm',
        'look',
        'repeat_note',
      ]);
      expect(toolNames(await clerk.ask(intent('observe')))).toEqual(['look']);
      expect(toolNames(await clerk.ask(intent('modify')))).toEqual(changes);
      const upgrade = { pred: 'disclosure_upgrade', args: ['back_door'] };
      expect(toolNames(await clerk.ask(intent('observe', [upgrade])))).toEqual(['look']);
    },
  );

  verifies(['SEC-025', 'ARCH-001'], 'no listing: no message lists tools', async (context) => {
    const peer = await connectAs(context, 'auditor');
    for (const type of ['list_tools', 'tools/list', 'macro_tools', 'list', 'describe', 'manifest', 'intent_response']) {
      const message = { type, id: newId(), manglecp: '2026-02-draft', payload: {} };
      const answer = await peer.ask(message);
      errorOf(answer, 'invalid_type');
      expect(answer.text).not.toMatch(/save_note|read_secrets|look/);
    }
    for (const name of ['*', '%', '_', 'list_tools', '', '/any', 'observe modify']) {
      const answer = await peer.ask(intent(name));
      expect(answer.text).not.toMatch(/save_note|read_secrets|look/);
    }
  });

  verifies(
    ['SEC-026', 'SEC-025'],
    'no listing: and all answers together show nothing that the client has no part in',
    async (context) => {
      const peer = await connectAs(context, 'clerk');
      const seen = new Set<string>();
      for (const { name, params, facts } of fc.sample(attempts, { seed: 26, numRuns: 150 })) {
        const answer = await peer.ask(intent(name, facts, { intent: { name, params } }));
        if (answer.message.type === 'intent_response') for (const tool of toolNames(answer)) seen.add(tool);
        // Whoever names something in an answer got it from the client.
        else expect(answer.text).not.toMatch(/report_secrets|save_to_system|nightly_cleanup|read_all_books/);
      }
      expect([...seen].sort()).toEqual(['answer_alarm', ...changes, 'look', 'repeat_note'].sort());
    },
  );

  verifies(
    ['SEC-025'],
    'no listing: no path lists tools',
    async ({ subject }) => {
      const { url = '' } = await subject(desk);
      const names = [
        'tools',
        'tools/list',
        'list',
        'list_tools',
        'macros',
        'skills',
        'skills/',
        'actions',
        'rules',
        'ws',
      ];
      const paths = ['/', '/manglecp', '/manglecp/', ...names.map((name) => `/manglecp/${name}`), '/policy.mg'];
      for (const path of [...paths, '/../policy.mg', '/manglecp/%2e%2e/policy.mg', '/manglecp/skills/..%2fpolicy.mg']) {
        for (const method of ['GET', 'POST']) {
          const response = await fetch(url + path, { method, ...(method === 'POST' ? { body: '{}' } : {}) });
          const text = await response.text();
          expect([404, 405], `${method} ${path}`).toContain(response.status);
          expect(JSON.parse(text)).toMatchObject({ type: 'error', id: null });
          expect(text).not.toMatch(/save_note|read_secrets|look|safe_action/);
        }
      }
    },
    { on: ['http'] },
  );

  verifies(
    ['SEC-025', 'SEC-028'],
    'no listing: a skill that exists and one that does not look alike to who was not given it',
    async ({ subject }) => {
      const { url = '' } = await subject({ pack: permissive.folder, config: { auth: people } });
      const ask = async (id: string, headers: Record<string, string> = {}): Promise<unknown> => {
        const response = await fetch(`${url}/manglecp/skills/${id}`, { headers });
        return { status: response.status, body: await response.text() };
      };
      const unknown = await ask('nothing');
      expect(unknown).toMatchObject({ status: 404 });
      for (const id of ['vault-guide', 'vault-guide%2fSKILL.md', '*', '%00', '..%2fskills%2fvault-guide']) {
        expect(await ask(id)).toEqual(unknown);
        expect(await ask(id, { authorization: `Bearer ${secrets.auditor}` })).toEqual(unknown);
      }
    },
    { on: ['http'] },
  );
});
