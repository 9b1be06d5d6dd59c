import { expect } from 'vitest';
import { intentRequest } from '../harness/messages.js';
import type { RawResponse } from './raw-socket.js';
import { postText, siege } from './siege.js';

const body = JSON.stringify(intentRequest());

/** Status, and code or type, of what came. */
function summary(response: RawResponse | undefined): string {
  if (response === undefined) return 'closed';
  const { type, payload } = JSON.parse(response.body) as { type: string; payload: { code?: string } };
  return `${response.status} ${payload.code ?? type}`;
}

const good = '200 intent_response';
const malformed = '400 malformed_message';

siege('a server that is sent odd HTTP', {}, (attack) => {
  const host = (url: string): string => `Host: ${new URL(url).host}\r\n`;
  const cases: readonly (readonly [title: string, text: (url: string) => string, expected: string])[] = [
    ['a request in HTTP/1.0', (url) => postText(url, body, { version: '1.0' }), good],
    ['the absolute form of a target', (url) => postText(url, body, { path: `${url}/manglecp/evaluate` }), good],
    ['letters of the path as escapes', (url) => postText(url, body, { path: '/manglecp/%65valuate' }), good],
    ['a query behind the path', (url) => postText(url, body, { path: '/manglecp/evaluate?a=%zz' }), good],
    [
      'steps up in the path',
      (url) => postText(url, body, { path: '/manglecp/../manglecp/evaluate' }),
      '404 x-not_found',
    ],
    ['steps up as escapes', (url) => postText(url, body, { path: '/%2e%2e/%2e%2e/etc/passwd' }), '404 x-not_found'],
    ['two slashes', (url) => postText(url, body, { path: '//manglecp/evaluate' }), '404 x-not_found'],
    ['escapes that are none', (url) => postText(url, body, { path: '/manglecp/%zz' }), malformed],
    ['escapes of no UTF-8', (url) => postText(url, body, { path: '/%c0%af' }), malformed],
    ['a NUL in the path', (url) => postText(url, body, { path: '/manglecp/evaluate%00' }), '404 x-not_found'],
    [
      'a very long segment',
      (url) => `GET /manglecp/skills/${'a'.repeat(9000)} HTTP/1.1\r\n${host(url)}\r\n`,
      '404 x-not_found',
    ],
    ['another method', (url) => `PROPFIND /manglecp/evaluate HTTP/1.1\r\n${host(url)}\r\n`, '405 x-method_not_allowed'],
    ['the target of the whole server', (url) => `OPTIONS * HTTP/1.1\r\n${host(url)}\r\n`, '404 x-not_found'],
    ['a tunnel', (url) => `CONNECT a:1 HTTP/1.1\r\n${host(url)}\r\n`, 'closed'],
    ['no host', (url) => postText(url, body).replace(/Host:[^\r]*\r\n/, ''), malformed],
    ['no host in HTTP/1.0', () => `GET /healthz HTTP/1.0\r\n\r\n`, '403 auth_insufficient'],
    ['two hosts', (url) => postText(url, body, { headers: ['Host: evil.example'] }), malformed],
    ['the preface of HTTP/2', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', malformed],
    ['an unknown method', (url) => `FOO / HTTP/1.1\r\n${host(url)}\r\n`, malformed],
    ['no HTTP at all', () => '\u0016\u0003\u0001\u0002\u0000\u0001\r\n\r\n', malformed],
    ['a header without a colon', (url) => postText(url, body, { headers: ['nonsense'] }), malformed],
    ['a header with a line break', (url) => postText(url, body, { headers: ['X-A: a\n b'] }), malformed],
    ['a header with a NUL', (url) => postText(url, body, { headers: ['X-A: a\u0000b'] }), malformed],
    ['a huge header', (url) => postText(url, body, { headers: [`X-A: ${'a'.repeat(100_000)}`] }), malformed],
    [
      'too many headers',
      (url) => postText(url, body, { headers: Array.from({ length: 20_000 }, () => 'a: b') }),
      malformed,
    ],
    ['a negative length', (url) => postText(url, body, { length: -5 }), malformed],
    ['two lengths', (url) => postText(url, body, { headers: ['Content-Length: 5'] }), malformed],
    ['a length and chunks', (url) => postText(url, body, { headers: ['Transfer-Encoding: chunked'] }), malformed],
    ['a length without a body', (url) => postText(url, '', { length: 0 }), malformed],
    ['a length that is too small', (url) => postText(url, body, { length: 10 }), malformed],
    ['chunks', (url) => chunked(url, [body.slice(0, 5), body.slice(5, 6), body.slice(6)]), good],
    [
      'chunks that are none',
      (url) => postText(url, 'zz\r\nabc\r\n', { length: null, headers: chunkedHeaders }),
      malformed,
    ],
    ['a compressed body', (url) => postText(url, body, { headers: ['Content-Encoding: gzip'] }), malformed],
    ['an expectation that nobody can meet', (url) => postText(url, body, { headers: ['Expect: tea'] }), malformed],
    [
      'an offer of HTTP/2, which is declined',
      (url) =>
        postText(url, body, { headers: ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AA'] }),
      good,
    ],
  ];
  for (const [title, text, expected] of cases) {
    attack(`WIRE-040 answers ${title}`, async ({ url, open }) => {
      const socket = await open();
      socket.write(text(url));
      expect(summary(await socket.response())).toBe(expected);
    });
  }

  attack('answers several POSTs on one socket in their order', async ({ url, open }) => {
    const socket = await open();
    const requests = Array.from({ length: 20 }, () => intentRequest());
    const broken = '{"type":"intent_request","id":"broken"';
    socket.write(...requests.map((request) => postText(url, JSON.stringify(request))), postText(url, broken));
    for (const { id } of requests) {
      const response = await socket.response();
      expect(JSON.parse(response?.body ?? '')).toMatchObject({ type: 'intent_response', id });
    }
    expect(summary(await socket.response())).toBe(malformed);
  });

  attack('says 100 to a client that waits with its body', async ({ url, open }) => {
    const socket = await open();
    const text = postText(url, body, { headers: ['Expect: 100-continue'] });
    socket.write(text.slice(0, -body.length));
    expect((await socket.response())?.status).toBe(100);
    socket.write(body);
    expect(summary(await socket.response())).toBe(good);
  });

  attack('takes a request that comes byte by byte', async ({ url, open }) => {
    const socket = await open();
    for (const byte of Buffer.from(postText(url, body))) {
      socket.write(Buffer.from([byte]));
      await new Promise(setImmediate);
    }
    expect(summary(await socket.response())).toBe(good);
  });

  attack('ends a connection on which a body is too long for its head', async ({ url, open }) => {
    const socket = await open();
    socket.write(postText(url, body, { length: 10 }));
    expect(summary(await socket.response())).toBe(malformed);
    // The rest of the body is no request, so nothing can follow.
    await socket.ended();
  });

  attack('refuses upgrades to targets that are none', async ({ url, open }) => {
    for (const target of ['//', 'http://[', '/%zz', '/manglecp/ws/', '*']) {
      const socket = await open();
      const headers = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'];
      socket.write(`GET ${target} HTTP/1.1\r\n${host(url)}${headers.join('\r\n')}\r\n\r\n`);
      expect(summary(await socket.response())).toBe('404 x-not_found');
      await socket.ended();
    }
  });
});

const chunkedHeaders = ['Transfer-Encoding: chunked'];

function chunked(url: string, parts: readonly string[]): string {
  const chunks = [...parts, ''].map((part) => `${Buffer.byteLength(part).toString(16)}\r\n${part}\r\n`);
  return postText(url, chunks.join(''), { length: null, headers: chunkedHeaders });
}
