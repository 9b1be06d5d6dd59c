import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CompileError, compileOrThrow } from '../src/api/compile.js';
import { query } from '../src/api/query.js';
import { EvaluationError } from '../src/engine/evaluation-error.js';
import { fact } from '../src/engine/host-facts.js';
import { type Prepared, prepareSync } from '../src/engine/prepared.js';
import { readFacts } from '../src/facts/read-facts.js';
import {
  createPool,
  evaluateOffThread,
  type HostModule,
  type OffThreadAnswer,
  type Pool,
  type PoolOptions,
} from '../src/threads/threads.js';
import { sourceText } from '../src/value/format.js';
import { name } from '../src/value/js.js';
import { builtWorker } from './support/built-worker.js';
import { note } from './support/tally.js';

/** `count(N)` makes a request as heavy as one likes; `path` is what small ones ask. */
const text = `
Decl count(N) bound [/number].
edge(/a, /b). edge(/b, /c).
path(X, Y) :- edge(X, Y).
path(X, Z) :- edge(X, Y), path(Y, Z).
step(N) :- count(N).
step(M) :- step(N), 0 < N, M = fn:minus(N, 1).
done(1) :- step(0).
`;

const heavy = [fact('count', 300_000)];
const endless = { limits: { maxFacts: 1e12 } };

let workerUrl: URL;
const open: Pool[] = [];

beforeAll(async () => {
  workerUrl = await builtWorker();
});

afterEach(async () => {
  await Promise.all(open.splice(0).map((pool) => pool.close()));
});

function poolOf(prepared: Prepared, options: PoolOptions = {}): Pool {
  const pool = createPool(prepared, { workerUrl, ...options });
  open.push(pool);
  return pool;
}

function textPool(options: PoolOptions = {}): Pool {
  return poolOf(prepareSync(compileOrThrow(text)), options);
}

/** The error that a promise is rejected with. */
async function errorOf(promise: Promise<unknown>): Promise<Error & { readonly code?: string }> {
  return promise.then(
    () => expect.fail('it was not rejected'),
    (error: Error) => error,
  );
}

/** Rules that a limit does not end, so that only the caller can. */
function endlessRequest(pool: Pool, signal?: AbortSignal): Promise<unknown> {
  const options = signal === undefined ? endless : { ...endless, signal };
  return pool.request([fact('count', 2 ** 50)], { ...options, queries: ['done(X)'] });
}

/** The second arguments of the answers to the first query. */
function targetsOf({ answers }: OffThreadAnswer): readonly string[] {
  return (answers[0] ?? []).map(({ fact: { args } }) => args.slice(1).map(sourceText).join());
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe('a pool', () => {
  it('answers small requests here and heavy ones elsewhere, both alike', async () => {
    // However slow the machine is, this is long.
    const patient = textPool({ smallMs: 30_000 });
    const small = await patient.request([fact('edge', name('/c'), name('/d'))], { queries: ['path(/a, X)'] });
    expect(small.isOffThread).toBe(false);
    expect(targetsOf(small)).toEqual(['/b', '/c', '/d']);
    const large = await textPool().request(heavy, { queries: ['done(X)', 'path(/a, X)'], predicates: ['edge'] });
    expect(large.isOffThread).toBe(true);
    expect(large.answers[0]?.map(({ bindings }) => bindings['X'])).toEqual([1n]);
    expect(large.answers[1]?.map(({ bindings }) => bindings['X'])).toEqual([name('/b'), name('/c')]);
    expect(large.facts.map(({ predicate }) => predicate)).toEqual(['edge/2', 'edge/2']);
  });

  it('answers small requests while a heavy one runs', async ({ task }) => {
    const pool = textPool();
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    let isRunning = true;
    const running = pool.request(heavy, { queries: ['done(X)'] }).finally(() => (isRunning = false));
    let answered = 0;
    while (isRunning) {
      await pool.request([], { queries: ['path(/a, X)'] });
      answered++;
      await pause(1);
    }
    delay.disable();
    const answer = await running;
    expect(answer.isOffThread).toBe(true);
    expect(answered).toBeGreaterThan(3);
    const worst = (delay.max / 1e6).toFixed(1);
    note(task, `off-thread: ${answered} small requests while a heavy one ran, longest delay ${worst} ms`);
  });

  it('sees facts of every kind as they are', async () => {
    const program = compileOrThrow('Decl given(X) bound [/any]. any(X) :- given(X).');
    const pool = poolOf(prepareSync(program), { smallMs: 0 });
    const facts = [fact('given', [1, 2n ** 60n, 'ü', new Uint8Array([1, 2])]), fact('given', { a: name('/x') })];
    const { answers } = await pool.request(facts, { queries: ['any(X)'] });
    expect(answers[0]).toEqual(query(prepareSync(program).requestSync(facts), 'any(X)'));
  });

  it('takes facts in bulk', async () => {
    const prepared = prepareSync(compileOrThrow(text));
    const bytes = new TextEncoder().encode('/c,/d\n/d,/e\n');
    const file = { name: 'edge.csv', bytes, format: 'csv', predicate: 'edge' } as const;
    const { batches = [] } = readFacts([file], compileOrThrow(`Decl edge(A, B) bound [/name, /name]. ${text}`));
    const pool = poolOf(prepared, { smallMs: 0 });
    expect((await pool.request(batches, { queries: ['path(/a, X)'] })).answers[0]).toHaveLength(4);
    await pool.update({ add: batches });
    expect((await pool.request([], { queries: ['path(/a, X)'] })).answers[0]).toHaveLength(4);
  });

  it('answers 200 requests of all sizes at the same time', async () => {
    const prepared = prepareSync(compileOrThrow(text));
    const pool = poolOf(prepared);
    const answers = await Promise.all(
      Array.from({ length: 200 }, async (_, at) => {
        const facts = [fact('count', at % 10 === 0 ? 20_000 + at : at), fact('edge', name('/c'), name(`/n${at}`))];
        return pool.request(facts, { queries: ['path(/a, X)', 'done(X)', `step(${at})`] });
      }),
    );
    for (const [at, answer] of answers.entries()) {
      expect(targetsOf(answer)).toEqual(['/b', '/c', `/n${at}`]);
      expect(answer.answers.slice(1).map(({ length }) => length)).toEqual([1, 1]);
    }
  });
});

describe('a change of the base', () => {
  it('is seen by the requests that come after it, on every thread', async () => {
    const pool = textPool({ smallMs: 0 });
    const targets = async (): Promise<readonly string[]> =>
      targetsOf(await pool.request([], { queries: ['path(/a, X)'] }));
    expect(await targets()).toEqual(['/b', '/c']);
    const before = [targets(), targets(), targets()];
    const updated = pool.update({ add: [fact('edge', name('/c'), name('/d'))] });
    await updated;
    const after = [targets(), targets(), targets()];
    expect(await Promise.all(before)).toEqual(before.map(() => ['/b', '/c']));
    expect(await Promise.all(after)).toEqual(after.map(() => ['/b', '/c', '/d']));
    await pool.update({ remove: [fact('edge', name('/b'), name('/c'))] });
    expect(await targets()).toEqual(['/b']);
  });

  it('is not made if it fails', async () => {
    const pool = textPool({ smallMs: 0 });
    const error = await errorOf(pool.update({ add: [fact('nowhere', 1)] }));
    expect(error).toMatchObject({ code: 'invalid-fact' });
    const { answers } = await pool.request([], { queries: ['path(/a, X)'] });
    expect(answers[0]).toHaveLength(2);
  });

  it('may be made without the pool, or be one of very many', async () => {
    const prepared = prepareSync(compileOrThrow(text));
    const pool = poolOf(prepared, { smallMs: 0, threads: 1 });
    const count = async (): Promise<number> =>
      (await pool.request([], { queries: ['edge(/x, X)'] })).answers[0]?.length ?? -1;
    expect(await count()).toBe(0);
    prepared.updateSync({ add: [fact('edge', name('/x'), name('/direct'))] });
    expect(await count()).toBe(1);
    const adding = Array.from({ length: 50 }, (_, at) =>
      pool.update({ add: [fact('edge', name('/x'), name(`/${at}`))] }),
    );
    await Promise.all(adding);
    expect(await count()).toBe(51);
  });

  it('leaves requests that wait in the queue with the base they came to', async () => {
    const pool = textPool({ smallMs: 0, threads: 1 });
    const first = pool.request(heavy, { queries: ['done(X)'] });
    const waiting = pool.request([], { queries: ['path(/a, X)'] });
    await pool.update({ add: [fact('edge', name('/c'), name('/d'))] });
    const late = pool.request([], { queries: ['path(/a, X)'] });
    expect((await first).answers[0]).toHaveLength(1);
    expect((await waiting).answers[0]).toHaveLength(2);
    expect((await late).answers[0]).toHaveLength(3);
  });
});

describe('a request that does not end by itself', () => {
  it('is cancelled, and its thread goes on with others', async ({ task }) => {
    const pool = textPool({ threads: 1 });
    const controller = new AbortController();
    const request = endlessRequest(pool, controller.signal);
    await pause(300);
    const stopped = performance.now();
    controller.abort();
    const error = await errorOf(request);
    note(task, `off-thread: cancelled after ${(performance.now() - stopped).toFixed(1)} ms`);
    expect(error).toBeInstanceOf(EvaluationError);
    expect(error.code).toBe('cancelled');
    expect((await pool.request(heavy, { queries: ['done(X)'] })).answers[0]).toHaveLength(1);
  });

  it('is cancelled while it waits', async () => {
    const pool = textPool({ threads: 1, smallMs: 0 });
    const controller = new AbortController();
    const first = endlessRequest(pool, controller.signal);
    const second = errorOf(endlessRequest(pool, controller.signal));
    controller.abort();
    expect(await errorOf(first)).toMatchObject({ code: 'cancelled' });
    expect(await second).toMatchObject({ code: 'cancelled' });
    expect(await errorOf(pool.request([], { signal: AbortSignal.abort() }))).toMatchObject({ code: 'cancelled' });
  });

  it('ends when its time is over, waiting or not', async () => {
    const pool = textPool({ threads: 1 });
    const limits = { maxFacts: 1e12, timeoutMs: 400 };
    const requests = [0, 1].map(() => errorOf(pool.request([fact('count', 2 ** 50)], { limits })));
    for (const error of await Promise.all(requests)) expect(error).toMatchObject({ code: 'time-limit' });
  });

  it('fails as it would here, with the same place', async () => {
    const pool = textPool();
    const error = await errorOf(pool.request(heavy, { limits: { maxFacts: 100_000 } }));
    expect(error).toMatchObject({ code: 'fact-limit', producers: [{ predicate: 'step/1', facts: 100_000 }] });
    const { span } = (error as EvaluationError).diagnostic;
    expect(span.source.text.slice(span.start, span.end)).toMatch(/^step/);
  });
});

describe('a thread that ends', () => {
  it('fails its request and is replaced', async () => {
    const program = compileOrThrow(`${text} big(T) :- step(N), T = fn:list:cons(N, [N, "${'x'.repeat(100)}"]).`);
    const pool = poolOf(prepareSync(program), { threads: 1, memoryMb: 24 });
    const error = await errorOf(pool.request([fact('count', 400_000)], { predicates: ['step'], ...endless }));
    expect(error).toMatchObject({ code: 'thread-lost' });
    expect(error.message).toMatch(/memory/);
    expect((await pool.request([fact('count', 30_000)], { queries: ['done(X)'] })).answers[0]).toHaveLength(1);
  });

  it('says what to do if a bundler left its script behind', async () => {
    const missing = new URL('no-such-worker.js', import.meta.url);
    const pool = poolOf(prepareSync(compileOrThrow(text)), { threads: 1, smallMs: 0, workerUrl: missing });
    const error = await errorOf(pool.request(heavy, endless));
    expect(error).toMatchObject({ code: 'thread-lost' });
    expect((error as EvaluationError).diagnostic.help).toContain('`workerUrl`');
    expect(error.message).not.toContain('memory');
  });

  it.each([
    ['exits', 'process.exit(3)', 'thread-lost'],
    ['throws', 'throw new Error("oh")', 'external-failed'],
    ['does not look at the signal', 'for (;;);', 'cancelled'],
  ])('does no harm if a function of the host %s', async (_, action, code) => {
    const source = 'Decl f(A) descr [external(), mode("+")]. Decl n(A) bound [/number]. p(A) :- n(A), f(A).';
    const call = (): boolean => true;
    const hostModule = `data:text/javascript,export const externals = { 'f/1': { call: ([n]) => { if (n === 1n) ${action}; return true; } } };`;
    const prepared = prepareSync(compileOrThrow(source), [], { externals: { 'f/1': { call } } });
    const pool = poolOf(prepared, { smallMs: 0, threads: 1, hostModule });
    const asked = { queries: ['p(X)'] };
    expect((await pool.request([fact('n', 2)], asked)).answers[0]).toHaveLength(1);
    const signal = AbortSignal.timeout(200);
    expect(await errorOf(pool.request([fact('n', 1)], { ...asked, signal }))).toMatchObject({ code });
    expect((await pool.request([fact('n', 3)], asked)).answers[0]).toHaveLength(1);
  });

  it('ends with the pool, and its requests with it', async () => {
    const pool = textPool({ threads: 2 });
    const requests = Array.from({ length: 5 }, () => errorOf(endlessRequest(pool)));
    await pause(100);
    await pool.close();
    for (const error of await Promise.all(requests)) expect(error).toMatchObject({ code: 'cancelled' });
    expect((await errorOf(pool.request())).message).toBe('the pool is closed');
  });
});

describe('functions of the host', () => {
  const source = `
    Decl half(A, B) descr [external(), mode("+", "-")].
    Decl thread(A) descr [external(), mode("-")].
    Decl count(N) bound [/number].
    n(8). n(B) :- n(A), half(A, B).
    loud(T) :- n(N), N = 1, T = fn:app:shout("one").
    at(T) :- thread(T).
    step(N) :- count(N).
    step(M) :- step(N), 0 < N, M = fn:minus(N, 1).
  `;
  const hostModule = new URL('support/host-module.mjs', import.meta.url);
  const asked = { queries: ['n(X)', 'loud(X)', 'at(X)'] };

  async function hostPool(options: PoolOptions): Promise<Pool> {
    const { externals, registry } = (await import(hostModule.href)) as Required<HostModule>;
    return poolOf(prepareSync(compileOrThrow(source, { registry }), [], { externals }), options);
  }

  it('stay on the thread of the caller', async () => {
    const pool = await hostPool({ smallMs: 0 });
    const { answers, isOffThread } = await pool.request([fact('count', 50_000)], asked);
    expect(answers.map(({ length }) => length)).toEqual([4, 1, 1]);
    expect(isOffThread).toBe(false);
  });

  it('are there on other threads, too, if a module has them', async () => {
    const pool = await hostPool({ smallMs: 0, hostModule });
    const { answers, isOffThread } = await pool.request([fact('count', 50_000)], asked);
    expect(answers.map(({ length }) => length)).toEqual([4, 1, 1]);
    expect(isOffThread).toBe(true);
  });

  it('must be those that the base was prepared with', async () => {
    const pool = await hostPool({ smallMs: 0, hostModule: 'data:text/javascript,export const externals = {};' });
    expect(await errorOf(pool.request([], asked))).toBeInstanceOf(CompileError);
  });
});

describe('an evaluation off the thread', () => {
  it('gives what is wanted of the model', async () => {
    const { answers, facts, isOffThread } = await evaluateOffThread(text, {
      workerUrl,
      facts: [fact('count', 3)],
      queries: ['step(X)'],
      predicates: 'all',
    });
    expect(isOffThread).toBe(true);
    expect(answers[0]?.map(({ bindings }) => bindings['X'])).toEqual([0n, 1n, 2n, 3n]);
    expect(facts).toHaveLength(2 + 3 + 1 + 4 + 1);
  });

  it('says what is wrong with a program, in its places', async () => {
    const error = await errorOf(evaluateOffThread('p(X) :- q(X).', { workerUrl }));
    expect(error).toBeInstanceOf(CompileError);
    const [diagnostic] = (error as CompileError).diagnostics;
    expect(diagnostic).toMatchObject({ code: 'unknown-predicate', span: { source: { name: 'program.mg' }, start: 8 } });
  });

  it.each([
    ['cancelled', { signal: AbortSignal.timeout(200) }],
    ['time-limit', { limits: { maxFacts: 1e12, timeoutMs: 200 } }],
    ['cancelled', { signal: AbortSignal.abort() }],
  ])('can be stopped: %s', async (code, options) => {
    const facts = [fact('count', 2 ** 50)];
    expect(await errorOf(evaluateOffThread(text, { workerUrl, facts, ...endless, ...options }))).toMatchObject({
      code,
    });
  });

  it('says which goal is none', async () => {
    expect(await errorOf(evaluateOffThread(text, { workerUrl, queries: ['p('] }))).toBeInstanceOf(CompileError);
    expect(await errorOf(evaluateOffThread(text, { workerUrl, queries: ['q(X)'] }))).toMatchObject({
      code: 'unknown-predicate',
    });
  });
});
