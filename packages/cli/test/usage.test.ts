import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { folderWith, mangle } from './command.js';

describe('the command line', () => {
  it('lists the commands with --help', async () => {
    const { code, output } = await mangle(['--help']);
    expect(code).toBe(0);
    for (const name of ['run', 'query', 'check', 'fmt', 'repl', 'eval', 'bench'])
      expect(output).toContain(`  ${name} `);
  });

  it.each(['run', 'query', 'check', 'fmt', 'repl', 'eval', 'bench'])('shows examples with %s --help', async (name) => {
    const { code, output } = await mangle([name, '--help']);
    expect(code).toBe(0);
    expect(output).toContain(`mangle ${name}`);
    expect(output).toContain('Examples:');
  });

  it('says what the time is without --now', async () => {
    expect((await mangle(['run', '--help'])).output.replace(/\s+/g, ' ')).toContain('(default: the clock)');
    expect((await mangle(['eval', '--help'])).output.replace(/\s+/g, ' ')).toContain('(default: 2024-06-01T00:00:00Z)');
  });

  it('prints its version', async () => {
    expect(await mangle(['--version'])).toEqual({ code: 0, output: '0.1.0\n', errors: '' });
  });

  it.each([
    [[], 'Usage: mangle'],
    [['fly'], "unknown command 'fly'"],
    [['run'], "missing required argument 'files'"],
    [['run', 'x.mg', '--limit', 'many'], 'expected a whole number above 0'],
    [['run', 'x.mg', '--now', 'soon'], 'expected a time such as 2024-06-01T00:00:00Z'],
    [['run', 'x.mg', '--now', '3000-01-01'], 'times reach from 1677-09-21 to 2262-04-11'],
    [['run', 'x.mg', '--json', '--source'], '`--json` and `--source` exclude each other'],
    [['run', 'x.mg', '--json', '--why', 'p(1)', '--why', 'p(2)'], 'there can be one `--why`'],
    [['run', 'x.mg', '--bounds', 'maybe'], 'expected `error`, `warn` or `off`'],
    [['run', 'missing.mg'], 'error: cannot read `missing.mg`: there is no such file'],
    [['run', '.'], 'error: cannot read `.`: it is a folder'],
    [['run', '-', '-'], 'standard input (`-`) can be read only once'],
    [['query', 'x.mg'], 'expected an atom in quotes'],
    [['query', 'p(X)'], 'expected a file'],
    [['check', '--json', '--sarif', 'x.mg'], 'exclude each other'],
    [['fmt', '--write', '-'], 'standard input has none'],
  ])('answers %j with a message and exit code 2', async (args, message) => {
    const { code, output, errors } = await mangle(args, { cwd: folderWith({ 'x.mg': 'p(1).\n' }) });
    expect([code, output]).toEqual([2, '']);
    expect(errors).toContain(message);
  });

  it('colors diagnostics only where asked', async () => {
    const escape = '\u001b[';
    const bad = { input: 'p(X) :-\n' };
    expect((await mangle(['run', '-'], bad)).errors).not.toContain(escape);
    expect((await mangle(['run', '-', '--color'], bad)).errors).toContain(escape);
    expect((await mangle(['run', '-'], { ...bad, environment: { FORCE_COLOR: '1' } })).errors).toContain(escape);
    expect(
      (await mangle(['run', '-', '--no-color'], { ...bad, environment: { FORCE_COLOR: '1' } })).errors,
    ).not.toContain(escape);
    expect(
      (await mangle(['run', '-'], { ...bad, environment: { FORCE_COLOR: '1', NO_COLOR: '1' } })).errors,
    ).not.toContain(escape);
  });

  it('ends quietly when its reader stops early', async () => {
    const launcher = fileURLToPath(new URL('../bin/mangle.js', import.meta.url));
    const facts = Array.from({ length: 50_000 }, (_, index) => `p(${index}).`).join('\n');
    const child = spawn(process.execPath, [launcher, 'run', '-']);
    child.stdin.end(facts);
    let errors = '';
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    await once(child.stdout, 'data');
    child.stdout.destroy();
    const [code] = (await once(child, 'close')) as [number];
    expect([code, errors]).toEqual([0, '']);
  });
});
