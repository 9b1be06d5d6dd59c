import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { packFolder } from './subject.js';
import { Queue } from './queue.js';

const launcher = fileURLToPath(new URL('../../../cli/bin/manglecp.js', import.meta.url));

/** `manglecp serve … --transport stdio` as a process whose streams are in the hands of the test. */
export interface StdioProcess {
  /** The next line of standard output, without its end. */
  nextLine(): Promise<string>;
  write(bytes: string | Uint8Array): void;
  /** Ends standard input. */
  end(): void;
  kill(signal: NodeJS.Signals): void;
  /** Everything that came on standard output, byte for byte. */
  output(): Buffer;
  errors(): string;
  /** Resolves with the exit code when both of its streams have ended. */
  readonly exited: Promise<number | null>;
}

/** Starts it; it has said nothing yet. */
export function startStdio(pack: string, args: readonly string[] = [], environment: object = {}): StdioProcess {
  const command = [launcher, 'serve', packFolder(pack), '--transport', 'stdio', '--no-watch', ...args];
  const child = spawn(process.execPath, command, { env: { ...process.env, ...environment } });
  const chunks: Buffer[] = [];
  const errors: Buffer[] = [];
  const lines = new Queue<string>('line');
  let unfinished = Buffer.alloc(0);
  child.stdout.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    unfinished = Buffer.concat([unfinished, chunk]);
    for (let end = unfinished.indexOf('\n'); end !== -1; end = unfinished.indexOf('\n')) {
      lines.put(unfinished.subarray(0, end).toString());
      unfinished = unfinished.subarray(end + 1);
    }
  });
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
  child.stdin.on('error', () => undefined);
  const exited = new Promise<number | null>((resolve) => {
    child.once('close', (code) => {
      lines.end();
      resolve(code);
    });
  });
  return {
    nextLine: () => lines.next(),
    write: (bytes) => void child.stdin.write(bytes),
    end: () => void child.stdin.end(),
    kill: (signal) => void child.kill(signal),
    output: () => Buffer.concat(chunks),
    errors: () => Buffer.concat(errors).toString(),
    exited,
  };
}
