import { writeFile } from 'node:fs/promises';
import { fileError } from '../terminal/terminal.js';

/** Rewrites the file that a source was read from. */
export async function writeSource(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text);
  } catch (error) {
    throw fileError('write', file, error);
  }
}

/** Writes a new file; refuses to overwrite one. */
export async function createFile(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text, { flag: 'wx' });
  } catch (error) {
    throw fileError('write', file, error);
  }
}
