import { createHash, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { exportJWK, SignJWT, UnsecuredJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import type { JwtConfig } from '../config/config.js';
import { createAuthenticator } from './create-authenticator.js';
import type { Principal } from './principal.js';

const nowMs = Date.parse('2026-03-01T12:00:00Z');
const now = nowMs / 1000;
const config: JwtConfig = {
  issuer: 'https://issuer.example',
  audience: 'manglecp',
  jwks_url: null,
  jwks_file: 'keys.json',
  algorithms: ['RS256', 'ES256', 'EdDSA'],
  token_url: 'https://issuer.example/token',
  privileges_claim: 'roles',
};
const claims: Claims = {
  iss: config.issuer,
  aud: config.audience,
  sub: 'alice',
  exp: now + 60,
  iat: now - 10,
};

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const edwards = generateKeyPairSync('ed25519');
const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' });
let keys: string;

beforeAll(async () => {
  const published = await Promise.all([
    exportJWK(rsa.publicKey).then((key) => ({ ...key, kid: 'rsa', alg: 'RS256', use: 'sig' })),
    exportJWK(elliptic.publicKey).then((key) => ({ ...key, kid: 'ec' })),
    exportJWK(edwards.publicKey).then((key) => ({ ...key, kid: 'ed' })),
  ]);
  keys = JSON.stringify({ keys: published });
});

/** Also those that a token must not have. */
type Claims = Readonly<Record<string, unknown>>;

interface Signing {
  readonly alg?: string;
  readonly kid?: string;
  readonly key?: KeyObject | Uint8Array;
}

function sign(change: Claims = {}, { alg = 'ES256', kid = 'ec', key = elliptic.privateKey }: Signing = {}) {
  return new SignJWT({ ...claims, ...change }).setProtectedHeader({ alg, kid, typ: 'JWT' }).sign(key);
}

async function logIn(token: string, change: Partial<JwtConfig> = {}, file = keys): Promise<Principal> {
  const auth = { required: null, tokens: [], api_keys: [], jwt: { ...config, ...change } };
  const authenticator = await createAuthenticator(auth, {
    clock: () => nowMs,
    folder: '/pack',
    readFile: async () => file,
  });
  return authenticator.fromMessage('bearer', token);
}

const notValid = { code: 'auth_invalid', message: 'the credentials are not valid' };
const expired = { code: 'auth_invalid', message: 'the credentials have expired' };

describe('a good token', () => {
  it('SEC-010 gives the principal it was issued to', async () => {
    const token = await sign({ roles: ['write', 'admin', 7, '', 'admin'] });
    expect(await logIn(token)).toEqual({
      isAnonymous: false,
      key: 'jwt:https://issuer.example:alice',
      identity: 'alice',
      privileges: ['admin', 'write'],
      trustLevel: 'interactive',
      autoConfirmEffects: [],
      confirmationKey: createHash('sha256').update(token).digest(),
      expiresAtMs: nowMs + 60_000,
    });
  });

  it.each<[string, string, KeyObject]>([
    ['RS256', 'rsa', rsa.privateKey],
    ['ES256', 'ec', elliptic.privateKey],
    ['EdDSA', 'ed', edwards.privateKey],
  ])('may be signed by %s', async (alg, kid, key) => {
    expect(await logIn(await sign({}, { alg, kid, key }))).toMatchObject({ identity: 'alice' });
  });

  it.each<[unknown, readonly string[]]>([
    ['write admin', ['admin', 'write']],
    [' write  admin ', ['admin', 'write']],
    [{ write: true }, []],
    [undefined, []],
    [null, []],
    [[['admin']], []],
  ])('has the privileges that its claim lists: %j', async (roles, privileges) => {
    expect(await logIn(await sign({ roles }))).toMatchObject({ privileges });
  });

  it('has no privileges from a claim that nobody made', async () => {
    expect(await logIn(await sign(), { privileges_claim: 'constructor' })).toMatchObject({ privileges: [] });
  });

  it('SEC-023 cannot claim to be automated', async () => {
    const token = await sign({ trust_level: 'automated', auto_confirm_effects: ['destructive'] });
    expect(await logIn(token)).toMatchObject({ trustLevel: 'interactive', autoConfirmEffects: [] });
  });

  it('may be for several audiences, and for an instant ahead of our clock', async () => {
    expect(await logIn(await sign({ aud: ['other', 'manglecp'], nbf: now + 3, iat: now + 3 }))).toMatchObject({
      identity: 'alice',
    });
  });

  it('may leave open which key it was signed with', async () => {
    const other = await exportJWK(stranger.publicKey);
    const own = await exportJWK(elliptic.publicKey);
    const file = JSON.stringify({ keys: [other, own] });
    const token = await new SignJWT(claims).setProtectedHeader({ alg: 'ES256' }).sign(elliptic.privateKey);
    expect(await logIn(token, {}, file)).toMatchObject({ identity: 'alice' });
    const foreign = JSON.stringify({ keys: [other, other] });
    await expect(logIn(token, {}, foreign)).rejects.toMatchObject(notValid);
  });
});

describe('a bad token is refused', () => {
  it.each<[string, Claims, object]>([
    ['of another issuer', { iss: 'https://evil.example' }, notValid],
    ['without an issuer', { iss: undefined }, notValid],
    ['for another audience', { aud: 'other' }, notValid],
    ['without an audience', { aud: undefined }, notValid],
    ['that has expired', { exp: now - 60 }, expired],
    ['that expires now', { exp: now }, expired],
    ['that expired within the allowed skew', { exp: now - 1 }, expired],
    ['that never expires', { exp: undefined }, notValid],
    ['that is not valid yet', { nbf: now + 60 }, notValid],
    ['that was issued in the future', { iat: now + 60 }, notValid],
    ['issued at no time', { iat: 'yesterday' }, notValid],
    ['without a subject', { sub: undefined }, notValid],
    ['with an empty subject', { sub: '' }, notValid],
    ['with a huge subject', { sub: 'a'.repeat(256) }, notValid],
  ])('%s', async (_name, change, expected) => {
    await expect(logIn(await sign(change))).rejects.toMatchObject(expected);
  });

  it('`alg: none`', async () => {
    const token = new UnsecuredJWT(claims).encode();
    await expect(logIn(token)).rejects.toMatchObject(notValid);
    await expect(logIn(`${token}AAAA`)).rejects.toMatchObject(notValid);
  });

  it('HS256 with the public key as the secret', async () => {
    const pem = createPublicKey(rsa.privateKey).export({ type: 'spki', format: 'pem' });
    for (const secret of [pem.toString(), keys]) {
      const token = await sign({}, { alg: 'HS256', kid: 'rsa', key: new TextEncoder().encode(secret) });
      await expect(logIn(token)).rejects.toMatchObject(notValid);
    }
  });

  it('signed with a key that is not published', async () => {
    await expect(logIn(await sign({}, { key: stranger.privateKey }))).rejects.toMatchObject(notValid);
    await expect(logIn(await sign({}, { kid: 'unknown' }))).rejects.toMatchObject(notValid);
  });

  it('that brings its own key', async () => {
    const jwk = await exportJWK(stranger.publicKey);
    const header = { alg: 'ES256', kid: 'ec', jwk, jku: 'https://evil.example/keys' };
    const token = await new SignJWT(claims).setProtectedHeader(header).sign(stranger.privateKey);
    await expect(logIn(token)).rejects.toMatchObject(notValid);
  });

  it('by an algorithm that is not configured', async () => {
    const token = await sign({}, { alg: 'RS256', kid: 'rsa', key: rsa.privateKey });
    await expect(logIn(token, { algorithms: ['ES256'] })).rejects.toMatchObject(notValid);
  });

  it('whose header names the algorithm of another key', async () => {
    const token = await sign({}, { kid: 'rsa' });
    await expect(logIn(token)).rejects.toMatchObject(notValid);
  });

  it.each([0, 1, 2])('with its part %i changed', async (part) => {
    const parts = (await sign()).split('.');
    parts[part] = Buffer.from(`${Buffer.from(parts[part] ?? '', 'base64url').toString('latin1')} `).toString(
      'base64url',
    );
    await expect(logIn(parts.join('.'))).rejects.toMatchObject(notValid);
  });

  it.each(['..', 'a.b.c', 'eyJhbGciOiJFUzI1NiJ9..', 'a.b.c.d.e', '.'.repeat(1000)])('`%s`', async (token) => {
    await expect(logIn(token)).rejects.toMatchObject(notValid);
  });
});

it.each([
  ['is no JSON', 'marker {'],
  ['has no keys', '{}'],
  ['is a list', '[]'],
  ['holds a shared secret', '{"keys":[{"kty":"oct","k":"marker"}]}'],
  ['holds a private key', JSON.stringify({ keys: [stranger.privateKey.export({ format: 'jwk' })] })],
])('refuses to start with a file that %s', async (_name, file) => {
  const failure = await logIn('x', {}, file).catch((error: unknown) => error);
  expect(failure).toMatchObject({ name: 'SetupError' });
  expect(String(failure)).not.toContain('marker');
});
