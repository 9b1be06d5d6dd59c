// Compares `mangle eval` with the reference engine on random programs.
//
//   MANGLE_ORACLE=path/to/mangle-oracle node scripts/compare-oracle.mjs [--n 20000] [--seed 1]
//
// Programs come from packages/mangle/test/mggen. Every difference must have a reason of known-reasons.mjs; any other
// is printed with its program, and the exit code is 1. Without the oracle or Python there is nothing to compare.

import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { differences } from '../packages/mangle/test/reference/compare-case.mjs';
import { hasSameFacts, reasonFor } from '../packages/mangle/test/reference/known-reasons.mjs';
import { runNaive } from '../packages/mangle/test/reference/run-naive.mjs';
import { runLines } from '../packages/mangle/test/reference/run-lines.mjs';

/**
 * @typedef {import('../packages/mangle/test/reference/compare-case.mjs').CaseResult} CaseResult
 * @typedef {{ id: string, program: string, queries?: string[], unordered?: string[] }} RandomCase
 */

const batchSize = 500;
const { values: options } = parseArgs({
  options: { n: { type: 'string', default: '20000' }, seed: { type: 'string', default: '1' } },
});
const generator = fileURLToPath(new URL('../packages/mangle/test/mggen/mggen.py', import.meta.url));
const command = fileURLToPath(new URL('../packages/cli/bin/mangle.js', import.meta.url));
const oracle = process.env['MANGLE_ORACLE'] ?? '';

const obstacle = whyNot();
if (obstacle !== undefined) console.log(`nothing compared: ${obstacle}`);
else process.exitCode = await compareAll(Number(options.n), Number(options.seed), oracle);

function whyNot() {
  if (oracle === '') return 'set MANGLE_ORACLE to the path of the mangle-oracle command';
  if (!existsSync(oracle)) return `MANGLE_ORACLE is ${oracle}, which does not exist`;
  try {
    execFileSync('python3', ['--version'], { stdio: 'ignore' });
  } catch {
    return 'python3, which makes the random programs, is not installed';
  }
  return undefined;
}

/**
 * @param {number} count
 * @param {number} seed
 * @param {string} oracleCommand
 */
async function compareAll(count, seed, oracleCommand) {
  /** @type {Map<string, number>} */
  const explained = new Map();
  let unexplained = 0;
  for (let done = 0; done < count; done += batchSize) {
    const cases = generate(Math.min(batchSize, count - done), seed + done);
    /** @type {[CaseResult[], CaseResult[]]} */
    const [references, ours] = await Promise.all([
      runLines([oracleCommand], cases),
      runLines([process.execPath, command, 'eval'], cases),
    ]);
    for (const [at, each] of cases.entries()) {
      const [reference, own] = [references[at], ours[at]];
      if (reference === undefined || own === undefined) continue;
      const verdict = await judge(each, reference, own);
      if (verdict === 'unexplained') unexplained++;
      else if (verdict !== 'match') explained.set(verdict, (explained.get(verdict) ?? 0) + 1);
    }
    console.error(`${Math.min(done + batchSize, count)} of ${count} programs compared`);
  }
  const differing = [...explained.values()].reduce((sum, each) => sum + each, unexplained);
  console.log(`${count - differing} of ${count} random programs match the reference (seeds from ${seed})`);
  for (const [name, number] of explained) console.log(`${number} differ because ${name}`);
  console.log(`${unexplained} unexplained`);
  return unexplained === 0 ? 0 : 1;
}

/**
 * @param {number} count
 * @param {number} seed
 * @returns {RandomCase[]}
 */
function generate(count, seed) {
  const text = execFileSync('python3', [generator, '-n', String(count), '-s', String(seed)], {
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/**
 * `match`, the name of a known reason, or `unexplained`, which is printed.
 * @param {RandomCase} each
 * @param {CaseResult} reference
 * @param {CaseResult} ours
 */
async function judge(each, reference, ours) {
  const lines = differences(reference, ours);
  if (lines.length === 0) return 'match';
  /** @param {string} program */
  const naive = (program) => runNaive(program, each.unordered ?? []);
  const reason = await reasonFor(each.program, reference, ours, naive);
  if (reason !== undefined) return reason.name;
  console.log(`# ${each.id}\n${each.program}\n${lines.map((line) => `# ${line}`).join('\n')}`);
  console.log(`# the naive evaluator agrees with ${agreement(await naive(each.program), reference, ours)}\n`);
  return 'unexplained';
}

/**
 * @param {CaseResult} naive
 * @param {CaseResult} reference
 * @param {CaseResult} ours
 */
function agreement(naive, reference, ours) {
  if (!naive.ok) return `nobody: ${naive.error}`;
  if (hasSameFacts(naive, ours)) return hasSameFacts(naive, reference) ? 'both' : 'us';
  return hasSameFacts(naive, reference) ? 'the reference' : 'nobody';
}
