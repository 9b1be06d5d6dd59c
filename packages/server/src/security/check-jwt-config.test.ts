import { describe, expect, it } from 'vitest';
import type { JwtConfig } from '../config/config.js';
import { checkJwtConfig } from './check-jwt-config.js';

const sound: JwtConfig = {
  issuer: 'https://issuer.example',
  audience: 'manglecp',
  jwks_url: 'https://issuer.example/keys',
  jwks_file: null,
  algorithms: ['RS256', 'ES256', 'EdDSA'],
  token_url: 'https://issuer.example/token',
  privileges_claim: 'scope',
};

function messages(change: Partial<JwtConfig>): readonly string[] {
  return checkJwtConfig({ ...sound, ...change }).map(({ message }) => message);
}

it('takes a sound configuration', () => {
  expect(messages({})).toEqual([]);
  expect(messages({ jwks_url: null, jwks_file: 'keys.json' })).toEqual([]);
  expect(messages({ jwks_url: 'http://127.0.0.1:9/keys' })).toEqual([]);
  expect(messages({ jwks_url: 'http://[::1]:9/keys' })).toEqual([]);
});

describe('SEC-010 refuses', () => {
  it.each(['none', 'None', 'HS256', 'HS384', 'HS512', 'hs256', 'RSA1_5', 'dir', ''])(
    'the algorithm `%s`',
    (algorithm) => {
      expect(messages({ algorithms: ['RS256', algorithm] })).toEqual([
        `\`auth.jwt.algorithms\` must not hold \`${algorithm}\``,
      ]);
    },
  );

  it('an empty list of algorithms', () => {
    expect(messages({ algorithms: [] })).toHaveLength(1);
  });

  it.each(['issuer', 'audience', 'token_url'] as const)('an empty %s', (name) => {
    expect(messages({ [name]: '' })).toEqual([`\`auth.jwt.${name}\` must not be empty`]);
  });

  it('keys from two places, or from none', () => {
    expect(messages({ jwks_file: 'keys.json' })).toHaveLength(1);
    expect(messages({ jwks_url: null })).toHaveLength(1);
  });

  it.each(['http://issuer.example/keys', 'file:///keys.json', 'keys', 'http://127.0.0.1.evil.example/keys'])(
    'keys from `%s`',
    (url) => {
      expect(messages({ jwks_url: url })).toEqual(['`auth.jwt.jwks_url` must be an https URL']);
    },
  );
});
