import { describe, expect, it } from 'vitest';
import { compileOrThrow } from '../src/api/compile.js';
import { type DiagnosticCode, diagnosticSpecs } from '../src/diagnostics/codes.js';
import { type AsyncEvaluateOptions, evaluate } from '../src/engine/evaluate.js';
import { EvaluationError } from '../src/engine/evaluation-error.js';
import { fact } from '../src/engine/host-facts.js';
import { loadPrepared } from '../src/engine/load-prepared.js';
import { prepareSync } from '../src/engine/prepared.js';
import { readFacts } from '../src/facts/read-facts.js';
import { evaluateOffThread, type OffThreadOptions } from '../src/threads/threads.js';
import { june2024 } from './support.js';
import { builtWorker } from './support/built-worker.js';

/** A program with its options that fails with the code, and one as close as possible that does not. */
interface Case {
  readonly fires: readonly [text: string, options?: AsyncEvaluateOptions];
  readonly nearMiss: readonly [text: string, options?: AsyncEvaluateOptions];
}

const counter = 'n(0). n(Y) :- n(X), Y = fn:plus(X, 1).';
const counterTo5 = 'n(0). n(Y) :- n(X), X < 5, Y = fn:plus(X, 1).';
const host = 'Decl x(A, B) descr [external(), mode("+", "-")] bound [/number, /number]. a(1). p(B) :- a(A), x(A, B).';
const lattice = `Decl best(K, V) descr [fundep([K], [V]), merge([V], "max")].
  Decl max(A, B, C) descr [mode("+", "+", "-"), deferred()]. max(A, B, B) :- A < B.`;
const days = 'e(/a)@[2024-01-01]. e(X)@[T] :- e(X)@[S], T = fn:time:add(S, fn:duration:parse("24h")),';
/** Just more rows than one aggregation may have: 220 to the third. */
const many = Array.from({ length: 220 }, (_, at) => `d(${at}).`).join(' ');

const cases: Partial<Record<DiagnosticCode, Case>> = {
  'function-failed': {
    fires: ['a(0). p(Y) :- a(X), Y = fn:div(1, X).'],
    nearMiss: ['a(0). p(Y) :- a(X), X != 0, Y = fn:div(1, X).'],
  },
  'invalid-interval': {
    fires: ['e(/a)@[2024-05-01, 2024-05-02]. p(X)@[E, S] :- e(X)@[S, E].'],
    nearMiss: ['e(/a)@[2024-05-01, 2024-05-02]. p(X)@[S, E] :- e(X)@[S, E].'],
  },
  'fact-limit': {
    fires: [counterTo5, { limits: { maxFacts: 4 } }],
    nearMiss: [counterTo5, { limits: { maxFacts: 5 } }],
  },
  'interval-limit': {
    fires: [`${days} :time:lt(S, fn:time:parse_rfc3339("2024-01-05T00:00:00Z")).`, { limits: { maxIntervals: 4 } }],
    nearMiss: [`${days} :time:lt(S, fn:time:parse_rfc3339("2024-01-05T00:00:00Z")).`, { limits: { maxIntervals: 5 } }],
  },
  'memory-limit': {
    fires: [`${many} c(N) :- d(A), d(B), d(C) |> do fn:group_by(), let N = fn:count().`],
    nearMiss: [`${many} c(N) :- d(A), d(B) |> do fn:group_by(), let N = fn:count().`],
  },
  'time-limit': {
    fires: [counter, { limits: { timeoutMs: 20 } }],
    nearMiss: [counterTo5, { limits: { timeoutMs: 60_000 } }],
  },
  cancelled: {
    fires: [counterTo5, { signal: AbortSignal.abort() }],
    nearMiss: [counterTo5, { signal: new AbortController().signal }],
  },
  'external-failed': {
    fires: [host, { externals: { 'x/2': { call: () => [['one']] } } }],
    nearMiss: [host, { externals: { 'x/2': { call: () => [[1]] } } }],
  },
  'merge-failed': {
    fires: [`${lattice} s(2). s(1). best(/k, V) :- s(V). best(/k, 3).`],
    nearMiss: [`${lattice} max(A, B, A) :- A >= B. s(2). s(1). best(/k, V) :- s(V). best(/k, 3).`],
  },
  'value-too-deep': {
    fires: ['l([]). l(T) :- l(S), T = [S].'],
    nearMiss: ['l([], 0). l(T, J) :- l(S, I), I < 900, T = [S], J = fn:plus(I, 1).'],
  },
  'value-too-large': {
    fires: ['s("a"). s(T) :- s(S), T = fn:string:concat(S, S).'],
    nearMiss: ['s("a", 0). s(T, J) :- s(S, I), I < 20, T = fn:string:concat(S, S), J = fn:plus(I, 1).'],
  },
  'invalid-fact': {
    fires: ['Decl p(X) bound [/number].', { facts: [fact('p', 'one')] }],
    nearMiss: ['Decl p(X) bound [/number].', { facts: [fact('p', 1)] }],
  },
};

/** For codes of files of facts: a program and a CSV file of `p`. */
interface FileCase {
  readonly fires: readonly [text: string, file: string];
  readonly nearMiss: readonly [text: string, file: string];
}

const fileCases: Partial<Record<DiagnosticCode, FileCase>> = {
  'invalid-row': {
    fires: ['Decl p(X) bound [/number].', 'one\n'],
    nearMiss: ['Decl p(X) bound [/number].', '1\n'],
  },
  'doubtful-header': { fires: ['Decl p(Name).', 'names\n'], nearMiss: ['Decl p(Name).', 'ann\n'] },
  'untyped-column': { fires: ['p(/a).', 'b\n'], nearMiss: ['p("a").', 'b\n'] },
};

const plain = 'a(1). p(Y) :- a(X), Y = fn:plus(X, 1).';
/** As many facts as a thread with little memory cannot give. */
const counted = 'Decl up_to(N) bound [/number]. n(N) :- up_to(N). n(M) :- n(N), 0 < N, M = fn:minus(N, 1).';

/** For codes of bases and threads. */
const otherCases: Partial<Record<DiagnosticCode, Record<'fires' | 'nearMiss', () => unknown>>> = {
  'base-refused': {
    fires: () => loadPrepared(compileOrThrow(plain), prepareSync(compileOrThrow(`${plain} a(2).`)).save()),
    nearMiss: () => loadPrepared(compileOrThrow(plain), prepareSync(compileOrThrow(plain)).save()),
  },
  'thread-lost': {
    fires: async () => evaluateOffThread(counted, await smallThread(400_000)),
    nearMiss: async () => evaluateOffThread(counted, await smallThread(4)),
  },
};

async function smallThread(count: number): Promise<OffThreadOptions> {
  return { workerUrl: await builtWorker(), memoryMb: 24, facts: [fact('up_to', count)], predicates: ['n'] };
}

function codesOfFile([text, content]: FileCase['fires']): DiagnosticCode[] {
  const file = { name: 'p.csv', bytes: new TextEncoder().encode(content), format: 'csv' as const, predicate: 'p' };
  return readFacts([file], compileOrThrow(text)).diagnostics.map(({ code }) => code);
}

function codeOf([text, options]: Case['fires']): Promise<DiagnosticCode | undefined> {
  const program = compileOrThrow(text, { bounds: 'off', lints: false });
  return codeOfWork(() => evaluate(program, { now: june2024, ...options }));
}

async function codeOfWork(work: () => unknown): Promise<DiagnosticCode | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (error instanceof EvaluationError) return error.code;
    throw error;
  }
}

describe('a code of an evaluation', () => {
  it('has a case here, whatever it is', () => {
    const codes = Object.entries(diagnosticSpecs).filter(([, { stage }]) => stage === 'eval');
    const listed = [cases, fileCases, otherCases].flatMap((table) => Object.keys(table));
    expect(listed.sort()).toEqual(codes.map(([code]) => code).sort());
  });

  it.each(Object.entries(cases))('%s is given, and not for a near miss', async (code, { fires, nearMiss }) => {
    expect(await codeOf(fires)).toBe(code);
    expect(await codeOf(nearMiss)).toBeUndefined();
  });

  it.each(Object.entries(otherCases))('%s is given, and not for a near miss', async (code, { fires, nearMiss }) => {
    expect(await codeOfWork(fires)).toBe(code);
    expect(await codeOfWork(nearMiss)).toBeUndefined();
  });

  it.each(Object.entries(fileCases))('%s is given, and not for a near miss', (code, { fires, nearMiss }) => {
    expect(codesOfFile(fires)).toEqual([code]);
    expect(codesOfFile(nearMiss)).toEqual([]);
  });
});
