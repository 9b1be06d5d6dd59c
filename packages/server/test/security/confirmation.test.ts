import { afterAll, beforeAll, expect } from 'vitest';
import { errorOf } from '../harness/answers.js';
import { invokeRequest } from '../harness/messages.js';
import { openOutside, type Outside } from '../harness/outside.js';
import { copyPack, type PackCopy } from '../harness/pack-copy.js';
import type { Peer } from '../harness/peer.js';
import type { SubjectOptions } from '../harness/subject.js';
import { overTransports } from '../harness/verifies.js';
import { type Challenge, consent, digestOf } from './consent.js';
import { connectAs, intent, invoke, issue, logIn } from './desk.js';
import { people, type Person, secrets } from './people.js';

let outside: Outside;
let pack: PackCopy;
let options: SubjectOptions;
beforeAll(async () => {
  outside = await openOutside('high');
  pack = copyPack('guarded');
  pack.makeFolder('facts');
  pack.write('facts/outside.mg', `outside("${outside.address}").\n`);
  options = { pack: pack.folder, config: { auth: people } };
});
afterAll(async () => {
  await outside.close();
  pack.dispose();
});

const bill = { amount: 40, to: 'baker' };

/** What is asked of the user before this tool may run. */
async function challengeFor(peer: Peer, macroId: string, args: object = {}): Promise<Challenge> {
  const { recoverable, details } = errorOf(await peer.ask(invokeRequest(macroId, args)), 'confirmation_required');
  expect(recoverable).toBe(true);
  return (details as { challenge: Challenge }).challenge;
}

function withToken(macroId: string, args: object, token: unknown): object {
  return invokeRequest(macroId, args, { confirmation_token: token });
}

function consentOf(challenge: Challenge, macroId: string, madeAt?: string): string {
  return consent({ challenge, macroId, credential: secrets.clerk, ...(madeAt === undefined ? {} : { madeAt }) });
}

/** A token over other arguments than the challenge was made for. */
function remade(challenge: Challenge, macroId: string, canonicalArgs: string): string {
  return consentOf({ ...challenge, args_digest: digestOf(canonicalArgs) }, macroId);
}

overTransports('consent and plans', (verifies) => {
  verifies(
    ['SEC-007', 'SEC-005', 'ERR-024'],
    'which tools need consent: effects of high risk do, those that policy adds and tools that policy names',
    async (context) => {
      const peer = await connectAs(context, 'clerk', options);
      const effects: Readonly<Record<string, readonly string[]>> = {
        pay_bill: ['payments'],
        purge_table: ['destructive'],
        reset_password: ['authentication'],
        shred: ['destructive', 'filesystem'],
        paint_wall: ['x-paint'],
        mail_report: ['network'],
      };
      for (const [tool, expected] of Object.entries(effects)) {
        const args = tool === 'pay_bill' ? bill : {};
        const challenge = await challengeFor(peer, await issue(peer, tool), args);
        expect([tool, challenge.effects]).toEqual([tool, expected]);
      }
      expect(await invoke(peer, await issue(peer, 'browse'))).toEqual({ done: { page: 'start' } });
      expect(await invoke(peer, await issue(peer, 'save_note'), { text: 'x' })).toMatchObject({ done: { text: 'x' } });
    },
  );

  verifies(
    ['SEC-020', 'SEC-021', 'SEC-039', 'SEC-046', 'INV-007'],
    'consent: a token that answers the challenge is good, once, and nothing happens without one',
    async (context) => {
      const peer = await connectAs(context, 'clerk', options);
      const before = outside.calls.length;
      const macroId = await issue(peer, 'call_outside');
      const challenge = await challengeFor(peer, macroId);
      expect(challenge.args_digest).toBe(digestOf('{}'));
      expect(Date.parse(challenge.expires_at)).toBeGreaterThan(Date.now());
      expect(outside.calls).toHaveLength(before);
      const token = consent({ challenge, macroId, credential: secrets.clerk });
      expect(await invoke(peer, macroId, {}, { confirmation_token: token })).toEqual({ told: 'called' });
      expect(outside.calls.slice(before)).toEqual(['/told/called']);
      errorOf(await peer.ask(withToken(macroId, {}, token)), 'confirmation_invalid');
      expect(outside.calls).toHaveLength(before + 1);
    },
  );

  verifies(['SEC-039'], 'consent: of two uses of one token at the same time one comes too late', async (context) => {
    const peer = await connectAs(context, 'clerk', options);
    const macroId = await issue(peer, 'purge_table');
    const challenge = await challengeFor(peer, macroId);
    const token = consent({ challenge, macroId, credential: secrets.clerk });
    const messages = Array.from({ length: 8 }, () => withToken(macroId, {}, token));
    const answers = await Promise.all(messages.map((message) => peer.ask(message)));
    const types = answers.map(({ message }) => (message.payload as { code?: string }).code ?? message.type);
    expect(types.sort()).toEqual([...Array.from({ length: 7 }, () => 'confirmation_invalid'), 'invoke_response']);
  });

  verifies(
    ['SEC-046', 'ERR-025'],
    'consent: a token is good for the arguments and the tool that were confirmed, and for no other',
    async (context) => {
      const peer = await connectAs(context, 'clerk', options);
      const macroId = await issue(peer, 'pay_bill');
      const challenge = await challengeFor(peer, macroId, bill);
      expect(challenge.args_digest).toBe(digestOf('{"amount":40,"to":"baker"}'));
      const token = consent({ challenge, macroId, credential: secrets.clerk });
      const shred = await issue(peer, 'shred');
      const others = [
        withToken(macroId, { ...bill, amount: 41 }, token),
        withToken(macroId, { ...bill, to: 'thief' }, token),
        withToken(macroId, { ...bill, amount: 41 }, remade(challenge, macroId, '{"amount":41,"to":"baker"}')),
        withToken(shred, {}, token),
        withToken(shred, {}, consent({ challenge, macroId: shred, credential: secrets.clerk })),
      ];
      for (const message of others) {
        expect(errorOf(await peer.ask(message), 'confirmation_invalid').recoverable).toBe(true);
      }
      // None of these used the challenge up, and the order of members makes no difference.
      expect(await invoke(peer, macroId, { to: 'baker', amount: 40 }, { confirmation_token: token })).toEqual({
        done: bill,
      });
    },
  );

  verifies(
    ['SEC-046', 'SEC-021'],
    'consent: a token of another principal is refused, whoever presents it',
    async (context) => {
      const peer = await connectAs(context, 'clerk', options);
      const macroId = await issue(peer, 'purge_table');
      const challenge = await challengeFor(peer, macroId);
      const stolen = consent({ challenge, macroId, credential: secrets.clerk });
      await logIn(peer, 'auditor');
      expect(await issue(peer, 'purge_table')).toBe(macroId);
      for (const credential of [secrets.clerk, secrets.auditor]) {
        errorOf(
          await peer.ask(withToken(macroId, {}, consent({ challenge, macroId, credential }))),
          'confirmation_invalid',
        );
      }
      await logIn(peer, 'clerk');
      const byOther = consent({ challenge, macroId, credential: secrets.auditor });
      errorOf(await peer.ask(withToken(macroId, {}, byOther)), 'confirmation_invalid');
      expect(await invoke(peer, macroId, {}, { confirmation_token: stolen })).toEqual({ done: { table: 'notes' } });
    },
  );

  verifies(
    ['SEC-021', 'INV-007', 'ERR-025'],
    'consent: a token that answers no challenge, or was forged, is refused',
    async (context) => {
      const peer = await connectAs(context, 'clerk', options);
      const macroId = await issue(peer, 'purge_table');
      const made = { ...(await challengeFor(peer, macroId)), nonce: Buffer.alloc(16, 7).toString('base64url') };
      errorOf(await peer.ask(withToken(macroId, {}, consentOf(made, macroId))), 'confirmation_invalid');
      const challenge = await challengeFor(peer, macroId);
      const good = consentOf(challenge, macroId);
      const mac = good.slice(good.lastIndexOf('.') + 1);
      const forged = [
        'yes',
        '',
        'true',
        challenge.nonce,
        `v1.${challenge.nonce}`,
        good.slice(0, -1),
        `${good.slice(0, -1)}${good.endsWith('A') ? 'B' : 'A'}`,
        good.replace('v1.', 'v2.'),
        good.replace(mac, ''),
        good.replace(challenge.nonce, made.nonce),
        `${good}.x`,
        `${good} `,
        'x'.repeat(5_000),
        consent({ challenge, macroId }),
        consent({ challenge, macroId, credential: 'wrong' }),
        consent({ challenge, macroId, credential: secrets.clerk, madeAt: 'now' }),
      ];
      for (const token of forged) errorOf(await peer.ask(withToken(macroId, {}, token)), 'confirmation_invalid');
      for (const token of [7, true, {}, [good]]) {
        errorOf(await peer.ask(withToken(macroId, {}, token)), 'malformed_message');
      }
      expect(await invoke(peer, macroId, {}, { confirmation_token: good })).toEqual({ done: { table: 'notes' } });
    },
  );

  verifies(
    ['SEC-021', 'SEC-046', 'SEC-028'],
    'consent: a token made before the challenge, in the future, or answered too late is refused',
    async ({ fresh }) => {
      let aheadMs = 0;
      const clock = (): number => Date.now() + aheadMs;
      const config = { auth: people, invoke: { confirmation_s: 60 }, tools: { lifetime_s: 3600 } };
      const peer = await (await fresh({ pack: 'guarded', config, clock })).connect();
      await logIn(peer, 'clerk');
      const macroId = await issue(peer, 'purge_table');
      aheadMs = 10_000;
      const challenge = await challengeFor(peer, macroId);
      for (const madeAtMs of [clock() - 5_000, clock() + 120_000]) {
        const token = consentOf(challenge, macroId, new Date(madeAtMs).toISOString());
        errorOf(await peer.ask(withToken(macroId, {}, token)), 'confirmation_invalid');
      }
      const madeAt = new Date(clock()).toISOString();
      const token = consentOf(challenge, macroId, madeAt);
      aheadMs = 10_000 + 61_000;
      errorOf(await peer.ask(withToken(macroId, {}, token)), 'confirmation_invalid');
      const renewed = await challengeFor(peer, macroId);
      const late = consentOf(renewed, macroId, new Date(clock()).toISOString());
      expect(await invoke(peer, macroId, {}, { confirmation_token: late })).toEqual({ done: { table: 'notes' } });
    },
  );

  verifies(
    ['SEC-021', 'SEC-039', 'SEC-017'],
    'consent: nobody in particular can agree, too, with the nonce for a secret',
    async ({ connect }) => {
      const peer = await connect();
      const ask = intent('rebook_shipment', [{ pred: 'active_site', args: ['HAM-2'] }]);
      const macroId = await issue(peer, 'rebook', ask);
      const args = { shipment: 'S-881' };
      const challenge = await challengeFor(peer, macroId, args);
      const wrong = consent({ challenge, macroId, credential: secrets.clerk });
      errorOf(await peer.ask(withToken(macroId, args, wrong)), 'confirmation_invalid');
      const token = consent({ challenge, macroId });
      expect(await invoke(peer, macroId, args, { confirmation_token: token })).toMatchObject({ booked: true });
      errorOf(await peer.ask(withToken(macroId, args, token)), 'confirmation_invalid');
    },
  );

  verifies(
    ['SEC-022', 'SEC-024'],
    'machines: an automated client is not asked where all effects are on its list, and is asked where one is not',
    async (context) => {
      const robot = await connectAs(context, 'robot', options);
      expect(await invoke(robot, await issue(robot, 'mail_report'))).toEqual({ done: { to: 'office' } });
      const partly = await challengeFor(robot, await issue(robot, 'shred'));
      expect(partly.effects).toEqual(['destructive', 'filesystem']);
      await challengeFor(robot, await issue(robot, 'purge_table'));
      await challengeFor(robot, await issue(robot, 'call_outside'));
    },
  );

  verifies(['SEC-023'], 'machines: nobody else is spared, whatever is on a list or in a request', async (context) => {
    const askers: readonly Person[] = ['clerk', 'pretender', 'courier'];
    const peer = await connectAs(context, 'clerk', options);
    for (const who of askers) {
      await logIn(peer, who);
      const macroId = await issue(peer, 'mail_report');
      const claims = { trust_level: 'automated', auto_confirm_effects: ['network'], confirmed: true };
      errorOf(await peer.ask(invokeRequest(macroId, {}, claims)), 'confirmation_required');
      errorOf(await peer.ask({ ...invokeRequest(macroId), ...claims }), 'confirmation_required');
      errorOf(await peer.ask(invokeRequest(macroId, {}, { confirmation_token: null })), 'confirmation_required');
    }
  });

  verifies(
    ['SEC-045', 'SEC-028'],
    'plans: what was issued to one principal is unknown to all others, exactly like what never was',
    async (context) => {
      const peer = await connectAs(context, 'auditor', options);
      const macroId = await issue(peer, 'read_secrets');
      expect(await invoke(peer, macroId)).toEqual({ done: { shelf: 'secret' } });
      for (const who of ['clerk', 'robot', 'courier'] as const) {
        await logIn(peer, who);
        const foreign = errorOf(await peer.ask(invokeRequest(macroId)), 'macro_not_found');
        const unknown = errorOf(await peer.ask(invokeRequest(`${macroId}0`)), 'macro_not_found');
        expect(foreign).toEqual(unknown);
      }
      await logIn(peer, 'auditor');
      expect(await invoke(peer, macroId)).toEqual({ done: { shelf: 'secret' } });
    },
  );

  verifies(
    ['SEC-045'],
    'plans: a client that logs in as another one while it has plans loses them with its name',
    async ({ connect }) => {
      const [one, other] = [await connect(options), await connect(options)];
      const open = await issue(one, 'look', intent('observe'));
      await logIn(one, 'clerk');
      errorOf(await one.ask(invokeRequest(open)), 'macro_not_found');
      expect(await invoke(other, open)).toEqual({ done: { panel: 'front' } });
    },
    { on: ['websocket'] },
  );

  verifies(['SEC-028'], 'plans: an id is of no use after its time', async ({ fresh }) => {
    let aheadMs = 0;
    const config = { auth: people, tools: { lifetime_s: 30, retention_s: 3600 } };
    const peer = await (await fresh({ pack: 'guarded', config, clock: () => Date.now() + aheadMs })).connect();
    await logIn(peer, 'clerk');
    const macroId = await issue(peer, 'browse');
    expect(await invoke(peer, macroId)).toEqual({ done: { page: 'start' } });
    aheadMs = 31_000;
    errorOf(await peer.ask(invokeRequest(macroId)), 'macro_expired');
    await logIn(peer, 'auditor');
    errorOf(await peer.ask(invokeRequest(macroId)), 'macro_not_found');
  });
});
