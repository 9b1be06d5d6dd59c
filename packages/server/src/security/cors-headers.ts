import { checkOrigin, type OriginPolicy, type OriginRequest } from './origins.js';

/** Headers that pages may send. */
const allowedHeaders = 'Content-Type, Authorization, X-MangleCP-API-Key';
const allowedMethods = 'GET, POST';
/** Headers of answers that pages may read, besides those that they always may. */
const exposedHeaders = 'ETag, Retry-After, WWW-Authenticate';
const preflightMaxAgeSeconds = '600';

export type HeaderValues = Readonly<Record<string, string>>;

export interface PreflightAnswer {
  readonly status: 204 | 403;
  readonly headers: HeaderValues;
}

/**
 * What an answer carries so that a page may read it (WIRE-048). The origin is always repeated and never `*`, so an answer
 * depends on who asks, and caches are told so even if nobody asked.
 */
export function corsHeaders(request: OriginRequest, policy: OriginPolicy): HeaderValues {
  if (policy.corsOrigins.length === 0) return {};
  const { origin } = request;
  if (origin === undefined || checkOrigin(request, policy) !== 'listed') return { vary: 'Origin' };
  return {
    vary: 'Origin',
    'access-control-allow-origin': origin,
    'access-control-expose-headers': exposedHeaders,
  };
}

/** The answer to `OPTIONS` with an `Access-Control-Request-Method`. Only a listed origin is told what is allowed. */
export function answerPreflight(request: OriginRequest, policy: OriginPolicy): PreflightAnswer {
  const verdict = checkOrigin(request, policy);
  const headers = corsHeaders(request, policy);
  if (verdict === 'refused') return { status: 403, headers };
  if (verdict !== 'listed') return { status: 204, headers };
  return {
    status: 204,
    headers: {
      ...headers,
      'access-control-allow-methods': allowedMethods,
      'access-control-allow-headers': allowedHeaders,
      'access-control-max-age': preflightMaxAgeSeconds,
    },
  };
}
