import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const launcher = fileURLToPath(new URL('../../../cli/bin/manglecp.js', import.meta.url));

export interface Finished {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/** `manglecp` as a process that runs. */
export interface Running {
  /** Resolves with the address of the ready line; rejects if the process ends before. */
  readonly url: Promise<string>;
  readonly finished: Promise<Finished>;
  /** All that it wrote so far, to both streams. */
  written(): string;
  /** Asks it to stop and resolves when it has. */
  stop(): Promise<Finished>;
}

export interface CommandOptions {
  readonly environment?: Readonly<Record<string, string>>;
  readonly folder?: string;
}

/** Starts `manglecp` with these arguments. */
export function startCommand(args: readonly string[], { environment, folder }: CommandOptions = {}): Running {
  const child = spawn(process.execPath, [launcher, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
    cwd: folder ?? path.dirname(launcher),
  });
  let output = '';
  let errors = '';
  let tell: (url: string) => void;
  let giveUp: (error: Error) => void;
  const url = new Promise<string>((resolve, reject) => {
    tell = resolve;
    giveUp = reject;
  });
  // Whoever does not wait for the address has no use for the rejection either.
  url.catch(() => undefined);
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    errors += chunk;
    const address = /^manglecp ready (\S+)\n/m.exec(errors)?.[1];
    if (address !== undefined) tell(address);
  });
  const finished = new Promise<Finished>((resolve) => {
    child.once('close', (code) => {
      giveUp(new Error(`it ended with ${String(code)}: ${errors}`));
      resolve({ code, output, errors });
    });
  });
  return {
    url,
    finished,
    written: () => output + errors,
    stop: () => {
      child.kill('SIGTERM');
      return finished;
    },
  };
}
