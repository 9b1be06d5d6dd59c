import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderWith, mangle } from './command.js';

const untidy = 'p( 1 ) .\nq(X):-p(X).\n';
const tidy = 'p(1).\nq(X) :- p(X).\n';

describe('mangle fmt', () => {
  it('prints the formatted program', async () => {
    expect(await mangle(['fmt', '-'], { input: untidy })).toEqual({ code: 0, output: tidy, errors: '' });
  });

  it('names unformatted files with --check and leaves them alone', async () => {
    const cwd = folderWith({ 'a.mg': untidy, 'b.mg': tidy });
    expect(await mangle(['fmt', '--check', 'a.mg', 'b.mg'], { cwd })).toEqual({
      code: 1,
      output: 'a.mg\n',
      errors: '',
    });
    expect(readFileSync(path.join(cwd, 'a.mg'), 'utf8')).toBe(untidy);
  });

  it('rewrites with --write; afterwards --check is content', async () => {
    const cwd = folderWith({ 'a.mg': untidy, 'b.mg': tidy });
    expect(await mangle(['fmt', '--write', 'a.mg', 'b.mg'], { cwd })).toEqual({
      code: 0,
      output: 'a.mg\n',
      errors: '',
    });
    expect(await mangle(['fmt', '--check', 'a.mg', 'b.mg'], { cwd })).toEqual({ code: 0, output: '', errors: '' });
    expect(readFileSync(path.join(cwd, 'a.mg'), 'utf8')).toBe(tidy);
  });

  it('refuses to touch a file with syntax errors', async () => {
    const cwd = folderWith({ 'a.mg': 'p( 1 ) .\nq(X :-\n' });
    const { code, errors } = await mangle(['fmt', '--write', 'a.mg'], { cwd });
    expect(code).toBe(1);
    expect(errors).toContain('a.mg:2:');
    expect(readFileSync(path.join(cwd, 'a.mg'), 'utf8')).toBe('p( 1 ) .\nq(X :-\n');
  });

  it('keeps the example of the repository as it is', async () => {
    const example = path.join(import.meta.dirname, '../../../examples/tool-selection.mg');
    expect(await mangle(['fmt', '--check', example])).toEqual({ code: 0, output: '', errors: '' });
  });
});
