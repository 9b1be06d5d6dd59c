// `npm run bench:runaway`: how light requests fare while others run into rules that do not end. One server process, light
// requests over HTTP and over a WebSocket, with and without requests that run away. Needs nothing but `npm ci`.
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ensureBuilt } from '../../scripts/build.mjs';
import { httpClient, webSocketClient } from './clients.mjs';
import { median, percentile, short, tableText, timeText } from './figures.mjs';
import { messageOf } from './plant/requests.mjs';
import { startServer } from './start.mjs';
import { runawayPayloads, writeRunaway } from './write-runaway.mjs';

const transports = { HTTP: httpClient, WebSocket: webSocketClient };

/** What is done meanwhile: which requests, on how many connections. */
const situations = [
  { name: 'nothing else', kind: undefined, connections: 0 },
  { name: 'data runaway, 1 client', kind: 'combine', connections: 1 },
  { name: 'data runaway, 4 clients', kind: 'combine', connections: 4 },
  { name: 'temporal runaway, 1 client', kind: 'overlap', connections: 1 },
  { name: 'temporal runaway, 4 clients', kind: 'overlap', connections: 4 },
];

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();

async function main() {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: '4' },
      rounds: { type: 'string', default: '3' },
      'compute-ms': { type: 'string', default: '1000' },
      json: { type: 'boolean', default: false },
    },
  });
  await ensureBuilt();
  const folder = mkdtempSync(path.join(tmpdir(), 'runaway-'));
  writeRunaway(folder, { maxComputeMs: Number(values['compute-ms']) });
  const server = await startServer(folder);
  try {
    const rows = await measureRunaway(server.url, { seconds: Number(values.seconds), rounds: Number(values.rounds) });
    console.log(values.json ? JSON.stringify(rows) : reportText(rows, values));
  } finally {
    server.child.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Of each situation and transport the round with the lowest median.
 * @param {string} url
 * @param {{ seconds: number, rounds: number }} options
 */
export async function measureRunaway(url, { seconds, rounds }) {
  const best = new Map();
  for (let round = 0; round <= rounds; round++) {
    for (const situation of situations) {
      for (const transport of Object.keys(transports)) {
        const result = await measureSituation(url, situation, transport, round === 0 ? Math.min(1, seconds) : seconds);
        const key = `${situation.name} ${transport}`;
        const known = best.get(key);
        const ended = {
          codes: { ...known?.codes, ...result.codes },
          longestMs: Math.max(known?.longestMs ?? 0, result.longestMs),
        };
        // The first round warms up.
        const isBetter = round > 0 && (known?.p50 === undefined || result.p50 < known.p50);
        best.set(key, { ...(isBetter ? result : (known ?? {})), ...ended, name: situation.name, transport });
      }
    }
  }
  return [...best.values()];
}

async function measureSituation(url, { kind, connections }, transport, seconds) {
  const heavy = await Promise.all(Array.from({ length: connections }, () => webSocketClient(url)));
  const light = await transports[transport](url);
  const [codes, times, ended] = [{}, [], []];
  const end = performance.now() + seconds * 1000;
  const runAway = async (client) => {
    while (performance.now() < end) {
      const begun = performance.now();
      const { type, payload } = await client.ask(messageOf(runawayPayloads[kind], 'heavy'));
      const code = type === 'error' ? payload.code : type;
      codes[code] = (codes[code] ?? 0) + 1;
      ended.push(performance.now() - begun);
    }
  };
  const running = Promise.all(heavy.map(runAway));
  const message = messageOf(runawayPayloads.light, 'light');
  while (performance.now() < end) {
    const begun = performance.now();
    const { type, payload } = await light.ask(message);
    if (type !== 'intent_response' || payload.macro_tools.length !== 1) throw new Error(JSON.stringify(payload));
    times.push(performance.now() - begun);
    // A client that thinks between its requests.
    await sleep(2);
  }
  await running;
  for (const client of [light, ...heavy]) client.close();
  return {
    p50: median(times),
    p99: percentile(times, 0.99),
    most: Math.max(...times),
    count: times.length,
    codes,
    longestMs: Math.max(0, ...ended),
  };
}

function reportText(rows, { 'compute-ms': computeMs }) {
  const quiet = (transport) => rows.find((row) => row.transport === transport && row.name === situations[0].name);
  const cells = rows.map(({ name, transport, p50, p99, codes, longestMs }) => [
    name,
    transport,
    timeText(p50),
    timeText(p99),
    String(short(p50 / quiet(transport).p50)),
    Object.keys(codes).join(', '),
    longestMs === 0 ? '' : timeText(longestMs),
  ]);
  return [
    `light requests while others run away, which may compute for ${computeMs} ms; load average ${short(loadavg()[0])} at the end`,
    '',
    tableText(['meanwhile', 'light over', 'p50', 'p99', '÷ quiet p50', 'ended by', 'after at most'], cells),
  ].join('\n');
}
