// Requests on prepared bases: the product-shaped program, grown bases, the kernel-shaped program.
import path from 'node:path';
import { ensureData, ensureGrownBase, readMeta } from '../generate/data.mjs';
import { engineCommand, goServeCommand, ownName } from './peers.mjs';
import { inRounds, runCommand, without } from './processes.mjs';

/** The checked predicates of the product that depend on the request alone, not on how many entities there are. */
const answerPredicates = ['candidate', 'prohibited', 'points', 'score', 'selected', 'plan', 'hint', 'best'];
/** Enough for a base a hundred times as large. */
const largeBase = { flags: ['--max-old-space-size=16384'], args: ['--limit', '200000000'] };

/** Plain requests: our engine in several processes, Go Mangle in both of its ways. */
export async function runProduct(peers, options, log) {
  const folder = ensureData('product', { ...options, log });
  const requests = path.join(folder, 'requests');
  const base = path.join(folder, 'base.mg');
  const rows = [];
  for (let run = 0; run < (options.quick ? 1 : 3); run++) {
    log(`product: ${ownName}, run ${run + 1}`);
    const args = [base, '--requests', requests, '--passes', options.quick ? '2' : '20', '--full', '10'];
    rows.push({ engine: ownName, mode: 'prepared', ...(await runCommand(engineCommand(args), options)) });
  }
  if (peers.includes('mangle-go')) {
    for (const [mode, limit] of [
      ['full', options.size === 'large' ? 10 : 40],
      ['sliced', 200],
    ]) {
      log(`product: mangle-go, ${mode}`);
      const command = goServeCommand(options.build, { mode, limit, requests, base });
      rows.push({ engine: 'mangle-go', ...(await runCommand(command, options)), mode });
    }
  }
  return compared(rows, readMeta(folder).check);
}

/** Marks the rows whose counts differ from those of the first row, for the requests that both answered. */
function compared(rows, check) {
  const texts = rows.map(({ request_counts = [] }) => request_counts.map((counts) => countsText(counts, check)));
  return rows.map((all, at) => {
    const row = without(all, 'request_counts');
    if (row.p50_ms === undefined) return row;
    const isLikeFirst = texts[at].every((text, request) => (texts[0][request] ?? text) === text);
    return { ...row, agrees: isLikeFirst && (row.full_differing ?? []).length === 0 };
  });
}

function countsText(counts, predicates) {
  return predicates.map((predicate) => counts[predicate] ?? 0).join(' ');
}

/** Requests that change facts of the domain. */
export async function runDomain(options, log) {
  const folder = ensureData('product', { ...options, log });
  log('product: requests that change the domain');
  const args = [path.join(folder, 'base.mg'), '--requests', path.join(folder, 'domain-requests')];
  const command = engineCommand([...args, '--passes', options.quick ? '2' : '20', '--full', '20']);
  return compared([{ engine: ownName, ...(await runCommand(command, options)) }], readMeta(folder).check);
}

/** The same requests on bases with more entities, in rounds; their answers must be the same. */
export async function runGrowth(options, log) {
  const requests = path.join(ensureData('product', { ...options, log }), 'requests');
  const timeoutMs = Math.max(options.timeoutMs, 600_000);
  const rows = new Map();
  await inRounds(options.quick ? 1 : 2, options.quick ? [1, 10] : [1, 10, 100], async (growth, round) => {
    const base = ensureGrownBase(growth, { ...options, log });
    log(`product: ${growth} times the entities, run ${round + 1}`);
    const args = [base, '--requests', requests, '--passes', '10', ...largeBase.args];
    const row = { growth, ...(await runCommand(engineCommand(args, largeBase.flags), { timeoutMs })) };
    if (!(rows.get(growth)?.p50_cpu_ms <= row.p50_cpu_ms)) rows.set(growth, row);
  });
  return compared([...rows.values()], answerPredicates);
}

/** Requests without facts, and of ten facts, to a program of many strata. */
export async function runKernel(options, log) {
  const folder = ensureData('kernel', { ...options, log });
  const { rules, strata, check } = readMeta(folder);
  const rows = [];
  for (const [facts, requests] of [
    [0, 'empty-requests'],
    [10, 'requests'],
  ]) {
    log(`kernel: requests of ${facts} facts`);
    const args = [path.join(folder, 'base.mg'), '--requests', path.join(folder, requests)];
    const command = engineCommand([...args, '--passes', options.quick ? '2' : '5', '--full', '5']);
    const [row] = compared([await runCommand(command, options)], check);
    rows.push({ facts, rules, strata, ...row });
  }
  return rows;
}

/** Requests with and without proofs of twenty facts. */
export async function runProvenance(options, log) {
  const rows = [];
  for (const name of ['product', 'kernel']) {
    const folder = ensureData(name, { ...options, log });
    log(`${name}: proofs`);
    const args = [path.join(folder, 'base.mg'), '--requests', path.join(folder, 'requests')];
    const command = engineCommand([...args, '--passes', options.quick ? '1' : '10', '--proofs', '20']);
    rows.push({ program: name, ...without(await runCommand(command, options), 'request_counts') });
  }
  return rows;
}
