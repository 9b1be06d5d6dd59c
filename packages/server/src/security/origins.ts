import { parseAuthority } from './authority.js';

export interface OriginPolicy {
  /** Pages of these origins may call; `*` stands for all, where no credentials are required (WIRE-049). */
  readonly corsOrigins: readonly string[];
  readonly isAuthRequired: boolean;
}

export interface OriginRequest {
  /** The `Origin` header. Browsers send it with every request that could do harm; others rarely do. */
  readonly origin?: string | undefined;
  /** The `Host` header, which must have passed the host check: otherwise "same origin" means nothing. */
  readonly host?: string | undefined;
  /** How the client reached the server; absent behind a proxy, where nobody knows. */
  readonly scheme?: 'http' | 'https' | undefined;
}

/** `none`: no page is asking. `same`: a page of this server. `listed`: one that the operator allows. */
export type OriginVerdict = 'none' | 'same' | 'listed' | 'refused';

/** Which page is asking, and whether it may. Holds for HTTP requests and for WebSocket upgrades (C-88). */
export function checkOrigin(request: OriginRequest, { corsOrigins, isAuthRequired }: OriginPolicy): OriginVerdict {
  if (request.origin === undefined) return 'none';
  const origin = parseOrigin(request.origin);
  // Among them `null`, which any sandboxed page has.
  if (origin === undefined) return 'refused';
  if (isSameOrigin(origin, request)) return 'same';
  const isListed = corsOrigins.some((each) => parseOrigin(each)?.text === origin.text);
  return isListed || (corsOrigins.includes('*') && !isAuthRequired) ? 'listed' : 'refused';
}

interface Origin {
  readonly scheme: string;
  readonly authority: string;
  readonly text: string;
}

const defaultPorts: Readonly<Record<string, string>> = { http: '80', https: '443' };

function parseOrigin(text: string): Origin | undefined {
  const [, name = '', rest = ''] = /^([a-z][a-z0-9+.-]*):\/\/([^/]+)\/?$/i.exec(text) ?? [];
  const scheme = name.toLowerCase();
  const authority = authorityText(rest, scheme);
  return authority === undefined ? undefined : { scheme, authority, text: `${scheme}://${authority}` };
}

/** With the scheme's own port left out, as in headers of browsers. */
function authorityText(text: string, scheme: string): string | undefined {
  const authority = parseAuthority(text);
  if (authority === undefined) return undefined;
  const { host, port } = authority;
  return port === '' || port === defaultPorts[scheme] ? host : `${host} ${port}`;
}

function isSameOrigin(origin: Origin, { host, scheme }: OriginRequest): boolean {
  if (host === undefined || defaultPorts[origin.scheme] === undefined) return false;
  if (scheme !== undefined && scheme !== origin.scheme) return false;
  return authorityText(host, origin.scheme) === origin.authority;
}
