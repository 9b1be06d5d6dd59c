import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';

/**
 * Makes a folder with those above it; one that is there already is fine. Unlike `mkdir` of Node with `recursive` it
 * always ends: that one tries again for ever where a file system says of a new entry that there is no such file, as
 * `/proc` does.
 */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && (await isFolder(folder))) return;
    const parent = path.dirname(path.resolve(folder));
    if (code !== 'ENOENT' || parent === path.resolve(folder) || (await isFolder(parent))) throw error;
    await makeFolder(parent);
    await mkdir(folder);
  }
}

async function isFolder(file: string): Promise<boolean> {
  return stat(file).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
