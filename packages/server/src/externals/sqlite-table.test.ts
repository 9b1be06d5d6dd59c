import { copyFileSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { float, type MangleOutput, name } from '@manglecp/mangle';
import Database from 'libsql';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checkSqliteTable } from './check-sqlite.js';
import { ask, askAll, columnsFor, never, scratchFolder, writeSqlite } from './externals.suite.js';
import type { Source } from './source.js';
import { SqliteDatabase } from './sqlite-database.js';
import { createSqliteTable } from './sqlite-table.js';

interface Opened {
  readonly source: Source;
  readonly database: SqliteDatabase;
  readonly file: string;
}

/** The columns `a`, `b`, … of the table `t`. */
async function open(types: string, sql: string, { maxRows = 1000, columns = '', table = 't' } = {}): Promise<Opened> {
  const file = path.join(await scratchFolder(), 'data.db');
  writeSqlite(file, sql);
  const declared = columnsFor(types);
  const labels = columns === '' ? declared.map((_, at) => 'abcdef'.charAt(at)) : columns.split(',');
  const database = new SqliteDatabase(file);
  onTestFinished(() => database.close());
  const config = { file, table, columns: labels };
  return { source: createSqliteTable(database, config, { columns: declared, maxRows }), database, file };
}

const stock = `
  CREATE TABLE t (a TEXT, b TEXT, c INTEGER);
  INSERT INTO t VALUES ('HAM', 'bolt', 5), ('HAM', 'nut', 9007199254740993), ('KIE', 'bolt', -1), ('ham', 'nut', 7);`;

describe('a SQLite table', () => {
  it('has the rows with the given columns, sorted by the asked ones', async () => {
    const { source } = await open('+/string, /string, /number', stock);
    expect(await ask(source, 'HAM')).toEqual(['"bolt" 5', '"nut" 9007199254740993']);
    expect(await ask(source, 'BER')).toEqual([]);
  });

  it.each<[string, string, MangleOutput[], string[]]>([
    [
      'no given columns',
      '/string, /string, /number',
      [],
      ['"HAM" "bolt" 5', '"HAM" "nut" 9007199254740993', '"KIE" "bolt" -1', '"ham" "nut" 7'],
    ],
    ['given columns in the middle', '/string, +/string, /number', ['bolt'], ['"HAM" 5', '"KIE" -1']],
    ['several given columns', '+/string, /string, +/number', ['HAM', 9007199254740993n], ['"nut"']],
    ['a whole number that a float cannot tell', '+/string, /string, +/number', ['HAM', 9007199254740992n], []],
    ['nothing asked for', '+/string, +/string, +/number', ['KIE', 'bolt', -1n], ['']],
    ['nothing asked for, and not there', '+/string, +/string, +/number', ['KIE', 'bolt', 1n], []],
  ])('takes %s', async (_, types, question, expected) => {
    const { source } = await open(types, stock);
    expect(await ask(source, ...question)).toEqual(expected);
  });

  it('answers many questions at once, each with its own rows', async () => {
    const rows = Array.from({ length: 1000 }, (_, at) => `('k${at}', ${at}, 1)`).join(', ');
    const { source } = await open(
      '+/string, /number',
      `CREATE TABLE t (a TEXT, b INTEGER, c); INSERT INTO t VALUES ${rows};`,
    );
    for (const count of [1, 2, 16, 17, 255, 256]) {
      const questions = Array.from({ length: count }, (_, at) => [`k${at * 2}`]);
      expect(await askAll(source, questions)).toEqual(questions.map((_, at) => (at * 2 < 1000 ? [`${at * 2}`] : [])));
    }
  });

  it.each(["' OR 1 = 1 --", "'; DROP TABLE t; --", 'HAM" --', '?', 'HAM\0', 'Ünïcödé 😀', '\u0000'])(
    'takes %j for a value',
    async (text) => {
      const { source, file } = await open(
        '+/string, /number',
        "CREATE TABLE t (a TEXT, b INTEGER); INSERT INTO t VALUES ('HAM', 1);",
      );
      expect(await ask(source, text)).toEqual([]);
      const database = new Database(file);
      database.prepare('INSERT INTO t VALUES (?, 2)').run(text);
      database.close();
      expect(await ask(source, text)).toEqual(['2']);
      expect(await ask(source, 'HAM')).toEqual(['1']);
    },
  );

  it('has names of any kind for tables and columns', async () => {
    const sql = `CREATE TABLE "order ""details"" --" ("select" TEXT, "a'b" INTEGER); INSERT INTO "order ""details"" --" VALUES ('x', 1);`;
    const { source } = await open('+/string, /number', sql, { columns: `select,a'b`, table: 'order "details" --' });
    expect(await ask(source, 'x')).toEqual(['1']);
  });

  it('is not written to, and not made', async () => {
    const { database, file } = await open('+/string, /number', stock);
    const write = database.read("INSERT INTO t VALUES ('x', 'y', 1) RETURNING c", [], () => undefined, never);
    await expect(write).rejects.toThrow('readonly');
    const absent = path.join(path.dirname(file), 'absent.db');
    const other = new SqliteDatabase(absent);
    await expect(other.read('SELECT 1', [], () => undefined, never)).rejects.toThrow('gone');
    expect(readdirSync(path.dirname(file))).not.toContain('absent.db');
  });

  it.each<[string, string, string, string[]]>([
    ['/string', 'TEXT', "'/a'", ['"/a"']],
    ['/string', 'TEXT', "''", ['""']],
    ['/string', 'TEXT', "'a' || char(0) || 'b'", ['"a\\x00b"']],
    ['/name', 'TEXT', "'/a/b'", ['/a/b']],
    ['/number', 'INTEGER', '-9223372036854775808', ['-9223372036854775808']],
    ['/number', 'INTEGER', '9223372036854775807', ['9223372036854775807']],
    ['/float64', 'REAL', '5', ['5.0']],
    ['/float64', 'NUMERIC', '5.0', ['5.0']],
    ['/float64', 'REAL', '0.1', ['0.1']],
    ['/bool', 'INTEGER', '1', ['/true']],
    ['/bool', 'BOOLEAN', '0', ['/false']],
    ['/time', 'TEXT', "'2026-03-01T09:12:00Z'", ['2026-03-01T09:12:00Z']],
    ['/time', 'TEXT', "'2026-03-01 09:12:00.5'", ['2026-03-01T09:12:00.5Z']],
    ['/any', 'TEXT', "'/a'", ['"/a"']],
    ['/any', '', '1', ['1']],
    ['/any', '', '1.0', ['1.0']],
    ['/any', '', "x'00ff'", ['b"\\x00\\xff"']],
    ['/bytes', 'BLOB', "x'00ff'", ['b"\\x00\\xff"']],
  ])('has %s of %s %s', async (type, declared, value, expected) => {
    const { source } = await open(
      `+/string, ${type}`,
      `CREATE TABLE t (a TEXT, b ${declared}); INSERT INTO t VALUES ('x', ${value});`,
    );
    expect(await ask(source, 'x')).toEqual(expected);
  });

  it.each([
    ['/string', '5', 'got a whole number'],
    ['/string', 'NULL', 'got null'],
    ['/any', 'NULL', 'got null'],
    ['/string', "x'41'", 'got bytes'],
    ['/string', "CAST(x'ff41' AS TEXT)", 'not UTF-8'],
    ['/number', '5.0', 'got a number with a fraction'],
    ['/number', "'5'", 'got a text'],
    ['/float64', '9007199254740993', 'got a whole number'],
    ['/float64', '9e999', 'got a number with a fraction'],
    ['/bool', '2', 'got a whole number'],
    ['/name', "'a'", 'got a text'],
    ['/time', "'yesterday'", 'got a text'],
    ['/time', "'now'", 'got a text'],
  ])('fails for %s of %s, without telling the value', async (type, value, expected) => {
    const { source } = await open(
      `+/string, ${type}`,
      `CREATE TABLE t (a TEXT, b); INSERT INTO t VALUES ('x', ${value}), ('y', NULL);`,
    );
    await expect(ask(source, 'x')).rejects.toThrow(expected);
    expect(await ask(source, 'z')).toEqual([]);
  });

  it('finds what is equal as a fact, not what SQLite takes for equal', async () => {
    const sql =
      "CREATE TABLE t (a COLLATE NOCASE, b INTEGER); INSERT INTO t VALUES ('abc', 1), (5, 2), (5.5, 3), ('5', 4), ('/n', 5);";
    const { source } = await open('+/any, /number', sql);
    expect(
      await askAll(source, [['abc'], ['ABC'], [5n], [float(5)], [float(5.5)], ['5'], [name('/n')], [true]]),
    ).toEqual([['1'], [], ['2'], [], ['3'], ['4'], [], []]);
    const typed = await open('+/float64, /number', 'CREATE TABLE t (a, b); INSERT INTO t VALUES (5, 1), (5.0, 2);');
    expect(await ask(typed.source, float(5))).toEqual(['1', '2']);
    const named = await open('+/name, +/bool, /number', "CREATE TABLE t (a, b, c); INSERT INTO t VALUES ('/n', 1, 3);");
    expect(await ask(named.source, name('/n'), true)).toEqual(['3']);
  });

  it('takes exactly as many rows as allowed', async () => {
    const { source } = await open('+/string, /string, /number', stock, { maxRows: 2 });
    expect(await ask(source, 'HAM')).toHaveLength(2);
    const strict = await open('+/string, /string, /number', stock, { maxRows: 1 });
    await expect(ask(strict.source, 'HAM')).rejects.toThrow('more than 1 rows');
    expect(await ask(strict.source, 'KIE')).toHaveLength(1);
    await expect(askAll(strict.source, [['KIE'], ['HAM']])).rejects.toThrow('more than 1 rows');
  });

  it('is that of the file that is there now', async () => {
    const { source, file } = await open(
      '+/string, /number',
      "CREATE TABLE t (a TEXT, b INTEGER); INSERT INTO t VALUES ('x', 1);",
    );
    expect(await ask(source, 'x')).toEqual(['1']);
    writeSqlite(file, "UPDATE t SET b = 2 WHERE a = 'x'");
    expect(await ask(source, 'x')).toEqual(['2']);
    writeSqlite(`${file}.new`, "CREATE TABLE t (b INTEGER, a TEXT); INSERT INTO t VALUES (3, 'x');");
    renameSync(`${file}.new`, file);
    expect(await ask(source, 'x')).toEqual(['3']);
    writeSqlite(`${file}.other`, "CREATE TABLE t (a TEXT, b INTEGER); INSERT INTO t VALUES ('x', 4);");
    copyFileSync(`${file}.other`, file);
    expect(await ask(source, 'x')).toEqual(['4']);
    writeSqlite(file, 'ALTER TABLE t RENAME TO u');
    await expect(ask(source, 'x')).rejects.toThrow('no such table');
    writeSqlite(file, 'ALTER TABLE u RENAME TO t');
    expect(await ask(source, 'x')).toEqual(['4']);
    rmSync(file);
    await expect(ask(source, 'x')).rejects.toThrow('gone');
    writeSqlite(file, "CREATE TABLE t (a TEXT, b INTEGER); INSERT INTO t VALUES ('x', 5);");
    expect(await ask(source, 'x')).toEqual(['5']);
  });

  it('has text in the encoding of the file', async () => {
    const sql = "PRAGMA encoding = 'UTF-16le'; CREATE TABLE t (a TEXT, b TEXT); INSERT INTO t VALUES ('ä', '😀');";
    expect(await ask((await open('+/string, /string', sql)).source, 'ä')).toEqual(['"😀"']);
  });

  it('stops when it is told to, and goes on afterwards', async () => {
    const rows = 'WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 20000) SELECT i FROM n';
    const sql = `CREATE TABLE u (i INTEGER); INSERT INTO u ${rows};
      CREATE VIEW t AS SELECT 'x' AS a, count(*) AS b FROM u, u AS v, u AS w WHERE u.i + v.i + w.i = -1
        UNION ALL SELECT 'y', 1;`;
    const { source, database } = await open('+/string, /number', sql);
    const stop = new AbortController();
    const asked = Array.from({ length: 6 }, () => source.answer([['x']], stop.signal));
    setTimeout(() => stop.abort(), 100);
    const settled = await Promise.allSettled(asked);
    expect(settled.map(({ status }) => status)).toEqual(asked.map(() => 'rejected'));
    const last = source.answer([['x']], never);
    setTimeout(() => void database.close(), 50);
    await expect(last).rejects.toThrow('stopped');
    await expect(ask(source, 'y')).rejects.toThrow('stopped');
  });

  it('takes 10,000 questions in batches', async () => {
    const rows =
      'WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9999) SELECT i, i * 2 FROM n';
    const { source } = await open(
      '+/number, /number',
      `CREATE TABLE t (a INTEGER PRIMARY KEY, b INTEGER); INSERT INTO t ${rows};`,
    );
    for (let from = 0; from < 10_000; from += 250) {
      const questions = Array.from({ length: 250 }, (_, at) => [BigInt(from + at)]);
      expect((await askAll(source, questions)).flat()).toEqual(questions.map(([value]) => `${(value ?? 0n) * 2n}`));
    }
  });
});

describe('the check of a SQLite table', () => {
  const check = async (
    types: string,
    { table = 't', columns = ['a', 'b'], sql = 'CREATE TABLE t (a TEXT, b INTEGER);' } = {},
  ) => {
    const file = path.join(await scratchFolder(), 'data.db');
    writeSqlite(file, sql);
    return checkSqliteTable(file, { file: 'data.db', table, columns }, columnsFor(types));
  };

  it.each([
    ['+/string, /number', {}],
    ['+/name, /bool', {}],
    ['+/any, /any', {}],
    ['+/string, /number', { sql: 'CREATE VIEW t AS SELECT 1 AS a, 2 AS b' }],
    ['+/string, /number', { sql: 'CREATE TABLE T (A TEXT, B INTEGER)' }],
    ['+/string, /number', { sql: 'CREATE TABLE t (b INTEGER, a TEXT GENERATED ALWAYS AS (b || 1))' }],
    ['+/string, /time', { sql: 'CREATE TABLE t (a TEXT, b DATETIME)' }],
  ])('takes %s of %j', async (types, options) => {
    expect(await check(types, options)).toBeUndefined();
  });

  it.each([
    ['+/string, /number', { table: 'tt' }, 'no table or view `tt`'],
    ['+/string, /number', { columns: ['a', 'bb'] }, 'no column `bb`'],
    ['+/string, /string', {}, '`b` of `t` holds INTEGER values'],
    ['+/number, /number', {}, '`a` of `t` holds TEXT values'],
    ['+/number, /number', { sql: 'CREATE TABLE t (a REAL, b INTEGER)' }, '`a` of `t` holds REAL values'],
    ['+/time, /number', {}, '`a` is a time'],
  ])('refuses %s of %j', async (types, options, expected) => {
    expect((await check(types, options))?.message).toContain(expected);
  });

  it.each([
    ['is not there', 'absent.db', 'there is no file'],
    ['is a folder', '.', 'no regular file'],
    ['is something else', 'text.db', 'not a database'],
  ])('refuses a file that %s', async (_, file, expected) => {
    const folder = await scratchFolder();
    writeSqlite(path.join(folder, 'data.db'), 'CREATE TABLE t (a)');
    copyFileSync(import.meta.filename, path.join(folder, 'text.db'));
    const config = { file, table: 't', columns: ['a'] };
    expect((await checkSqliteTable(path.join(folder, file), config, columnsFor('/string')))?.message).toContain(
      expected,
    );
  });
});
