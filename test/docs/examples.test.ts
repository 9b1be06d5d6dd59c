import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { listFiles, readText, root } from '../repo/repository.js';
import { type Block, examplesOf, replaceBlocks } from './markdown.js';
import { diagnosticsText, factsText, runExample } from './run-example.js';

/**
 * Runs the programs in the documents. A block `mangle` is a whole program; a line `#! file name.mg` in it begins another
 * file. The blocks right after it say what comes of it at 2024-06-01T00:00:00Z:
 *
 * - `facts`: every fact of the predicates that are mentioned there; `# no p facts` says that there are none of `p`;
 * - `diagnostics`: one line `severity[code]: message` for each, or all of them as `mangle check` shows them. Hints count
 *   only if the block has one.
 *
 * A program without `diagnostics` has neither errors nor warnings. `UPDATE_GOLDENS=1` rewrites what comes of programs.
 */
const documents = listFiles().filter(
  (file) => /^(docs\/.*|packages\/[^/]+\/README|[^/]+)\.md$/.test(file) && examplesOf(readText(file)).length > 0,
);

const isUpdating = process.env['UPDATE_GOLDENS'] === '1';

describe.each(documents)('the examples of %s', (document) => {
  const markdown = readText(document);
  const changes = new Map<Block, string>();
  const check = (block: Block | undefined, found: string): void => {
    if (block !== undefined && isUpdating) changes.set(block, found);
    else expect(found).toBe(block?.text ?? '');
  };

  it.each(examplesOf(markdown))('the program in line $line', (example) => {
    const outcome = runExample(example);
    check(example.diagnostics, diagnosticsText(example, outcome));
    if (example.facts !== undefined) check(example.facts, factsText(example, outcome));
  });

  afterAll(() => {
    if (changes.size > 0) writeFileSync(path.join(root, document), replaceBlocks(markdown, changes));
  });
});
