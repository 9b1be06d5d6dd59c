import { float, type MangleOutput, name, time } from '@manglecp/mangle';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ask, askAll, columnsFor, never } from './externals.suite.js';
import { openPostgres, openSilence, type TestPostgres } from './postgres.suite.js';
import { PostgresServer } from './postgres-server.js';
import { createPostgresTable } from './postgres-table.js';
import type { Source } from './source.js';

let postgres: TestPostgres;

beforeAll(async () => {
  postgres = await openPostgres();
});
afterAll(() => postgres.close());

let count = 0;

/** The columns `a`, `b`, … of a fresh table, or of another one. */
async function open(
  types: string,
  definition: string,
  { maxRows = 1000, table = '', columns = '' } = {},
): Promise<Source> {
  count += 1;
  const fresh = `t${count}`;
  await postgres.exec(definition.replaceAll('$t', fresh));
  const server = serverAt(postgres.url);
  const declared = columnsFor(types);
  const labels = columns === '' ? declared.map((_, at) => 'abcdef'.charAt(at)) : columns.split(',');
  const config = { url_env: 'DB', table: table === '' ? fresh : table, columns: labels };
  return createPostgresTable(server, config, { columns: declared, maxRows });
}

function serverAt(url: string | undefined): PostgresServer {
  const server = new PostgresServer('DB', url);
  server.timeoutMs = 20_000;
  onTestFinished(() => server.close());
  return server;
}

const stock = `
  CREATE TABLE $t (a text, b varchar(20), c int8);
  INSERT INTO $t VALUES ('HAM', 'bolt', 5), ('HAM', 'nut', 9007199254740993), ('KIE', 'bolt', -1);`;

describe('a PostgreSQL table', () => {
  it.each<[string, string, MangleOutput[], string[]]>([
    ['one given column', '+/string, /string, /number', ['HAM'], ['"bolt" 5', '"nut" 9007199254740993']],
    [
      'no given columns',
      '/string, /string, /number',
      [],
      ['"HAM" "bolt" 5', '"HAM" "nut" 9007199254740993', '"KIE" "bolt" -1'],
    ],
    ['given columns in the middle', '/string, +/string, /number', ['bolt'], ['"HAM" 5', '"KIE" -1']],
    ['several given columns', '+/string, /string, +/number', ['HAM', 9007199254740993n], ['"nut"']],
    ['a whole number that a float cannot tell', '+/string, /string, +/number', ['HAM', 9007199254740992n], []],
    ['nothing asked for', '+/string, +/string, +/number', ['KIE', 'bolt', -1n], ['']],
    ['nothing asked for, and not there', '+/string, +/string, +/number', ['KIE', 'bolt', 1n], []],
  ])('takes %s', async (_, types, question, expected) => {
    expect(await ask(await open(types, stock), ...question)).toEqual(expected);
  });

  it('answers many questions at once, each with its own rows', async () => {
    const source = await open(
      '+/string, /number',
      "CREATE TABLE $t (a text, b int4); INSERT INTO $t SELECT 'k' || g, g FROM generate_series(0, 999) AS g",
    );
    const questions = Array.from({ length: 256 }, (_, at) => [`k${at * 10}`]);
    expect(await askAll(source, questions)).toEqual(questions.map((_, at) => (at < 100 ? [`${at * 10}`] : [])));
  });

  it.each(["' OR 1 = 1 --", "'; DROP TABLE t1; --", '{"a","b"}', '\\', '"', 'NULL', 'a,b', '$1', 'Ünïcödé 😀', ''])(
    'takes %j for a value',
    async (text) => {
      const source = await open(
        '+/string, /string',
        `CREATE TABLE $t (a text, b text); INSERT INTO $t VALUES ('HAM', 'x')`,
      );
      expect(await ask(source, text)).toEqual([]);
      await postgres.exec(`INSERT INTO t${count} VALUES (${`'${text.replaceAll("'", "''")}'`}, 'y')`);
      expect(await ask(source, text)).toEqual(['"y"']);
      expect(await ask(source, 'HAM')).toEqual(['"x"']);
    },
  );

  it('has no text with a zero character', async () => {
    expect(await ask(await open('+/string, /string, /number', stock), 'HAM\0')).toEqual([]);
  });

  it('may have a schema, and names of any kind', async () => {
    const sql = `CREATE SCHEMA IF NOT EXISTS "my-shop"; DROP TABLE IF EXISTS "my-shop"."Order Details";
      CREATE TABLE "my-shop"."Order Details" ("select" text, "Größe" int4); INSERT INTO "my-shop"."Order Details" VALUES ('x', 1);`;
    const options = { table: 'my-shop.Order Details', columns: 'select,Größe' };
    expect(await ask(await open('+/string, /number', sql, options), 'x')).toEqual(['1']);
  });

  it.each<[string, string, string, string, MangleOutput | undefined]>([
    ['/string', 'text', "'/a'", '"/a"', '/a'],
    ['/string', 'char(5)', "'ab'", '"ab"', 'ab'],
    ['/string', 'date', "'2026-03-01'", '"2026-03-01"', '2026-03-01'],
    [
      '/string',
      'uuid',
      "'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'",
      '"a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"',
      'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11',
    ],
    ['/name', 'text', "'/a/b'", '/a/b', name('/a/b')],
    ['/number', 'int2', '-5', '-5', -5n],
    ['/number', 'int8', '9223372036854775807', '9223372036854775807', 9223372036854775807n],
    ['/number', 'numeric', '12', '12', 12n],
    ['/float64', 'int4', '5', '5.0', float(5)],
    ['/float64', 'float8', '0.1', '0.1', float(0.1)],
    ['/float64', 'float4', '0.1', '0.10000000149011612', float(Math.fround(0.1))],
    ['/float64', 'numeric(10, 2)', '1.50', '1.5', float(1.5)],
    ['/bool', 'bool', 'true', '/true', true],
    ['/bool', 'bool', 'false', '/false', false],
    [
      '/time',
      'timestamptz',
      "'2026-03-01T10:12:00.123456+01'",
      '2026-03-01T09:12:00.123456Z',
      time(1772356320123456000n),
    ],
    ['/time', 'timestamp', "'2026-03-01T09:12:00'", '2026-03-01T09:12:00Z', time(1772356320000000000n)],
    ['/time', 'timestamptz', "'1901-03-01T00:00:00Z'", '1901-03-01T00:00:00Z', undefined],
    ['/time', 'text', "'2026-03-01T09:12:00Z'", '2026-03-01T09:12:00Z', undefined],
    ['/bytes', 'bytea', "'\\x00ff'", 'b"\\x00\\xff"', Uint8Array.of(0, 255)],
    ['/any', 'int4', '5', '5', 5n],
    ['/any', 'text', "'/a'", '"/a"', '/a'],
    ['/any', 'bool', 'true', '/true', true],
    ['/any', 'timestamptz', "'2026-03-01T09:12:00Z'", '2026-03-01T09:12:00Z', time(1772356320000000000n)],
  ])('has %s of %s %s, asked for and given', async (type, declared, value, expected, given) => {
    const definition = `CREATE TABLE $t (a text, b ${declared}); INSERT INTO $t VALUES ('x', ${value}), ('y', NULL)`;
    expect(await ask(await open(`+/string, ${type}`, definition), 'x')).toEqual([expected]);
    if (given === undefined) return;
    expect(await ask(await open(`/string, +${type}`, definition), given)).toEqual(['"x"']);
  });

  it.each<[string, string, MangleOutput]>([
    ['/string', 'uuid', 'no uuid'],
    ['/string', 'uuid', 'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11'],
    ['/string', 'date', 'no date'],
    ['/number', 'int2', 9223372036854775807n],
    ['/number', 'numeric', 5n],
    ['/float64', 'int4', float(0.5)],
    ['/time', 'timestamptz', time(1n)],
    ['/any', 'int4', 'text'],
    ['/any', 'int4', float(1)],
    ['/any', 'text', 1n],
    ['/any', 'text', name('/x')],
  ])('has no row where a %s in %s is %s', async (type, declared, value) => {
    const source = await open(`/string, +${type}`, `CREATE TABLE $t (a text, b ${declared})`);
    expect(await ask(source, value)).toEqual([]);
  });

  it.each([
    ['/string', 'text', 'NULL', 'got null'],
    ['/number', 'numeric', '1.5', 'got a number with a fraction'],
    ['/number', 'numeric', '9223372036854775808', 'got a whole number'],
    ['/float64', 'int8', '9007199254740993', 'got a whole number'],
    ['/float64', 'float8', "'NaN'", 'got a number with a fraction'],
    ['/name', 'text', "'a'", 'got a text'],
    ['/time', 'timestamptz', "'infinity'", 'years 1677 to 2262'],
    ['/time', 'timestamptz', "'2026-01-01 BC'", 'years 1677 to 2262'],
    ['/any', 'timestamptz', "'9999-01-01'", 'years 1677 to 2262'],
    ['/number', 'text', "'1'", 'is text, and its argument is declared /number'],
    ['/string', 'int4', '1', 'is int4, and its argument is declared /string'],
    ['/any', 'jsonb', "'{}'", 'is jsonb'],
  ])('fails for %s of %s %s', async (type, declared, value, expected) => {
    const source = await open(
      `+/string, ${type}`,
      `CREATE TABLE $t (a text, b ${declared}); INSERT INTO $t VALUES ('x', ${value})`,
    );
    await expect(ask(source, 'x')).rejects.toThrow(expected);
  });

  it('takes exactly as many rows as allowed', async () => {
    expect(await ask(await open('+/string, /string, /number', stock, { maxRows: 2 }), 'HAM')).toHaveLength(2);
    const strict = await open('+/string, /string, /number', stock, { maxRows: 1 });
    await expect(askAll(strict, [['KIE'], ['HAM']])).rejects.toThrow('more than 1 rows');
    expect(await ask(strict, 'KIE')).toHaveLength(1);
  });

  it('is looked at again after a failure', async () => {
    const source = await open('+/string, /number', 'CREATE TABLE $t (a text, bb int4)');
    const table = `t${count}`;
    await expect(ask(source, 'x')).rejects.toThrow('has no column `b`');
    await postgres.exec(`ALTER TABLE ${table} RENAME bb TO b; INSERT INTO ${table} VALUES ('x', 1)`);
    expect(await ask(source, 'x')).toEqual(['1']);
    await postgres.exec(`ALTER TABLE ${table} RENAME TO ${table}x`);
    await expect(ask(source, 'x')).rejects.toThrow('42P01');
    await expect(ask(source, 'x')).rejects.toThrow(`there is no table or view \`${table}\``);
    await postgres.exec(`ALTER TABLE ${table}x RENAME TO ${table}; ALTER TABLE ${table} ALTER b TYPE int8`);
    expect(await ask(source, 'x')).toEqual(['1']);
  });

  it('is not written to', async () => {
    await open('+/string, /string, /number', stock);
    const write = serverAt(postgres.url).query(`INSERT INTO t${count} VALUES ('x', 'y', 1)`, [], never);
    await expect(write).rejects.toThrow('25006');
  });
});

describe('a PostgreSQL server', () => {
  const query = (url: string | undefined, signal = never): Promise<unknown> =>
    serverAt(url).query('SELECT 1', [], signal);

  it.each([
    ['is not set', undefined, 'the environment variable DB is not set'],
    ['is no address', 'postgres://us er:hunter2@[', 'cannot be reached'],
    ['leads nowhere', 'postgres://user:hunter2@127.0.0.1:1/db', 'ECONNREFUSED'],
    ['has another scheme', 'mysql://user:hunter2@127.0.0.1:1/db', 'cannot be reached'],
  ])('fails if its address %s, without telling it', async (_, url, expected) => {
    const failure = await query(url).catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'SourceFailure', message: expect.stringContaining(expected) });
    expect(failure).not.toHaveProperty('cause');
    expect(JSON.stringify(failure) + String(failure)).not.toContain('hunter2');
  });

  it('does not tell values that the database complains about', async () => {
    const failed = serverAt(postgres.url).query('SELECT $1::int4', ['hunter2'], never);
    await expect(failed).rejects.toThrow(/^the database refuses the query \(SQLSTATE 22P02\)$/);
  });

  it('stops waiting when it is told to', async () => {
    const silence = await openSilence();
    onTestFinished(() => silence.close());
    const stop = new AbortController();
    const asked = query(`postgres://user:hunter2@${silence.address}/db`, stop.signal);
    setTimeout(() => stop.abort(), 20);
    await expect(asked).rejects.toThrow('stopped');
  });

  it('answers nothing after it was closed', async () => {
    const server = serverAt(postgres.url);
    expect(await server.query('SELECT 1', [], never)).toEqual([['1']]);
    await server.close();
    await server.close();
    await expect(server.query('SELECT 1', [], never)).rejects.toThrow('stopped');
  });
});
