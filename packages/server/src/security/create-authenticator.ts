import { compareText } from '@manglecp/mangle';
import type { AuthConfig, CredentialConfig } from '../config/config.js';
import { credentialsNotValid } from './auth-errors.js';
import { createCredentialTable } from './credential-table.js';
import { createJwtVerifier, jwtKey } from './create-jwt-verifier.js';
import type { KeySourceOptions } from './create-key-source.js';
import type { Principal } from './principal.js';
import { readBearer } from './read-bearer.js';
import { sha256 } from './sha256.js';

export type AuthScheme = 'bearer' | 'api_key' | 'oauth2';

/** Credentials as they came beside a message. Each member is one header's value. */
export interface PresentedCredentials {
  /** `Authorization`. */
  readonly authorization?: string | undefined;
  /** `X-MangleCP-API-Key`. */
  readonly apiKey?: string | undefined;
}

/** Turns credentials into principals. Whether they are required is not its matter: a listener decides that (C-01). */
export interface Authenticator {
  /** Always bearer and API key, `oauth2` if tokens of an issuer are taken (C-52). */
  readonly schemes: readonly AuthScheme[];
  /** Where clients get OAuth tokens (SEC-012); null without OAuth. */
  readonly tokenUrl: string | null;
  /** Whether there is any credential that would be accepted. */
  readonly canLogIn: boolean;
  /**
   * Whose credentials these are; nobody's if there are none. Throws `auth_invalid` for credentials that are wrong, also
   * where none are needed: a client that shows some must not silently become anonymous.
   */
  fromHeaders(headers: PresentedCredentials): Promise<Principal | undefined>;
  /** The same for an `authenticate` message. */
  fromMessage(scheme: string, token: string): Promise<Principal>;
  /**
   * What became of a principal that logged in earlier, perhaps under other settings: with the privileges that it has now.
   * Undefined if its credential is not accepted any more.
   */
  renew(principal: Principal): Principal | undefined;
}

/** A longer credential is refused before anything is computed from it. */
const maxCredentialBytes = 16_384;

/**
 * An authenticator for a pack's `auth`. Throws a `SetupError` if that cannot be used safely. A `Bearer` value is looked up
 * among the tokens and the API keys, because servers with API keys also take bearer (SEC-013), then read as a JWT.
 */
export async function createAuthenticator(auth: AuthConfig, options: KeySourceOptions): Promise<Authenticator> {
  const tokens = createCredentialTable('tokens', auth.tokens);
  const apiKeys = createCredentialTable('api_keys', auth.api_keys);
  const verifyJwt = auth.jwt === null ? undefined : await createJwtVerifier(auth.jwt, options);

  const byApiKey = async (secret: string): Promise<Principal> => {
    const digest = digestOf(secret);
    return principalOf(apiKeys.find(digest), digest);
  };
  const byJwt = async (secret: string): Promise<Principal> => {
    const digest = digestOf(secret);
    if (verifyJwt === undefined) throw credentialsNotValid();
    return verifyJwt(secret, digest);
  };
  const byBearer = async (secret: string): Promise<Principal> => {
    const digest = digestOf(secret);
    const [token, apiKey] = [tokens.find(digest), apiKeys.find(digest)];
    const entry = token ?? apiKey;
    return entry === undefined ? byJwt(secret) : principalOf(entry, digest);
  };
  const byScheme = new Map<string, (secret: string) => Promise<Principal>>([
    ['bearer', byBearer],
    ['api_key', byApiKey],
    ['oauth2', byJwt],
  ]);

  return {
    schemes: auth.jwt === null ? ['bearer', 'api_key'] : ['bearer', 'api_key', 'oauth2'],
    tokenUrl: auth.jwt?.token_url ?? null,
    canLogIn: tokens.size + apiKeys.size > 0 || auth.jwt !== null,
    fromHeaders: async ({ authorization, apiKey }) => {
      const bearer = authorization === undefined ? undefined : await byBearer(bearerOf(authorization));
      const keyed = apiKey === undefined ? undefined : await byApiKey(apiKey.trim());
      // Two credentials of different principals leave open who is asking.
      if (bearer !== undefined && keyed !== undefined && bearer.key !== keyed.key) throw credentialsNotValid();
      return bearer ?? keyed;
    },
    fromMessage: async (scheme, token) => {
      const check = byScheme.get(scheme.toLowerCase());
      if (check === undefined) throw credentialsNotValid();
      return check(token);
    },
    renew: (principal) => {
      const { key, confirmationKey: digest } = principal;
      if (digest === undefined) return undefined;
      const entry = [tokens.find(digest), apiKeys.find(digest)].find(
        (each) => each !== undefined && keyOf(each) === key,
      );
      if (entry !== undefined) return principalOf(entry, digest);
      // A JWT itself is not kept. It was good for this issuer, and it ends soon.
      return auth.jwt !== null && key.startsWith(jwtKey(auth.jwt.issuer, '')) ? principal : undefined;
    },
  };
}

/** Whether a principal's credential has ended since it was checked; sessions may outlive it. */
export function isExpired({ expiresAtMs }: Principal, nowMs: number): boolean {
  return expiresAtMs !== undefined && nowMs >= expiresAtMs;
}

function bearerOf(header: string): string {
  const token = header.length > 2 * maxCredentialBytes ? undefined : readBearer(header);
  if (token === undefined) throw credentialsNotValid();
  return token;
}

function digestOf(secret: string): Buffer {
  if (secret === '' || Buffer.byteLength(secret, 'utf8') > maxCredentialBytes) throw credentialsNotValid();
  return sha256(secret);
}

/**
 * The principal that an identity of the configuration stands for, as if it had presented its secret. For programs that
 * run a pack on behalf of whoever owns its configuration; undefined if no credential has the identity.
 */
export function principalNamed({ tokens, api_keys: apiKeys }: AuthConfig, identity: string): Principal | undefined {
  const entry = [...tokens, ...apiKeys].find((each) => each.identity === identity);
  return entry === undefined ? undefined : principalOf(entry, Buffer.from(entry.sha256, 'hex'));
}

function principalOf(entry: CredentialConfig | undefined, confirmationKey: Uint8Array): Principal {
  if (entry === undefined) throw credentialsNotValid();
  return {
    isAnonymous: false,
    key: keyOf(entry),
    identity: entry.identity,
    privileges: [...new Set(entry.privileges)].sort(compareText),
    trustLevel: entry.trust_level,
    autoConfirmEffects: entry.auto_confirm_effects,
    confirmationKey,
  };
}

/** By identity, so that what was issued under an old token can be used with the one that replaces it. */
function keyOf({ identity }: CredentialConfig): string {
  return `static:${identity}`;
}
