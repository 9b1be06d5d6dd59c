import { describe, expect, it } from 'vitest';
import type { AuthConfig } from '../config/config.js';
import { checkListening, isAuthRequiredOn, type ListenPlan } from './listen-policy.js';

const noAuth: AuthConfig = { required: null, tokens: [], api_keys: [], jwt: null };
const credential = {
  sha256: '0'.repeat(64),
  identity: 'ops',
  privileges: [],
  trust_level: 'interactive' as const,
  auto_confirm_effects: [],
};
const local: ListenPlan = {
  host: '127.0.0.1',
  auth: noAuth,
  hasTls: false,
  isBehindProxy: false,
  isOpenToAll: false,
  corsOrigins: [],
};
const withToken: AuthConfig = { ...noAuth, tokens: [credential] };

function messages(plan: Partial<ListenPlan>): readonly string[] {
  return checkListening({ ...local, ...plan }).problems.map(({ message }) => message);
}

describe('SEC-008 credentials are required', () => {
  it.each<[string, boolean, boolean | null, boolean]>([
    ['127.0.0.1', false, null, false],
    ['::1', false, null, false],
    ['localhost', false, null, false],
    ['0.0.0.0', false, null, true],
    ['::', false, null, true],
    ['10.0.0.1', false, null, true],
    ['127.0.0.1', true, null, true],
    ['127.0.0.1', false, true, true],
    ['0.0.0.0', false, false, false],
  ])('on %s (proxy: %s, configured: %s): %s', (host, isBehindProxy, required, expected) => {
    expect(isAuthRequiredOn({ host, isBehindProxy }, { required })).toBe(expected);
  });

  it('on stdio only if they are configured to be', () => {
    expect(isAuthRequiredOn('stdio', { required: null })).toBe(false);
    expect(isAuthRequiredOn('stdio', { required: true })).toBe(true);
  });
});

describe('SEC-035 plain text', () => {
  it('is fine on loopback', () => {
    expect(messages({})).toEqual([]);
    expect(messages({ host: '::1' })).toEqual([]);
  });

  it('is refused on other addresses, with a way out', () => {
    const { problems } = checkListening({ ...local, host: '0.0.0.0', auth: withToken });
    expect(problems).toHaveLength(1);
    expect(problems[0]?.message).toBe('plain text on `0.0.0.0` could be read and changed by others on the network');
    expect(problems[0]?.help).toContain('"behind_proxy": true');
  });

  it('SEC-033 is not needed with a certificate, and allowed behind a proxy', () => {
    expect(messages({ host: '0.0.0.0', auth: withToken, hasTls: true })).toEqual([]);
    expect(messages({ host: '0.0.0.0', auth: withToken, isBehindProxy: true })).toEqual([]);
  });
});

describe('SEC-009 a public server without credentials', () => {
  const open = { host: '0.0.0.0', hasTls: true, auth: { ...noAuth, required: false } };

  it('is refused', () => {
    expect(messages(open)).toEqual(['without credentials everybody who reaches `0.0.0.0` could use this server']);
    expect(messages({ ...open, host: '127.0.0.1', isBehindProxy: true })).toHaveLength(1);
  });

  it('SEC-017 starts if the operator says so', () => {
    expect(messages({ ...open, isOpenToAll: true })).toEqual([]);
  });
});

it('refuses to require credentials that nobody can have, and says how to make one', () => {
  const { problems, isAuthRequired } = checkListening({ ...local, auth: { ...noAuth, required: true } });
  expect(isAuthRequired).toBe(true);
  expect(problems).toHaveLength(1);
  expect(problems[0]?.help).toContain('printf %s "$TOKEN" | sha256sum');
  expect(messages({ auth: { ...withToken, required: true } })).toEqual([]);
  expect(messages({ auth: { ...noAuth, required: true, api_keys: [credential] } })).toEqual([]);
});

it('lists all problems at once', () => {
  expect(messages({ host: '0.0.0.0' })).toHaveLength(2);
});

it('SEC-036 does not let every page use a server without credentials, unless that is said explicitly', () => {
  expect(messages({ corsOrigins: ['*'] })).toHaveLength(1);
  expect(messages({ corsOrigins: ['*'], isOpenToAll: true })).toEqual([]);
  expect(messages({ corsOrigins: ['https://desk.example'] })).toEqual([]);
});

it('WIRE-049 warns that `*` has no effect where credentials are required', () => {
  const plan = { ...local, corsOrigins: ['*'] };
  expect(checkListening(plan).warnings).toEqual([]);
  expect(checkListening({ ...plan, auth: { ...withToken, required: true } }).warnings).toHaveLength(1);
});
