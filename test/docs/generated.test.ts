import { diagnosticSpecs, standardBuiltins } from '@manglecp/mangle';
import { errorSpecs, extensionSpecs, issueSpecs, jsonFaults } from '@manglecp/protocol';
import { expect, it } from 'vitest';
import { generatedPages } from '../../scripts/docs/pages.mjs';
import { readText } from '../repo/repository.js';

const pages = await generatedPages({
  standardBuiltins,
  diagnosticSpecs,
  errorSpecs,
  extensionSpecs,
  issueSpecs,
  jsonFaults,
});

it.each([...pages])('%s is what `node scripts/generate-docs.mjs` writes', (file, text) => {
  expect(readText(file)).toBe(text);
});

it('the pages name every builtin, every code and every reason', () => {
  const all = [...pages.values()].join('\n');
  const missing = [
    ...standardBuiltins.map(({ name }) => `\`${name}(`),
    ...Object.keys({ ...diagnosticSpecs, ...errorSpecs, ...extensionSpecs }).map((code) => `### ${code}\n`),
    ...Object.keys({ ...issueSpecs, ...jsonFaults }).map((word) => `\`${word}\``),
  ].filter((text) => !all.includes(text));
  expect(missing).toEqual([]);
});
