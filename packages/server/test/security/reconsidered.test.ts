import { afterAll, expect } from 'vitest';
import { errorOf, toolNames } from '../harness/answers.js';
import { invokeRequest } from '../harness/messages.js';
import { copyPack, type PackCopy } from '../harness/pack-copy.js';
import type { Peer } from '../harness/peer.js';
import { until } from '../harness/until.js';
import { type Context, overTransports } from '../harness/verifies.js';
import { changeSettings, untilTools } from '../reload/stage.js';
import { type Challenge, consent } from './consent.js';
import { intent, invoke, issue } from './desk.js';
import { secrets, sha256 } from './people.js';

const packs: PackCopy[] = [];
afterAll(() => {
  for (const pack of packs) pack.dispose();
});

/** Credentials of one and the same clerk, of which one has a privilege. */
const [keyed, plain] = [secrets.auditor, secrets.clerk];
const tokensOf = (privileges: readonly string[]): object => ({
  auth: {
    tokens: [
      { sha256: sha256(keyed), identity: 'clerk', privileges },
      { sha256: sha256(plain), identity: 'clerk' },
    ],
  },
});

interface Scene {
  readonly pack: PackCopy;
  readonly url: string;
  readonly connect: (secret: string) => Promise<Peer>;
}

/** The guarded desk, whose policy reads a fact of the pack that closes tools and one that makes them delicate. */
async function open({ fresh }: Context, change: (pack: PackCopy) => void = () => undefined): Promise<Scene> {
  const pack = copyPack('guarded');
  packs.push(pack);
  const declared = ['closed', 'delicate'].map((name) => `Decl ${name}(Tool) bound [/string].\n`).join('');
  pack.write('schema.mg', `${pack.read('schema.mg')}\n${declared}`);
  const rules = 'prohibited(T, "closed") :- closed(T).\nrequires_confirmation(T) :- delicate(T).\n';
  pack.write('policy.mg', `${pack.read('policy.mg')}\n${rules}`);
  pack.makeFolder('facts');
  pack.write('facts/now.mg', 'closed("nothing").\ndelicate("nothing").\n');
  changeSettings(pack, tokensOf(['secrets']));
  change(pack);
  const subject = await fresh({ pack: pack.folder, isWatched: true });
  const connect = async (secret: string): Promise<Peer> => {
    const peer = await subject.connect();
    await peer.login(secret, 'bearer');
    return peer;
  };
  return { pack, url: subject.url ?? '', connect };
}

overTransports('a tool that was issued', (verifies) => {
  verifies(
    ['INV-044', 'SEC-045'],
    'is not found by credentials of the same client that lack the privilege, whatever they send',
    async (context) => {
      const { connect } = await open(context);
      const [peer, other] = [await connect(keyed), await connect(plain)];
      const macroId = await issue(peer, 'read_secrets');
      expect(toolNames(await other.ask(intent('modify')))).not.toContain('read_secrets');
      const unknown = errorOf(await other.ask(invokeRequest('mt_unknown')), 'macro_not_found');
      for (const [args, payload] of [
        [{}, {}],
        [{ no: 'argument' }, {}],
        [{}, { confirmation_token: 'forged' }],
        [{}, { eval_time: '2200-01-01T00:00:00Z' }],
      ]) {
        expect(errorOf(await other.ask(invokeRequest(macroId, args, payload)), 'macro_not_found')).toEqual(unknown);
      }
      expect(await invoke(peer, macroId)).toBeDefined();
      // What both may use, both may use.
      expect(await invoke(other, await issue(peer, 'save_note'), { text: 'x' })).toBeDefined();
    },
    { on: ['memory', 'http'] },
  );

  verifies(
    ['SEC-025', 'SEC-045'],
    'gives its skill to the credentials that may see it, and not to others of the same client',
    async (context) => {
      const { url } = await open(context, (copy) => {
        copy.makeFolder('skills/secret-guide');
        copy.write('skills/secret-guide/SKILL.md', '---\nname: secret-guide\ndescription: How.\n---\nTurn it.\n');
        copy.write('domain.mg', `${copy.read('domain.mg')}\nneeds_skill("read_secrets", "secret-guide").\n`);
      });
      const ask = async (secret: string): Promise<number> => {
        const headers = { authorization: `Bearer ${secret}` };
        return (await fetch(`${url}/manglecp/skills/secret-guide`, { headers })).status;
      };
      expect(await ask(keyed)).toBe(404);
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${keyed}` };
      const body = JSON.stringify(intent('modify'));
      expect((await fetch(`${url}/manglecp/evaluate`, { method: 'POST', headers, body })).status).toBe(200);
      expect(await ask(keyed)).toBe(200);
      expect(await ask(plain)).toBe(404);
    },
    { on: ['http'] },
  );

  verifies(
    ['INV-044'],
    'is not found any more when a change of the settings took the privilege away',
    async (context) => {
      const { pack, connect } = await open(context);
      const peer = await connect(keyed);
      const macroId = await issue(peer, 'read_secrets');
      changeSettings(pack, tokensOf([]));
      await untilTools(peer, 'modify', (tools) => !tools.includes('read_secrets'));
      errorOf(await peer.ask(invokeRequest(macroId)), 'macro_not_found');
      changeSettings(pack, tokensOf(['secrets']));
      await untilTools(peer, 'modify', (tools) => tools.includes('read_secrets'));
      expect(await invoke(peer, macroId)).toBeDefined();
    },
    { on: ['memory', 'http'] },
  );

  verifies(
    ['INV-044'],
    'is not run when facts of the pack have changed so that policy prohibits it, confirmed or not',
    async (context) => {
      const { pack, connect } = await open(context);
      const peer = await connect(plain);
      const [browse, shred] = [await issue(peer, 'browse'), await issue(peer, 'shred')];
      const asked = errorOf(await peer.ask(invokeRequest(shred)), 'confirmation_required');
      const { challenge } = asked.details as { challenge: Challenge };
      pack.write('facts/now.mg', 'closed("browse").\nclosed("shred").\ndelicate("nothing").\n');
      await untilTools(peer, 'modify', (tools) => !tools.includes('browse'));
      const reason = { details: { reason: 'policy_changed' } };
      expect(errorOf(await peer.ask(invokeRequest(browse)), 'macro_expired')).toMatchObject(reason);
      const confirmation_token = consent({ challenge, macroId: shred, credential: plain });
      const answer = await peer.ask(invokeRequest(shred, {}, { confirmation_token }));
      expect(errorOf(answer, 'macro_expired')).toMatchObject(reason);
    },
    { on: ['memory', 'http'] },
  );

  verifies(
    ['INV-007', 'INV-044'],
    'needs consent when facts of the pack have changed so that policy asks for it',
    async (context) => {
      const { pack, connect } = await open(context);
      const peer = await connect(plain);
      const macroId = await issue(peer, 'browse');
      expect(await invoke(peer, macroId)).toBeDefined();
      pack.write('facts/now.mg', 'closed("nothing").\ndelicate("browse").\n');
      await until(async () => (await peer.ask(invokeRequest(macroId))).message.type === 'error');
      const asked = errorOf(await peer.ask(invokeRequest(macroId)), 'confirmation_required');
      const { challenge } = asked.details as { challenge: Challenge };
      const confirmation_token = consent({ challenge, macroId, credential: plain });
      expect(await invoke(peer, macroId, {}, { confirmation_token })).toBeDefined();
    },
    { on: ['memory', 'http'] },
  );
});
