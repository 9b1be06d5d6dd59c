import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';

const run = promisify(execFile);
const root = path.join(import.meta.dirname, '../../..');

/** A checkout without a build, with the installed packages of this one. */
function checkout(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'mangle-launcher-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of ['package.json', 'tsconfig.json', 'tsconfig.base.json', 'scripts']) {
    cpSync(path.join(root, name), path.join(folder, name), { recursive: true });
  }
  cpSync(path.join(root, 'packages'), path.join(folder, 'packages'), {
    recursive: true,
    filter: (file) => !/[/\\](dist|node_modules|testdata|\.cache)$/.test(file),
  });
  mkdirSync(path.join(folder, 'node_modules/@manglecp'), { recursive: true });
  const installed = readdirSync(path.join(root, 'node_modules')).filter((name) => !/^\.|^@manglecp$/.test(name));
  for (const name of installed) {
    symlinkSync(path.join(root, 'node_modules', name), path.join(folder, 'node_modules', name));
  }
  for (const name of ['mangle', 'protocol', 'server']) {
    symlinkSync(path.join(folder, 'packages', name), path.join(folder, 'node_modules/@manglecp', name));
  }
  return folder;
}

async function start(folder: string): Promise<string> {
  const { stdout, stderr } = await run(process.execPath, [
    path.join(folder, 'packages/cli/bin/mangle.js'),
    '--version',
  ]);
  return stdout + stderr;
}

describe('the launcher', () => {
  it('builds what is missing, once, when three start together, and again when a source is newer', async () => {
    const folder = checkout();
    // A lock whose owner is gone must not stop anybody. No process has this number.
    const lock = path.join(folder, 'node_modules/.cache/mangle-build-lock');
    mkdirSync(lock, { recursive: true });
    writeFileSync(path.join(lock, 'pid'), '4194305');
    expect(await Promise.all([start(folder), start(folder), start(folder)])).toEqual(['0.1.0\n', '0.1.0\n', '0.1.0\n']);
    expect(existsSync(lock)).toBe(false);

    const main = path.join(folder, 'packages/cli/dist/main.js');
    rmSync(main);
    const later = new Date(Date.now() + 60_000);
    const source = path.join(folder, 'packages/cli/src/main.ts');
    utimesSync(source, later, later);
    expect(await start(folder)).toBe('0.1.0\n');
  });

  it('says what to do when the compiler is not installed', async () => {
    const folder = checkout();
    rmSync(path.join(folder, 'node_modules/typescript'));
    await expect(start(folder)).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'typescript is not installed; run `npm ci` in the repository first\n',
    });
  });

  it('says in a sentence that it cannot write its build', async () => {
    const folder = checkout();
    // As on a read-only disk, which not every user can be kept from writing to: the folder cannot be made.
    writeFileSync(path.join(folder, 'node_modules/.cache'), '');
    for (const script of ['packages/cli/bin/mangle.js', 'packages/cli/bin/manglecp.js', 'scripts/start.mjs']) {
      await expect(run(process.execPath, [path.join(folder, script), '--version'])).rejects.toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(/^this checkout is not built, and the build cannot write to it: .*\n$/) as string,
      });
    }
  });

  it('says on a terminal that it builds, before anything else', async () => {
    const folder = checkout();
    // Ends the build as soon as it begins: nobody has to wait for the rest of it.
    rmSync(path.join(folder, 'node_modules/typescript'));
    // `script` is a terminal without a person.
    const command = `'${process.execPath}' '${path.join(folder, 'packages/cli/bin/mangle.js')}' --version`;
    await expect(run('script', ['-qefc', command, '/dev/null'])).rejects.toMatchObject({
      stdout: expect.stringMatching(/^building….*typescript is not installed/) as string,
    });
  });

  it('shows the errors of a build that fails on standard error only', async () => {
    const folder = checkout();
    writeFileSync(path.join(folder, 'packages/cli/src/broken.ts'), "export const broken: number = 'text';\n");
    const failure = start(folder);
    await expect(failure).rejects.toMatchObject({ code: 1, stdout: '' });
    await expect(failure).rejects.toMatchObject({ stderr: expect.stringContaining('broken.ts') as string });
  });
});
