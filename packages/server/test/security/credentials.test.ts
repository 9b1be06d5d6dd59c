import { Agent, request as httpRequest } from 'node:http';
import { afterAll, beforeAll, expect } from 'vitest';
import { inspectMessage } from '../harness/inspect-message.js';
import { newId } from '../harness/messages.js';
import type { Answer, Peer } from '../harness/peer.js';
import { openWebSocketPeer, type SubjectOptions } from '../harness/subject.js';
import { overTransports } from '../harness/verifies.js';
import { errorOf, toolNames } from '../harness/answers.js';
import { closedDesk, intent } from './desk.js';
import { type Issuer, openIssuer, tokenUrl } from './issuer.js';
import { people, secrets, sha256 } from './people.js';

let issuer: Issuer;
let withOauth: SubjectOptions;
beforeAll(async () => {
  issuer = await openIssuer();
  withOauth = { pack: 'guarded', config: { auth: { ...people, required: true, jwt: issuer.settings } } };
});
afterAll(() => issuer.dispose());

/** Presents a credential and then asks: in the header on HTTP, by a login elsewhere. */
async function askWith(peer: Peer, token: string, scheme: 'bearer' | 'api_key' | 'oauth2'): Promise<Answer> {
  if (peer.transport === 'http') {
    const headers = scheme === 'api_key' ? { 'x-manglecp-api-key': token } : { authorization: `Bearer ${token}` };
    return peer.ask(intent('modify'), { headers });
  }
  const login = await peer.ask({
    type: 'authenticate',
    id: newId(),
    manglecp: '2026-02-draft',
    payload: { scheme, token },
  });
  return login.message.type === 'error' ? login : peer.ask(intent('modify'));
}

async function askIntent(peer: Peer, token: string, name: string): Promise<Answer> {
  await peer.login(token);
  return peer.ask(intent(name));
}

/** Posts an intent over a connection of the agent. */
function post(
  agent: Agent,
  url: string,
  headers: Record<string, string>,
): Promise<{ status: number | undefined; port: number | undefined }> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      `${url}/manglecp/evaluate`,
      { agent, method: 'POST', headers: { 'content-type': 'application/json', ...headers } },
      (response) => {
        const port = response.socket.localPort;
        response.resume().on('end', () => resolve({ status: response.statusCode, port }));
      },
    );
    request.on('error', reject).end(JSON.stringify(intent('observe')));
  });
}

overTransports('credentials', (verifies) => {
  verifies(['SEC-010', 'MAN-030'], 'credentials: each scheme that the manifest lists logs in', async ({ connect }) => {
    const peer = await connect(withOauth);
    const { schemes } = peer.manifest.payload.auth as { schemes: ('bearer' | 'api_key' | 'oauth2')[] };
    expect(schemes).toEqual(['bearer', 'api_key', 'oauth2']);
    const good = { bearer: secrets.clerk, api_key: secrets.courier, oauth2: await issuer.sign() };
    for (const scheme of schemes) expect(toolNames(await askWith(peer, good[scheme], scheme))).toContain('save_note');
  });

  verifies(
    ['SEC-012', 'MAN-031'],
    'credentials: a server with OAuth says where tokens are had, others do not',
    async (context) => {
      const { manifest } = await context.connect(withOauth);
      expect(manifest.payload.auth).toMatchObject({ required: true, token_url: tokenUrl });
      const plain = await context.connect(closedDesk);
      expect(plain.manifest.payload.auth).toMatchObject({ schemes: ['bearer', 'api_key'], token_url: null });
    },
  );

  verifies(
    ['SEC-013'],
    'credentials: an API key is taken as such and as a bearer token, beside bearer tokens',
    async (context) => {
      const peer = await context.connect(withOauth);
      expect(toolNames(await askWith(peer, secrets.courier, 'api_key'))).toContain('save_note');
      expect(toolNames(await askWith(peer, secrets.courier, 'bearer'))).toContain('save_note');
      expect(toolNames(await askWith(peer, secrets.clerk, 'bearer'))).toContain('save_note');
      errorOf(await askWith(peer, secrets.clerk, 'api_key'), 'auth_invalid');
    },
  );

  verifies(
    ['SEC-015', 'ERR-008'],
    'credentials: credentials that are not exactly right are refused',
    async ({ connect }) => {
      const peer = await connect(withOauth);
      const wrong = ['x', `${secrets.clerk}x`, secrets.clerk.slice(0, -1), secrets.clerk.toUpperCase()];
      const messages = new Set<string>();
      for (const token of [...wrong, sha256(secrets.clerk), 'clerk', 'x'.repeat(20_000)]) {
        for (const scheme of ['bearer', 'api_key', 'oauth2'] as const) {
          // More than Node takes as headers never reaches the server's own code.
          if (peer.transport === 'http' && token.length > 8_000) continue;
          const { message, recoverable } = errorOf(await askWith(peer, token, scheme), 'auth_invalid');
          expect(recoverable).toBe(true);
          messages.add(message);
        }
      }
      expect(messages.size).toBe(1);
    },
  );

  verifies(
    ['SEC-010', 'ERR-008'],
    'credentials: a JWT that proves nothing is refused, whatever is wrong with it',
    async (context) => {
      const peer = await context.connect(withOauth);
      const messages = new Map<string, string>();
      for (const [fault, token] of Object.entries(await issuer.forgeries())) {
        for (const scheme of ['bearer', 'oauth2'] as const) {
          messages.set(fault, errorOf(await askWith(peer, token, scheme), 'auth_invalid').message);
        }
      }
      // Only somebody who once had a good one learns why it is not good any more.
      expect(messages.get('an expired one')).toContain('expired');
      messages.delete('an expired one');
      expect(new Set(messages.values()).size).toBe(1);
      expect(toolNames(await askWith(peer, await issuer.sign(), 'oauth2'))).toContain('save_note');
    },
  );

  verifies(['SEC-023'], 'credentials: no claim of a JWT makes its bearer an automated client', async ({ connect }) => {
    const peer = await connect(withOauth);
    const claims = { trust_level: 'automated', auto_confirm_effects: ['network'], sub: 'robot', scope: 'automated' };
    const token = await issuer.sign(claims);
    errorOf(await askIntent(peer, token, 'run_nightly'), 'auth_insufficient');
    expect(toolNames(await askIntent(peer, secrets.robot, 'run_nightly'))).toContain('nightly_cleanup');
  });

  verifies(
    ['SEC-011', 'SEC-016'],
    'where credentials are: only headers count: a token in the address or in the body is none',
    async ({ subject, connect }) => {
      const { url = '' } = await subject(closedDesk);
      const peer = await connect(closedDesk);
      const token = secrets.clerk;
      for (const query of [`token=${token}`, `access_token=${token}`, `authorization=Bearer%20${token}`]) {
        const response = await fetch(`${url}/manglecp/evaluate?${query}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(intent('observe')),
        });
        errorOf({ message: inspectMessage(await response.text(), response.status), text: '' }, 'auth_required');
        expect(response.headers.get('www-authenticate')).toBe('Bearer');
      }
      const members = { token, access_token: token, authorization: `Bearer ${token}`, scheme: 'bearer' };
      errorOf(await peer.ask({ ...intent('observe'), ...members }), 'auth_required');
      errorOf(await peer.ask(intent('observe', [], members)), 'auth_required');
      const answer = await peer.ask(intent('observe'), { headers: { authorization: `Bearer ${token}` } });
      expect(toolNames(answer)).toEqual(['look']);
    },
    { on: ['http'] },
  );

  verifies(
    ['SEC-011'],
    'where credentials are: a token in the address of a WebSocket logs nobody in',
    async ({ subject }) => {
      const { url = '' } = await subject(closedDesk);
      const address = `${url.replace('http', 'ws')}/manglecp/ws?access_token=${secrets.clerk}&token=${secrets.clerk}`;
      const peer = await openWebSocketPeer(address);
      errorOf(await peer.ask(intent('observe')), 'auth_required');
      await peer.close();
    },
    { on: ['websocket'] },
  );

  verifies(
    ['SEC-016', 'WIRE-043'],
    'where credentials are: each request brings its own credentials, also on a connection that brought some before',
    async ({ subject }) => {
      const { url = '' } = await subject(closedDesk);
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const first = await post(agent, url, { authorization: `Bearer ${secrets.clerk}` });
      const second = await post(agent, url, {});
      agent.destroy();
      expect([first.status, second.status]).toEqual([200, 401]);
      expect(second.port).toBe(first.port);
    },
    { on: ['http'] },
  );

  verifies(
    ['SEC-013', 'SEC-016'],
    'where credentials are: credentials of two clients in one request are nobody’s',
    async ({ connect }) => {
      const peer = await connect(closedDesk);
      const key = { 'x-manglecp-api-key': secrets.courier };
      const both = { ...key, authorization: `Bearer ${secrets.clerk}` };
      errorOf(await peer.ask(intent('observe'), { headers: both }), 'auth_invalid');
      const same = { ...key, authorization: `Bearer ${secrets.courier}` };
      expect(toolNames(await peer.ask(intent('observe'), { headers: same }))).toEqual(['look']);
    },
    { on: ['http'] },
  );

  verifies(
    ['SEC-015', 'ERR-008'],
    'where credentials are: a header of another scheme, or of none, is refused and not overlooked',
    async ({ connect }) => {
      const open = await connect({ pack: 'guarded', config: { auth: people } });
      const basic = Buffer.from(`clerk:${secrets.clerk}`).toString('base64');
      const headers = [`Basic ${basic}`, secrets.clerk, 'Bearer', 'Bearer ', `Bearer ${secrets.clerk} x`, `Bearer a,b`];
      for (const authorization of headers) {
        errorOf(await open.ask(intent('observe'), { headers: { authorization } }), 'auth_invalid');
      }
      expect(toolNames(await open.ask(intent('observe')))).toEqual(['look']);
    },
    { on: ['http'] },
  );
});
