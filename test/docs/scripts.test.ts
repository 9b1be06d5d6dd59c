import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt } from '../../scripts/build.mjs';
import { listFiles, readText, root } from '../repo/repository.js';
import { blocksOf, replaceBlocks } from './markdown.js';
import { commandsOf, isShown, Sandbox, scriptExtensions } from './run-script.js';

/**
 * Runs the scripts and terminal sessions in the documents, with the built packages.
 *
 * - A block `js` (or `cjs`) is a whole module. The block `output` right after it is what it prints.
 * - A block `console` has commands behind `$ ` and what they print below. The sessions of a document share a folder;
 *   `$ cat FILE` makes the file if there is none. `…` stands for what differs from run to run.
 *
 * `UPDATE_GOLDENS=1` rewrites what is printed.
 */
const languages = [...Object.keys(scriptExtensions), 'console'];
const documents = listFiles().filter(
  (file) =>
    /^(docs\/.*|domains\/.*|examples\/.*|packages\/[^/]+\/README|[^/]+)\.md$/.test(file) &&
    blocksOf(readText(file)).some(({ language }) => languages.includes(language)),
);
const isUpdating = process.env['UPDATE_GOLDENS'] === '1';

beforeAll(() => ensureBuilt());

describe.each(documents)('the scripts and sessions of %s', (document) => {
  const blocks = blocksOf(readText(document));
  const sandbox = new Sandbox();
  /** New text of blocks, by their number in the document. */
  const changes = new Map<number, string>();
  const check = (shown: string, found: string): string => {
    if (isShown(shown, found)) return shown;
    if (!isUpdating) expect(found).toBe(shown);
    return found;
  };
  const runScript = (at: number, text: string, extension: string): void => {
    const output = blocks[at + 1];
    if (output?.language !== 'output') throw new Error('a script is followed by a block `output`');
    changes.set(at + 1, check(output.text, sandbox.runScript(text, extension)));
  };
  const runSession = (at: number, text: string): void => {
    const parts = commandsOf(text).map(({ command, shown }) => {
      const found = check(shown, sandbox.runCommand(command, shown));
      return found === '' ? `$ ${command}` : `$ ${command}\n${found}`;
    });
    changes.set(at, parts.join('\n'));
  };
  const runnable = blocks
    .map((block, at) => ({ ...block, at, line: block.line + 1 }))
    .filter(({ language }) => languages.includes(language));

  it.each(runnable)('the block $language in line $line', ({ language, text, at }) => {
    const extension = scriptExtensions[language];
    if (extension === undefined) runSession(at, text);
    else runScript(at, text, extension);
  });

  afterAll(() => {
    sandbox.remove();
    if (isUpdating) writeFileSync(path.join(root, document), withChanges(readText(document), changes));
  });
});

/** Other tests may have rewritten other blocks meanwhile, so blocks are found by their number. */
function withChanges(markdown: string, changes: ReadonlyMap<number, string>): string {
  const changed = blocksOf(markdown).flatMap((block, at) => {
    const text = changes.get(at);
    return text === undefined || text === block.text ? [] : [[block, text] as const];
  });
  return replaceBlocks(markdown, new Map(changed));
}
