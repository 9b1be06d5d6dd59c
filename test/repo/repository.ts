import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the repository, without a final slash. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[/\\]$/, '');

const skipped = new Set(['node_modules', 'dist', '.git', 'coverage', '.cache']);

/** Every file below a folder of the repository that is not generated, relative to the root, sorted. */
export function listFiles(folder = ''): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !skipped.has(name))
    .flatMap((entry) => {
      const file = path.posix.join(folder, entry.name);
      return entry.isDirectory() ? listFiles(file) : [file];
    })
    .sort();
}

export function readText(file: string): string {
  return readFileSync(path.join(root, file), 'utf8');
}

export function readJson(file: string): unknown {
  return JSON.parse(readText(file));
}
