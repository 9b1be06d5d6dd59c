import { diagnosticSpecs, standardBuiltins } from '@manglecp/mangle';
import { expect, it } from 'vitest';
import { generatedPages } from '../../scripts/docs/pages.mjs';
import { readText } from '../repo/repository.js';

const pages = await generatedPages({ standardBuiltins, diagnosticSpecs });

it.each([...pages])('%s is what `node scripts/generate-docs.mjs` writes', (file, text) => {
  expect(readText(file)).toBe(text);
});

it('the pages name every builtin and every code', () => {
  const all = [...pages.values()].join('\n');
  const missing = [
    ...standardBuiltins.map(({ name }) => `\`${name}(`),
    ...Object.keys(diagnosticSpecs).map((code) => `### ${code}\n`),
  ].filter((text) => !all.includes(text));
  expect(missing).toEqual([]);
});
