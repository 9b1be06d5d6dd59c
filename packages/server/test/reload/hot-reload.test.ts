import { expect } from 'vitest';
import { errorOf, toolNames } from '../harness/answers.js';
import { invokeRequest } from '../harness/messages.js';
import { until } from '../harness/until.js';
import { overTransports } from '../harness/verifies.js';
import { intent, invoke, issue, logIn } from '../security/desk.js';
import { people, secrets } from '../security/people.js';
import { changeSettings, manifestOf, untilTools, useStage } from './stage.js';

const stage = useStage();

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
    const { pack, peer, outside } = await stage(context);
    outside.hold();
    const asked = outside.calls.length;
    // One waits while its tools are selected, the other one still for the word of policy.
    const selecting = peer.ask(intent('wait_outside'));
    const admitted = peer.ask(intent('visit_vault'));
    const isAsked = (path: string): boolean => outside.calls.slice(asked).includes(path);
    await until(() => isAsked('/leave') && isAsked('/clearance/clerk'));
    const renamed = pack.read('domain.mg').replaceAll('leave_granted', 'leave_renewed');
    const domain = renamed.replaceAll('enter_vault', 'open_vault_door');
    pack.write('domain.mg', `${domain}macro_tool("browse", "full") :- intent_type(_, "observe").\n`);
    await untilTools(peer, 'observe', (tools) => tools.includes('browse'));
    outside.answer('high');
    expect(toolNames(await selecting)).toEqual(['leave_granted']);
    expect(toolNames(await admitted)).toEqual(['enter_vault']);
    expect(toolNames(await peer.ask(intent('wait_outside')))).toEqual(['leave_renewed']);
    expect(toolNames(await peer.ask(intent('visit_vault')))).toEqual(['open_vault_door']);
  });
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
});
