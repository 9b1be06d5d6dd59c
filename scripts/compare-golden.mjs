// Runs `mangle eval` on every golden and compares with the recorded results of the reference engine.
// Exit code 0 only if each difference is listed in docs/differences-from-go.md and each listed one is needed.
//
//   node scripts/compare-golden.mjs [--json]

import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { differences } from '../packages/mangle/test/reference/compare-case.mjs';
import { readGoldens } from '../packages/mangle/test/reference/goldens.mjs';
import { readListedDifferences } from '../packages/mangle/test/reference/listed-differences.mjs';
import { runLines } from '../packages/mangle/test/reference/run-lines.mjs';

/** @typedef {import('../packages/mangle/test/reference/compare-case.mjs').CaseResult} CaseResult */

const { values: options } = parseArgs({ options: { json: { type: 'boolean', default: false } } });

const goldens = readGoldens(fileURLToPath(new URL('../packages/mangle/testdata/golden', import.meta.url)));
const listed = readListedDifferences(new URL('../docs/differences-from-go.md', import.meta.url));
const command = fileURLToPath(new URL('../packages/cli/bin/mangle.js', import.meta.url));

/** @type {CaseResult[]} */
const results = await runLines(
  [process.execPath, command, 'eval'],
  goldens.map(({ id, program }) => ({ id, program })),
);

const different = goldens.flatMap(({ id, expected }, at) => {
  const result = results[at];
  const lines = result === undefined ? ['no result'] : differences(expected, result);
  return lines.length === 0 ? [] : [{ id, lines }];
});
const explained = different.filter(({ id }) => listed.has(id));
const unexplained = different.filter(({ id }) => !listed.has(id));
const needed = new Set(different.map(({ id }) => id));
const stale = [...listed.keys()].filter((id) => !needed.has(id));
const quirks = explained.filter(({ id }) => id.startsWith('engine-quirks/'));

const summary = {
  goldens: goldens.length,
  matches: goldens.length - different.length,
  listedInQuirks: quirks.length,
  listedElsewhere: explained.length - quirks.length,
  unexplained,
  stale,
};

if (options.json) process.stdout.write(`${JSON.stringify(summary)}\n`);
else report();
process.exitCode = unexplained.length === 0 && stale.length === 0 ? 0 : 1;

function report() {
  for (const { id, lines } of unexplained) console.log(`${id}\n${lines.map((line) => `  ${line}`).join('\n')}`);
  for (const id of stale) console.log(`${id}\n  is listed in docs/differences-from-go.md and matches`);
  console.log(`${summary.matches} of ${summary.goldens} goldens match the reference`);
  console.log(`${summary.listedInQuirks} listed differences in engine-quirks, ${summary.listedElsewhere} elsewhere`);
  console.log(`${unexplained.length} unexplained, ${stale.length} rows that no case needs`);
}
