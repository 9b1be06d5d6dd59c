import { expect } from 'vitest';
import { inspectMessage } from '../harness/inspect-message.js';
import { openRawHttp, type RawAnswer } from '../harness/raw-http.js';
import { openWebSocketPeer } from '../harness/subject.js';
import { overTransports } from '../harness/verifies.js';
import { closedDesk, desk, intent } from './desk.js';
import { people } from './people.js';
import { askUpgrade } from './upgrade.js';

const refusedHosts = [
  'evil.example',
  'evil.example:80',
  '127.0.0.1.evil.example',
  'localhost.evil.example',
  'evil.example:127.0.0.1',
  '127.0.0.1@evil.example',
  '192.0.2.7',
  '0.0.0.0',
  '2130706433',
  '[::1].evil.example',
  '[2001:db8::1]',
  '',
  ' ',
];
const ownHosts = ['127.0.0.1', 'localhost', 'LOCALHOST', 'localhost.', '[::1]', '127.9.9.9'];

/** Writes a request by hand. A host of undefined leaves the line out. */
async function askByHand(url: string, { method, path, host, headers = {} }: Handmade): Promise<RawAnswer> {
  const raw = await openRawHttp(url);
  const body = method === 'POST' ? JSON.stringify(intent('observe')) : '';
  const lines = [
    `${method} ${path} HTTP/1.1`,
    ...(host === undefined ? [] : [`Host: ${host}`]),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(method === 'POST' ? ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`] : []),
  ];
  raw.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
  const answer = await raw.next();
  raw.destroy();
  return answer;
}

interface Handmade {
  readonly method: string;
  readonly path: string;
  readonly host: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

function expectRefused({ status, body }: RawAnswer): void {
  expect(status).toBe(403);
  expect(inspectMessage(body.toString(), status)).toMatchObject({ id: null, payload: { code: 'auth_insufficient' } });
}

overTransports('the name that a request was sent to', (verifies) => {
  verifies(
    ['SEC-036'],
    'must be one of this machine on loopback, on every path',
    async ({ subject }) => {
      const { url = '' } = await subject(desk);
      const { port } = new URL(url);
      const targets = [
        ['POST', '/manglecp/evaluate'],
        ['POST', '/manglecp/invoke'],
        ['GET', '/.well-known/manglecp/manifest.json'],
        ['GET', '/manglecp/manifest.json'],
        ['GET', '/manglecp/skills/x'],
        ['GET', '/metrics'],
        ['GET', '/healthz'],
        ['GET', '/readyz'],
        ['GET', '/nothing'],
        ['OPTIONS', '/manglecp/evaluate'],
      ] as const;
      for (const [method, path] of targets) expectRefused(await askByHand(url, { method, path, host: 'evil.example' }));
      const request = { method: 'POST', path: '/manglecp/evaluate' };
      for (const host of refusedHosts) expectRefused(await askByHand(url, { ...request, host }));
      for (const host of [...ownHosts, `127.0.0.1:${port}`, `localhost:${port}`]) {
        expect((await askByHand(url, { ...request, host })).status).toBe(200);
      }
    },
    { on: ['http'] },
  );

  verifies(
    ['SEC-036'],
    'must be there',
    async ({ subject }) => {
      const { url = '' } = await subject(desk);
      const answer = await askByHand(url, { method: 'POST', path: '/manglecp/evaluate', host: undefined });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
      const old = await openRawHttp(url);
      old.write('GET /.well-known/manglecp/manifest.json HTTP/1.0\r\n\r\n');
      expectRefused(await old.next());
      old.destroy();
    },
    { on: ['http'] },
  );

  verifies(
    ['SEC-036'],
    'must be one of this machine for an upgrade, too',
    async ({ subject }) => {
      const { url = '' } = await subject(desk);
      for (const host of ['evil.example', '127.0.0.1.evil.example', '']) {
        const { status, message } = await askUpgrade(url, { host });
        expect([host, status]).toEqual([host, 403]);
        expect(message?.payload).toMatchObject({ code: 'auth_insufficient' });
      }
      for (const host of ownHosts) expect(await askUpgrade(url, { host })).toEqual({ status: 101 });
    },
    { on: ['websocket'] },
  );

  verifies(
    ['SEC-036'],
    'may be one that the operator lists, and credentials do not replace it',
    async ({ subject }) => {
      const config = { auth: people, http: { allowed_hosts: ['desk.example', 'other.example:8443'] } };
      const { url = '' } = await subject({ pack: 'guarded', config });
      const request = { method: 'POST', path: '/manglecp/evaluate' };
      const authorization = 'Bearer clerk-8d1f0c52a7';
      for (const host of ['desk.example', 'desk.example:99', 'DESK.example', 'other.example:8443', 'localhost']) {
        expect((await askByHand(url, { ...request, host })).status).toBe(200);
        expect(await askUpgrade(url, { host })).toEqual({ status: 101 });
      }
      for (const host of ['other.example', 'www.desk.example', 'evil.example']) {
        expectRefused(await askByHand(url, { ...request, host, headers: { Authorization: authorization } }));
        expect((await askUpgrade(url, { host, authorization })).status).toBe(403);
      }
    },
    { on: ['http'] },
  );
});

const foreignOrigins = [
  'http://evil.example',
  'https://evil.example',
  'null',
  'http://127.0.0.1:1',
  'https://localhost',
  'file://',
  'chrome-extension://abcdef',
  'http://evil.example/http://127.0.0.1',
  'nonsense',
  '',
];
const listed = { pack: 'guarded', config: { auth: people, http: { cors_origins: ['https://app.example'] } } };

overTransports('the page that a request comes from', (verifies) => {
  verifies(
    ['SEC-036', 'WIRE-048'],
    'must be of this server or listed, or the request does nothing',
    async ({ connect, subject }) => {
      const { url = '' } = await subject(listed);
      const peer = await connect(listed);
      const { host } = new URL(url);
      for (const origin of [...foreignOrigins, `https://${host}`, `http://localhost:${new URL(url).port}`]) {
        const answer = await peer.ask(intent('observe'), { headers: { origin } });
        expect([origin, answer.status]).toEqual([origin, 403]);
        expect(answer.message.payload).toMatchObject({ code: 'auth_insufficient' });
        expect(answer.headers?.get('access-control-allow-origin')).toBeNull();
      }
      const same = await peer.ask(intent('observe'), { headers: { origin: `http://${host}` } });
      expect([same.status, same.headers?.get('access-control-allow-origin')]).toEqual([200, null]);
      const known = await peer.ask(intent('observe'), { headers: { origin: 'https://app.example' } });
      expect(known.status).toBe(200);
      expect(known.headers?.get('access-control-allow-origin')).toBe('https://app.example');
      expect(known.headers?.get('access-control-allow-credentials')).toBeNull();
    },
    { on: ['http'] },
  );

  verifies(
    ['SEC-036', 'WIRE-048', 'WIRE-049'],
    'is told by a preflight whether it may, and never that all may where credentials are required',
    async ({ subject }) => {
      const wild = { ...closedDesk.config, http: { cors_origins: ['*', 'https://app.example'] } };
      const { url = '' } = await subject({ pack: 'guarded', config: wild });
      const preflight = async (origin: string): Promise<Response> =>
        fetch(`${url}/manglecp/evaluate`, {
          method: 'OPTIONS',
          headers: {
            origin,
            'access-control-request-method': 'POST',
            'access-control-request-headers': 'content-type',
          },
        });
      const good = await preflight('https://app.example');
      expect(good.status).toBe(204);
      expect(good.headers.get('access-control-allow-origin')).toBe('https://app.example');
      expect(good.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('authorization');
      for (const origin of foreignOrigins) {
        const refused = await preflight(origin);
        expect(refused.status).toBe(403);
        expect(refused.headers.get('access-control-allow-origin')).toBeNull();
      }
    },
    { on: ['http'] },
  );

  verifies(
    ['SEC-036'],
    'cannot read what it may ask for',
    async ({ subject }) => {
      const { url = '' } = await subject(listed);
      for (const path of ['/.well-known/manglecp/manifest.json', '/metrics', '/readyz']) {
        const foreign = await fetch(url + path, { headers: { origin: 'https://evil.example' } });
        expect(foreign.headers.get('access-control-allow-origin')).toBeNull();
        expect(foreign.headers.get('vary')).toContain('Origin');
        const known = await fetch(url + path, { headers: { origin: 'https://app.example' } });
        expect(known.headers.get('access-control-allow-origin')).toBe('https://app.example');
      }
    },
    { on: ['http'] },
  );

  verifies(
    ['SEC-036'],
    'must be of this server or listed for an upgrade',
    async ({ subject }) => {
      const { url = '' } = await subject(listed);
      for (const origin of foreignOrigins) {
        const { status, message } = await askUpgrade(url, { origin });
        expect([origin, status]).toEqual([origin, 403]);
        expect(message?.payload).toMatchObject({ code: 'auth_insufficient' });
        // Credentials, which a browser might add by itself, make no difference.
        expect((await askUpgrade(url, { origin, authorization: 'Bearer clerk-8d1f0c52a7' })).status).toBe(403);
      }
      for (const origin of [url, 'https://app.example']) {
        expect(await askUpgrade(url, { origin })).toEqual({ status: 101 });
      }
      const peer = await openWebSocketPeer(`${url.replace('http', 'ws')}/manglecp/ws`, {
        origin: 'https://app.example',
      });
      expect((await peer.ask(intent('observe'))).message.type).toBe('intent_response');
      await peer.close();
    },
    { on: ['websocket'] },
  );
});
