import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { exportJWK, exportSPKI, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';

/** Claims over those of a good token; undefined leaves one out. */
export type Claims = { readonly [Name in keyof JWTPayload]?: JWTPayload[Name] | undefined };

/** Somebody who issues JWTs, with the keys in a file that servers read. */
export interface Issuer {
  /** `auth.jwt` of a server that trusts this issuer. */
  readonly settings: object;
  /** A good token, with these claims over its own. */
  sign(claims?: Claims): Promise<string>;
  /** Tokens that must not be taken, each with what is wrong with it. */
  forgeries(): Promise<Readonly<Record<string, string>>>;
  dispose(): void;
}

const name = 'https://issuer.example';
const audience = 'https://desk.example';
export const tokenUrl = 'https://issuer.example/token';

export async function openIssuer(): Promise<Issuer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'manglecp-issuer-'));
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
  const stranger = await generateKeyPair('RS256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' };
  const pem = await exportSPKI(publicKey);
  const file = path.join(folder, 'keys.json');
  writeFileSync(file, JSON.stringify({ keys: [jwk] }));

  const claimsOf = (over: Claims): JWTPayload => {
    const now = Math.floor(Date.now() / 1000);
    return {
      iss: name,
      aud: audience,
      sub: 'guest',
      scope: 'secrets post',
      iat: now,
      exp: now + 600,
      ...over,
    } as JWTPayload;
  };
  const signWith = (key: Parameters<SignJWT['sign']>[0], alg: string, claims: Claims): Promise<string> =>
    new SignJWT(claimsOf(claims)).setProtectedHeader({ alg, kid: 'k1' }).sign(key);
  const sign = (claims: Claims = {}): Promise<string> => signWith(privateKey, 'RS256', claims);

  return {
    settings: { issuer: name, audience, jwks_file: file, token_url: tokenUrl },
    sign,
    forgeries: async () => {
      const past = Math.floor(Date.now() / 1000) - 1;
      const good = await sign();
      const [header = '', payload = '', signature = ''] = good.split('.');
      const risen = Buffer.from(JSON.stringify(claimsOf({ sub: 'auditor' }))).toString('base64url');
      const unsecured = new UnsecuredJWT(claimsOf({})).encode();
      const text = new TextEncoder();
      return {
        'an expired one': await sign({ iat: past - 60, exp: past }),
        'one that never expires': await sign({ exp: undefined }),
        'one of the future': await sign({ nbf: past + 3600 }),
        'one without a subject': await sign({ sub: undefined }),
        'one for another audience': await sign({ aud: 'https://elsewhere.example' }),
        'one for no audience': await sign({ aud: undefined }),
        'one of another issuer': await sign({ iss: 'https://elsewhere.example' }),
        'one of no issuer': await sign({ iss: undefined }),
        'one with the algorithm none': unsecured,
        'one with the algorithm none and a signature': `${unsecured}${signature}`,
        'one with HS256 and the public key as PEM': await signWith(text.encode(pem), 'HS256', {}),
        'one with HS256 and the public key as JWK': await signWith(text.encode(JSON.stringify(jwk)), 'HS256', {}),
        'one of another key with the same name': await signWith(stranger.privateKey, 'RS256', {}),
        'one with other claims under the old signature': `${header}.${risen}.${signature}`,
        'one without a signature': `${header}.${payload}.`,
        'one with a signature cut short': good.slice(0, -4),
      };
    },
    dispose: () => rmSync(folder, { recursive: true, force: true }),
  };
}
