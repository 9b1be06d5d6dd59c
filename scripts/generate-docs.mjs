// Writes docs/builtins.md, docs/diagnostics.md and docs/errors.md from the tables of the built packages, and
// docs/predicates.md from the rules of the server; run `npm run build` first.
//
//   node scripts/generate-docs.mjs            writes them
//   node scripts/generate-docs.mjs --check    exit code 1 if they are not up to date
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { generatedPages } from './docs/pages.mjs';

const { values: options } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
const root = new URL('../', import.meta.url);
const sources = ['mangle', 'protocol'].map((name) => new URL(`packages/${name}/dist/index.js`, root));

if (sources.every((source) => existsSync(source))) await update();
else fail('the packages are not built; run `npm run build`');

async function update() {
  const modules = await Promise.all(sources.map((source) => import(source.href)));
  const pages = await generatedPages(Object.assign({}, ...modules));
  const stale = [...pages].filter(([file, text]) => textOf(new URL(file, root)) !== text);
  if (options.check) {
    if (stale.length > 0)
      fail(`out of date: ${stale.map(([file]) => file).join(', ')}; run \`node scripts/generate-docs.mjs\``);
    return;
  }
  for (const [file, text] of stale) {
    writeFileSync(new URL(file, root), text);
    console.log(`wrote ${file}`);
  }
}

/** The text of a file, or nothing if there is none. @param {URL} file */
function textOf(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/** @param {string} message */
function fail(message) {
  console.error(message);
  process.exitCode = 1;
}
