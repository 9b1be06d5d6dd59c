// `npm run bench:serve`: requests per second of `manglecp serve` beside a bare echo on the same library, and how much of
// a request's time is spent outside the engine. Needs nothing but `npm ci`.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { start, startServer } from './start.mjs';

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '8' },
    rounds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '8' },
    pack: { type: 'string', default: 'examples/warehouse' },
    json: { type: 'boolean', default: false },
  },
});

const request = JSON.stringify({
  type: 'intent_request',
  id: 'bench',
  manglecp: '2026-02-draft',
  payload: {
    intent: { name: 'find_late_shipments', params: { carrier: 'nordfreight' } },
    facts: [
      { pred: 'active_site', args: ['HAM-2'] },
      ...Array.from({ length: 12 }, (_, at) => ({
        pred: 'shipment_event',
        args: [`S-${881 + at}`, at % 3 === 0 ? 'missed_slot' : 'departed'],
        t: { at: '2026-03-01T09:12:00Z' },
      })),
    ],
    eval_time: '2026-03-01T09:15:00Z',
  },
});

const server = await startServer(options.pack);
const answer = await (await post(`${server.url}/manglecp/evaluate`)).text();
const echo = await start('echo ready', new URL('echo.mjs', import.meta.url).pathname, [], { ECHO_ANSWER: answer });

const rounds = [];
for (let round = 0; round < Number(options.rounds) + 1; round++) {
  const bare = await load(`${echo.url}/echo`, echo.pid);
  const ours = await load(`${server.url}/manglecp/evaluate`, server.pid);
  const engineMs = measureEngine();
  // The first round warms both processes up.
  if (round > 0) rounds.push({ bare, ours, engineMs });
}
server.child.kill();
echo.child.kill();
report(rounds);

function report(all) {
  const best = all.reduce((a, b) => (b.ours.perSecond > a.ours.perSecond ? b : a));
  const { bare, ours, engineMs } = best;
  const outsideMs = ours.cpuMs - engineMs;
  const result = {
    message_bytes: request.length,
    answer_bytes: answer.length,
    echo_per_second: Math.round(bare.perSecond),
    evaluate_per_second: Math.round(ours.perSecond),
    errors: all.reduce((sum, each) => sum + each.ours.errors, 0),
    cpu_ms_per_request: round3(ours.cpuMs),
    engine_ms_per_request: round3(engineMs),
    outside_engine_ms: round3(outsideMs),
    outside_engine_share: round3(outsideMs / ours.cpuMs),
    echo_cpu_ms_per_request: round3(bare.cpuMs),
    p50_ms: ours.p50,
    p99_ms: ours.p99,
  };
  if (options.json) {
    console.log(JSON.stringify(result));
    return;
  }
  const rows = [
    ['message / answer', `${result.message_bytes} / ${result.answer_bytes} bytes`],
    ['bare echo', `${result.echo_per_second} requests/s, ${result.echo_cpu_ms_per_request} ms CPU each`],
    ['evaluate', `${result.evaluate_per_second} requests/s, ${result.cpu_ms_per_request} ms CPU each`],
    ['  in the engine', `${result.engine_ms_per_request} ms`],
    ['  outside of it', `${result.outside_engine_ms} ms (${Math.round(100 * result.outside_engine_share)} %)`],
    ['latency', `p50 ${result.p50_ms} ms, p99 ${result.p99_ms} ms`],
    ['errors', String(result.errors)],
  ];
  for (const [name, value] of rows) console.log(`${name.padEnd(18)}${value}`);
}

async function load(url, pid) {
  const cpuBefore = cpuMs(pid);
  const result = await autocannon({
    url,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: request,
    connections: Number(options.connections),
    duration: Number(options.seconds),
  });
  const count = result['2xx'] + result.non2xx;
  return {
    perSecond: count / result.duration,
    errors: result.errors + result.timeouts + result.non2xx,
    cpuMs: (cpuMs(pid) - cpuBefore) / count,
    p50: result.latency.p50,
    p99: result.latency.p99,
  };
}

/** User and system time of a process, all its threads included. */
function cpuMs(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** CPU of policy and selection alone for the same request, warm. */
function measureEngine() {
  const script = new URL('engine.mjs', import.meta.url).pathname;
  return JSON.parse(execFileSync(process.execPath, [script, options.pack, request, '5000'], { encoding: 'utf8' })).ms;
}

function post(url) {
  return fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: request });
}

function round3(number) {
  return Math.round(number * 1000) / 1000;
}
