import { prepare, rows } from '@manglecp/mangle';
import { describe, expect, it } from 'vitest';
import { ask, kernelExternals, loadTiny, problemsOf, tinyConfig } from './tiny-pack.suite.js';

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
