import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { AuthConfig, CredentialConfig } from '../config/config.js';
import { type Authenticator, createAuthenticator, isExpired } from './create-authenticator.js';
import { anonymous } from './principal.js';

const noAuth: AuthConfig = { required: null, tokens: [], api_keys: [], jwt: null };
const options = { clock: () => 0, folder: '.' };

function credential(secret: string, change: Partial<CredentialConfig> = {}): CredentialConfig {
  return {
    sha256: createHash('sha256').update(secret).digest('hex'),
    identity: `owner of ${secret}`,
    privileges: [],
    trust_level: 'interactive',
    auto_confirm_effects: [],
    ...change,
  };
}

function create(change: Partial<AuthConfig> = {}): Promise<Authenticator> {
  const tokens = [credential('t-1'), credential('t-2', { privileges: ['write', 'admin', 'admin'] })];
  return createAuthenticator({ ...noAuth, tokens, api_keys: [credential('k-1')], ...change }, options);
}

const notValid = { code: 'auth_invalid', message: 'the credentials are not valid' };

describe('tokens', () => {
  it('SEC-011 give the principal of their entry', async () => {
    const authenticator = await create();
    expect(await authenticator.fromHeaders({ authorization: 'Bearer t-2' })).toEqual({
      isAnonymous: false,
      key: 'static:owner of t-2',
      identity: 'owner of t-2',
      privileges: ['admin', 'write'],
      trustLevel: 'interactive',
      autoConfirmEffects: [],
      confirmationKey: createHash('sha256').update('t-2').digest(),
    });
  });

  it('SEC-023 make a principal automated only by configuration', async () => {
    const automated = { trust_level: 'automated' as const, auto_confirm_effects: ['network'] };
    const authenticator = await create({ tokens: [credential('t-1', automated)] });
    expect(await authenticator.fromHeaders({ authorization: 'Bearer t-1' })).toMatchObject({
      trustLevel: 'automated',
      autoConfirmEffects: ['network'],
    });
  });

  it('SEC-040 do not appear in the key of the principal', async () => {
    const authenticator = await create({ tokens: [credential('marker-token', { identity: 'ops' })] });
    const principal = await authenticator.fromHeaders({ authorization: 'Bearer marker-token' });
    expect(JSON.stringify(principal)).not.toContain('marker-token');
  });

  it.each(['Bearer wrong', 'Bearer t-1x', 'Bearer T-1', 'Bearer', '', 'Basic t-1', 'Bearer t-1, Bearer t-1'])(
    'SEC-015 `%s` is refused without a reason',
    async (authorization) => {
      const authenticator = await create();
      await expect(authenticator.fromHeaders({ authorization })).rejects.toMatchObject(notValid);
    },
  );

  it('SEC-040 the digest of a token is no token', async () => {
    const authenticator = await create();
    const authorization = `Bearer ${credential('t-1').sha256}`;
    await expect(authenticator.fromHeaders({ authorization })).rejects.toMatchObject(notValid);
  });

  it('longer than 16 KiB are refused', async () => {
    const [fits, tooLong] = ['a'.repeat(16_384), 'a'.repeat(16_385)];
    const authenticator = await create({ tokens: [credential(fits), credential(tooLong)] });
    await authenticator.fromHeaders({ authorization: `Bearer ${fits}` });
    await expect(authenticator.fromHeaders({ authorization: `Bearer ${tooLong}` })).rejects.toMatchObject(notValid);
    await expect(authenticator.fromMessage('bearer', tooLong)).rejects.toMatchObject(notValid);
    const flood = `Bearer ${'a'.repeat(1_000_000)}`;
    await expect(authenticator.fromHeaders({ authorization: flood })).rejects.toMatchObject(notValid);
  });
});

describe('API keys', () => {
  it('SEC-013 come in a header of their own, beside bearer tokens', async () => {
    const authenticator = await create();
    expect(await authenticator.fromHeaders({ apiKey: 'k-1' })).toMatchObject({ identity: 'owner of k-1' });
    expect(await authenticator.fromHeaders({ authorization: 'Bearer t-1' })).toMatchObject({
      identity: 'owner of t-1',
    });
  });

  it('SEC-013 are also taken as bearer tokens, so that a server with keys alone takes bearer', async () => {
    const authenticator = await create({ tokens: [] });
    expect(await authenticator.fromHeaders({ authorization: 'Bearer k-1' })).toMatchObject({
      identity: 'owner of k-1',
    });
  });

  it.each(['wrong', '', 't-1', 'Bearer k-1', 'k-1, k-1'])('`%s` is refused', async (apiKey) => {
    const authenticator = await create();
    await expect(authenticator.fromHeaders({ apiKey })).rejects.toMatchObject(notValid);
  });
});

describe('both headers', () => {
  it('must stand for the same principal', async () => {
    const [token, key] = [credential('t-1', { identity: 'ops' }), credential('k-1', { identity: 'ops' })];
    const authenticator = await create({ tokens: [token], api_keys: [key, credential('k-2')] });
    expect(await authenticator.fromHeaders({ authorization: 'Bearer t-1', apiKey: 'k-1' })).toMatchObject({
      identity: 'ops',
      confirmationKey: createHash('sha256').update('t-1').digest(),
    });
    const mixed = authenticator.fromHeaders({ authorization: 'Bearer t-1', apiKey: 'k-2' });
    await expect(mixed).rejects.toMatchObject(notValid);
  });

  it('must both be valid', async () => {
    const authenticator = await create();
    const one = authenticator.fromHeaders({ authorization: 'Bearer t-1', apiKey: 'wrong' });
    const other = authenticator.fromHeaders({ authorization: 'Bearer wrong', apiKey: 'k-1' });
    await expect(one).rejects.toMatchObject(notValid);
    await expect(other).rejects.toMatchObject(notValid);
  });
});

it('SEC-017 without credentials nobody is asking', async () => {
  const authenticator = await create();
  expect(await authenticator.fromHeaders({})).toBeUndefined();
  expect(await authenticator.fromHeaders({ authorization: undefined, apiKey: undefined })).toBeUndefined();
});

describe('SEC-015 a login', () => {
  it.each([
    ['bearer', 't-1', 'owner of t-1'],
    ['Bearer', 't-1', 'owner of t-1'],
    ['bearer', 'k-1', 'owner of k-1'],
    ['api_key', 'k-1', 'owner of k-1'],
  ])('by %s with `%s`', async (scheme, token, identity) => {
    const authenticator = await create();
    expect(await authenticator.fromMessage(scheme, token)).toMatchObject({ identity });
  });

  it.each([
    ['bearer', 'wrong'],
    ['bearer', ''],
    ['bearer', 'Bearer t-1'],
    ['api_key', 't-1'],
    ['oauth2', 't-1'],
    ['basic', 't-1'],
    ['', 't-1'],
    ['__proto__', 't-1'],
  ])('by %s with `%s` is refused', async (scheme, token) => {
    const authenticator = await create();
    await expect(authenticator.fromMessage(scheme, token)).rejects.toMatchObject(notValid);
  });
});

describe('what is told about it', () => {
  it('SEC-010 bearer and API key are always offered', async () => {
    const authenticator = await createAuthenticator(noAuth, options);
    expect(authenticator).toMatchObject({ schemes: ['bearer', 'api_key'], tokenUrl: null, canLogIn: false });
    expect(await create()).toMatchObject({ canLogIn: true });
  });

  it('SEC-012 OAuth is offered with its token URL', async () => {
    const jwt = {
      issuer: 'https://issuer.example',
      audience: 'manglecp',
      jwks_url: 'https://issuer.example/keys',
      jwks_file: null,
      algorithms: ['RS256'],
      token_url: 'https://issuer.example/token',
      privileges_claim: 'scope',
    };
    expect(await createAuthenticator({ ...noAuth, jwt }, options)).toMatchObject({
      schemes: ['bearer', 'api_key', 'oauth2'],
      tokenUrl: 'https://issuer.example/token',
      canLogIn: true,
    });
    const unsafe = createAuthenticator({ ...noAuth, jwt: { ...jwt, algorithms: ['HS256'] } }, options);
    await expect(unsafe).rejects.toMatchObject({ name: 'SetupError' });
  });
});

it.each([
  ['no hex', [credential('a', { sha256: 'x'.repeat(64) })]],
  ['the wrong length', [credential('a', { sha256: 'ab' })]],
  ['the same twice', [credential('a'), credential('a', { identity: 'somebody else' })]],
])('refuses to start with a digest of %s', async (_name, tokens) => {
  await expect(create({ tokens })).rejects.toMatchObject({ name: 'SetupError' });
});

it('tells when a credential has ended', () => {
  expect(isExpired(anonymous, 1e15)).toBe(false);
  expect(isExpired({ ...anonymous, expiresAtMs: 1000 }, 999)).toBe(false);
  expect(isExpired({ ...anonymous, expiresAtMs: 1000 }, 1000)).toBe(true);
});

describe('a principal that logged in under earlier settings', () => {
  it('SEC-015 has the privileges of today', async () => {
    const before = await (await create()).fromMessage('bearer', 't-1');
    const after = await create({ tokens: [credential('t-1', { privileges: ['write'] })] });
    expect(after.renew(before)).toEqual({ ...before, privileges: ['write'] });
  });

  it.each<[string, Partial<AuthConfig>]>([
    ['its credential is gone', { tokens: [credential('t-2')] }],
    ['its credential is somebody else’s', { tokens: [credential('t-1', { identity: 'another' })] }],
  ])('SEC-015 is nobody if %s', async (_title, change) => {
    const before = await (await create()).fromMessage('bearer', 't-1');
    expect((await create(change)).renew(before)).toBeUndefined();
  });

  it('SEC-015 is nobody if it never logged in', async () => {
    expect((await create()).renew(anonymous)).toBeUndefined();
  });
});
