import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { errorOf, toolNames } from '../harness/answers.js';
import { invokeRequest } from '../harness/messages.js';
import { openOutside, type Outside } from '../harness/outside.js';
import { copyPack, type PackCopy } from '../harness/pack-copy.js';
import { until } from '../harness/until.js';
import { overTransports } from '../harness/verifies.js';
import { type Challenge, consent, digestOf } from './consent.js';
import { intent, invoke, issue, logIn } from './desk.js';
import { people, secrets } from './people.js';

let folder: string;
let outside: Outside;
let pack: PackCopy;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'manglecp-audit-'));
  outside = await openOutside('high');
  pack = copyPack('guarded');
  pack.makeFolder('facts');
  pack.write('facts/outside.mg', `outside("${outside.address}").\n`);
});
afterAll(async () => {
  await outside.close();
  pack.dispose();
  rmSync(folder, { recursive: true, force: true });
});

type Line = Readonly<Record<string, unknown>>;

function linesOf(file: string): readonly Line[] {
  if (!existsSync(file)) return [];
  const text = readFileSync(file, 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);
}

overTransports('the audit log', (verifies) => {
  verifies(
    ['SEC-004', 'SEC-021', 'SEC-022', 'SEC-040'],
    'has a line for every decision, in order, and no secret and no argument in it',
    async ({ fresh, transport }) => {
      const file = path.join(folder, `${transport}.jsonl`);
      const config = { auth: people, observe: { audit_log: file } };
      const subject = await fresh({ pack: 'guarded', config });
      const peer = await subject.connect();
      errorOf(await peer.ask(intent('modify')), 'auth_required');
      if (transport !== 'http') await peer.login('a-wrong-secret');
      await logIn(peer, 'clerk');
      errorOf(await peer.ask(intent('inspect_books')), 'auth_insufficient');
      const macroId = await issue(peer, 'pay_bill');
      const args = { amount: 77, to: 'an-argument' };
      const asked = errorOf(await peer.ask(invokeRequest(macroId, args)), 'confirmation_required');
      const { challenge } = asked.details as { challenge: Challenge };
      errorOf(await peer.ask(invokeRequest(macroId, args, { confirmation_token: 'no' })), 'confirmation_invalid');
      const token = consent({ challenge, macroId, credential: secrets.clerk });
      await invoke(peer, macroId, args, { confirmation_token: token });
      await logIn(peer, 'robot');
      const mail = await issue(peer, 'mail_report');
      await invoke(peer, mail);
      await subject.stop();

      const isSession = transport !== 'http';
      const login = { type: 'authenticate', subject: 'bearer', confirmation: 'none' };
      const clerk = { principal: 'static:clerk', identity: 'clerk' };
      const robot = { principal: 'static:robot', identity: 'robot' };
      const nobody = { principal: 'anonymous', identity: null };
      const ask = { type: 'intent_request', confirmation: 'none' };
      const pay = { type: 'invoke_request', subject: macroId, ...clerk };
      const allowed = { decision: 'allowed' };
      const denied = (code: string): object => ({ decision: 'denied', code });
      const digest = digestOf('{"amount":77,"to":"an-argument"}');
      const expected = [
        { ...ask, ...nobody, subject: 'modify', ...denied('auth_required') },
        ...(isSession ? [{ ...login, ...nobody, ...denied('auth_invalid') }] : []),
        ...(isSession ? [{ ...login, ...clerk, ...allowed }] : []),
        { ...ask, ...clerk, subject: 'inspect_books', ...denied('auth_insufficient') },
        { ...ask, ...clerk, subject: 'modify', ...allowed },
        { ...pay, ...denied('confirmation_required'), confirmation: 'required' },
        { ...pay, ...denied('confirmation_invalid') },
        { ...pay, ...allowed, name: 'pay_bill', args_digest: digest, confirmation: 'verified' },
        ...(isSession ? [{ ...login, ...robot, ...allowed }] : []),
        { ...ask, ...robot, subject: 'modify', ...allowed },
        { type: 'invoke_request', subject: mail, ...robot, ...allowed, name: 'mail_report', confirmation: 'waived' },
      ];
      const lines = linesOf(file);
      expect(lines).toHaveLength(expected.length);
      for (const [at, line] of lines.entries()) {
        expect(line).toMatchObject({ ...expected[at], domain: 'guarded', transport });
        expect(Date.parse(line['time'] as string)).toBeGreaterThan(0);
      }
      expect(new Set(lines.map(({ request }) => request)).size).toBe(lines.length);
      const text = readFileSync(file, 'utf8');
      for (const secret of [...Object.values(secrets), 'a-wrong-secret', token, challenge.nonce, 'an-argument']) {
        expect(text).not.toContain(secret);
      }
      // Others on the machine have no business in it.
      expect(statSync(file).mode & 0o077).toBe(0);
    },
  );

  verifies(['SEC-021'], 'knows of an invocation before it does anything', async ({ fresh, transport }) => {
    const file = path.join(folder, `early-${transport}.jsonl`);
    const config = { auth: people, observe: { audit_log: file } };
    const subject = await fresh({ pack: pack.folder, config });
    const peer = await subject.connect();
    await logIn(peer, 'clerk');
    const macroId = await issue(peer, 'call_outside');
    const asked = errorOf(await peer.ask(invokeRequest(macroId)), 'confirmation_required');
    const { challenge } = asked.details as { challenge: Challenge };
    const token = consent({ challenge, macroId, credential: secrets.clerk });
    outside.hold();
    const before = outside.calls.length;
    const result = invoke(peer, macroId, {}, { confirmation_token: token });
    await until(() => outside.calls.length > before);
    await until(() => linesOf(file).some(({ confirmation }) => confirmation === 'verified'));
    outside.answer('high');
    expect(await result).toEqual({ told: 'called' });
    expect(toolNames(await peer.ask(intent('observe')))).toEqual(['look']);
  });
});
