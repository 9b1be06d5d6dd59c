import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { prepare, rows } from '@manglecp/mangle';
import Database from 'libsql';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ask, brief, kernelExternals, loadTiny, problemsOf, tinyConfig } from './tiny-pack.suite.js';

const entry = { predicate: 'p', mode: 'bf', from: 'actions.js#find' };
const decl = 'Decl p(X, Y) descr [doc("X in, Y out."), external(), mode("+", "-")] bound [/string, /number].';

function files(actions: string, more: Readonly<Record<string, unknown>> = {}, schema = decl) {
  return {
    'manglecp.json': { ...tinyConfig, externals: [{ ...entry, ...more }] },
    'schema.mg': schema,
    'domain.mg': 'asked("a"). asked("b"). found(X, Y) :- asked(X), p(X, Y).',
    'actions.js': actions,
  };
}

describe('an external predicate', () => {
  it('is answered by a function of the pack', async () => {
    const pack = await loadTiny(files("export const find = ([x]) => (x === 'a' ? [[1], [2]] : []);"));
    expect(rows(ask(pack, []), 'found/2')).toEqual([
      ['a', 1n],
      ['a', 2n],
    ]);
  });

  it('may be answered later, and by rows of one value', async () => {
    const pack = await loadTiny(files('export async function find([x]) { return [x.length + 1]; }'));
    const externals = { ...pack.externals, ...kernelExternals };
    const evaluation = await (await prepare(pack.program, pack.baseFacts, { externals })).request([]);
    expect(rows(evaluation, 'found/2')).toEqual([
      ['a', 2n],
      ['b', 2n],
    ]);
  });

  it.each([
    ['', 'endless'],
    [' later', 'async () => endless()'],
    [' row by row', 'async function* () { yield* endless(); }'],
  ])('is refused if its rows have no end%s', async (_, find) => {
    const endless = 'function* endless() { for (let n = 0; n < 1e6; n += 1) yield [(globalThis.taken = n)]; }';
    const pack = await loadTiny(files(`${endless}\nexport const find = ${find};`, { max_rows: 5 }));
    const externals = { ...pack.externals, ...kernelExternals };
    const asked = prepare(pack.program, pack.baseFacts, { externals }).then((base) => base.request([]));
    await expect(asked).rejects.toThrow('it gave more than 5 facts');
    expect((globalThis as { taken?: number }).taken).toBe(5);
  });

  it('may be answered row by row', async () => {
    const pack = await loadTiny(files("export async function* find([x]) { if (x === 'a') yield [1]; yield [2]; }"));
    const externals = { ...pack.externals, ...kernelExternals };
    const evaluation = await (await prepare(pack.program, pack.baseFacts, { externals })).request([]);
    expect(rows(evaluation, 'found/2')).toEqual([
      ['a', 1n],
      ['a', 2n],
      ['b', 2n],
    ]);
  });

  it.each([
    ['/float64', '2', 'float64'],
    ['/float64', '2.5', 'float64'],
    ['/any', '2.5', 'float64'],
    ['/number', '2', 'number'],
    ['/name', "'/a'", 'name'],
    ['/string', "'/a'", 'string'],
    ['/any', "'/a'", 'string'],
    ['/bool', 'true', 'name'],
  ])('takes what JavaScript has, by the declared type: %s of %s', async (type, value, kind) => {
    const schema = `Decl p(X, Y) descr [external(), mode("+", "-")] bound [/string, ${type}].`;
    const pack = await loadTiny(files(`export const find = () => [[${value}]];`, {}, schema));
    const [found] = ask(pack, []).facts('found/2');
    expect(found?.args[1]?.kind).toBe(kind);
  });

  it('gets numbers where they fit', async () => {
    const pack = await loadTiny({
      ...files(
        'export const find = ([n]) => [[typeof n]];',
        {},
        'Decl p(X, Y) descr [external(), mode("+", "-")] bound [/any, /string].',
      ),
      'domain.mg': 'asked(5). asked(1.5). asked(9007199254740993). found(X, Y) :- asked(X), p(X, Y).',
    });
    expect(new Set(rows(ask(pack, []), 'found/2').map(([, kind]) => kind))).toEqual(new Set(['number', 'bigint']));
  });

  it('MAN-022 MAN-023 is told in the manifest, like those of the kernel', async () => {
    const pack = await loadTiny(files('export const find = () => [];', { deterministic: true, description: 'Finds.' }));
    expect(pack.externalPredicates).toMatchObject([
      { predicate: 'name_before', arity: 2, deterministic: true, 'x-mangle-mode': 'bb' },
      { predicate: 'p', arity: 2, description: 'Finds.', deterministic: true, 'x-mangle-mode': 'bf' },
    ]);
  });

  it('MAN-022 is described by its declaration if the configuration does not', async () => {
    const pack = await loadTiny(files('export const find = () => [];'));
    expect(pack.externalPredicates.at(-1)).toMatchObject({ description: 'X in, Y out.', deterministic: false });
  });

  it.each([
    ['CONF-009 must be in the configuration', { ...files(''), 'manglecp.json': tinyConfig }, 'external schema.mg'],
    [
      'must be declared',
      files('export const find = () => [];', {}, 'Decl p(X, Y) descr [extensional()] bound [/string, /number].'),
      'external manglecp.json',
    ],
    [
      'must have the mode of its declaration',
      files('export const find = () => [];', { mode: 'fb' }),
      'external manglecp.json',
    ],
    [
      'must have a letter for each argument',
      files('export const find = () => [];', { mode: 'b' }),
      'external manglecp.json',
    ],
    ['must be a function', files('export const find = 5;'), 'external manglecp.json'],
    ['must be exported', files('export const fnd = () => [];'), 'external manglecp.json'],
    ['must lie in a file that is there', files('', { from: 'other.js#find' }), 'unreadable other.js'],
    ['must lie in a file that can be imported', files('throw 1;'), 'import-failed actions.js'],
    [
      'cannot be one of the kernel',
      files('export const find = () => [];', { predicate: 'name_before', mode: 'bb' }),
      'external manglecp.json',
    ],
  ])('%s', async (_, pack, expected) => {
    expect((await problemsOf(pack)).map(({ code, file }) => `${code} ${file}`)).toContain(expected);
  });
});

describe('an external predicate that is a table or an address', () => {
  const database = async (sql: string): Promise<Uint8Array> => {
    const file = path.join(await mkdtemp(path.join(tmpdir(), 'sqlite-')), 'data.db');
    onTestFinished(() => rm(path.dirname(file), { recursive: true, force: true }));
    const made = new Database(file);
    made.exec(sql);
    made.close();
    return readFile(file);
  };
  const bare = { predicate: 'p', mode: 'bf' };
  const table = { file: 'data/stock.db', table: 'stock', columns: ['site', 'units'] };
  const pack = async (external: object, sql = 'CREATE TABLE stock (site TEXT, units INTEGER);', schema = decl) => ({
    ...files('', {}, schema),
    'manglecp.json': { ...tinyConfig, externals: [{ ...bare, ...external }] },
    'data/stock.db': await database(sql),
  });

  it('is answered by a SQLite file of the pack', async () => {
    const sql = "CREATE TABLE stock (site TEXT, units INTEGER); INSERT INTO stock VALUES ('a', 1), ('a', 2), ('c', 3);";
    const loaded = await loadTiny(await pack({ sqlite: table }, sql));
    const externals = { ...loaded.externals, ...kernelExternals };
    const prepared = await prepare(loaded.program, loaded.baseFacts, { externals });
    expect(rows(await prepared.request([]), 'found/2')).toEqual([
      ['a', 1n],
      ['a', 2n],
    ]);
    await loaded.closeExternals?.();
    await expect(prepared.request([])).rejects.toThrow('it was stopped');
  });

  it('EVAL-045 is told in the manifest as any other', async () => {
    const loaded = await loadTiny(await pack({ sqlite: table, deterministic: true, description: 'Stock.' }));
    expect(loaded.externalPredicates.at(-1)).toMatchObject({
      predicate: 'p',
      description: 'Stock.',
      deterministic: true,
    });
    const other = await loadTiny(await pack({ sqlite: table }));
    expect(other.externalPredicates.at(-1)).toMatchObject({ predicate: 'p', deterministic: false });
  });

  it.each([
    ['must lie in a file that is there', { sqlite: { ...table, file: 'data/other.db' } }, 'unreadable data/other.db'],
    ['must be a table that is there', { sqlite: { ...table, table: 'stocks' } }, 'external manglecp.json'],
    ['must have columns that are there', { sqlite: { ...table, columns: ['site', 'unit'] } }, 'external manglecp.json'],
    ['must have columns of its types', { sqlite: { ...table, columns: ['units', 'units'] } }, 'external manglecp.json'],
    [
      'must have its arguments in the address',
      { http: { url: 'https://a.example/{y}', columns: ['y'] } },
      'external manglecp.json',
    ],
    ['must have all of them there', { http: { url: 'https://a.example/', columns: ['y'] } }, 'external manglecp.json'],
  ])('%s', async (_, external, expected) => {
    expect(brief(await problemsOf(await pack(external)))).toEqual([expected]);
  });

  it('must have columns without parts', async () => {
    const schema = 'Decl p(X, Y) descr [external(), mode("+", "-")] bound [/string, fn:List(/string)].';
    expect(brief(await problemsOf(await pack({ sqlite: table }, undefined, schema)))).toEqual([
      'external manglecp.json',
    ]);
  });

  it.each([
    ['a database', { postgres: { url_env: 'MANGLECP_TEST_UNSET', table: 'stock', columns: ['site', 'units'] } }],
    [
      'an address',
      { http: { url: 'https://a.example/{x}', columns: ['y'], headers_env: { a: 'MANGLECP_TEST_UNSET' } } },
    ],
  ])('makes the pack degraded if the secret of %s is not there, and asks no network', async (_, external) => {
    const loaded = await loadTiny(await pack(external));
    expect(brief(loaded.warnings)).toContain('external-variable manglecp.json');
    expect(loaded.degraded).toEqual([{ component: 'externals', reason: 'a source of facts is not set up' }]);
    const externals = { ...loaded.externals, ...kernelExternals };
    const prepared = await prepare(loaded.program, loaded.baseFacts, { externals });
    await expect(prepared.request([])).rejects.toThrow('MANGLECP_TEST_UNSET is not set');
  });
});
