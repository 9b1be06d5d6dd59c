import type { Readable, Writable } from 'node:stream';

/** Everything a command may know of the world outside: where it reads, where it writes, what it may color. */
export interface Terminal {
  readonly input: Readable & { readonly isTTY?: boolean };
  readonly output: Writable & { readonly isTTY?: boolean };
  readonly errors: Writable & { readonly isTTY?: boolean };
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Whether to color what goes to `output` and `errors`. */
  readonly colors: { readonly output: boolean; readonly errors: boolean };
  /** The version of the command, for `--version` and SARIF. */
  readonly version: string;
}

/** 0: done. 1: the program is wrong, or a check found something. 2: the command was used wrongly. */
export type ExitCode = 0 | 1 | 2;

/** The command line asks for something impossible, such as a file that does not exist. Shown without a stack. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Names a file and says in words why it cannot be read or written. */
export function fileError(action: 'read' | 'write', file: string, cause: unknown): UsageError {
  const { code = '', message } = cause as NodeJS.ErrnoException;
  return new UsageError(`cannot ${action} \`${file}\`: ${reasons.get(code) ?? message}`, { cause });
}

const reasons: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'there is no such file'],
  ['EEXIST', 'there is such a file already'],
  ['EISDIR', 'it is a folder'],
  ['ENOTDIR', 'a part of the path is not a folder'],
  ['EACCES', 'permission denied'],
  ['EROFS', 'the file system is read-only'],
]);
