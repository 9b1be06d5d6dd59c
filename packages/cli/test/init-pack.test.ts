import { execSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { manglecp } from './command.js';

function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'manglecp-init-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The search path without what npm puts in front of it for its scripts, such as these tests. */
function pathOfOthers(): string {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  return folders.filter((folder) => !folder.endsWith(path.join('node_modules', '.bin'))).join(path.delimiter);
}

function configOf(folder: string): unknown {
  return JSON.parse(readFileSync(path.join(folder, 'manglecp.json'), 'utf8'));
}

const request = {
  type: 'intent_request',
  id: '1',
  manglecp: '2026-02-draft',
  payload: { intent: { name: 'find_trouble' }, facts: [{ pred: 'watched_service', args: ['shop'] }] },
};

describe('manglecp init', () => {
  // `/proc` takes no folders, and says of each that there is no such file.
  it.skipIf(process.platform !== 'linux')('ends where no folder can be made', async () => {
    const { code, errors } = await manglecp(['init', '/proc/no/pack'], { cwd: temporaryFolder() });
    expect(code).toBe(2);
    expect(errors).toContain('cannot write `/proc/no/pack`');
  });

  it('makes a pack that can be checked, tested and served at once', async () => {
    const cwd = temporaryFolder();
    const made = await manglecp(['init', 'help-desk'], { cwd });
    expect(made).toMatchObject({ code: 0, errors: '' });
    // As it was started, so that it works as printed, also for those whose path has no commands of this checkout.
    const [, command = ''] = /^ {2}(.*) test help-desk$/m.exec(made.output) ?? [];
    const env = { ...process.env, PATH: pathOfOthers() };
    expect(execSync(`${command} --version`, { cwd, env, encoding: 'utf8' })).toMatch(/^\d+\.\d+\.\d+\n$/);
    const folder = path.join(cwd, 'help-desk');
    expect(readdirSync(folder).sort()).toEqual(
      [
        'README.md',
        'actions.js',
        'domain.mg',
        'facts',
        'manglecp.json',
        'policy.mg',
        'schema.mg',
        'skills',
        'tests',
      ].sort(),
    );
    const checked = await manglecp(['check', folder]);
    expect(checked).toMatchObject({ code: 0, errors: '' });
    expect(JSON.parse((await manglecp(['check', folder, '--json'])).output)).toEqual([]);
    expect(await manglecp(['test', folder])).toEqual({
      code: 0,
      output: '✓ first.json: a service is in trouble\n1 passed, 0 failed\n',
      errors: '',
    });
    const served = await manglecp(['serve', folder, '--transport', 'stdio'], { input: `${JSON.stringify(request)}\n` });
    expect([served.code, served.errors]).toEqual([0, 'manglecp ready stdio\n']);
    expect(served.output).toContain('"inspect_service"');
  });

  it.each([
    ['Help "desk" $& \\', 'help_desk'],
    ['Ünïcode', 'n_code'],
    ['***', 'my_domain'],
    ['__proto__', 'proto'],
  ])('gives it the name %s and the id %s', async (name, id) => {
    const folder = path.join(temporaryFolder(), 'pack');
    expect((await manglecp(['init', folder, '--name', name])).code).toBe(0);
    expect(configOf(folder)).toMatchObject({ name, domain: { id } });
    expect(readFileSync(path.join(folder, 'README.md'), 'utf8').split('\n')[0]).toBe(`# ${name}`);
    expect((await manglecp(['check', folder])).code).toBe(0);
  });

  it('takes an empty folder', async () => {
    const cwd = temporaryFolder();
    expect((await manglecp(['init', '.'], { cwd })).code).toBe(0);
    expect(configOf(cwd)).toMatchObject({ name: path.basename(cwd) });
  });

  it('writes nothing into a folder that is not empty, nor over a file', async () => {
    const cwd = temporaryFolder();
    writeFileSync(path.join(cwd, 'mine.txt'), 'mine');
    const full = await manglecp(['init', '.'], { cwd });
    expect([full.code, full.errors]).toEqual([2, 'error: `.` is not empty; name a new folder\n']);
    const file = await manglecp(['init', 'mine.txt'], { cwd });
    expect([file.code, file.errors]).toEqual([2, 'error: `mine.txt` is no folder\n']);
    expect(readdirSync(cwd)).toEqual(['mine.txt']);
  });

  it.each(['', '  ', 'a\nb', 'x'.repeat(101)])('refuses the name %j', async (name) => {
    const { code, errors } = await manglecp(['init', path.join(temporaryFolder(), 'pack'), '--name', name]);
    expect(code).toBe(2);
    expect(errors).toContain('expected one line of at most 100 characters');
  });
});
