import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { float, type MangleOutput, name, time } from '@manglecp/mangle';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { HttpLookupConfig } from '../config/config.js';
import { readUrlTemplate } from '../config/url-template.js';
import { ask, columnsFor, never } from './externals.suite.js';
import { JsonFetcher } from './fetch-json.js';
import { createHttpLookup } from './http-lookup.js';
import type { Source } from './source.js';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const json = { 'content-type': 'application/json' };
const saying =
  (text: string, status = 200, headers: object = json): Answer =>
  (_, response) =>
    response.writeHead(status, { ...headers }).end(text);

interface Opened {
  readonly source: Source;
  readonly fetcher: JsonFetcher;
  /** The paths that were asked for. */
  readonly paths: readonly string[];
  readonly requests: readonly IncomingMessage[];
}

/** A look-up whose arguments are `argument_1`, `argument_2`, … */
async function open(
  types: string,
  answer: Answer,
  {
    path = '/{argument_1}',
    maxRows = 3,
    headers = {},
    ...over
  }: Partial<HttpLookupConfig> & {
    readonly path?: string;
    readonly maxRows?: number;
    readonly headers?: Readonly<Record<string, string>>;
  } = {},
): Promise<Opened> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const config = {
    url: origin + path,
    rows: '',
    columns: ['v', 'w'],
    headers_env: {},
    empty_status: [404],
    max_bytes: 1000,
    ...over,
  };
  const template = readUrlTemplate(config.url);
  if (typeof template === 'string') throw new Error(template);
  const fetcher = new JsonFetcher({ origin, headers, maxBytes: config.max_bytes, emptyStatus: config.empty_status });
  onTestFinished(async () => {
    await fetcher.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const source = createHttpLookup(fetcher, template, config, { columns: columnsFor(types), maxRows });
  return {
    source,
    fetcher,
    requests,
    get paths() {
      return requests.map(({ url = '' }) => url);
    },
  };
}

describe('a look-up by HTTP', () => {
  it.each<[string, string, string, string[], Partial<HttpLookupConfig>]>([
    ['a list of rows', '+/string, /number', '[{"v":1},{"v":2,"x":3}]', ['1', '2'], {}],
    ['one row', '+/string, /number', '{"v":1}', ['1'], {}],
    ['no rows', '+/string, /number', '[]', [], {}],
    ['rows further inside', '+/string, /number', '{"data":{"items":[{"v":1}]}}', ['1'], { rows: 'data.items' }],
    [
      'members further inside',
      '+/string, /number, /string',
      '{"a":{"b":5},"c":"x"}',
      ['5 "x"'],
      { columns: ['a.b', 'c'] },
    ],
    [
      'a member that is called like one of all objects',
      '+/string, /number',
      '{"__proto__":5}',
      ['5'],
      { columns: ['__proto__'] },
    ],
    ['yes', '+/string', '{"ok":true}', [''], { rows: 'ok' }],
    ['no', '+/string', '{"ok":false}', [], { rows: 'ok' }],
    ['some', '+/string', '[{}]', [''], {}],
    ['none', '+/string', '[]', [], {}],
    ['a whole number beyond 2^53', '+/string, /number', '{"v":9007199254740993}', ['9007199254740993'], {}],
    ['a float', '+/string, /float64', '[{"v":0.5},{"v":5},{"v":1e2}]', ['0.5', '5.0', '100.0'], {}],
    ['a boolean', '+/string, /bool', '{"v":true}', ['/true'], {}],
    ['a name', '+/string, /name', '{"v":"/a/b"}', ['/a/b'], {}],
    ['a time', '+/string, /time', '{"v":"2026-03-01T10:12:00+01:00"}', ['2026-03-01T09:12:00Z'], {}],
    ['anything', '+/string, /any', '[{"v":"/a"},{"v":1},{"v":1.0}]', ['"/a"', '1', '1.0'], {}],
  ])('takes %s', async (_, types, text, expected, config) => {
    expect(await ask((await open(types, saying(text), config)).source, 'x')).toEqual(expected);
  });

  it.each<[string, Answer, string, Partial<HttpLookupConfig>?]>([
    ['another status', saying('{}', 500), 'got 500'],
    ['a redirect', saying('', 302, { location: 'http://127.0.0.1:1/' }), 'got 302'],
    ['another type', saying('{"v":1}', 200, { 'content-type': 'text/html' }), 'application/json'],
    ['no type', saying('{"v":1}', 200, {}), 'application/json'],
    ['a compressed answer', saying('{"v":1}', 200, { ...json, 'content-encoding': 'gzip' }), 'not compressed'],
    ['no JSON', saying('{"v":1'), 'no JSON'],
    [
      'text that is not UTF-8',
      (_, response) => response.writeHead(200, json).end(Buffer.from('{"v":"\xff"}', 'latin1')),
      'no JSON',
    ],
    ['nesting without end', saying('['.repeat(900)), 'no JSON'],
    ['a large answer', saying(' '.repeat(1001)), 'more than 1000 bytes'],
    ['an answer without end', (_, response) => void endless(response), 'more than 1000 bytes'],
    [
      'an answer that breaks off',
      (_, response) =>
        void response.writeHead(200, { ...json, 'content-length': 50 }).write('{', () => response.destroy()),
      'cannot be reached',
    ],
    ['no answer at all', (_, response) => response.destroy(), 'cannot be reached (ECONNRESET)'],
    ['too many rows', saying('[{"v":1},{"v":1},{"v":1},{"v":1}]'), 'more than 3 rows'],
    ['a row that is no object', saying('[1]'), 'to be an object'],
    ['rows that are not there', saying('{"data":[]}'), 'has no `items`', { rows: 'items' }],
    ['inherited members', saying('{"v":1}'), 'has no `constructor.name`', { columns: ['constructor.name'] }],
    ['a missing member', saying('{"w":1}'), 'a row has no `v`'],
    ['null', saying('{"v":null}'), 'got null'],
    ['a text', saying('{"v":"hunter2"}'), 'expected /number in `v`, got a text'],
    ['a float', saying('{"v":5.0}'), 'got a number with a fraction'],
    ['too large a number', saying('{"v":9223372036854775808}'), 'got a whole number'],
    ['a list', saying('{"v":[1]}'), 'got a list'],
    ['an object', saying('{"v":{"a":1}}'), 'got an object'],
  ])('fails for %s', async (_, answer, expected, config = {}) => {
    const { source } = await open('+/string, /number', answer, config);
    const failure = await ask(source, 'x').catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'SourceFailure', message: expect.stringContaining(expected) });
    expect(String(failure)).not.toContain('hunter2');
  });

  it('has nothing where a status says so', async () => {
    const { source } = await open('+/string, /number', saying('no such thing', 404, {}));
    expect(await ask(source, 'x')).toEqual([]);
  });

  it.each<[string, string, MangleOutput[], string]>([
    ['/string', '/a/{argument_1}', ['x y/ü?#%&+'], '/a/x%20y%2F%C3%BC%3F%23%25%26%2B'],
    ['/string', '/a?q={argument_1}&r=1', ['&r=2#'], '/a?q=%26r%3D2%23&r=1'],
    ['/string', '?q={argument_1}', [''], '/?q='],
    ['/string', '/a/v{argument_1}', ['..'], '/a/v..'],
    ['/string', '/a/{argument_1}', ['@scope/name..x'], '/a/%40scope%2Fname..x'],
    ['/string', '/a/{argument_1}', ['100%'], '/a/100%25'],
    ['/string', '/a/{argument_1}', ['http://evil.example/'], '/a/http%3A%2F%2Fevil.example%2F'],
    ['/string', '/a/{argument_1}/{argument_1}', ['x'], '/a/x/x'],
    ['/number', '/{argument_1}', [-9007199254740993n], '/-9007199254740993'],
    ['/float64', '/{argument_1}', [float(0.5)], '/0.5'],
    ['/bool', '/{argument_1}', [true], '/true'],
    ['/name', '/{argument_1}', [name('/a')], '/%2Fa'],
    ['/time', '/{argument_1}', [time(1772356320000000000n)], '/2026-03-01T09%3A12%3A00Z'],
  ])('puts %s into %s', async (type, path, question, expected) => {
    const opened = await open(`+${type}, /number`, saying('[]'), { path });
    expect(await ask(opened.source, ...question)).toEqual([]);
    expect(opened.paths).toEqual([expected]);
  });

  it.each([
    ...['', '.', '..', '../secret', '..\\secret', 'a/../../b', 'a/..', '%2e%2e', '%2e%2e%2fb', '..%2fb'],
    ...['%252e%252e%252fb', '..;/b', 'a/..;x=1/b', 'x'.repeat(9000)],
  ])('asks no other place for %.10j', async (text) => {
    const opened = await open('+/string, /number', saying('[]'), { path: '/a/{argument_1}/b' });
    await expect(ask(opened.source, text)).rejects.toThrow(/path|long/);
    expect(opened.paths).toEqual([]);
  });

  it('sends what was set up and keeps its connection', async () => {
    const headers = { Authorization: 'Bearer hunter2' };
    const opened = await open('+/string, /number', saying('[]'), { headers });
    for (const each of ['x', 'y', 'z']) await ask(opened.source, each);
    expect(opened.requests.map((request) => request.headers.authorization)).toEqual(Array(3).fill('Bearer hunter2'));
    expect(new Set(opened.requests.map(({ socket }) => socket.remotePort)).size).toBe(1);
  });

  it('asks again where a kept connection was closed by the server', async () => {
    const opened = await open('+/string, /number', (request, response) => {
      response.writeHead(200, json).end('[]', () => setImmediate(() => request.socket.destroy()));
    });
    for (let at = 0; at < 20; at += 1) expect(await ask(opened.source, 'x')).toEqual([]);
  });

  it('does not tell a header that cannot be sent', async () => {
    const { source } = await open('+/string, /number', saying('[]'), { headers: { authorization: 'hunter2\nx: y' } });
    const failure = await ask(source, 'x').catch((error: unknown) => error);
    expect(String(failure)).toContain('ERR_INVALID_CHAR');
    expect(String(failure)).not.toContain('hunter2');
  });

  it('stops when it is told to, before and inside the answer', async () => {
    for (const answer of [
      () => undefined,
      (_: IncomingMessage, response: ServerResponse) => void response.writeHead(200, json).write('['),
    ]) {
      const { source } = await open('+/string, /number', answer);
      const stop = new AbortController();
      const asked = source.answer([['x']], stop.signal);
      setTimeout(() => stop.abort(), 30);
      await expect(asked).rejects.toThrow('stopped');
    }
  });

  it('asks nothing after it was closed', async () => {
    const { source, fetcher } = await open('+/string, /number', saying('[]'));
    expect(await ask(source, 'x')).toEqual([]);
    await fetcher.close();
    await expect(source.answer([['x']], never)).rejects.toThrow('stopped');
  });
});

function endless(response: ServerResponse): void {
  response.writeHead(200, json);
  const write = (): void => {
    if (!response.destroyed) response.write(' '.repeat(100), () => setImmediate(write));
  };
  write();
}
