// DataScript: `datascript-peer.mjs BUILD prog.mg`, the closures only.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { performance } from 'node:perf_hooks';

const [build, program] = process.argv.slice(2);
const folder = path.dirname(program);
const { name } = JSON.parse(readFileSync(path.join(folder, 'meta.json'), 'utf8'));
const line = name.startsWith('tc_') ? closure() : { engine: 'datascript', skip: 'only closures are written for it' };
process.stdout.write(`${JSON.stringify(line)}\n`);

function closure() {
  const began = performance.now();
  const datascript = createRequire(path.join(build, 'package.json'))('datascript');
  const edges = readFileSync(path.join(folder, 'facts', 'edge.tsv'), 'utf8')
    .trim()
    .split('\n')
    .map((row) => row.split('\t').map(Number));
  const schema = { e: { ':db/cardinality': ':db.cardinality/many' } };
  const database = datascript.db_with(
    datascript.empty_db(schema),
    edges.map(([from, to]) => [':db/add', from + 1, 'e', to + 1]),
  );
  const start = performance.now();
  const cpuBefore = process.cpuUsage();
  const count = datascript.q(
    '[:find (count ?p) . :in $ % :where (tc ?x ?y) [(vector ?x ?y) ?p]]',
    database,
    '[[(tc ?x ?y) [?x "e" ?y]] [(tc ?x ?y) [?x "e" ?z] (tc ?z ?y)]]',
  );
  const end = performance.now();
  const { user, system } = process.cpuUsage(cpuBefore);
  return {
    engine: 'datascript',
    parse_ms: start - began,
    eval_ms: end - start,
    eval_cpu_ms: (user + system) / 1000,
    total_ms: end - began,
    rss_mb: process.resourceUsage().maxRSS / 1024,
    counts: { tc: count },
  };
}
