import { readFile } from 'node:fs/promises';
import { buffer as readAll } from 'node:stream/consumers';
import { createSource, type Source } from '@manglecp/mangle';
import { fileError, type Terminal, UsageError } from '../terminal/terminal.js';
import { utf8Problem } from './decode-utf8.js';

/**
 * Reads each named file as one source; `-` is standard input. The names stay as written, for messages. Throws a
 * `UsageError` for what cannot be read and what is not UTF-8.
 */
export async function readSources(files: readonly string[], terminal: Terminal): Promise<Source[]> {
  if (files.filter((file) => file === '-').length > 1)
    throw new UsageError('standard input (`-`) can be read only once');
  const sources: Source[] = [];
  for (const file of files) {
    sources.push(file === '-' ? sourceOf('<stdin>', await readAll(terminal.input)) : await readSource(file));
  }
  return sources;
}

export async function readSource(file: string): Promise<Source> {
  return sourceOf(file, await readBytes(file));
}

async function readBytes(file: string): Promise<Uint8Array> {
  try {
    return await readFile(file);
  } catch (error) {
    throw fileError('read', file, error);
  }
}

function sourceOf(name: string, bytes: Uint8Array): Source {
  const problem = utf8Problem(bytes);
  if (problem !== undefined) throw new UsageError(`cannot read \`${name}\`: ${problem.reason}`);
  return createSource(name, bytes);
}
