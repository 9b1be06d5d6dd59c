import { runInNewContext } from 'node:vm';
import { setFlagsFromString } from 'node:v8';
import { describe, expect, it } from 'vitest';
import { compileOrThrow } from '../src/api/compile.js';
import { fact, type FactInput } from '../src/engine/host-facts.js';
import { name } from '../src/value/js.js';
import { createRandom } from './generate/random.js';
import { codeOf } from './overlay/outcome.js';
import type { PreparedBase } from './overlay/prepared.js';
import { prepareBase } from './overlay/tested-base.js';
import { june2024 } from './support.js';
import { isLong, longTimeout } from './support/long.js';
import { note } from './support/tally.js';

const requests = isLong ? 3_000 : 300;

/** What may be added by what the engine keeps on purpose, such as compiled code; far below a leak of each request. */
const tolerance = 3_000_000;

const text = `
  Decl tool(T). Decl tag(T, G). Decl needs(T, U). Decl wants(User, G). Decl blocked(T). Decl cost(T, N).
  fits(U, T) :- wants(U, G), tag(T, G).
  closure(T, U) :- needs(T, U).
  closure(T, V) :- closure(T, U), needs(U, V).
  stuck(T) :- closure(T, U), blocked(U).
  stuck(T) :- blocked(T).
  offer(U, T) :- fits(U, T), !stuck(T).
  hidden(T) :- tool(T), !fits(_, T).
  total(U, S) :- offer(U, T), cost(T, N) |> do fn:group_by(U), let S = fn:sum(N).
  label(U, L) :- total(U, S), L = fn:string:concat(U, " pays ", S).
  ratio(U, R) :- total(U, S), wants(U, /g0), R = fn:div(1000, fn:minus(S, 13)).`;

const tools = 60;
const tool = (at: number): ReturnType<typeof name> => name(`/t${at % tools}`);

function* baseFacts(): Generator<FactInput> {
  for (let at = 0; at < tools; at++) {
    yield fact('tool', tool(at));
    yield fact('tag', tool(at), name(`/g${at % 7}`));
    yield fact('cost', tool(at), at % 11);
    if (at % 3 !== 0) yield fact('needs', tool(at), tool(at + 1));
  }
}

/** One request; of twenty, one fails or is cancelled. */
async function askOnce(base: PreparedBase, at: number): Promise<void> {
  const random = createRandom(at);
  const facts = [
    fact('wants', name(`/user${at}`), name(`/g${random.int(1, 6)}`)),
    fact('blocked', tool(random.int(0, tools))),
    fact('tag', tool(random.int(0, tools)), name(`/new${at}`)),
  ];
  const kind = at % 60;
  if (kind === 20) facts.push(fact('cost', tool(1)));
  const limits = kind === 40 ? { maxFacts: 1 } : {};
  const signal = kind === 0 ? { signal: AbortSignal.abort() } : {};
  const code = await codeOf(() => base.request(facts, { now: june2024, limits, ...signal }));
  if (kind % 20 !== 0) expect(code).toBeUndefined();
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Bytes in use after a collection, those of typed arrays included. */
async function bytesInUse(): Promise<number> {
  for (let round = 0; round < 3; round++) {
    collect();
    // What was finalized by one collection is freed by the next.
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

describe('many requests', { timeout: longTimeout }, () => {
  it('leave no memory behind, also when they fail', async ({ task }) => {
    const base = prepareBase(compileOrThrow(text), baseFacts(), {});
    const digest = base.digest();
    for (let at = 0; at < requests; at++) await askOnce(base, at);
    const before = await bytesInUse();
    for (let at = requests; at < 3 * requests; at++) await askOnce(base, at);
    const after = await bytesInUse();
    expect(base.digest()).toBe(digest);
    expect(after - before).toBeLessThan(tolerance);
    note(
      task,
      `memory after ${requests} and ${3 * requests} requests: ${megabytes(before)} and ${megabytes(after)} MB`,
    );
  });
});

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
