import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderWith, mangle } from './command.js';

const testdata = path.join(import.meta.dirname, '../testdata');

describe('mangle check', () => {
  it('is silent about a sound program', async () => {
    expect(await mangle(['check', '-'], { input: 'p(1).\nq(X) :- p(X).\n' })).toEqual({
      code: 0,
      output: '',
      errors: '',
    });
  });

  it('explains ten common mistakes', async () => {
    const golden = path.join(testdata, 'ten-mistakes.txt');
    const { code, output, errors } = await mangle(['check', 'ten-mistakes.mg'], { cwd: testdata });
    if (process.env['UPDATE_GOLDENS'] === '1') writeFileSync(golden, errors);
    expect([code, output]).toEqual([1, '']);
    expect(errors).toBe(readFileSync(golden, 'utf8'));
  });

  it('prints diagnostics as JSON', async () => {
    const { code, output, errors } = await mangle(['check', '--json', '-'], { input: 'q(X) :- p(X, Y), X = Y + 1.\n' });
    const { ok, diagnostics } = JSON.parse(output) as { ok: boolean; diagnostics: Record<string, unknown>[] };
    expect([code, ok, errors]).toEqual([1, false, '']);
    expect(diagnostics[0]).toMatchObject({ severity: 'error', stage: 'parse', file: '<stdin>' });
    expect(Object.keys(diagnostics[0] ?? {})).toEqual([
      'code',
      'severity',
      'stage',
      'message',
      'file',
      'range',
      'help',
      'related',
      'fix',
    ]);
  });

  it('prints a SARIF log', async () => {
    const { code, output } = await mangle(['check', '--sarif', '-'], { input: 'q(X) :-\n' });
    expect(code).toBe(1);
    expect(JSON.parse(output)).toMatchObject({
      version: '2.1.0',
      runs: [{ tool: { driver: { name: 'mangle', version: '0.1.0' } }, results: [{ level: 'error' }] }],
    });
  });

  it('applies fixes with --fix and says so', async () => {
    const cwd = folderWith({ 'x.mg': 'p(1).\nr(2).\nq(X) :- p(X), not r(X).\n', 'y.mg': 's(3).\n' });
    const result = await mangle(['check', '--fix', 'x.mg', 'y.mg'], { cwd });
    expect(result).toEqual({ code: 0, output: '', errors: 'x.mg:3: write `!`\nfixed 1 file\n' });
    expect(readFileSync(path.join(cwd, 'x.mg'), 'utf8')).toBe('p(1).\nr(2).\nq(X) :- p(X), !r(X).\n');
  });

  it('makes nothing of another language with --fix-all', async () => {
    const text = 'SELECT * FROM users WHERE age > 3.\n';
    const cwd = folderWith({ 'x.mg': text });
    const { code, errors } = await mangle(['check', '--fix-all', 'x.mg'], { cwd });
    expect(code).toBe(1);
    expect(errors).toContain('A rule derives what a query asks for');
    expect(readFileSync(path.join(cwd, 'x.mg'), 'utf8')).toBe(text);
  });

  it('leaves fixes that need judgment to --fix-all', async () => {
    const text = 's(/job, /on).\nr(X) :- s(X, "on").\nq(X) :- s(X, A_B), s(A_B, _), not r(X).\n';
    const cwd = folderWith({ 'x.mg': text });
    const safe = await mangle(['check', '--fix', 'x.mg'], { cwd });
    expect(safe.code).toBe(0);
    expect(safe.errors).toContain('warning[name-or-string]');
    expect(safe.errors).toMatch(
      /x\.mg:3: write `AB`\nx\.mg:3: write `!`\nfixed 1 file\n1 fix needs judgment; `--fix-all` applies them\n$/,
    );
    expect(readFileSync(path.join(cwd, 'x.mg'), 'utf8')).toContain('r(X) :- s(X, "on").');
    const all = await mangle(['check', '--fix-all', 'x.mg'], { cwd });
    expect(all.errors).toContain('x.mg:2: write `/on`\nfixed 1 file\n');
    expect(readFileSync(path.join(cwd, 'x.mg'), 'utf8')).toContain('r(X) :- s(X, /on).');
  });

  it('says in JSON whether a fix needs judgment', async () => {
    const { output } = await mangle(['check', '--json', '-'], { input: 's(/a).\nr(X) :- s(X), X = "a".\n' });
    expect(output).toContain('"needsJudgment": true');
  });

  it('shows the first hundred diagnostics and counts all', async () => {
    const input = `${'p(X) :- q(X, Y).\n'.repeat(149)}p(X) :- no(X).\n`;
    const { errors } = await mangle(['check', '-'], { input });
    expect(errors.match(/^\w+\[/gm)).toHaveLength(100);
    expect(errors).toContain('… and 50 more\n');
    expect(errors).toMatch(/150 errors\n$/);
    const json = await mangle(['check', '--json', '-'], { input });
    expect((JSON.parse(json.output) as { diagnostics: unknown[] }).diagnostics).toHaveLength(150);
  });

  it.each([['check', '--fix'], ['check', '--fix-all'], ['fmt', '--write'], ['run']])(
    'never touches a file that is not UTF-8: %s %s',
    async (...args) => {
      const bytes = Buffer.from('# caf\xe9\np( 1 ) .\nq(X) :- p(X), not r(X).\n', 'latin1');
      const cwd = folderWith({});
      writeFileSync(path.join(cwd, 'x.mg'), bytes);
      const { code, output, errors } = await mangle([...args, 'x.mg'], { cwd });
      expect([code, output]).toEqual([2, '']);
      expect(errors).toContain('cannot read `x.mg`: it is not UTF-8: the byte 0xe9 at offset 5');
      expect(readFileSync(path.join(cwd, 'x.mg'))).toEqual(bytes);
    },
  );

  it('does not check types with --no-bounds', async () => {
    const input = 'Decl p(X) bound [/string].\np(1).\n';
    expect((await mangle(['check', '-'], { input })).code).toBe(1);
    expect((await mangle(['check', '--no-bounds', '-'], { input })).code).toBe(0);
  });

  it('reports what other engines read in another way only on request', async () => {
    const cwd = folderWith({ 'x.mg': 'p(/a).\nq(X) :- p(X), X != /b.\n' });
    expect(await mangle(['check', 'x.mg'], { cwd })).toEqual({ code: 0, output: '', errors: '' });
    expect((await mangle(['check', 'x.mg', '--portable'], { cwd })).errors).toContain('hint[swallowed-period]');
    await mangle(['check', 'x.mg', '--fix-all'], { cwd });
    expect(readFileSync(path.join(cwd, 'x.mg'), 'utf8')).toContain('/b.');
  });
});
