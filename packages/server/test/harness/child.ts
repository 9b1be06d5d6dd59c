import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { packFolder, type SubjectOptions } from './subject.js';

/** A server process on stdio with nothing between it and the test. */
export interface Child {
  readonly process: ChildProcessWithoutNullStreams;
  /** What it wrote to stderr. */
  log(): string;
  /** The exit code; null if a signal ended it. */
  readonly exited: Promise<number | null>;
}

const command = fileURLToPath(new URL('../../../cli/bin/manglecp.js', import.meta.url));

export function spawnServer({ pack, config = {}, environment = {} }: SubjectOptions = {}): Child {
  const scratch = mkdtempSync(path.join(tmpdir(), 'manglecp-test-'));
  const configFile = path.join(scratch, 'config.json');
  writeFileSync(configFile, JSON.stringify(config));
  const args = ['serve', packFolder(pack), '--transport', 'stdio', '--no-watch', '--config', configFile];
  const child = spawn(process.execPath, [command, ...args], { env: { ...process.env, ...environment } });
  const log: string[] = [];
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => log.push(chunk));
  // A child that is gone cannot be written to; the test sees that by its exit code.
  child.stdin.on('error', () => undefined);
  const exited = new Promise<number | null>((resolve) => {
    child.once('close', (code) => {
      rmSync(scratch, { recursive: true, force: true });
      resolve(code);
    });
  });
  return { process: child, log: () => log.join(''), exited };
}

/** Calls `receive` for each line that a stream gives. */
export function onLines(stream: NodeJS.ReadableStream, receive: (line: string) => void): void {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) receive(line);
  });
}
