// Whether a server that answers many requests, some of which fail or are cancelled, keeps memory.
//
//   npm run bench:memory -- [--requests 100000] [--size large]
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { ensureBuilt } from '../../scripts/build.mjs';
import { ensureData } from '../generate/data.mjs';
import { readOptions } from '../run/options.mjs';

/** One request in twenty does not end well. */
const failureEvery = 20;
/** The heap after so many requests is what the heap at the end is compared with. */
const settledAfter = 1000;

/**
 * Answers `count` requests and measures the heap, after a forced collection, when a quarter of them (at most 1,000) and
 * when all are answered. `engine` has `prepareSync` and `readRequest`; `texts` are used in turn.
 * @param {{
 *   engine: { prepareSync: Function, readRequest: (name: string, text: string) => object[] },
 *   program: object,
 *   texts: readonly string[],
 *   count: number,
 *   log?: (line: string) => void,
 * }} options
 * @returns {Promise<{ requests: number, failed: number, early_mb: number, end_mb: number, digest_kept: boolean }>}
 */
export async function measureMemory({ engine, program, texts, count, log = () => undefined }) {
  const settings = { now: 0n, limits: {} };
  const prepared = engine.prepareSync(program);
  const digest = prepared.digest();
  const early = Math.max(1, Math.min(settledAfter, Math.floor(count / 4)));
  let failed = 0;
  let earlyMb = 0;
  for (let at = 0; at < count; at++) {
    const facts = engine.readRequest('request.mg', texts[at % texts.length]);
    if (at % failureEvery === failureEvery - 1) failed += await failOnce(prepared, facts, at / failureEvery, settings);
    else prepared.requestSync(facts, settings);
    if (at + 1 === early) earlyMb = heapAfterCollection();
    if ((at + 1) % 10000 === 0) log(`memory: ${at + 1} requests`);
  }
  const end = heapAfterCollection();
  const isKept = prepared.digest() === digest;
  return { requests: count, failed, early_mb: earlyMb, end_mb: end, digest_kept: isKept };
}

/** In turns: too many facts, a fact that fits no predicate, cancelled. Tells 1 if the request failed as it should. */
async function failOnce(prepared, facts, turn, settings) {
  const ways = [
    () => prepared.requestSync(facts, { ...settings, limits: { maxFacts: 10 } }),
    () => prepared.requestSync([...facts, { predicate: 'no_such_predicate', args: [1] }], settings),
    // Small requests are over before anybody could cancel them later.
    () => prepared.request(facts, { ...settings, signal: globalThis.AbortSignal.abort() }),
  ];
  try {
    await ways[Math.floor(turn) % ways.length]();
    return 0;
  } catch (error) {
    if (error.name !== 'EvaluationError') throw error;
    return 1;
  }
}

/** In megabytes; buffers outside of the heap count too. */
function heapAfterCollection() {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  for (let round = 0; round < 3; round++) collect();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 2 ** 20;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();

async function main() {
  const { values } = parseArgs({
    options: { requests: { type: 'string', default: '100000' }, size: { type: 'string', default: 'large' } },
  });
  await ensureBuilt();
  const { compileOrThrow, prepareSync } = await import('../../packages/mangle/dist/index.js');
  const { readRequest } = await import('../../packages/cli/dist/evaluation/bench-facts.js');
  const { data, size } = readOptions(['--size', values.size], process.env);
  const log = (line) => process.stderr.write(`${line}\n`);
  const folder = ensureData('product', { data, size, log });
  const requests = path.join(folder, 'requests');
  const figures = await measureMemory({
    engine: { prepareSync, readRequest },
    program: compileOrThrow(readFileSync(path.join(folder, 'base.mg'), 'utf8')),
    texts: readdirSync(requests).map((name) => readFileSync(path.join(requests, name), 'utf8')),
    count: Number(values.requests),
    log,
  });
  process.stdout.write(`${JSON.stringify(figures)}\n`);
}
