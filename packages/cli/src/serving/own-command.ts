import path from 'node:path';

/** How this process was started, and where. */
export interface Start {
  /** The script that Node runs: a link of an installation, or the file itself. */
  readonly script: string;
  readonly cwd: string;
  /** `PATH`. */
  readonly path: string;
}

/** What to type to start the same command again from the same folder. */
export function ownCommand({ script, cwd, path: searchPath }: Start): string {
  const folder = path.dirname(script);
  const isLink = path.extname(script) === '';
  // `npx` looks into the installations of this folder and of those above it, and elsewhere would fetch another package.
  const isLocal = folder.endsWith(path.join(path.sep, 'node_modules', '.bin'));
  if (isLink && isLocal && isInside(cwd, path.dirname(path.dirname(folder)))) return `npx ${path.basename(script)}`;
  if (isLink && searchPath.split(path.delimiter).includes(folder)) return path.basename(script);
  return isLink ? shellWord(script) : `node ${shellWord(script)}`;
}

function isInside(folder: string, outer: string): boolean {
  const way = path.relative(outer, folder);
  return way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way);
}

/** A text as one word of a shell. */
export function shellWord(text: string): string {
  return /^[\w./@:+-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
