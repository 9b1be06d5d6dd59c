import type { AuthConfig } from '../config/config.js';
import { isLoopback } from './is-loopback.js';
import type { SetupProblem } from './setup-error.js';

/** What decides whether it is safe to listen. */
export interface ListenPlan {
  /** The address to bind to. */
  readonly host: string;
  readonly auth: AuthConfig;
  readonly hasTls: boolean;
  /** The operator says that a proxy in front speaks TLS with the clients (C-87). */
  readonly isBehindProxy: boolean;
  /** The operator's explicit switch for a public server without credentials (C-01). */
  readonly isOpenToAll: boolean;
  readonly corsOrigins: readonly string[];
}

export interface ListenVerdict {
  readonly isAuthRequired: boolean;
  /** Any of them means: do not start. */
  readonly problems: readonly SetupProblem[];
  readonly warnings: readonly SetupProblem[];
}

/**
 * Whether credentials are required where the configuration does not say: everywhere but on loopback and stdio (C-01). A
 * server behind a proxy is public although it may listen on loopback.
 */
export function isAuthRequiredOn(
  listener: { readonly host: string; readonly isBehindProxy: boolean } | 'stdio',
  { required }: Pick<AuthConfig, 'required'>,
): boolean {
  if (required !== null) return required;
  return listener !== 'stdio' && isPublic(listener);
}

/** Whether a server may listen like this, and what its operator should know. */
export function checkListening(plan: ListenPlan): ListenVerdict {
  const isAuthRequired = isAuthRequiredOn(plan, plan.auth);
  return {
    isAuthRequired,
    problems: [
      ...checkPlainText(plan),
      ...(isAuthRequired ? checkCredentials(plan.auth) : [...checkOpenness(plan), ...checkPages(plan)]),
    ],
    warnings: isAuthRequired && plan.corsOrigins.includes('*') ? [wildcardIgnored] : [],
  };
}

/** WIRE-049. */
const wildcardIgnored: SetupProblem = {
  message: '`http.cors_origins` holds `*`, which has no effect because credentials are required',
  help: 'list the origins whose pages may call',
};

function isPublic({ host, isBehindProxy }: { readonly host: string; readonly isBehindProxy: boolean }): boolean {
  return isBehindProxy || !isLoopback(host);
}

/** SEC-033, SEC-035, C-87. */
function checkPlainText({ host, hasTls, isBehindProxy }: ListenPlan): SetupProblem[] {
  if (hasTls || isBehindProxy || isLoopback(host)) return [];
  return [
    {
      message: `plain text on \`${host}\` could be read and changed by others on the network`,
      help: [
        'give a certificate and its key: "tls": { "cert": "cert.pem", "key": "key.pem" },',
        'or set "behind_proxy": true if a proxy in front speaks TLS, or listen on 127.0.0.1',
      ].join('\n'),
    },
  ];
}

/** SEC-009. */
function checkOpenness(plan: ListenPlan): SetupProblem[] {
  if (plan.isOpenToAll || !isPublic(plan)) return [];
  return [
    {
      message: `without credentials everybody who reaches \`${plan.host}\` could use this server`,
      help: 'set "auth": { "required": true }, or say explicitly that the server is open to all',
    },
  ];
}

/** Any page that somebody opens could then use a server of this machine, as if its user had asked for it. */
function checkPages({ corsOrigins, isOpenToAll }: ListenPlan): SetupProblem[] {
  if (isOpenToAll || !corsOrigins.includes('*')) return [];
  return [
    {
      message: '`http.cors_origins` holds `*`, so any page in a browser could use this server without credentials',
      help: 'list the origins whose pages may call, or say explicitly that the server is open to all',
    },
  ];
}

/** A server that asks for credentials and accepts none answers nobody. */
function checkCredentials({ tokens, api_keys: apiKeys, jwt }: AuthConfig): SetupProblem[] {
  if (tokens.length + apiKeys.length > 0 || jwt !== null) return [];
  return [
    {
      message: 'credentials are required here and none are configured, so nobody could log in',
      help: [
        'make a token, which the client keeps, and its digest, which the server gets:',
        '  TOKEN=$(openssl rand -hex 32); echo "$TOKEN"; printf %s "$TOKEN" | sha256sum',
        'and add it: "auth": { "tokens": [ { "sha256": "<digest>", "identity": "<name>" } ] }',
      ].join('\n'),
    },
  ];
}
