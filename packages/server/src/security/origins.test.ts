import { describe, expect, it } from 'vitest';
import { checkOrigin, type OriginRequest, type OriginVerdict } from './origins.js';

const host = 'localhost:4711';

function check(
  request: OriginRequest,
  expected: OriginVerdict,
  { corsOrigins = [] as readonly string[], isAuthRequired = false } = {},
): void {
  expect(checkOrigin(request, { corsOrigins, isAuthRequired })).toBe(expected);
}

it('SEC-036 lets everybody pass who is no page', () => {
  check({ host, scheme: 'http' }, 'none');
});

describe('SEC-036 a page of the server itself', () => {
  it.each<[string, string, 'http' | 'https' | undefined]>([
    ['http://localhost:4711', 'localhost:4711', 'http'],
    ['http://LOCALHOST:4711', 'localhost:4711', 'http'],
    ['https://app.example', 'app.example', 'https'],
    ['https://app.example', 'app.example:443', 'https'],
    ['http://app.example:80', 'app.example', 'http'],
    ['http://[::1]:4711', '[::1]:4711', 'http'],
    ['https://app.example', 'app.example', undefined],
    ['http://app.example', 'app.example', undefined],
  ])('`%s` passes at `%s` (%s)', (origin, ownHost, scheme) => {
    check({ origin, host: ownHost, scheme }, 'same');
  });

  it.each<[string, string | undefined, 'http' | 'https']>([
    ['http://app.example', 'app.example', 'https'],
    ['https://localhost:4711', 'localhost:4711', 'http'],
    ['http://localhost:4712', 'localhost:4711', 'http'],
    ['http://127.0.0.1:4711', 'localhost:4711', 'http'],
    ['ftp://localhost:4711', 'localhost:4711', 'http'],
    ['http://localhost:4711', undefined, 'http'],
  ])('is not what `%s` is at `%s` (%s)', (origin, ownHost, scheme) => {
    check({ origin, host: ownHost, scheme }, 'refused');
  });
});

describe('SEC-036 pages of others', () => {
  it.each([
    '',
    'null',
    'NULL',
    '*',
    'https://evil.example',
    'http://localhost:4711.evil.example',
    'http://localhost:4711@evil.example',
    'http://localhost:4711/path',
    'http://localhost:4711, https://evil.example',
    'localhost:4711',
    '//localhost:4711',
  ])('are refused: `%s`', (origin) => {
    check({ origin, host, scheme: 'http' }, 'refused');
    check({ origin, host, scheme: 'http' }, 'refused', { corsOrigins: ['https://app.example'] });
  });

  it.each([
    ['https://app.example', 'https://app.example'],
    ['https://app.example/', 'https://APP.example'],
    ['https://app.example:443', 'https://app.example'],
    ['http://app.example:3000', 'http://app.example:3000'],
    ['chrome-extension://abcdef', 'chrome-extension://abcdef'],
  ])('pass if `%s` is configured: `%s`', (listed, origin) => {
    check({ origin, host, scheme: 'http' }, 'listed', { corsOrigins: ['https://first.example', listed] });
  });

  it.each(['http://app.example', 'https://app.example:8443', 'https://sub.app.example', 'https://app.example.evil'])(
    'do not pass because they resemble a configured one: `%s`',
    (origin) => {
      check({ origin, host, scheme: 'http' }, 'refused', { corsOrigins: ['https://app.example'] });
    },
  );
});

it('WIRE-049 takes `*` only where no credentials are required, and never for `null`', () => {
  const open = { corsOrigins: ['*'], isAuthRequired: false };
  check({ origin: 'https://any.example', host }, 'listed', open);
  check({ origin: 'null', host }, 'refused', open);
  check({ origin: 'https://any.example', host }, 'refused', { ...open, isAuthRequired: true });
});
