import { createSource, diagnosticSpecs, parse, printTerm, standardBuiltins } from '@manglecp/mangle';
import { errorSpecs, extensionSpecs, issueSpecs, jsonFaults } from '@manglecp/protocol';
import { expect, it } from 'vitest';
import { generatedPages } from '../../scripts/docs/pages.mjs';
import { listFiles, readText } from '../repo/repository.js';

const pages = await generatedPages({
  parse,
  createSource,
  printTerm,
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

it('the reference of predicates names every one that the server declares', () => {
  const page = pages.get('docs/predicates.md') ?? '';
  const declared = listFiles('packages/server/rules/schema').flatMap((file) => {
    const { items } = parse(createSource(file, readText(file))).unit;
    return items.flatMap((item) => (item.kind === 'decl' ? [item.atom] : []));
  });
  expect(declared.length).toBeGreaterThan(100);
  const missing = declared.filter(({ predicate, args }) => !page.includes(`\n### ${predicate}/${args.length}\n`));
  expect(missing.map(({ predicate }) => predicate)).toEqual([]);
});
