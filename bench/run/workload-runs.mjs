// Runs the workloads: our engine and the peers in rounds, the best of each figure counts.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ensureData, readMeta } from '../generate/data.mjs';
import { workloadNames } from '../generate/workloads/workloads.mjs';
import { benchRoot } from './options.mjs';
import { commandOf, engineCommand, ownName } from './peers.mjs';
import { inRounds, runCommand, without } from './processes.mjs';

const expected = JSON.parse(readFileSync(path.join(benchRoot, 'expected.json'), 'utf8'));
const bestOf = ['parse_ms', 'eval_ms', 'eval_cpu_ms', 'total_ms', 'process_ms', 'rss_mb'];
/** What takes longer than this is repeated less if one asks for it. */
const slowMs = 5000;

/** One row for each workload and engine. */
export async function runWorkloads(names, peers, options, log) {
  const rows = [];
  for (const name of names) rows.push(...(await runWorkload(name, [ownName, ...peers], options, log)));
  return rows;
}

async function runWorkload(name, engines, options, log) {
  const folder = ensureData(name, { ...options, log });
  const file = path.join(folder, 'prog.mg');
  const rows = new Map(engines.map((engine) => [engine, { workload: name, size: options.size, engine, runs: 0 }]));
  await inRounds(options.repeat, engines, async (engine, round) => {
    const row = rows.get(engine);
    if (isDone(row, round, options)) return;
    log(`${name}: ${engine}, run ${round + 1}`);
    keepBest(row, await runCommand([...commandOf(engine, options.build), file], options));
  });
  const { check } = readMeta(folder);
  return [...rows.values()].map((row) => judged(row, check, expected[options.size][name]));
}

/** An engine that skipped, failed or was too slow once is not asked again. */
function isDone(row, round, { repeatSlow }) {
  if (row.runs < round) return true;
  return row.process_ms > slowMs && round >= repeatSlow;
}

function keepBest(row, result) {
  if (result.eval_ms === undefined) {
    // The time of a process that evaluated nothing is no figure.
    Object.assign(row, without(result, 'process_ms'));
    return;
  }
  row.runs++;
  row.counts = result.counts;
  for (const figure of bestOf) {
    if (result[figure] !== undefined) row[figure] = Math.min(row[figure] ?? Infinity, result[figure]);
  }
}

/** With only the counts that are compared, and whether they are right. */
function judged(row, check, right) {
  if (row.counts === undefined) return row;
  const counts = Object.fromEntries(check.map((predicate) => [predicate, row.counts[predicate] ?? 0]));
  return { ...row, counts, agrees: check.every((predicate) => counts[predicate] === right[predicate]) };
}

/** Programs whose least model was written down by hand. */
export async function runKnownAnswers(peers, options) {
  const folder = path.join(benchRoot, 'known-answers');
  const engines = [ownName, ...peers.filter((peer) => peer === 'mangle-go')];
  const rows = [];
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.mg'))) {
    const right = JSON.parse(readFileSync(path.join(folder, file.replace(/\.mg$/, '.json')), 'utf8'));
    for (const engine of engines) {
      const { counts = {} } = await runCommand([...commandOf(engine, options.build), path.join(folder, file)], options);
      const found = Object.fromEntries(Object.keys(right).map((predicate) => [predicate, counts[predicate] ?? 0]));
      const agrees = Object.entries(right).every(([predicate, count]) => found[predicate] === count);
      rows.push({ known_answer: file, engine, counts: found, agrees });
    }
  }
  return rows;
}

/** Our engine in a process that has evaluated the small sizes of the other workloads before, and then again. */
export async function runWarm(names, options, log) {
  const rows = [];
  for (const name of names.filter((each) => each !== 'load_facts')) {
    const others = workloadNames.filter((each) => each !== name && each !== 'load_facts');
    const warmers = others.map((each) => path.join(ensureData(each, { ...options, size: 'small', log }), 'prog.mg'));
    const file = path.join(ensureData(name, { ...options, log }), 'prog.mg');
    const args = [file, '--warm', '5', ...warmers.flatMap((other) => ['--after', other])];
    const row = { workload: name, engine: ownName };
    for (let run = 0; run < Math.min(3, options.repeat); run++) {
      log(`${name}: warm, run ${run + 1}`);
      const { eval_cpu_ms, again_cpu_ms, ...rest } = await runCommand(engineCommand(args), options);
      if (eval_cpu_ms === undefined) Object.assign(row, rest);
      row.new_program_cpu_ms = Math.min(row.new_program_cpu_ms ?? Infinity, eval_cpu_ms ?? Infinity);
      row.again_cpu_ms = Math.min(row.again_cpu_ms ?? Infinity, again_cpu_ms ?? Infinity);
    }
    rows.push(row);
  }
  return rows;
}
