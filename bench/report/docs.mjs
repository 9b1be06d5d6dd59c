// Puts the report between the markers of docs/benchmarks.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { settingText } from './machine.mjs';
import { reportParts } from './tables.mjs';

const file = fileURLToPath(new URL('../../docs/benchmarks.md', import.meta.url));
const markers = ['<!-- results: written by `npm run bench -- --write-docs` -->', '<!-- end of results -->'];

export async function writeDocs(results) {
  const text = readFileSync(file, 'utf8');
  const config = await resolveConfig(file);
  writeFileSync(file, await format(withResults(text, results), { ...config, parser: 'markdown' }));
}

/**
 * The document with the results in their place; the goals come first, since that is what one looks for.
 * @param {string} text
 */
export function withResults(text, results) {
  const [start, end] = markers.map((marker) => text.indexOf(marker));
  if (start === -1 || end < start) throw new Error(`docs/benchmarks.md has no lines \`${markers.join('` and `')}\``);
  const parts = reportParts(results);
  const ordered = [parts.at(-1), ...parts.slice(0, -1)];
  const sections = ordered.map((part) => `### ${part.title}\n\n${part.text}`);
  const body = [settingText(results), ...sections].join('\n\n');
  return `${text.slice(0, start)}${markers[0]}\n\n${body}\n\n${text.slice(end)}`;
}
