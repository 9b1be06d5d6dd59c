import { isUtf8 } from 'node:buffer';
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { compareText } from '@manglecp/mangle';
import { fileProblem, type Problem } from './problem.js';
import { isTemporary, reasonOf } from './temporary.js';

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

/** The real path of the folder of a pack; undefined, with a problem reported, if there is none. */
export async function findFolder(folder: string, report: (problem: Problem) => void): Promise<string | undefined> {
  const help = 'Name the folder of a pack.';
  try {
    const root = await realpath(folder);
    if ((await stat(root)).isDirectory()) return root;
    report(fileProblem('no-pack', folder, 'it is no folder', help));
  } catch (error) {
    report(
      isAbsent(error) ? fileProblem('no-pack', folder, 'there is no such folder', help) : unreadable(folder, error),
    );
  }
  return undefined;
}

/** A file or folder inside a folder of the pack. */
export interface Entry {
  readonly name: string;
  readonly isFolder: boolean;
  /** Why nobody can tell what it is: a link that leads nowhere, a folder that may not be looked into. */
  readonly fault?: Problem;
}

/**
 * What a folder holds, in the order of the names, hidden files and backups of editors aside. Undefined, with a problem
 * reported, if it cannot be listed: a folder that cannot be read is not the same as an empty one.
 */
export async function listFolder(folder: PackFolder, inner = ''): Promise<readonly Entry[] | undefined> {
  const inside = await resolveInside(folder, inner);
  if (inside === undefined) return undefined;
  const place = inner === '' ? '.' : inner;
  try {
    const names = await readdir(inside);
    if (names.length <= maxEntries)
      return await Promise.all(wantedNames(names).map((name) => entryOf(inside, inner, name)));
    folder.report(fileProblem('too-many-files', place, `it has more than ${maxEntries} files`));
  } catch (error) {
    folder.report(unreadable(place, error));
  }
  return undefined;
}

function wantedNames(names: readonly string[]): readonly string[] {
  return names.filter((name) => !isNoise(name)).sort(compareText);
}

async function entryOf(folder: string, inner: string, name: string): Promise<Entry> {
  try {
    return { name, isFolder: (await stat(path.join(folder, name))).isDirectory() };
  } catch (error) {
    return { name, isFolder: false, fault: unreadable(path.posix.join(inner, name), error) };
  }
}

/** Hidden files, and what editors leave beside the files they write. */
export function isNoise(name: string): boolean {
  return /^[.#]|~$|\.(?:sw[a-z]|bak|orig|tmp)$/.test(name) || name === '4913';
}

/**
 * The files and folders of an inner folder of the pack that need not be there: none if it is not, undefined, with a
 * problem reported, if there is something that cannot be listed.
 */
export async function listOptional(
  folder: PackFolder,
  entries: readonly Entry[],
  name: string,
): Promise<readonly Entry[] | undefined> {
  const entry = entries.find((each) => each.name === name);
  if (entry === undefined) return [];
  if (entry.isFolder) return listFolder(folder, name);
  folder.report(entry.fault ?? fileProblem('not-a-folder', name, 'it is no folder', 'Make it a folder, or rename it.'));
  return undefined;
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
    return void folder.report(unreadable(file, error));
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
  try {
    const resolved = await realpath(path.join(root, file));
    if (resolved === root || resolved.startsWith(root.endsWith(path.sep) ? root : root + path.sep)) return resolved;
    report(fileProblem('outside', file, 'it is a link that leads out of the pack', 'Copy the file into the pack.'));
  } catch (error) {
    report(unreadable(file, error));
  }
  return undefined;
}

function unreadable(file: string, error: unknown): Problem {
  const message = isAbsent(error) ? 'it does not exist' : `it cannot be read: ${reasonOf(error)}`;
  return { ...fileProblem('unreadable', file, message), ...(isTemporary(error) ? { isTemporary: true } : {}) };
}

function isAbsent(error: unknown): boolean {
  return reasonOf(error) === 'ENOENT';
}
