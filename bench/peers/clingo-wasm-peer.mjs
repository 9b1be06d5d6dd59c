// clingo compiled to WebAssembly: `clingo-wasm-peer.mjs BUILD prog.mg`. Counts come from rules added to the program.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { performance } from 'node:perf_hooks';

const [build, program] = process.argv.slice(2);
const began = performance.now();
const folder = path.dirname(program);
const { name, check } = JSON.parse(readFileSync(path.join(folder, 'meta.json'), 'utf8'));
const { run } = createRequire(path.join(build, 'package.json'))('clingo-wasm');
const source = readFileSync(path.join(folder, 'prog.lp'), 'utf8') + countRules();
await run('a.', 1);
const start = performance.now();
const cpuBefore = process.cpuUsage();
const result = await run(source, 1, ['--warn=none']);
const end = performance.now();
const { user, system } = process.cpuUsage(cpuBefore);
const counts = {};
for (const atom of result.Call[0].Witnesses[0].Value) {
  const [, predicate, count] = /bench_n\((\w+),(\d+)\)/.exec(atom);
  counts[predicate] = Number(count);
}
const line = {
  engine: 'clingo-wasm',
  parse_ms: start - began,
  eval_ms: end - start,
  eval_cpu_ms: (user + system) / 1000,
  total_ms: end - began,
  rss_mb: process.resourceUsage().maxRSS / 1024,
  counts,
};
process.stdout.write(`${JSON.stringify(line)}\n`, () => process.exit(0));

function countRules() {
  const specs = readFileSync(path.join(folder, 'check.txt'), 'utf8').trim().split('\n');
  const arities = Object.fromEntries(specs.map((spec) => spec.replace('.', '').split('/')));
  if (name === 'structs') arities.path = 4;
  const rules = check.map((predicate) => {
    const variables = Array.from({ length: Number(arities[predicate]) }, (_, at) => `V${at}`).join(',');
    return `bench_n(${predicate},N) :- N = #count{${variables} : ${predicate}(${variables})}.`;
  });
  return `${rules.join('\n')}\n#show bench_n/2.\n`;
}
