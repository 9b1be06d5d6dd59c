import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createSource, type Source } from '../../src/text/source.js';

export const casesFolder = fileURLToPath(new URL('../../testdata/diagnostics', import.meta.url));

const separator = /^#! file (\S+)\n/m;

/** The names of the case folders, which are codes, in order. */
export function caseNames(): string[] {
  return readdirSync(casesFolder).toSorted();
}

export function pathOf(code: string, file: string): string {
  return join(casesFolder, code, file);
}

/** The text of a file of a case, or `undefined` if there is no such file. */
export function readCase(code: string, file: string): string | undefined {
  const path = pathOf(code, file);
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

/** Lines `#! file name.mg` split a program into files; a program without them is one file. */
export function splitFiles(name: string, text: string): Source[] {
  const [first = '', ...rest] = text.split(separator);
  const sources = first === '' && rest.length > 0 ? [] : [createSource(name, first)];
  for (let at = 0; at < rest.length; at += 2) sources.push(createSource(rest[at] ?? '', rest[at + 1] ?? ''));
  return sources;
}

/** The inverse of `splitFiles`. */
export function joinFiles(sources: readonly Source[]): string {
  if (sources.length === 1) return sources[0]?.text ?? '';
  return sources.map(({ name, text }) => `#! file ${name}\n${text}`).join('');
}
