import {
  type Evaluation,
  evaluateSync,
  explainAll,
  type Fact,
  type Prepared,
  prepareSync,
  type Program,
} from '@manglecp/mangle';
import { type Cost, measure, peakMemory, quantile } from './bench-clock.js';
import { countByName, readRequest } from './bench-facts.js';
import type { BenchSettings } from './bench-program.js';

/** The text of one request, named for messages. */
export interface RequestText {
  readonly name: string;
  readonly text: string;
}

export interface RequestsPlan {
  /** How often all requests are answered. */
  readonly passes: number;
  /** So many of the requests are also evaluated from scratch and compared. */
  readonly full: number;
  /** So many facts of each request are also proved, in a pass of its own. */
  readonly proofs: number;
}

/** Answers requests as a server would: the base is prepared once, the text of a request is read inside its time. */
export function benchRequests(
  program: Program,
  requests: readonly RequestText[],
  settings: BenchSettings,
  plan: RequestsPlan,
): object {
  const { result: prepared, cost: base } = measure(() => prepareSync(program, [], { limits: settings.limits }));
  const server = new Server(prepared, settings);
  const first: Cost[] = [];
  const counts = requests.map((request) => {
    const { result, cost } = measure(() => server.answer(request));
    first.push(cost);
    return countByName(result);
  });
  const later: Cost[] = [];
  for (let pass = 1; pass < plan.passes; pass++) {
    for (const request of requests) later.push(measure(() => server.answer(request)).cost);
  }
  const memory = { rss_mb: peakMemory() };
  return {
    requests: first.length + later.length,
    base_ms: base.wallMs,
    base_cpu_ms: base.cpuMs,
    ...latency([...first, ...later]),
    ...firstFigures(first),
    ...memory,
    ...(plan.proofs === 0 ? {} : proofFigures(server, requests, plan)),
    ...(plan.full === 0 ? {} : fullFigures(program, requests.slice(0, plan.full), settings, counts)),
    request_counts: counts,
  };
}

class Server {
  readonly #prepared: Prepared;
  readonly #settings: BenchSettings;

  constructor(prepared: Prepared, settings: BenchSettings) {
    this.#prepared = prepared;
    this.#settings = settings;
  }

  answer({ name, text }: RequestText): Evaluation {
    return this.#prepared.requestSync(readRequest(name, text), this.#settings);
  }
}

function latency(costs: readonly Cost[]): object {
  const wall = costs.map(({ wallMs }) => wallMs);
  return {
    p50_ms: medianWall(costs),
    p99_ms: quantile(wall, 0.99),
    max_ms: quantile(wall, 1),
    p50_cpu_ms: medianCpu(costs),
  };
}

function medianWall(costs: readonly Cost[]): number {
  return quantile(
    costs.map(({ wallMs }) => wallMs),
    0.5,
  );
}

function medianCpu(costs: readonly Cost[]): number {
  return quantile(
    costs.map(({ cpuMs }) => cpuMs),
    0.5,
  );
}

/** The first request pays for compilation of the code that answers it; the first pass for most of the rest. */
function firstFigures(first: readonly Cost[]): object {
  return {
    first_ms: first[0]?.wallMs ?? 0,
    first_cpu_ms: first[0]?.cpuMs ?? 0,
    first_pass_p50_ms: medianWall(first),
    first_pass_p50_cpu_ms: medianCpu(first),
  };
}

/** The same requests evaluated from scratch, and which of them come out otherwise. */
function fullFigures(
  program: Program,
  requests: readonly RequestText[],
  settings: BenchSettings,
  expected: readonly Record<string, number>[],
): object {
  const costs: Cost[] = [];
  const differing = requests.flatMap(({ name, text }, at) => {
    const { result, cost } = measure(() => evaluateSync(program, { ...settings, facts: readRequest(name, text) }));
    costs.push(cost);
    return sameCounts(countByName(result), expected[at] ?? {}) ? [] : [name];
  });
  return {
    full_requests: costs.length,
    full_p50_ms: medianWall(costs),
    full_p50_cpu_ms: medianCpu(costs),
    full_differing: differing,
  };
}

function sameCounts(a: Record<string, number>, b: Record<string, number>): boolean {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].every((name) => (a[name] ?? 0) === (b[name] ?? 0));
}

/**
 * Requests without proofs, with them, and once more without: what nobody asks about must cost the same as before. Which
 * facts to prove is settled outside of the time, on another answer, so that nothing of it helps the proofs.
 */
function proofFigures(server: Server, requests: readonly RequestText[], { proofs, passes }: RequestsPlan): object {
  const before: Cost[] = [];
  const proved: Cost[] = [];
  const alone: Cost[] = [];
  for (let pass = 0; pass < passes; pass++) {
    for (const request of requests) before.push(measure(() => server.answer(request)).cost);
  }
  const wanted = requests.map((request) => derivedFacts(server.answer(request), proofs));
  for (let pass = 0; pass < passes; pass++) {
    requests.forEach((request, at) => {
      proved.push(measure(() => proveAll(server.answer(request), wanted[at] ?? [])).cost);
    });
    for (const request of requests) alone.push(measure(() => server.answer(request)).cost);
  }
  return {
    proofs_per_request: wanted.flat().length / requests.length,
    before_p50_cpu_ms: medianCpu(before),
    proved_p50_cpu_ms: medianCpu(proved),
    unproved_p50_cpu_ms: medianCpu(alone),
  };
}

function proveAll(evaluation: Evaluation, facts: readonly Fact[]): void {
  if (explainAll(evaluation, facts).includes(undefined)) throw new Error('a fact has no proof');
}

/** The last facts of the last strata: what a request is asked for, and what has the deepest proofs. */
function derivedFacts(evaluation: Evaluation, count: number): Fact[] {
  const facts: Fact[] = [];
  for (const { predicates } of evaluation.program.strata.toReversed()) {
    for (const predicate of predicates) {
      if (facts.length >= count) return facts;
      facts.push(...evaluation.facts(predicate).slice(0, count - facts.length));
    }
  }
  return facts;
}
