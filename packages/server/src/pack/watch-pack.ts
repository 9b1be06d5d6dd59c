import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { compareText } from '@manglecp/mangle';
import { type FSWatcher, watch } from 'chokidar';
import { isNoise } from './read-files.js';

export interface WatchOptions {
  /** How long nothing may change before a change is told, in milliseconds: editors write a file in several steps. */
  readonly quietMs?: number;
  /** Files outside the pack that it depends on. */
  readonly otherFiles?: readonly string[];
  /** Hears of what cannot be watched, so that changes there are not seen. */
  readonly onError?: (error: unknown) => void;
}

/**
 * Calls `onChange` after files of a pack changed, once for changes that come together. What editors leave beside their
 * files, hidden files, tests and packages do not count. Nothing is called after `close`.
 */
export function watchPack(
  folder: string,
  onChange: () => void,
  { quietMs = 150, otherFiles = [], onError }: WatchOptions = {},
): { readonly ready: Promise<void>; close(): Promise<void> } {
  const root = path.resolve(folder);
  let timer: NodeJS.Timeout | undefined;
  /** What the pack looked like when a change was last told. */
  let told = lookAt(root);
  const notify = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      timer = undefined;
      told = lookAt(root);
      onChange();
    }, quietMs);
  };
  const arm = (): FSWatcher => {
    const made = watch([root, ...otherFiles], {
      ignoreInitial: true,
      // A server lives as long as its transports do; a watch that is armed while it ends must not keep it.
      persistent: false,
      ignored: (file, stats) => isIgnored(path.relative(root, file), stats?.isFile() === true),
    });
    made.on('all', notify);
    // Without a handler a folder that cannot be watched would end the process.
    made.on('error', (error) => onError?.(error));
    return made;
  };
  let watcher = arm();
  // Deployments put another folder, or another target of a link, in the place of the old one, which is still watched; a
  // file that becomes a folder, or changes twice in a moment, can be lost to the watcher.
  const look = setInterval(() => {
    if (timer !== undefined || lookAt(root) === told) return;
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

/** How often it is looked whether something changed that the watcher did not see. */
const lookMs = 1_000;

/** Folders whose files are looked at as well; a change that is lost there would change what is allowed. */
const layers: readonly string[] = ['schema', 'policy', 'domain'];

/** A text that differs if the folder is another one, or if a file of its rules or settings changed, came or went. */
function lookAt(folder: string): string {
  return [identityOf(folder), ...entriesOf(folder), ...layers.flatMap((name) => entriesOf(folder, name))].join('\n');
}

function entriesOf(root: string, below = ''): readonly string[] {
  const folder = path.join(root, below);
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => !isIgnored(path.join(below, entry.name), entry.isFile()))
      .map((entry) => `${entry.name} ${entry.isFile() ? stateOf(path.join(folder, entry.name)) : entry.isDirectory()}`)
      .sort(compareText);
  } catch {
    return [];
  }
}

function stateOf(file: string): string {
  try {
    const { mtimeMs, size } = statSync(file);
    return `${identityOf(file)} ${mtimeMs} ${size}`;
  } catch {
    return '';
  }
}

function identityOf(folder: string): string {
  try {
    const { dev, ino } = statSync(folder);
    return `${dev}:${ino}`;
  } catch {
    // Why it cannot be looked at is found out, and told, by who reads it because of the change.
    return '';
  }
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
