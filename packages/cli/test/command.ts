import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const launchers = {
  mangle: fileURLToPath(new URL('../bin/mangle.js', import.meta.url)),
  manglecp: fileURLToPath(new URL('../bin/manglecp.js', import.meta.url)),
};

/** What a finished process left behind. */
export interface Finished {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

export interface StartOptions {
  readonly input?: string;
  readonly cwd?: string;
  readonly environment?: Record<string, string>;
}

/** Runs the real command as a process of its own, without a terminal. */
export function mangle(args: readonly string[], options: StartOptions = {}): Promise<Finished> {
  return run(launchers.mangle, args, options);
}

/** The same for the other command. */
export function manglecp(args: readonly string[], options: StartOptions = {}): Promise<Finished> {
  return run(launchers.manglecp, args, options);
}

async function run(launcher: string, args: readonly string[], options: StartOptions): Promise<Finished> {
  const { input = '', cwd, environment = {} } = options;
  const child = spawn(process.execPath, [launcher, ...args], {
    cwd,
    env: { ...withoutColors(process.env), ...environment },
  });
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const closed = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [output, errors, code] = await Promise.all([readAll(child.stdout), readAll(child.stderr), closed]);
  return { code, output, errors };
}

/** The test runner may ask for colors; the command under test must not hear it. */
function withoutColors(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { FORCE_COLOR: _force, NO_COLOR: _no, ...rest } = environment;
  return rest;
}

/** A folder with the given files, removed when the test is over. */
export function folderWith(files: Record<string, string>): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'mangle-cli-'));
  for (const [name, content] of Object.entries(files)) writeFileSync(path.join(folder, name), content);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
