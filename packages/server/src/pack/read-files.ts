import { isUtf8 } from 'node:buffer';
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { compareText } from '@manglecp/mangle';
import { fileProblem, type Problem } from './problem.js';

/** Larger files do not belong into a pack; an external predicate reaches what a database holds. */
export const maxFileBytes = 64 * 1024 * 1024;
/** Files and folders that one folder of a pack may have. */
export const maxEntries = 10_000;

/** The folder of a pack, and what is wrong with the files in it. */
export interface PackFolder {
  /** The real path, without links. */
  readonly root: string;
  readonly report: (problem: Problem) => void;
}

/** A folder as it is, or undefined if there is none. */
export async function findFolder(folder: string): Promise<string | undefined> {
  try {
    const root = await realpath(folder);
    return (await stat(root)).isDirectory() ? root : undefined;
  } catch {
    return undefined;
  }
}

/** A file or folder inside a folder of the pack. */
export interface Entry {
  readonly name: string;
  readonly isFolder: boolean;
}

/** What a folder holds, in the order of the names, hidden files and backups of editors aside. Empty if there is none. */
export async function listFolder(folder: PackFolder, inner = ''): Promise<readonly Entry[]> {
  const inside = await resolveInside(folder, inner);
  const names = inside === undefined ? [] : await readdir(inside).catch(() => []);
  if (names.length > maxEntries) {
    folder.report(fileProblem('too-many-files', inner, `it has more than ${maxEntries} files`));
    return [];
  }
  const wanted = names.filter((name) => !isNoise(name)).sort(compareText);
  return Promise.all(
    wanted.map(async (name) => {
      const status = await stat(path.join(folder.root, inner, name)).catch(() => undefined);
      return { name, isFolder: status?.isDirectory() === true };
    }),
  );
}

/** Hidden files, and what editors leave beside the files they write. */
export function isNoise(name: string): boolean {
  return /^[.#]|~$|\.(?:sw[a-z]|bak|orig|tmp)$/.test(name) || name === '4913';
}

export interface ReadOptions {
  /** Larger files are refused; `maxFileBytes` if absent. */
  readonly maxBytes?: number;
}

/** The bytes of a file of the pack; undefined, with a problem reported, if they cannot be had. */
export async function readBytes(
  folder: PackFolder,
  file: string,
  { maxBytes = maxFileBytes }: ReadOptions = {},
): Promise<Uint8Array | undefined> {
  const inside = await resolveInside(folder, file);
  if (inside === undefined) return undefined;
  const refuse = (code: string, message: string, help?: string): undefined =>
    void folder.report(fileProblem(code, file, message, help));
  try {
    // Asked first: to open a pipe waits for whoever writes to it.
    const status = await stat(inside);
    if (!status.isFile()) return refuse('not-a-file', 'it is no regular file');
    if (status.size > maxBytes) return refuse('file-too-large', `it is larger than ${maxBytes} bytes`, 'Split it.');
    return await readFile(inside);
  } catch (error) {
    return refuse('unreadable', `it cannot be read: ${reasonOf(error)}`);
  }
}

/** The text of a file of the pack, which must be UTF-8; undefined, with a problem reported, if it cannot be had. */
export async function readText(folder: PackFolder, file: string, options?: ReadOptions): Promise<string | undefined> {
  const bytes = await readBytes(folder, file, options);
  if (bytes === undefined) return undefined;
  if (isUtf8(bytes)) return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  folder.report(fileProblem('not-utf8', file, 'it is not UTF-8', 'Save it as UTF-8.'));
  return undefined;
}

/**
 * The real path of a file of the pack; undefined, with a problem reported, if there is none. Links are followed as long
 * as they stay inside.
 */
export async function resolveInside({ root, report }: PackFolder, file: string): Promise<string | undefined> {
  const resolved = await realpath(path.join(root, file)).catch(() => undefined);
  if (resolved === undefined) {
    report(fileProblem('unreadable', file, 'it does not exist'));
    return undefined;
  }
  if (resolved === root || resolved.startsWith(root.endsWith(path.sep) ? root : root + path.sep)) return resolved;
  report(fileProblem('outside', file, 'it is a link that leads out of the pack', 'Copy the file into the pack.'));
  return undefined;
}

function reasonOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}
