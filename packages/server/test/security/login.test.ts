import { afterAll, beforeAll, expect } from 'vitest';
import { invokeRequest, newId } from '../harness/messages.js';
import { networkTransports, type Peer, sessionTransports } from '../harness/peer.js';
import { openWebSocketPeer } from '../harness/subject.js';
import { overTransports } from '../harness/verifies.js';
import { errorOf, toolNames } from '../harness/answers.js';
import { closedDesk, connectAs, desk, intent, issue, logIn } from './desk.js';
import { type Issuer, openIssuer } from './issuer.js';
import { people, secrets } from './people.js';
import { askUpgrade } from './upgrade.js';

let issuer: Issuer;
beforeAll(async () => (issuer = await openIssuer()));
afterAll(() => issuer.dispose());

function authenticate(payload: object): object {
  return { type: 'authenticate', id: newId(), manglecp: '2026-02-draft', payload };
}

/** Only the auditor may ask this, so the answer tells who is asking. */
async function isAuditor(peer: Peer): Promise<boolean> {
  const { message } = await peer.ask(intent('inspect_books'));
  return message.type === 'intent_response';
}

overTransports('login', (verifies) => {
  verifies(
    ['SEC-014', 'WIRE-014', 'ERR-007'],
    'login on a connection: where credentials are required, nothing can be asked before the login, and everything after it',
    async ({ fresh }) => {
      const peer = await (await fresh(closedDesk)).connect();
      expect(peer.manifest.payload.auth).toMatchObject({ required: true });
      for (const message of [intent('observe'), invokeRequest('mt_x'), intent('nobody_knows_this')]) {
        const { recoverable, details } = errorOf(await peer.ask(message), 'auth_required');
        expect(recoverable).toBe(true);
        expect(details).toEqual({ schemes: ['bearer', 'api_key'] });
      }
      await logIn(peer, 'clerk');
      expect(toolNames(await peer.ask(intent('observe')))).toEqual(['look']);
      errorOf(await peer.ask(invokeRequest('mt_x')), 'macro_not_found');
    },
    { on: sessionTransports },
  );

  verifies(
    ['SEC-015', 'WIRE-014'],
    'login on a connection: the reply says who was logged in and what they may do, and nothing else',
    async ({ connect }) => {
      const peer = await connect(desk);
      const login = async (token: string, scheme = 'bearer'): Promise<unknown> => {
        const message = authenticate({ scheme, token });
        const answer = await peer.ask(message);
        expect(answer.message).toMatchObject({ type: 'authenticate_response', id: (message as { id: string }).id });
        expect(answer.text).not.toContain(token);
        return answer.message.payload;
      };
      expect(await login(secrets.clerk)).toEqual({ status: 'authenticated', identity: 'clerk', permissions: [] });
      expect(await login(secrets.auditor)).toEqual({
        status: 'authenticated',
        identity: 'auditor',
        permissions: ['archive', 'secrets'],
      });
      expect(await login(secrets.robot)).toEqual({
        status: 'authenticated',
        identity: 'robot',
        permissions: [],
        trust_level: 'automated',
        auto_confirm_effects: ['filesystem', 'network'],
      });
      expect(await login(secrets.courier, 'api_key')).toEqual({
        status: 'authenticated',
        identity: 'courier',
        permissions: ['post'],
      });
    },
    { on: sessionTransports },
  );

  verifies(
    ['SEC-015'],
    'login on a connection: a login needs a scheme and a token, and both must be texts',
    async ({ connect }) => {
      const peer = await connect(desk);
      const token = secrets.clerk;
      const broken = [{}, { scheme: 'bearer' }, { token }, { scheme: 'bearer', token: 7 }, { scheme: null, token }];
      for (const payload of [...broken, { scheme: '', token }]) {
        const { details } = errorOf(await peer.ask(authenticate(payload)), 'malformed_message');
        expect(details).toHaveProperty('schema_errors');
      }
      for (const scheme of ['basic', 'Bearer ', 'constructor', '__proto__']) {
        errorOf(await peer.ask(authenticate({ scheme, token })), 'auth_invalid');
      }
    },
    { on: sessionTransports },
  );

  verifies(
    ['SEC-015'],
    'login on a connection: a later login replaces the earlier one, and one that fails changes nothing',
    async ({ connect }) => {
      const peer = await connect(desk);
      await logIn(peer, 'auditor');
      expect(await isAuditor(peer)).toBe(true);
      errorOf(await peer.ask(authenticate({ scheme: 'bearer', token: 'wrong' })), 'auth_invalid');
      expect(await isAuditor(peer)).toBe(true);
      errorOf(await peer.ask(authenticate({ scheme: 'bearer' })), 'malformed_message');
      expect(await isAuditor(peer)).toBe(true);
      await logIn(peer, 'clerk');
      expect(await isAuditor(peer)).toBe(false);
      await logIn(peer, 'auditor');
      expect(await isAuditor(peer)).toBe(true);
    },
    { on: sessionTransports },
  );

  verifies(
    ['SEC-015', 'SEC-023'],
    'login on a connection: what else a login claims has no effect',
    async ({ connect }) => {
      const peer = await connect(desk);
      const claims = {
        identity: 'auditor',
        permissions: ['secrets'],
        privileges: ['secrets'],
        trust_level: 'automated',
        auto_confirm_effects: ['network'],
      };
      const answer = await peer.ask(authenticate({ scheme: 'bearer', token: secrets.clerk, ...claims }));
      expect(answer.message.payload).toEqual({ status: 'authenticated', identity: 'clerk', permissions: [] });
      expect(await isAuditor(peer)).toBe(false);
      errorOf(await peer.ask(intent('run_nightly')), 'auth_insufficient');
      const mail = await issue(peer, 'mail_report');
      errorOf(await peer.ask(invokeRequest(mail)), 'confirmation_required');
    },
    { on: sessionTransports },
  );

  verifies(
    ['SEC-014'],
    'login on a connection: a login counts for its own connection alone',
    async ({ connect }) => {
      const [one, other] = [await connect(closedDesk), await connect(closedDesk)];
      await logIn(one, 'clerk');
      expect(toolNames(await one.ask(intent('observe')))).toEqual(['look']);
      errorOf(await other.ask(intent('observe')), 'auth_required');
    },
    { on: ['websocket'] },
  );

  verifies(
    ['SEC-014', 'ERR-008'],
    'login on a connection: a JWT that ends during a session ends what it was good for, until the next login',
    async ({ fresh, transport }) => {
      let aheadMs = 0;
      const config = { auth: { ...people, required: true, jwt: issuer.settings } };
      const subject = await fresh({ pack: 'guarded', config, clock: () => Date.now() + aheadMs });
      const peer = await subject.connect();
      expect(peer.transport).toBe(transport);
      const token = await issuer.sign({ exp: Math.floor(Date.now() / 1000) + 60 });
      await peer.login(token);
      const id = await issue(peer, 'save_note');
      aheadMs = 61_000;
      const requests = [intent('observe'), invokeRequest(id, { text: 'x' })];
      for (const message of requests) {
        expect(errorOf(await peer.ask(message), 'auth_invalid').message).toContain('expired');
      }
      if (transport !== 'http') {
        errorOf(await peer.ask(authenticate({ scheme: 'oauth2', token })), 'auth_invalid');
        errorOf(await peer.ask(intent('observe')), 'auth_invalid');
      }
      await peer.login(await issuer.sign());
      expect(toolNames(await peer.ask(intent('observe')))).toEqual(['look']);
    },
  );

  verifies(
    ['SEC-014', 'SEC-013'],
    'credentials beside the messages: headers of the upgrade log in before the first message, and a login replaces them',
    async ({ subject }) => {
      const { url = '' } = await subject(closedDesk);
      const address = `${url.replace('http', 'ws')}/manglecp/ws`;
      const headers = [
        { authorization: `Bearer ${secrets.auditor}` },
        { 'x-manglecp-api-key': secrets.courier },
        { authorization: `Bearer ${secrets.courier}` },
      ];
      for (const each of headers) {
        const peer = await openWebSocketPeer(address, each);
        expect(toolNames(await peer.ask(intent('observe')))).toEqual(['look']);
        expect(await isAuditor(peer)).toBe(each === headers[0]);
        await logIn(peer, 'auditor');
        expect(await isAuditor(peer)).toBe(true);
        await peer.close();
      }
    },
    { on: ['websocket'] },
  );

  verifies(
    ['SEC-015', 'ERR-008'],
    'credentials beside the messages: an upgrade with wrong credentials is refused, even where none are needed',
    async ({ subject }) => {
      for (const options of [desk, closedDesk]) {
        const { url = '' } = await subject(options);
        for (const headers of [{ authorization: 'Bearer wrong' }, { 'x-manglecp-api-key': secrets.clerk }]) {
          const { status, message } = await askUpgrade(url, headers);
          expect(status).toBe(401);
          expect(message).toMatchObject({ type: 'error', id: null, payload: { code: 'auth_invalid' } });
        }
      }
    },
    { on: ['websocket'] },
  );

  verifies(
    ['SEC-014', 'WIRE-055'],
    'credentials beside the messages: a child process is given its token by MANGLECP_TOKEN, and a login replaces it',
    async ({ connect }) => {
      const peer = await connect({ ...closedDesk, environment: { MANGLECP_TOKEN: secrets.clerk } });
      expect(toolNames(await peer.ask(intent('observe')))).toEqual(['look']);
      expect(await isAuditor(peer)).toBe(false);
      await logIn(peer, 'auditor');
      expect(await isAuditor(peer)).toBe(true);
      const misled = await connect({ ...desk, environment: { MANGLECP_TOKEN: 'wrong' } });
      errorOf(await misled.ask(intent('observe')), 'auth_invalid');
      await logIn(misled, 'clerk');
      expect(toolNames(await misled.ask(intent('observe')))).toEqual(['look']);
    },
    { on: ['stdio'] },
  );

  verifies(
    ['SEC-016'],
    'credentials beside the messages: HTTP knows no login message',
    async (context) => {
      const peer = await connectAs(context, 'anonymous', closedDesk);
      const login = authenticate({ scheme: 'bearer', token: secrets.clerk });
      errorOf(await peer.ask(login), 'invalid_type');
      errorOf(await peer.ask(intent('observe')), 'auth_required');
    },
    { on: ['http'] },
  );

  verifies(
    ['MAN-043', 'SEC-014'],
    'credentials beside the messages: the manifest needs no credentials and names no tool',
    async ({ subject }) => {
      const { url = '' } = await subject(closedDesk);
      const response = await fetch(`${url}/.well-known/manglecp/manifest.json`);
      expect(response.status).toBe(200);
      expect(await response.text()).not.toMatch(/save_note|read_panel|back_door|trusted_text|safe_action|clerk/);
    },
    { on: networkTransports },
  );
});
