// One process of `npm run bench:evaluate`: boots a server for a pack and answers requests in several ways, in turns.
// Prints one line of JSON.
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { Writable } from 'node:stream';
import { evaluate } from '../../packages/mangle/dist/index.js';
import { checkFacts, parseJson } from '../../packages/protocol/dist/index.js';
import { openServer } from '../../packages/server/dist/index.js';
import { toFactInputs } from '../../packages/server/dist/facts/to-engine.js';
import { questionFacts } from '../../packages/server/dist/rules/host-facts.js';
import { externalsOf } from '../../packages/server/dist/rules/kernel-externals.js';
import { anonymous } from '../../packages/server/dist/security/principal.js';
import { median, percentile } from './figures.mjs';
import { messageOf } from './plant/requests.mjs';

const { folder, passes, full, modes: wanted } = JSON.parse(process.argv[2]);
const { plain, timed } = JSON.parse(readFileSync(`${folder}/requests.json`, 'utf8'));

const started = performance.now();
const opened = await openServer([folder], { logDestination: new Writable({ write: (_, __, done) => done() }) });
if (!('server' in opened)) throw new Error(JSON.stringify(opened.problems));
const { server } = opened;
const loadedAt = performance.now();
const problems = await server.boot();
if (problems.length > 0) throw new Error(JSON.stringify(problems));
const bootedAt = performance.now();

const { live } = server.runtimes[0].domain;
const { pack, rules } = live;
const bootMb = process.memoryUsage().rss / 2 ** 20;

const connection = server.connect();
await connection.messages.next();
const budget = { constraints: { max_tokens_budget: 400 } };
const hints = { options: { include_proof_hints: true } };
const questions = plain.map(questionOf);
const sent = (requests, more) => requests.map((payload, at) => messageOf({ ...payload, ...more }, `r${at}`));

const firstAt = performance.now();
const sizes = [await answer(sent(plain.slice(0, 1))[0])];
const firstMs = performance.now() - firstAt;

/** Each mode answers request number `at`. */
const modes = {
  policy: (at) => rules.authorize(questions[at]),
  select: (at) => rules.select(questions[at]),
  answer: asker(sent(plain)),
  hints: asker(sent(plain, hints)),
  budget: asker(sent(plain, budget)),
  timed: asker(sent(timed)),
};

const figures = Object.fromEntries(Object.keys(modes).map((name) => [name, { wall: [], cpu: [] }]));
for (let pass = 0; pass < passes; pass++) {
  for (const [name, ask] of Object.entries(modes)) {
    if (wanted !== undefined && !wanted.includes(name)) continue;
    const result = await measure(plain.length, ask);
    // The first pass warms up.
    if (pass === 0 && passes > 1) continue;
    figures[name].wall.push(...result.wall);
    figures[name].cpu.push(...result.cpu);
  }
}
const peakMb = process.memoryUsage().rss / 2 ** 20;
for (const text of sent(plain)) sizes.push(await answer(text));

const externals = externalsOf(pack.program, pack.externals);
const evaluateAll = ({ evalTime, ...question }) =>
  evaluate(pack.program, {
    facts: [...pack.baseFacts, ...questionFacts({ ...question, evalTime }, pack.program, 1000)],
    now: evalTime,
    externals,
    limits: { maxFacts: 100_000_000 },
  });
await checkSame();
figures.full = await measure(full, (at) => evaluateAll(questions[at % questions.length]));

connection.close();
await server.close();
console.log(
  JSON.stringify({
    rules: pack.program.rules.length,
    load_ms: loadedAt - started,
    boot_ms: bootedAt - loadedAt,
    first_ms: firstMs,
    boot_mb: bootMb,
    peak_mb: peakMb,
    tools: median(sizes.map(({ tools }) => tools)),
    most_tools: Math.max(...sizes.map(({ tools }) => tools)),
    bytes: median(sizes.map(({ bytes }) => bytes)),
    derived: median(sizes.map(({ derived }) => derived)),
    modes: Object.fromEntries(
      Object.entries(figures)
        .filter(([, { wall }]) => wall.length > 0)
        .map(([name, { wall, cpu }]) => [
          name,
          {
            p50: median(wall),
            p99: percentile(wall, 0.99),
            cpu_p50: median(cpu),
            cpu_mean: cpu.reduce((sum, ms) => sum + ms, 0) / cpu.length,
          },
        ]),
    ),
  }),
);

/** Wall and CPU time, all threads, of each request. */
async function measure(count, ask) {
  const [wall, cpu] = [[], []];
  for (let at = 0; at < count; at++) {
    const before = process.cpuUsage();
    const begun = performance.now();
    await ask(at);
    wall.push(performance.now() - begun);
    const { user, system } = process.cpuUsage(before);
    cpu.push((user + system) / 1000);
  }
  return { wall, cpu };
}

function asker(texts) {
  return async (at) => {
    connection.send(texts[at]);
    await connection.messages.next();
  };
}

async function answer(text) {
  connection.send(text);
  const { value } = await connection.messages.next();
  const { type, payload } = JSON.parse(value);
  if (type !== 'intent_response') throw new Error(value);
  return { tools: payload.macro_tools.length, bytes: value.length, derived: payload.diagnostics.facts_derived };
}

/** What a request selects is what an evaluation of everything selects. */
async function checkSame() {
  for (const question of questions.slice(0, 5)) {
    const [{ tools }, evaluation] = [await rules.select(question), await evaluateAll(question)];
    const names = new Set(evaluation.facts('final_selected').map(({ args: [tool] }) => tool.text));
    const selected = new Set(tools.map(({ plan }) => plan.name));
    if (names.size !== selected.size || [...names].some((name) => !selected.has(name))) {
      throw new Error(`the answers differ: ${[...names].join()} and ${[...selected].join()}`);
    }
  }
}

function questionOf(payload) {
  const read = parseJson(JSON.stringify(payload));
  const evalTime = BigInt(Date.parse(payload.eval_time)) * 1_000_000n;
  const { facts } = checkFacts(read.facts, live.profile, { now: evalTime });
  const { limits } = pack.config;
  return {
    principal: anonymous,
    canLogIn: false,
    intent: payload.intent.name,
    params: read.intent.params,
    facts: toFactInputs(facts, live.predicates).facts,
    evalTime,
    preference: 'adaptive',
    limits: {
      maxFacts: limits.max_derived_facts,
      maxIntervals: limits.max_intervals_per_atom,
      timeoutMs: limits.max_compute_ms,
    },
    issuedAtMs: Date.now(),
    signal: new AbortController().signal,
  };
}
