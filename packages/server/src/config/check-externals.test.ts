import { describe, expect, it } from 'vitest';
import { readConfig } from './read-config.js';
import { readUrlTemplate } from './url-template.js';

function problemsOf(external: object): readonly string[] {
  const externals = [{ predicate: 'p', mode: 'bf', ...external }];
  const config = { name: 'n', version: '1.0.0', domain: { id: 'd' }, intents: [], externals };
  return readConfig(JSON.stringify(config), 'manglecp.json').problems.map(({ path }) => path);
}

const sqlite = { file: 'data/stock.db', table: 'stock', columns: ['site', 'units'] };
const postgres = { url_env: 'STOCK_DB_URL', table: 'public.stock', columns: ['site', 'units'] };
const http = { url: 'https://api.example/delays/{carrier}', columns: ['minutes'] };

describe('the configuration of an external predicate', () => {
  it.each<[string, object]>([
    ['a function', { from: 'actions.js#p' }],
    ['a SQLite table', { sqlite }],
    ['a SQLite table elsewhere', { sqlite: { ...sqlite, file: '/srv/stock.db' } }],
    ['names that need quotes', { sqlite: { ...sqlite, table: 'Order Details', columns: ['Größe', 'net-price'] } }],
    ['a PostgreSQL table', { postgres }],
    ['one without its schema', { postgres: { ...postgres, table: 'stock' } }],
    ['an address', { http }],
    [
      'all of an address',
      { http: { ...http, rows: 'data.items', headers_env: { authorization: 'T' }, empty_status: [404], max_bytes: 5 } },
    ],
    ['secrets on this machine', { http: { ...http, url: 'http://127.0.0.1:8080/{x}', headers_env: { a: 'T' } } }],
    ['a source that is null', { from: null, sqlite }],
  ])('takes %s', (_, external) => {
    expect(problemsOf(external)).toEqual([]);
  });

  it.each<[string, object, string]>([
    ['nothing that answers', {}, ''],
    ['two things that answer', { from: 'a.js#p', sqlite }, '/sqlite'],
    ['an unknown member', { sqlite: { ...sqlite, tabel: 'x' } }, '/sqlite/tabel'],
    ['no table', { sqlite: { file: 'a.db', columns: ['a', 'b'] } }, '/sqlite/table'],
    ['no columns', { sqlite: { file: 'a.db', table: 'a' } }, '/sqlite/columns'],
    ['too few columns', { sqlite: { ...sqlite, columns: ['site'] } }, '/sqlite/columns'],
    ['a file outside of the pack', { sqlite: { ...sqlite, file: '../stock.db' } }, '/sqlite/file'],
    ['quotes in the name of a table', { sqlite: { ...sqlite, table: 'a"; DROP TABLE b; --' } }, '/sqlite/table'],
    ['quotes in the name of a column', { sqlite: { ...sqlite, columns: ['a', 'b"'] } }, '/sqlite/columns/1'],
    ['a name with a zero character', { sqlite: { ...sqlite, table: 'a\0b' } }, '/sqlite/table'],
    ['a name that is cut off', { postgres: { ...postgres, columns: ['a', 'b'.repeat(64)] } }, '/postgres/columns/1'],
    ['a database before the schema', { postgres: { ...postgres, table: 'a.b.c' } }, '/postgres/table'],
    ['a secret in the file', { postgres: { ...postgres, url_env: 'postgres://u:p@h/d' } }, '/postgres/url_env'],
    [
      'a token in the file',
      { http: { ...http, headers_env: { authorization: 'Bearer x' } } },
      '/http/headers_env/authorization',
    ],
    ['a header that is none', { http: { ...http, headers_env: { 'a b': 'T' } } }, '/http/headers_env/a b'],
    ['a header of the server', { http: { ...http, headers_env: { Host: 'T' } } }, '/http/headers_env/Host'],
    [
      'secrets in plain text',
      { http: { ...http, url: 'http://api.example/{x}', headers_env: { a: 'T' } } },
      '/http/url',
    ],
    [
      'secrets to a name that begins like this machine',
      { http: { ...http, url: 'http://127.0.0.1.example/{x}', headers_env: { a: 'T' } } },
      '/http/url',
    ],
    ['another scheme', { http: { ...http, url: 'file:///etc/passwd' } }, '/http/url'],
    ['too many columns', { http: { ...http, columns: ['a', 'b'] } }, '/http/columns'],
    ['a path with a gap', { http: { ...http, rows: 'a..b' } }, '/http/rows'],
    ['a status that is none', { http: { ...http, empty_status: [99] } }, '/http/empty_status/0'],
  ])('refuses %s', (_, external, expected) => {
    expect(problemsOf(external)).toEqual([`/externals/0${expected}`]);
  });

  it('does not repeat what may be a secret', () => {
    const config = { name: 'n', version: '1.0.0', domain: { id: 'd' }, intents: [] };
    for (const external of [
      { postgres: { ...postgres, url_env: 'postgres://u:hunter2@h/d' } },
      { http: { ...http, headers_env: { authorization: 'Bearer hunter2' } } },
      { http: { ...http, url: 'https://u:hunter2@h/{x}' } },
    ]) {
      const text = JSON.stringify({ ...config, externals: [{ predicate: 'p', mode: 'bf', ...external }] });
      const { problems } = readConfig(text, 'manglecp.json');
      expect(problems).toHaveLength(1);
      expect(JSON.stringify(problems)).not.toContain('hunter2');
    }
  });
});

describe('the template of an address', () => {
  it('has text and names in turn', () => {
    expect(readUrlTemplate('https://a.example/b/{c}/d{e}?f={c}&g')).toEqual({
      origin: 'https://a.example',
      steps: [['b'], ['', 'c', ''], ['d', 'e', '']],
      query: ['f=', 'c', '&g'],
      names: ['c', 'e'],
    });
  });

  it.each([
    'https://{host}/a',
    'https://a.example:{port}/',
    '{scheme}://a.example/',
    'https://u:p@a.example/',
    'https://a.example/#{a}',
    'https://a.example/{a',
    'https://a.example/a}',
    'https://a.example/{a b}',
    'https://a.example/../b',
    'https://a.example/ü',
    'https:/a.example/',
    'a.example/b',
    'ftp://a.example/',
  ])('is not %s', (text) => {
    expect(readUrlTemplate(text)).toBeTypeOf('string');
  });
});
