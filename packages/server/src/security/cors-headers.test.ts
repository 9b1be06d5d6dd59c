import { expect, it } from 'vitest';
import { answerPreflight, corsHeaders } from './cors-headers.js';

const app = 'https://app.example';
const own = { host: 'localhost:4711', scheme: 'http' } as const;
const policy = { corsOrigins: [app], isAuthRequired: true };

it('WIRE-048 lets a configured page read answers', () => {
  expect(corsHeaders({ ...own, origin: app }, policy)).toEqual({
    vary: 'Origin',
    'access-control-allow-origin': app,
    'access-control-expose-headers': 'ETag, Retry-After, WWW-Authenticate',
  });
});

it('WIRE-048 answers the preflight of a configured page', () => {
  expect(answerPreflight({ ...own, origin: app }, policy)).toEqual({
    status: 204,
    headers: {
      vary: 'Origin',
      'access-control-allow-origin': app,
      'access-control-expose-headers': 'ETag, Retry-After, WWW-Authenticate',
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': 'Content-Type, Authorization, X-MangleCP-API-Key',
      'access-control-max-age': '600',
    },
  });
});

it('tells other pages nothing', () => {
  const foreign = { ...own, origin: 'https://evil.example' };
  expect(corsHeaders(foreign, policy)).toEqual({ vary: 'Origin' });
  expect(answerPreflight(foreign, policy)).toEqual({ status: 403, headers: { vary: 'Origin' } });
});

it('tells caches that answers differ by origin, also if this request has none', () => {
  expect(corsHeaders(own, policy)).toEqual({ vary: 'Origin' });
  expect(answerPreflight(own, policy)).toEqual({ status: 204, headers: { vary: 'Origin' } });
});

it('has no headers where no pages are configured', () => {
  const closed = { corsOrigins: [], isAuthRequired: false };
  expect(corsHeaders({ ...own, origin: app }, closed)).toEqual({});
  expect(answerPreflight({ ...own, origin: app }, closed)).toEqual({ status: 403, headers: {} });
  expect(answerPreflight({ ...own, origin: 'http://localhost:4711' }, closed)).toEqual({ status: 204, headers: {} });
});

it.each([true, false])('WIRE-049 never answers `*` (credentials required: %s)', (isAuthRequired) => {
  for (const origin of [app, 'null', '*']) {
    const headers = corsHeaders({ ...own, origin }, { corsOrigins: ['*', app], isAuthRequired });
    expect(Object.values(headers)).not.toContain('*');
  }
});
