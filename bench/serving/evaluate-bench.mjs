// `npm run bench:evaluate`: what an intent request costs on a domain of 2,000 tools and 50,000 facts: by the rules alone,
// by the whole server, and against the evaluation of everything from scratch. Needs nothing but `npm ci`.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ensureBuilt } from '../../scripts/build.mjs';
import { standardSeed } from '../generate/data.mjs';
import { median, short, tableText, timeText } from './figures.mjs';
import { plantRequests, timedRequests } from './plant/requests.mjs';
import { writePlant } from './plant/write-plant.mjs';

/** What a row is about, in the order of the table. */
const names = {
  policy: 'policy alone',
  select: 'selection alone (`select`)',
  answer: 'end to end, memory host',
  hints: 'the same with `include_proof_hints`',
  budget: 'the same with a budget of 400 tokens',
  timed: 'the same with 5 facts that have a time',
  full: 'full evaluation of everything',
};

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();

async function main() {
  const { values } = parseArgs({
    options: {
      size: { type: 'string', default: 'large' },
      seed: { type: 'string', default: String(standardSeed) },
      requests: { type: 'string', default: '200' },
      passes: { type: 'string', default: '8' },
      full: { type: 'string', default: '20' },
      rounds: { type: 'string', default: '3' },
      keep: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  });
  await ensureBuilt();
  const numbers = Object.fromEntries(
    ['seed', 'requests', 'passes', 'full', 'rounds'].map((name) => [name, Number(values[name])]),
  );
  const folder = mkdtempSync(path.join(tmpdir(), 'plant-'));
  try {
    const figures = measurePlant(folder, { size: values.size, ...numbers });
    console.log(values.json ? JSON.stringify(figures) : reportText(figures));
  } finally {
    if (values.keep) process.stderr.write(`the pack is in ${folder}\n`);
    else rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Writes the pack and measures it in several processes, one after the other.
 * @param {string} folder
 * @param {{ size: 'small' | 'large', seed: number, requests: number, passes: number, full: number, rounds: number }} options
 */
export function measurePlant(folder, { size, seed, requests, passes, full, rounds }) {
  const { facts, rules } = writePlant(folder, { size, seed });
  const plain = plantRequests({ size, seed, count: requests });
  const timed = timedRequests(plain, { size, seed, count: 5 });
  writeFileSync(path.join(folder, 'requests.json'), JSON.stringify({ plain, timed }));
  const script = fileURLToPath(new URL('evaluate-run.mjs', import.meta.url));
  const runs = Array.from({ length: rounds }, () =>
    JSON.parse(
      execFileSync(process.execPath, [script, JSON.stringify({ folder, passes, full })], { encoding: 'utf8' }),
    ),
  );
  return { facts, rules, requests, load: loadavg()[0], runs };
}

/** Of each figure the best process; of ratios, which are taken within a process, the median. */
function reportText({ facts, rules, requests, load, runs }) {
  const [first] = runs;
  const least = (read) => Math.min(...runs.map(read));
  const rows = Object.keys(names).map((mode) => {
    const figure = (name) => timeText(least(({ modes }) => modes[mode][name]));
    const ratio = (name) => short(median(runs.map(({ modes }) => modes.full[name] / modes[mode][name])));
    return [
      names[mode],
      figure('p50'),
      figure('p99'),
      figure('cpu_p50'),
      figure('cpu_mean'),
      String(ratio('p50')),
      String(ratio('cpu_p50')),
    ];
  });
  return [
    `${facts} base facts, ${rules} rules of the pack, ${first.rules} with the kernel's; ${requests} requests,`,
    `${first.tools} tools in an answer (at most ${first.most_tools}), ${first.bytes} bytes, ${first.derived} facts derived`,
    `loading ${timeText(least((run) => run.load_ms))}, preparing ${timeText(least((run) => run.boot_ms))}, ` +
      `first request ${timeText(least((run) => run.first_ms))}, ` +
      `${Math.round(least((run) => run.boot_mb))} MB after boot, ${Math.round(least((run) => run.peak_mb))} MB after requests`,
    `best of ${runs.length} processes, load average ${short(load)} at the end`,
    '',
    tableText(['', 'p50', 'p99', 'CPU p50', 'CPU mean', 'full ÷ p50', 'full ÷ CPU p50'], rows),
  ].join('\n');
}
