import { request as httpRequest } from 'node:http';
import { afterAll, expect } from 'vitest';
import { errorOf, toolNames } from '../harness/answers.js';
import { inspectMessage } from '../harness/inspect-message.js';
import { invokeRequest, newId } from '../harness/messages.js';
import { metric } from '../harness/metrics.js';
import { networkTransports, type Peer } from '../harness/peer.js';
import { openWebSocketPeer } from '../harness/subject.js';
import { overTransports } from '../harness/verifies.js';
import { intent, issue, logIn } from './desk.js';
import { type Listener, listen, type ListenerOptions } from './listener.js';
import { people, secrets, sha256 } from './people.js';

const config = { auth: people, rate: { per_minute: 3 } };

/** Asks until the server has enough; returns how many it answered, and how long it wants to rest. */
async function exhaust(peer: Peer): Promise<{ readonly answered: number; readonly restMs: number }> {
  for (let answered = 0; answered < 20; answered += 1) {
    const answer = await peer.ask(intent('observe'));
    if (answer.message.type !== 'error') continue;
    const { retry_after_ms: restMs } = errorOf(answer, 'rate_limited');
    if (answer.status !== undefined) {
      expect(Number(answer.headers?.get('retry-after'))).toBe(Math.ceil((restMs ?? 0) / 1000));
    }
    return { answered, restMs: restMs ?? 0 };
  }
  throw new Error('the server never has enough');
}

overTransports('how often one may be refused', (verifies) => {
  verifies(
    ['ERR-028'],
    'wrong and missing credentials and broken messages are limited by address, good credentials never',
    async ({ fresh }) => {
      let nowMs = Date.now();
      const auth = { ...people, required: true };
      const settings = { auth, rate: { refused_per_minute: 3 } };
      const subject = await fresh({ pack: 'guarded', config: settings, clock: () => nowMs });
      const [stranger, clerk] = [await subject.connect(), await subject.connect()];
      errorOf(await stranger.ask(intent('observe')), 'auth_required');
      errorOf(await stranger.ask('{'), 'malformed_message');
      errorOf(await stranger.ask(intent('observe')), 'auth_required');
      expect(errorOf(await stranger.ask('{'), 'rate_limited').retry_after_ms).toBe(20_000);
      expect(errorOf(await stranger.ask(intent('observe')), 'rate_limited').retry_after_ms).toBe(20_000);
      await logIn(clerk, 'clerk');
      expect(toolNames(await clerk.ask(intent('observe')))).toEqual(['look']);
      nowMs += 20_000;
      errorOf(await stranger.ask(intent('observe')), 'auth_required');
      errorOf(await stranger.ask(intent('observe')), 'rate_limited');
    },
    { on: networkTransports },
  );

  verifies(
    ['ERR-028'],
    'guesses at the metrics are limited by the address that a trusted proxy tells',
    async ({ fresh }) => {
      const auth = { ...people, required: true };
      const settings = { auth, behind_proxy: true, rate: { refused_per_minute: 3 } };
      const { url } = await fresh({ pack: 'guarded', config: settings, clock: () => 0 });
      const guess = async (token: string, from: string): Promise<number> => {
        const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': from };
        return (await fetch(`${url}/metrics`, { headers })).status;
      };
      const statuses: number[] = [];
      for (let round = 0; round < 5; round++) statuses.push(await guess(`guess ${round}`, '192.0.2.1'));
      expect(statuses).toEqual([401, 401, 401, 429, 429]);
      expect(await guess('guess', '192.0.2.2')).toBe(401);
      expect(await guess(secrets.clerk, '192.0.2.1')).toBe(403);
    },
    { on: ['http'] },
  );

  verifies(
    ['ERR-028'],
    'from elsewhere there are 600 in a minute by default',
    async ({ fresh }) => {
      const settings = { auth: { ...people, required: true }, behind_proxy: true };
      const { url } = await fresh({ pack: 'guarded', config: settings, clock: () => 0 });
      const guess = async (from: string): Promise<number> => {
        const headers = { 'content-type': 'application/json', authorization: 'Bearer guess', 'x-forwarded-for': from };
        const response = await fetch(`${url}/manglecp/evaluate`, {
          method: 'POST',
          headers,
          body: JSON.stringify(intent('observe')),
        });
        await response.text();
        return response.status;
      };
      const statuses = new Map<number, number>();
      for (let round = 0; round < 603; round++) {
        const status = await guess('192.0.2.1');
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
      expect([...statuses]).toEqual([
        [401, 600],
        [429, 3],
      ]);
      expect(await guess('127.0.0.1')).toBe(401);
    },
    { on: ['http'] },
  );

  verifies(
    ['ERR-028'],
    'what a client says of its address does not help where no proxy is trusted',
    async ({ fresh }) => {
      const settings = { auth: { ...people, required: true }, rate: { refused_per_minute: 3 } };
      const { url } = await fresh({ pack: 'guarded', config: settings, clock: () => 0 });
      const statuses: number[] = [];
      for (let round = 0; round < 4; round++) {
        const headers = { 'content-type': 'application/json', 'x-forwarded-for': `192.0.2.${round}` };
        statuses.push((await fetch(`${url}/manglecp/evaluate`, { method: 'POST', headers, body: '{' })).status);
      }
      expect(statuses).toEqual([400, 400, 400, 429]);
    },
    { on: ['http'] },
  );

  verifies(
    ['ERR-028'],
    'on loopback there is no such limit by default',
    async ({ fresh }) => {
      const subject = await fresh({ pack: 'guarded', config: { auth: people } });
      const peer = await subject.connect();
      for (let round = 0; round < 700; round++) errorOf(await peer.ask('{'), 'malformed_message');
    },
    { on: ['websocket'] },
  );
});

overTransports('how often one may ask', (verifies) => {
  verifies(
    ['ERR-028', 'WIRE-046'],
    'who asked too often is told how long to wait, and waiting that long is enough',
    async ({ fresh }) => {
      let nowMs = Date.now();
      const subject = await fresh({ pack: 'guarded', config, clock: () => nowMs });
      const peer = await subject.connect();
      await logIn(peer, 'clerk');
      const { answered, restMs } = await exhaust(peer);
      expect(answered).toBe(3);
      expect(restMs).toBe(20_000);
      nowMs += restMs - 1;
      expect(errorOf(await peer.ask(intent('observe')), 'rate_limited').retry_after_ms).toBe(1);
      nowMs += 1;
      expect(toolNames(await peer.ask(intent('observe')))).toEqual(['look']);
      errorOf(await peer.ask(intent('observe')), 'rate_limited');
    },
    { on: networkTransports },
  );

  verifies(
    ['ERR-028'],
    'each principal has its own count, over all its connections and for both kinds of requests',
    async ({ fresh }) => {
      const nowMs = Date.now();
      const subject = await fresh({ pack: 'guarded', config, clock: () => nowMs });
      const one = await subject.connect();
      const other = await subject.connect();
      // Each from its own address would count its logins; here both share one, which has enough left for two.
      await logIn(one, 'clerk');
      await logIn(other, 'clerk');
      const macroId = await issue(one, 'browse');
      expect((await other.ask(invokeRequest(macroId))).message.type).toBe('invoke_response');
      expect(await exhaust(one)).toMatchObject({ answered: 1 });
      errorOf(await other.ask(invokeRequest(macroId)), 'rate_limited');
      await logIn(one, 'auditor');
      expect(await exhaust(one)).toMatchObject({ answered: 3 });
      errorOf(await other.ask(intent('observe')), 'rate_limited');
    },
    { on: networkTransports },
  );

  verifies(
    ['ERR-028'],
    'logins count as well, so that secrets cannot be guessed at will',
    async ({ fresh }) => {
      const subject = await fresh({ pack: 'guarded', config });
      const guess = async (): Promise<string> => {
        const peer = await subject.connect();
        const login = { scheme: 'bearer', token: 'guess' };
        const message = { type: 'authenticate', id: newId(), manglecp: '2026-02-draft', payload: login };
        return ((await peer.ask(message)).message.payload as { code: string }).code;
      };
      expect([await guess(), await guess(), await guess()]).toEqual(Array.from({ length: 3 }, () => 'auth_invalid'));
      expect(await guess()).toBe('rate_limited');
    },
    { on: ['websocket'] },
  );

  verifies(
    ['ERR-028'],
    'a local process is not counted',
    async ({ fresh }) => {
      const peer = await (await fresh({ pack: 'guarded', config })).connect();
      for (let count = 0; count < 10; count += 1) {
        expect(toolNames(await peer.ask(intent('observe')))).toEqual(['look']);
      }
    },
    { on: ['stdio'] },
  );
});

const listeners: Listener[] = [];
afterAll(async () => {
  await Promise.all(listeners.map((listener) => listener.stop()));
});

async function start(options: ListenerOptions): Promise<Listener> {
  const listener = await listen({ pack: 'guarded', ...options });
  listeners.push(listener);
  return listener;
}

interface Sender {
  /** Another address of loopback to send from. */
  readonly from?: string;
  readonly forwarded?: string;
}

/** The code of the answer to an anonymous request, or `ok`. */
function askFrom({ url }: Listener, { from = '127.0.0.1', forwarded }: Sender): Promise<string> {
  const headers = {
    'content-type': 'application/json',
    ...(forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }),
  };
  return new Promise((resolve, reject) => {
    const target = { method: 'POST', localAddress: from, headers };
    httpRequest(`${url}/manglecp/evaluate`, target, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const { payload } = inspectMessage(Buffer.concat(chunks).toString(), response.statusCode);
        resolve((payload as { code?: string }).code ?? 'ok');
      });
    })
      .on('error', reject)
      .end(JSON.stringify(intent('observe')));
  });
}

/** The same by a wrong login on a WebSocket: it counts for the address. */
async function loginFrom({ url }: Listener, forwarded?: string): Promise<string> {
  const headers: Record<string, string> = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  const peer = await openWebSocketPeer(`${url.replace('http', 'ws')}/manglecp/ws`, headers);
  const login = { scheme: 'bearer', token: 'guess' };
  const answer = await peer.ask({ type: 'authenticate', id: newId(), manglecp: '2026-02-draft', payload: login });
  await peer.close();
  return (answer.message.payload as { code: string }).code;
}

overTransports('who has no name', (verifies) => {
  verifies(
    ['ERR-028'],
    'is counted by address, and cannot pretend to have another one',
    async () => {
      const listener = await start({ config });
      for (const forwarded of ['192.0.2.1', '192.0.2.2', '127.0.0.9']) {
        expect(await askFrom(listener, { forwarded })).toBe('ok');
      }
      for (const forwarded of ['192.0.2.3', '192.0.2.4, 192.0.2.5', '']) {
        expect(await askFrom(listener, { forwarded })).toBe('rate_limited');
      }
      expect(await loginFrom(listener, '192.0.2.6')).toBe('rate_limited');
      expect(await askFrom(listener, { from: '127.0.0.2' })).toBe('ok');
      // Who has a name is not held up by those who have none.
      const peer = await openWebSocketPeer(`${listener.url.replace('http', 'ws')}/manglecp/ws`, {
        authorization: `Bearer ${secrets.clerk}`,
      });
      expect(toolNames(await peer.ask(intent('observe')))).toEqual(['look']);
      await peer.close();
    },
    { on: ['http'] },
  );

  verifies(
    ['ERR-028'],
    'is counted by what the proxy says, and by nothing that came before the proxy',
    async () => {
      const open = { ...config, auth: { ...people, required: false }, behind_proxy: true };
      const listener = await start({ config: open, isPublicDemo: true });
      for (const spoofed of ['10.0.0.1', '10.0.0.2', '127.0.0.1']) {
        expect(await askFrom(listener, { forwarded: `${spoofed}, 192.0.2.1` })).toBe('ok');
      }
      expect(await askFrom(listener, { forwarded: '10.0.0.4, 192.0.2.1' })).toBe('rate_limited');
      expect(await loginFrom(listener, '10.0.0.5, 192.0.2.1')).toBe('rate_limited');
      expect(await askFrom(listener, { forwarded: '192.0.2.2' })).toBe('ok');
      expect(await loginFrom(listener, '192.0.2.3')).toBe('auth_invalid');
    },
    { on: ['http'] },
  );
});

overTransports('metrics', (verifies) => {
  verifies(
    ['SEC-025', 'WIRE-043'],
    'are for this machine and for operators, and no header makes somebody local',
    async () => {
      const operator = { sha256: sha256(secrets.clerk), identity: 'operator', privileges: ['operator'] };
      const tokens = [operator, ...people.tokens.filter((token) => token.sha256 !== operator.sha256)];
      const listener = await start({ config: { auth: { ...people, tokens }, behind_proxy: true } });
      const read = async (headers: Record<string, string>): Promise<number> =>
        (await fetch(`${listener.url}/metrics`, { headers })).status;
      expect(await read({})).toBe(401);
      expect(await read({ 'x-forwarded-for': '127.0.0.1' })).toBe(401);
      expect(await read({ 'x-forwarded-for': '127.0.0.1, 127.0.0.1', forwarded: 'for=127.0.0.1' })).toBe(401);
      expect(await read({ authorization: 'Bearer wrong' })).toBe(401);
      expect(await read({ authorization: `Bearer ${secrets.auditor}` })).toBe(403);
      expect(await read({ authorization: `Bearer ${secrets.clerk}` })).toBe(200);
      const local = await start({ config });
      expect((await fetch(`${local.url}/metrics`)).status).toBe(200);
    },
    { on: ['http'] },
  );

  verifies(
    ['INV-004'],
    'tell how many plans are kept',
    async () => {
      const listener = await start({ config });
      const kept = (): Promise<number> => metric(listener.url, 'manglecp_macro_store_size', { domain: 'guarded' });
      expect(await kept()).toBe(0);
      expect(await askFrom(listener, {})).toBe('ok');
      expect(await kept()).toBe(1);
      // The same tool again is the same plan.
      expect(await askFrom(listener, {})).toBe('ok');
      expect(await kept()).toBe(1);
    },
    { on: ['http'] },
  );
});
