import { describe, expect, it } from 'vitest';
import { folderWith, mangle } from './command.js';

const cities = 'city("Köln", 10).\ncity("Bonn", 9).\ncity("Ulm", 100).\nsmall("Bonn").\n';

describe('mangle query', () => {
  it.each(['?- city(X, N).', '?city(X, N)', 'city(X, N)?'])('takes %s as other languages write it', async (query) => {
    const cwd = folderWith({ 'x.mg': 'city("Ulm", 10).' });
    expect((await mangle(['query', 'x.mg', query], { cwd })).output).toBe('city("Ulm",10)\n');
  });

  it('prints readable text, and numbers in their order', async () => {
    const cwd = folderWith({ 'x.mg': cities });
    const { output } = await mangle(['query', 'x.mg', 'city(X, N)'], { cwd });
    expect(output).toBe('city("Bonn",9)\ncity("Köln",10)\ncity("Ulm",100)\n');
    expect((await mangle(['run', 'x.mg', '--query', 'city(X, 10)'], { cwd })).output).toBe(
      'city("K\\u{0000f6}ln",10)\n',
    );
  });

  it.each([
    ['city(X, N), N > 9, !small(X)', 'X = "Köln", N = 10\nX = "Ulm", N = 100\n'],
    ['X = /a, city(X, N)', ''],
    ['city(X, 9), N = 1.5', 'X = "Bonn", N = 1.5\n'],
    ['city(_, N) |> do fn:group_by(), let Most = fn:max(N)', 'Most = 100\n'],
    ['!small("Ulm")', 'true\n'],
    ['!small("Bonn")', ''],
  ])('answers the conditions %s', async (query, expected) => {
    const cwd = folderWith({ 'x.mg': cities });
    expect((await mangle(['query', 'x.mg', query, '--bounds', 'off'], { cwd })).output).toBe(expected);
  });

  it('shows a mistake among conditions as it was typed', async () => {
    const cwd = folderWith({ 'x.mg': cities });
    const { code, errors } = await mangle(['query', 'x.mg', 'city(X, N), town(X)'], { cwd });
    expect(code).toBe(1);
    expect(errors).toContain('unknown-predicate');
    expect(errors).toContain('2 | city(X, N), town(X).');
  });

  it('prints tables for other programs', async () => {
    const cwd = folderWith({ 'x.mg': 'Decl p(Name, Tags) .\np("a,\\"b\\"", [1, 2]).\np(/c, 9007199254740993).\n' });
    const query = (...form: string[]): Promise<string> =>
      mangle(['query', 'x.mg', 'p(N, T)', ...form], { cwd }).then(({ output }) => output);
    expect(await query('--csv')).toBe('N,T\n/c,9007199254740993\n"a,""b""","[1,2]"\n');
    expect(JSON.parse(await query('--json=values'))).toEqual({
      answers: [
        { N: '/c', T: '9007199254740993' },
        { N: 'a,"b"', T: [1, 2] },
      ],
    });
    const run = await mangle(['run', 'x.mg', '--csv'], { cwd });
    expect(run.output).toBe('Name,Tags\n/c,9007199254740993\n"a,""b""","[1,2]"\n');
    const { output } = await mangle(['run', '--json=values', 'x.mg'], { cwd });
    expect(JSON.parse(output)).toEqual({
      facts: [
        { pred: 'p', args: ['/c', '9007199254740993'] },
        { pred: 'p', args: ['a,"b"', [1, 2]] },
      ],
    });
  });

  it('prints the facts that match any of the atoms', async () => {
    const cwd = folderWith({ 'x.mg': 'p(1, 1).\np(1, 2).\nq(X) :- p(X, _).\n' });
    expect((await mangle(['query', 'x.mg', 'p(X, X)'], { cwd })).output).toBe('p(1,1)\n');
    expect((await mangle(['query', 'x.mg', 'p(X, X)', 'q(_)'], { cwd })).output).toBe('p(1,1)\nq(1)\n');
  });

  it('explains an atom that cannot be read', async () => {
    const cwd = folderWith({ 'x.mg': 'p(1).\n' });
    for (const atom of ['p(,)', 'p(X', 'p("a']) {
      const { code, errors } = await mangle(['query', 'x.mg', atom], { cwd });
      expect(code).toBe(1);
      expect(errors).toContain('^');
    }
  });
});
