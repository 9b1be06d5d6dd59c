import { compareText } from '@manglecp/mangle';
import { errors, type JWTPayload, jwtVerify, type JWTVerifyGetKey, type JWTVerifyOptions } from 'jose';
import type { JwtConfig } from '../config/config.js';
import { credentialsExpired, credentialsNotValid, credentialsUncheckable } from './auth-errors.js';
import { createKeySource, type KeySourceOptions, KeysUnavailable } from './create-key-source.js';
import { checkJwtConfig } from './check-jwt-config.js';
import type { Principal } from './principal.js';
import { SetupError } from './setup-error.js';

/** Whose token this is; throws `auth_invalid`, or `server_not_ready` if the keys of the issuer cannot be had. */
export type JwtVerifier = (token: string, digest: Uint8Array) => Promise<Principal>;

/** How far the issuer's clock may be ahead, for `nbf` and `iat`. The end of a token is exact. */
const skewSeconds = 5;
/** As in OpenID Connect Core §2. */
const maxSubjectLength = 255;

/**
 * A verifier of signed JWTs (RFC 7519) of one issuer for one audience. A token needs `sub` and `exp`. Nothing it claims
 * makes its bearer an automated principal: that is configuration alone (SEC-023).
 */
export async function createJwtVerifier(config: JwtConfig, options: KeySourceOptions): Promise<JwtVerifier> {
  const problems = checkJwtConfig(config);
  if (problems.length > 0) throw new SetupError(problems);
  const source = createKeySource(config, options);
  if (config.jwks_file !== null) {
    await source.load().catch((cause: unknown) => {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new SetupError([{ message: `\`auth.jwt.jwks_file\` cannot be used: ${reason}` }], { cause });
    });
  }
  return async (token, digest) => {
    const nowMs = options.clock();
    const payload = await verify(token, source.find, {
      issuer: config.issuer,
      audience: config.audience,
      algorithms: [...config.algorithms],
      clockTolerance: skewSeconds,
      currentDate: new Date(nowMs),
    });
    return principalOf(payload, { config, digest, nowMs });
  };
}

async function verify(token: string, find: JWTVerifyGetKey, options: JWTVerifyOptions): Promise<JWTPayload> {
  try {
    return await verifyWithAnyKey(token, find, options);
  } catch (error) {
    if (error instanceof KeysUnavailable) throw credentialsUncheckable(error.retryAfterMs, error);
    if (error instanceof errors.JWTExpired) throw credentialsExpired();
    // jose throws a TypeError for a key that does not fit the algorithm.
    if (error instanceof errors.JOSEError || error instanceof TypeError) throw credentialsNotValid();
    throw error;
  }
}

/** A token that names no key may fit several; each is tried. The issuer decides how many there are, not the token. */
async function verifyWithAnyKey(token: string, find: JWTVerifyGetKey, options: JWTVerifyOptions): Promise<JWTPayload> {
  try {
    return (await jwtVerify(token, find, options)).payload;
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
    for await (const key of error) {
      try {
        return (await jwtVerify(token, key, options)).payload;
      } catch (mismatch) {
        if (!(mismatch instanceof errors.JWSSignatureVerificationFailed)) throw mismatch;
      }
    }
    throw error;
  }
}

/** With the issuer, so that nobody becomes somebody of the configuration, or of an earlier issuer, by name. */
export function jwtKey(issuer: string, subject: string): string {
  return `jwt:${issuer}:${subject}`;
}

interface Verified {
  readonly config: JwtConfig;
  readonly digest: Uint8Array;
  readonly nowMs: number;
}

function principalOf(payload: JWTPayload, { config, digest, nowMs }: Verified): Principal {
  const { sub, exp, iat } = payload;
  if (typeof sub !== 'string' || sub === '' || sub.length > maxSubjectLength) throw credentialsNotValid();
  if (exp === undefined) throw credentialsNotValid();
  // The library looks at `nbf` only. A token of the future was made by a clock, or by somebody, not to be trusted.
  if (iat !== undefined && iat * 1000 > nowMs + skewSeconds * 1000) throw credentialsNotValid();
  const expiresAtMs = exp * 1000;
  if (nowMs >= expiresAtMs) throw credentialsExpired();
  return {
    isAnonymous: false,
    key: jwtKey(config.issuer, sub),
    identity: sub,
    privileges: privilegesOf(payload, config.privileges_claim),
    trustLevel: 'interactive',
    autoConfirmEffects: [],
    confirmationKey: digest,
    expiresAtMs,
  };
}

/** A claim of another shape gives no privilege. */
function privilegesOf(payload: JWTPayload, claim: string): readonly string[] {
  const value: unknown = Object.hasOwn(payload, claim) ? payload[claim] : undefined;
  const words: readonly unknown[] = typeof value === 'string' ? value.split(' ') : Array.isArray(value) ? value : [];
  const privileges = words.filter((word): word is string => typeof word === 'string' && word !== '');
  return [...new Set(privileges)].sort(compareText);
}
