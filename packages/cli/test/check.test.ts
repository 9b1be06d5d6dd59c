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
    expect(result).toEqual({ code: 0, output: '', errors: 'fixed 1 file\n' });
    expect(readFileSync(path.join(cwd, 'x.mg'), 'utf8')).toBe('p(1).\nr(2).\nq(X) :- p(X), !r(X).\n');
  });

  it('does not check types with --no-bounds', async () => {
    const input = 'Decl p(X) bound [/string].\np(1).\n';
    expect((await mangle(['check', '-'], { input })).code).toBe(1);
    expect((await mangle(['check', '--no-bounds', '-'], { input })).code).toBe(0);
  });
});
