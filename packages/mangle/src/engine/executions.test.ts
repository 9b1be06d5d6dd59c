import { describe, expect, it } from 'vitest';
import { compileOrThrow } from '../api/compile.js';
import { hostFunction } from '../api/host-function.js';
import { createRegistry } from '../builtins/registry.js';
import { factText } from '../provenance/render.js';
import type { Program } from '../program/program.js';
import { evaluateSync } from './evaluate.js';
import { fact, type FactInput } from './host-facts.js';
import type { Execution } from './plan-runner.js';
import { prepareSync } from './prepared.js';

const executions: readonly Execution[] = ['closures', 'compiled'];

/** The facts of a predicate, evaluated in one go and as a request to a base without facts. */
function found(program: Program, facts: readonly FactInput[], key: string, execution: Execution): string[] {
  const evaluations = [
    evaluateSync(program, { facts, execution }),
    prepareSync(program, [], { execution }).requestSync(facts),
  ];
  return evaluations.map((each) => each.facts(key).map(factText).join(' '));
}

describe.each(executions)('rules that run on %s', (execution) => {
  it('do not see facts of a lattice that better ones have replaced', () => {
    const program = compileOrThrow(`
      Decl link(A, B, L) bound [/number, /number, /number].
      Decl best(A, B, L) descr [fundep([A, B], [L]), merge([L], "less")] bound [/number, /number, /number].
      Decl less(A, B, C) descr [mode("+", "+", "-"), deferred()] bound [/number, /number, /number].
      less(A, B, A) :- A <= B.
      less(A, B, B) :- B < A.
      best(A, B, L) :- link(A, B, L).
      best(A, C, L) :- best(A, B, M), link(B, C, N), L = fn:plus(M, N).
      kept(A, B, L) :- link(A, B, L), best(A, B, L).
      lost(A, B, L) :- link(A, B, L), !best(A, B, L).`);
    const links = [fact('link', 1, 2, 1), fact('link', 2, 3, 1), fact('link', 1, 3, 9)];
    expect(found(program, links, 'kept/3', execution)).toEqual(Array(2).fill('kept(1,2,1) kept(2,3,1)'));
    expect(found(program, links, 'lost/3', execution)).toEqual(Array(2).fill('lost(1,3,9)'));
  });

  it('drop what followed from a merged value that was replaced, in a recursion through other predicates', () => {
    const program = compileOrThrow(`
      Decl road(A, B, L) bound [/number, /number, /number].
      Decl far(X, N) descr [fundep([X], [N]), merge([N], "less")] bound [/number, /number].
      Decl less(A, B, C) descr [mode("+", "+", "-"), deferred()] bound [/number, /number, /number].
      less(A, B, A) :- A <= B.
      less(A, B, B) :- B < A.
      far(1, 0).
      Decl step(X, N) bound [/number, /number].
      step(X, N) :- far(X, N).
      far(Y, M) :- step(X, N), road(X, Y, W), M = fn:plus(N, W).
      Decl open(X) temporal bound [/number].
      open(X)@[2024-01-01, 2024-12-31] :- far(X, N), N > 2.
      step(X, N) :- far(X, N), open(X)@[2024-06-01].
      copy(X, N) :- step(X, N).
      count(N) :- step(_, _) |> do fn:group_by(), let N = fn:count().
      was(X) :- road(_, X, _), open(X)@[2024-06-01].`);
    const roads = [fact('road', 1, 2, 3), fact('road', 1, 3, 1), fact('road', 3, 2, 1)];
    for (const key of ['step/2', 'copy/2']) {
      const name = key.slice(0, -2);
      const expected = `${name}(1,0) ${name}(2,2) ${name}(3,1)`;
      expect(found(program, roads, key, execution)).toEqual([expected, expected]);
    }
    expect(found(program, roads, 'count/1', execution)).toEqual(['count(3)', 'count(3)']);
    expect(found(program, roads, 'open/1', execution)).toEqual(['', '']);
    expect(found(program, roads, 'was/1', execution)).toEqual(['', '']);
  });

  it('may call a function of the host that evaluates something', () => {
    const inner = compileOrThrow('Decl in(X) bound [/number]. out(Y) :- in(X), Y = fn:mult(X, 10).');
    const tenfold = hostFunction('fn:app:tenfold', {
      params: ['/number'],
      result: '/number',
      apply: (value) => {
        const { args = [] } = evaluateSync(inner, { facts: [fact('in', value)], execution }).facts('out/1')[0] ?? {};
        const [result] = args;
        return result?.kind === 'number' ? result.value : 0n;
      },
    });
    const program = compileOrThrow('Decl t(X) bound [/number]. p(X, Y) :- t(X), Y = fn:app:tenfold(X).', {
      registry: createRegistry([tenfold]),
    });
    const facts = Array.from({ length: 40 }, (_, at) => fact('t', at));
    const expected = Array.from({ length: 40 }, (_, at) => `p(${at},${10 * at})`).join(' ');
    expect(found(program, facts, 'p/2', execution)).toEqual([expected, expected]);
  });

  it.each([
    [99, 'function-failed'],
    [100, 'function-failed'],
    [101, 'fact-limit'],
    [150, 'fact-limit'],
  ])('end with what comes first, the limit of 100 facts or a function that fails at fact %i', (at, code) => {
    const program = compileOrThrow('Decl t(X) bound [/number]. p(X, Y) :- t(X), Y = fn:div(1, X).');
    const facts = Array.from({ length: 200 }, (_, place) => fact('t', place - at));
    expect(() => evaluateSync(program, { facts, execution, limits: { maxFacts: 100 } })).toThrow(
      expect.objectContaining({ code }),
    );
  });
});

describe('facts in several texts', () => {
  it('are there once, whatever their order', () => {
    const padding = `# ${'x'.repeat(5000)}\n`;
    const text = (...edges: readonly (readonly [number, number])[]): string =>
      padding + edges.map(([a, b]) => `edge(${a}, ${b}).`).join(' ');
    const first = text([1, 2], [2, 3], [3, 4], [4, 5], [5, 6], [6, 7], [7, 8], [8, 9], [1, 3]);
    const second = text([2, 3], [3, 4], [8, 9]);
    const rule = 'count(N) :- edge(_, _) |> do fn:group_by(), let N = fn:count().';
    const counted = (texts: readonly string[]): string =>
      evaluateSync(compileOrThrow(texts, { lints: false }))
        .facts('count/1')
        .map(factText)
        .join();
    const counts = [counted([first, second, rule]), counted([second, first, rule])];
    expect(counts).toEqual(['count(9)', 'count(9)']);
  });
});
