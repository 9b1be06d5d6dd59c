import type { JwtConfig } from '../config/config.js';
import { isLoopback } from './is-loopback.js';
import type { SetupProblem } from './setup-error.js';

/** Signatures with a key pair. With `none` or a shared secret (HS…) whoever knows the public keys could make tokens. */
const safeAlgorithms: ReadonlySet<string> = new Set([
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
]);

/** What would make tokens of this issuer unsafe or useless. */
export function checkJwtConfig(config: JwtConfig): SetupProblem[] {
  return [...checkAlgorithms(config), ...checkNames(config), ...checkKeys(config)];
}

function checkAlgorithms({ algorithms }: JwtConfig): SetupProblem[] {
  const help = `take some of ${[...safeAlgorithms].join(', ')}`;
  if (algorithms.length === 0) return [{ message: '`auth.jwt.algorithms` is empty, so no token could be valid', help }];
  return algorithms
    .filter((algorithm) => !safeAlgorithms.has(algorithm))
    .map((algorithm) => ({ message: `\`auth.jwt.algorithms\` must not hold \`${algorithm}\``, help }));
}

/** Without issuer or audience a token that was made for somebody else would be good here. */
function checkNames(config: JwtConfig): SetupProblem[] {
  return (['issuer', 'audience', 'token_url'] as const)
    .filter((name) => config[name] === '')
    .map((name) => ({ message: `\`auth.jwt.${name}\` must not be empty` }));
}

function checkKeys({ jwks_url: url, jwks_file: file }: JwtConfig): SetupProblem[] {
  if ((url === null) === (file === null)) {
    return [{ message: '`auth.jwt` needs exactly one of `jwks_url` and `jwks_file`' }];
  }
  if (url === null || isSafeUrl(url)) return [];
  const help = 'whoever can change keys on their way can log in as anybody; plain http is for loopback only';
  return [{ message: '`auth.jwt.jwks_url` must be an https URL', help }];
}

function isSafeUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}
