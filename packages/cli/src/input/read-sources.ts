import { readFile } from 'node:fs/promises';
import { text as readAll } from 'node:stream/consumers';
import { createSource, type Source } from '@manglecp/mangle';
import { fileError, type Terminal, UsageError } from '../terminal/terminal.js';

/** Reads each named file as one source; `-` is standard input. The names stay as written, for messages. */
export async function readSources(files: readonly string[], terminal: Terminal): Promise<Source[]> {
  if (files.filter((file) => file === '-').length > 1)
    throw new UsageError('standard input (`-`) can be read only once');
  const sources: Source[] = [];
  for (const file of files) {
    sources.push(file === '-' ? createSource('<stdin>', await readAll(terminal.input)) : await readSource(file));
  }
  return sources;
}

export async function readSource(file: string): Promise<Source> {
  try {
    return createSource(file, await readFile(file, 'utf8'));
  } catch (error) {
    throw fileError('read', file, error);
  }
}
