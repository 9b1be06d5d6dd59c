import { readFile, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { makeFolder } from '../output/make-folder.js';

const maxEntries = 1000;

/** Where typed lines are kept: in the state folder of the XDG convention. */
export function historyFile(environment: Readonly<Record<string, string | undefined>>): string {
  const state = environment['XDG_STATE_HOME'] || path.join(homedir(), '.local', 'state');
  return path.join(state, 'mangle', 'history');
}

/** The kept lines, newest first as readline wants them. No file is an empty history. */
export async function loadHistory(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .slice(-maxEntries)
    .reverse();
}

/** Keeps the lines for the next time. A folder that cannot be written costs the history and nothing else. */
export async function saveHistory(file: string, newestFirst: readonly string[]): Promise<void> {
  try {
    await makeFolder(path.dirname(file));
    await writeFile(file, `${newestFirst.slice(0, maxEntries).toReversed().join('\n')}\n`);
  } catch {
    return;
  }
}
