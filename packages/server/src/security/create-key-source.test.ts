import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { exportJWK, SignJWT } from 'jose';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Authenticator, createAuthenticator } from './create-authenticator.js';

let nowMs: number;
let server: Server;
let url: string;
let answer: { status: number; body: string };
let requests: number;

beforeEach(async () => {
  nowMs = Date.parse('2026-03-01T12:00:00Z');
  requests = 0;
  server = createServer((_request, response) => {
    requests += 1;
    response.writeHead(answer.status, { location: '/elsewhere' }).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`;
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

interface Key {
  readonly kid: string;
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

function makeKey(kid: string): Key {
  return { kid, ...generateKeyPairSync('ec', { namedCurve: 'P-256' }) };
}

const [first, second] = [makeKey('first'), makeKey('second')];

async function keySet(...keys: readonly Key[]): Promise<string> {
  return JSON.stringify({ keys: await Promise.all(keys.map(async ({ kid, publicKey }) => jwk(kid, publicKey))) });
}

async function jwk(kid: string, key: KeyObject): Promise<object> {
  return { ...(await exportJWK(key)), kid };
}

async function publish(...keys: readonly Key[]): Promise<void> {
  answer = { status: 200, body: await keySet(...keys) };
}

function create(source: { url?: string; file?: string; folder?: string }): Promise<Authenticator> {
  const jwt = {
    issuer: 'https://issuer.example',
    audience: 'manglecp',
    jwks_url: source.url ?? null,
    jwks_file: source.file ?? null,
    algorithms: ['ES256'],
    token_url: 'https://issuer.example/token',
    privileges_claim: 'scope',
  };
  const auth = { required: null, tokens: [], api_keys: [], jwt };
  return createAuthenticator(auth, { clock: () => nowMs, folder: source.folder ?? '.' });
}

async function logIn(authenticator: Authenticator, key: Key): Promise<string | null> {
  const token = await new SignJWT({ iss: 'https://issuer.example', aud: 'manglecp', sub: key.kid })
    .setExpirationTime(Math.floor(nowMs / 1000) + 60)
    .setProtectedHeader({ alg: 'ES256', kid: key.kid })
    .sign(key.privateKey);
  return (await authenticator.fromMessage('oauth2', token)).identity;
}

const notValid = { code: 'auth_invalid' };
const unavailable = { code: 'server_not_ready', message: 'the credentials cannot be checked at the moment' };

describe('SEC-010 keys at a URL', () => {
  it('are fetched when they are needed, and kept', async () => {
    await publish(first);
    const authenticator = await create({ url });
    expect(requests).toBe(0);
    expect(await logIn(authenticator, first)).toBe('first');
    await Promise.all([logIn(authenticator, first), logIn(authenticator, first)]);
    expect(requests).toBe(1);
  });

  it('are fetched once for requests that come together', async () => {
    await publish(first);
    const authenticator = await create({ url });
    await Promise.all(Array.from({ length: 5 }, () => logIn(authenticator, first)));
    expect(requests).toBe(1);
  });

  it('are fetched again when they have rotated', async () => {
    await publish(first);
    const authenticator = await create({ url });
    await logIn(authenticator, first);
    await publish(first, second);
    expect(await logIn(authenticator, second)).toBe('second');
    expect(requests).toBe(2);
    await publish(second);
    expect(await logIn(authenticator, first)).toBe('first');
    nowMs += 600_000;
    await expect(logIn(authenticator, first)).rejects.toMatchObject(notValid);
    expect(await logIn(authenticator, second)).toBe('second');
  });

  it('are not fetched for every token with an invented key', async () => {
    await publish(first);
    const authenticator = await create({ url });
    for (let attempt = 0; attempt < 20; attempt++) {
      await expect(logIn(authenticator, makeKey(`invented ${attempt}`))).rejects.toMatchObject(notValid);
    }
    expect(requests).toBe(6);
    nowMs += 30_000;
    await expect(logIn(authenticator, second)).rejects.toMatchObject(notValid);
    expect(requests).toBe(7);
  });

  it('that cannot be had make clients come back later, and the issuer is not asked at once again', async () => {
    answer = { status: 500, body: 'marker' };
    const authenticator = await create({ url });
    await expect(logIn(authenticator, first)).rejects.toMatchObject({ ...unavailable, retryAfterMs: 5000 });
    await publish(first);
    nowMs += 2000;
    await expect(logIn(authenticator, first)).rejects.toMatchObject({ ...unavailable, retryAfterMs: 3000 });
    expect(requests).toBe(1);
    nowMs += 3000;
    expect(await logIn(authenticator, first)).toBe('first');
  });

  it('are asked for at once when the clock has gone back', async () => {
    answer = { status: 500, body: '' };
    const authenticator = await create({ url });
    await expect(logIn(authenticator, first)).rejects.toMatchObject(unavailable);
    await publish(first);
    nowMs -= 3_600_000;
    expect(await logIn(authenticator, first)).toBe('first');
    await publish(second);
    nowMs -= 3_600_000;
    await expect(logIn(authenticator, first)).rejects.toMatchObject(notValid);
  });

  it('stay good for an hour if the issuer is away', async () => {
    await publish(first);
    const authenticator = await create({ url });
    await logIn(authenticator, first);
    answer = { status: 503, body: '' };
    nowMs += 3_599_999;
    expect(await logIn(authenticator, first)).toBe('first');
    nowMs += 1;
    await expect(logIn(authenticator, first)).rejects.toMatchObject(unavailable);
  });

  it.each([
    ['redirect', 302, '{"keys":[]}'],
    ['are no JSON', 200, 'no'],
    ['are no key set', 200, '{"keys":{}}'],
    ['are private', 200, JSON.stringify({ keys: [first.privateKey.export({ format: 'jwk' })] })],
    ['are endless', 200, `{"keys":[]}${' '.repeat(2_000_000)}`],
  ])('that %s are not used', async (_name, status, body) => {
    answer = { status, body };
    const authenticator = await create({ url });
    await expect(logIn(authenticator, first)).rejects.toMatchObject(unavailable);
    expect(requests).toBe(1);
  });
});

describe('SEC-010 keys in a file', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'manglecp-keys-'));
  });

  afterEach(() => rm(folder, { recursive: true }));

  const write = async (...keys: readonly Key[]) => writeFile(path.join(folder, 'keys.json'), await keySet(...keys));

  it('are read again when they have changed', async () => {
    await write(first);
    const authenticator = await create({ file: 'keys.json', folder });
    expect(await logIn(authenticator, first)).toBe('first');
    await write(second);
    expect(await logIn(authenticator, second)).toBe('second');
    await expect(logIn(authenticator, first)).rejects.toMatchObject(notValid);
    await write(first);
    nowMs += 5000;
    await expect(logIn(authenticator, second)).rejects.toMatchObject(notValid);
  });

  it('stay good while the file is broken', async () => {
    await write(first);
    const authenticator = await create({ file: 'keys.json', folder });
    await writeFile(path.join(folder, 'keys.json'), '{');
    nowMs += 10_000;
    expect(await logIn(authenticator, first)).toBe('first');
  });

  it('must be there at the start', async () => {
    await expect(create({ file: 'missing.json', folder })).rejects.toMatchObject({ name: 'SetupError' });
  });
});
