// `npm run bench`: our engine and the installed peers side by side, then the table of goals. `--help` says more.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { ensureBuilt } from '../scripts/build.mjs';
import { workloadNames } from './generate/workloads/workloads.mjs';
import { writeDocs } from './report/docs.mjs';
import { goalRows } from './report/goals.mjs';
import { machineNow, settingText } from './report/machine.mjs';
import { reportParts } from './report/tables.mjs';
import { runMemory } from './run/memory-run.mjs';
import { helpText, readOptions } from './run/options.mjs';
import { installedPeers, versionsOf } from './run/peers.mjs';
import { runDomain, runGrowth, runKernel, runProduct, runProvenance } from './run/request-runs.mjs';
import { runKnownAnswers, runWarm, runWorkloads } from './run/workload-runs.mjs';

const began = performance.now();

/** Progress, with the time since the start. */
function log(line) {
  const seconds = Math.round((performance.now() - began) / 1000);
  process.stderr.write(`${String(seconds).padStart(5)} s  ${line}\n`);
}

/** What is measured after the workloads, in this order. */
const sectionRuns = {
  known: ({ peers, options }) => runKnownAnswers(peers, options),
  warm: ({ options, names }) => runWarm(names.length === 0 ? workloadNames : names, options, log),
  product: ({ peers, options }) => runProduct(peers, options, log),
  domain: ({ options }) => runDomain(options, log),
  growth: ({ options }) => runGrowth(options, log),
  kernel: ({ options }) => runKernel(options, log),
  provenance: ({ options }) => runProvenance(options, log),
  memory: ({ options }) => runMemory(options, log),
};

async function measureAll(options) {
  const peers = installedPeers(options.peers, options.build);
  const absent = options.peers.filter((name) => !peers.includes(name));
  if (absent.length > 0) log(`not installed: ${absent.join(', ')} (\`npm run bench:setup\` installs peers)`);
  const { size, repeat, repeatSlow } = options;
  const machine = machineNow();
  const results = { size, repeat, repeatSlow, versions: versionsOf(peers, options.build), absent };
  const names = workloadNames.filter((name) => options.only.includes(name));
  if (names.length > 0) results.workloads = await runWorkloads(names, peers, options, log);
  for (const [section, run] of Object.entries(sectionRuns)) {
    if (options.only.includes(section)) results[section] = await run({ peers, options, names });
  }
  results.machine = { ...machine, loadAfter: machineNow().load };
  results.minutes = (performance.now() - began) / 60_000;
  return results;
}

function print(results, { json }) {
  const lines = json
    ? [...jsonRows(results), ...goalRows(results).map((row) => ({ section: 'goals', ...row }))].map((row) =>
        JSON.stringify(row),
      )
    : [settingText(results), ...reportParts(results).map(({ title, text }) => `\n## ${title}\n\n${text}`)];
  process.stdout.write(`${lines.join('\n')}\n`);
}

function jsonRows(results) {
  return ['workloads', ...Object.keys(sectionRuns)].flatMap((section) =>
    [results[section] ?? []].flat().map((row) => ({ section, ...row })),
  );
}

async function main() {
  const options = readOptions(process.argv.slice(2), process.env);
  if (options.help) {
    process.stdout.write(helpText);
    return;
  }
  if (options.from === undefined) {
    await ensureBuilt();
    mkdirSync(path.dirname(options.save), { recursive: true });
  }
  const results =
    options.from === undefined ? await measureAll(options) : JSON.parse(readFileSync(options.from, 'utf8'));
  if (options.from === undefined) writeFileSync(options.save, `${JSON.stringify(results, null, 1)}\n`);
  print(results, options);
  if (options.writeDocs) await writeDocs(results);
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
