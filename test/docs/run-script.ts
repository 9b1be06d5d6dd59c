import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '../repo/repository.js';

/** The languages of blocks that are run as scripts, with the file extension that Node reads them by. */
export const scriptExtensions: Readonly<Record<string, string>> = { js: 'mjs', cjs: 'cjs' };

/** A folder in which the built packages are installed, for the scripts and sessions of one document. */
export class Sandbox {
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'mangle-docs-'));
  readonly #environment: NodeJS.ProcessEnv;

  constructor() {
    for (const name of ['mangle', 'protocol', 'server'])
      this.#link(`node_modules/@manglecp/${name}`, `packages/${name}`);
    for (const name of ['mangle', 'manglecp']) this.#link(`node_modules/.bin/${name}`, `packages/cli/bin/${name}.js`);
    this.#link('node_modules/libsql', 'node_modules/libsql');
    this.#link('examples', 'examples');
    this.#link('domains', 'domains');
    // Installing is not what is tested here: `npx` finds what is beside it.
    const npx = path.join(this.#folder, 'node_modules/.bin/npx');
    writeFileSync(npx, '#!/bin/sh\nexec "$@"\n');
    chmodSync(npx, 0o755);
    const { FORCE_COLOR: _force, NO_COLOR: _no, NODE_OPTIONS: _options, ...rest } = process.env;
    this.#environment = { ...rest, PATH: `${path.dirname(npx)}${path.delimiter}${rest['PATH'] ?? ''}` };
  }

  /** What a script prints, on both streams. */
  runScript(text: string, extension: string): string {
    const file = `script.${extension}`;
    writeFileSync(path.join(this.#folder, file), text);
    return this.#run(`node ${file}`);
  }

  /** What a command prints. `cat` makes a file that does not exist yet, with the content that the document shows. */
  runCommand(command: string, shown: string): string {
    const [, name] = /^cat (\S+)$/.exec(command) ?? [];
    const file = name === undefined ? undefined : path.join(this.#folder, name);
    if (file !== undefined && !existsSync(file)) writeFileSync(file, `${shown}\n`);
    return this.#run(command);
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #run(command: string): string {
    const { stdout, error } = spawnSync('sh', ['-c', `{ ${command}\n} 2>&1`], {
      cwd: this.#folder,
      env: this.#environment,
      encoding: 'utf8',
      timeout: 60_000,
    });
    if (error !== undefined) throw error;
    return stdout.trimEnd();
  }

  #link(name: string, target: string): void {
    const link = path.join(this.#folder, name);
    mkdirSync(path.dirname(link), { recursive: true });
    symlinkSync(path.join(root, target), link);
  }
}

/** A line that begins with `$ ` in a session, and what the document shows below it. */
export interface Command {
  readonly command: string;
  readonly shown: string;
}

/** The commands of a `console` block. */
export function commandsOf(session: string): Command[] {
  return session
    .split(/^\$ /m)
    .slice(1)
    .map((part) => {
      const [command = '', ...shown] = part.split('\n');
      return { command, shown: shown.join('\n').trimEnd() };
    });
}

/** Whether the document shows what was found; `…` in it stands for any text within a line. */
export function isShown(shown: string, found: string): boolean {
  const pattern = shown.split('…').map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${pattern.join('.*')}$`).test(found);
}
