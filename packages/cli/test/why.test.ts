import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderWith, mangle } from './command.js';

const program = `e(/a, /b). e(/b, /c). e(/a, /c).
t(X, Y) :- e(X, Y).
t(X, Z) :- t(X, Y), e(Y, Z).
`;

describe('mangle why', () => {
  it('proves every fact that matches, with operands in any order', async () => {
    const cwd = folderWith({ 'x.mg': program });
    const { code, output } = await mangle(['why', 't(/b, X)', 'x.mg'], { cwd });
    expect(code).toBe(0);
    expect(output).toBe('t(/b,/c)\n  by  t(X, Y) :- e(X, Y).\n  with  X = /b, Y = /c\n  └─ e(/b,/c)  (given)\n');
  });

  it('finds all derivations', async () => {
    const cwd = folderWith({ 'x.mg': program });
    const { output } = await mangle(['why', 'x.mg', 't(/a, /c)', '--all'], { cwd });
    expect(output).toContain('  1. by  t(X, Y) :- e(X, Y).');
    expect(output).toContain('  2. by  t(X, Z) :- t(X, Y), e(Y, Z).');
    const limited = await mangle(['why', 'x.mg', 't(/a, /c)', '--all', '--ways', '1'], { cwd });
    expect(limited.output).toContain('further derivations were not looked for');
  });

  it('draws a graph and a picture, also into a file', async () => {
    const cwd = folderWith({ 'x.mg': program });
    expect((await mangle(['why', 'x.mg', 't(/a, /c)', '--dot'], { cwd })).output).toMatch(/^digraph proof \{/);
    const { code, output } = await mangle(['why', 'x.mg', 't(/a, /c)', '--svg', '-o', 'proof.svg'], { cwd });
    expect([code, output]).toEqual([0, '']);
    expect(readFileSync(path.join(cwd, 'proof.svg'), 'utf8')).toMatch(/^<svg .*<\/svg>\n$/s);
    const many = await mangle(['why', 'x.mg', 't(X, Y)', '--svg'], { cwd });
    expect(many.errors).toBe('2 more facts match; the picture shows the first\n');
  });

  it('prints JSON', async () => {
    const cwd = folderWith({ 'x.mg': program });
    const { output } = await mangle(['why', 'x.mg', 't(/b, /c)', '--json'], { cwd });
    expect(JSON.parse(output)).toEqual({
      proofs: [
        {
          facts: [
            {
              fact: 't(/b,/c)',
              kind: 'rule',
              derivations: [
                {
                  rule: 't(X, Y) :- e(X, Y).',
                  bindings: { X: '/b', Y: '/c' },
                  premises: [{ kind: 'proof', text: 'e(/b, /c)', facts: [1] }],
                },
              ],
            },
            { fact: 'e(/b,/c)', kind: 'fact', derivations: [] },
          ],
        },
      ],
    });
  });

  it('says that a fact does not hold', async () => {
    const cwd = folderWith({ 'x.mg': program });
    const { code, output, errors } = await mangle(['why', 'x.mg', 't(/c, /a)'], { cwd });
    expect([code, output]).toEqual([1, '']);
    expect(errors).toBe('`t(/c, /a)` does not hold; `mangle why-not` says why\n');
  });

  it.each([
    [['x.mg'], 'expected an atom'],
    [['t(X, Y)'], 'expected a file'],
    [['x.mg', 't(X, Y)', '--dot', '--json'], 'exclude each other'],
    [['x.mg', 't(X, Y)', '--ways', '3'], '`--ways` goes with `--all`'],
  ])('refuses %j', async (args, complaint) => {
    const cwd = folderWith({ 'x.mg': program });
    const { code, errors } = await mangle(['why', ...args], { cwd });
    expect(code).toBe(2);
    expect(errors).toContain(complaint);
  });
});

describe('mangle why-not', () => {
  it('names the premise that fails', async () => {
    const cwd = folderWith({ 'x.mg': program });
    const { code, output } = await mangle(['why-not', 'x.mg', 't(/c, /a)', '--depth', '0'], { cwd });
    expect(code).toBe(0);
    expect(output).toBe(
      [
        't(/c,/a) does not hold',
        '  by  t(X, Y) :- e(X, Y).',
        '    with  X = /c, Y = /a',
        '    ✗ e(/c, /a)  (no such fact)',
        '      nearest: e(/a,/b), e(/a,/c), e(/b,/c)',
        '  by  t(X, Z) :- t(X, Y), e(Y, Z).',
        '    with  X = /c, Z = /a',
        '    ✗ t(/c, Y)  (no such fact)',
        '      nearest: t(/a,/b), t(/a,/c), t(/b,/c)',
        '  nearest: t(/a,/b), t(/a,/c), t(/b,/c)',
        '',
      ].join('\n'),
    );
  });

  it('prints JSON, and fails for what holds or cannot be asked', async () => {
    const cwd = folderWith({ 'x.mg': program });
    const { output } = await mangle(['why-not', 'x.mg', 'e(/c, X)', '--json'], { cwd });
    expect(JSON.parse(output)).toMatchObject({ answers: [{ goal: 'e(/c,X)', verdict: 'absent', rules: [] }] });
    expect(await mangle(['why-not', 'x.mg', 'e(/a, /b)'], { cwd })).toMatchObject({
      code: 1,
      output: 'e(/a,/b) holds; ask why it does\n',
    });
    expect((await mangle(['why-not', 'x.mg', 'f(/a, /b)'], { cwd })).code).toBe(1);
    expect((await mangle(['why-not', 'x.mg', 'e(/a,'], { cwd })).errors).toContain('^');
  });
});

describe('mangle run', () => {
  it('says where time and facts went', async () => {
    const cwd = folderWith({ 'x.mg': program });
    const { output, errors } = await mangle(['run', 'x.mg', '--query', 't(/a, /b)', '--profile'], { cwd });
    expect(output).toBe('t(/a,/b)\n');
    expect(errors).toMatch(/^ *ms +share +runs +solutions +facts +stratum +rule\n/);
    expect(errors).toContain('t(X, Z) :- t(X, Y), e(Y, Z).');
    const { profile } = JSON.parse((await mangle(['run', 'x.mg', '--profile', '--json'], { cwd })).output) as {
      profile: { rules: { facts: number }[] };
    };
    expect(profile.rules.reduce((sum, { facts }) => sum + facts, 0)).toBe(3);
  });

  it('says which rules derived nothing', async () => {
    const cwd = folderWith({ 'x.mg': 'p(1). q(X) :- p(X), X > 5. r(X) :- p(X).\n' });
    const { errors } = await mangle(['run', 'x.mg', '--coverage'], { cwd });
    expect(errors).toBe('1 of 2 rules fired\npartial  q(X) :- p(X), X > 5.\n         stops at X > 5\n');
  });
});
