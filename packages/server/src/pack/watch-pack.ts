import { statSync } from 'node:fs';
import path from 'node:path';
import { type FSWatcher, watch } from 'chokidar';
import { isNoise } from './read-files.js';

export interface WatchOptions {
  /** How long nothing may change before a change is told, in milliseconds: editors write a file in several steps. */
  readonly quietMs?: number;
  /** Files outside the pack that it depends on. */
  readonly otherFiles?: readonly string[];
}

/**
 * Calls `onChange` after files of a pack changed, once for changes that come together. What editors leave beside their
 * files, hidden files, tests and packages do not count. Nothing is called after `close`.
 */
export function watchPack(
  folder: string,
  onChange: () => void,
  { quietMs = 150, otherFiles = [] }: WatchOptions = {},
): { readonly ready: Promise<void>; close(): Promise<void> } {
  const root = path.resolve(folder);
  let timer: NodeJS.Timeout | undefined;
  const notify = (): void => {
    clearTimeout(timer);
    timer = setTimeout(onChange, quietMs);
  };
  const arm = (): FSWatcher => {
    const made = watch([root, ...otherFiles], {
      ignoreInitial: true,
      // A server lives as long as its transports do; a watch that is armed while it ends must not keep it.
      persistent: false,
      ignored: (file, stats) => isIgnored(path.relative(root, file), stats?.isFile() === true),
    });
    made.on('all', notify);
    // Without a handler a folder that cannot be watched would end the process; it is simply not watched.
    made.on('error', () => undefined);
    return made;
  };
  let watcher = arm();
  // Deployments put another folder, or another target of a link, in the place of the old one, which is still watched.
  let identity = identityOf(root);
  const look = setInterval(() => {
    const found = identityOf(root);
    if (found === identity) return;
    identity = found;
    void watcher.close();
    watcher = arm();
    notify();
  }, lookMs);
  look.unref();
  return {
    ready: new Promise((resolve) => watcher.once('ready', resolve)),
    close: async () => {
      clearInterval(look);
      clearTimeout(timer);
      await watcher.close();
      // An event may have come while the watcher was being closed.
      clearTimeout(timer);
    },
  };
}

/** How often it is looked whether the folder is still the same one. */
const lookMs = 1_000;

function identityOf(folder: string): string {
  const found = statSync(folder, { throwIfNoEntry: false });
  return found === undefined ? '' : `${found.dev}:${found.ino}`;
}

/**
 * Whether a change of a file, or anything in a folder, does not count. Files outside of the pack were named explicitly.
 * What the server itself writes must not make it reload.
 */
export function isIgnored(relative: string, isFile: boolean): boolean {
  const steps = relative.split(path.sep);
  const [first = ''] = steps;
  if (relative === '' || first === '..') return false;
  if (first === 'tests' || steps.includes('node_modules') || steps.some(isNoise)) return true;
  return isFile && first !== 'facts' && first !== 'skills' && !/\.(?:mg|json|[cm]?[jt]s)$/.test(relative);
}
