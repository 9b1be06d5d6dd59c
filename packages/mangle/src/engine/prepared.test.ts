import { describe, expect, it } from 'vitest';
import { compileOrThrow } from '../api/compile.js';
import { factText } from '../provenance/render.js';
import { name } from '../value/js.js';
import type { Evaluation } from './evaluation.js';
import { evaluateSync } from './evaluate.js';
import { fact, type FactInput } from './host-facts.js';
import { type BaseChange, prepareSync } from './prepared.js';
import type { FactChange } from './watch.js';

function textOf(evaluation: Evaluation): string {
  return evaluation.facts().map(factText).join(' ');
}

const walks = compileOrThrow(`
  Decl edge(A, B) bound [/name, /name].
  Decl ask(A) bound [/name].
  Decl walk(A, N, C) descr [mode("+", "+", "-"), deferred()] bound [/name, /number, /name].
  walk(A, N, A) :- N = 0.
  walk(A, N, C) :- N > 0, edge(A, B), M = fn:minus(N, 1), walk(B, M, C).
  two(A, C) :- ask(A), walk(A, 2, C).
  three(A, C) :- ask(A), walk(A, 3, C).`);

/** From docs/language.md: the length of the shortest way. */
const distances = compileOrThrow(
  `
  Decl link(A, B, L) bound [/number, /number, /number].
  Decl distance(A, B, L) descr [fundep([A, B], [L]), merge([L], "shorter")] bound [/number, /number, /number].
  Decl shorter(A, B, C) descr [mode("+", "+", "-"), deferred()] bound [/number, /number, /number].
  shorter(A, B, A) :- A <= B.
  shorter(A, B, B) :- B < A.
  distance(A, B, L) :- link(A, B, L).
  distance(A, C, L) :- distance(A, B, M), link(B, C, N), L = fn:plus(M, N).`,
  { lints: false },
);

function links(count: number): FactInput[] {
  // A small generator of its own, so that every run sees the same graphs.
  let state = count;
  const next = (limit: number): number => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return (state >> 8) % limit;
  };
  return Array.from({ length: count }, () => fact('link', next(7), next(7), 1 + next(9)));
}

describe('a prepared base', () => {
  it('whose deferred predicates found nothing is not mixed up with others', () => {
    const prepared = prepareSync(walks);
    prepared.updateSync({ add: [fact('edge', name('/a'), name('/b'))] });
    prepared.updateSync({ add: [fact('ask', name('/b'))] });
    expect(textOf(prepared.requestSync())).toBe('ask(/b) edge(/a,/b)');
    const other = compileOrThrow('Decl secret(A, B) bound [/string, /string]. leak(A, B) :- secret(A, B).');
    expect(textOf(prepareSync(other).requestSync())).toBe('');
  });

  it.each([3, 8, 14, 25, 40])('keeps one value for each key of a lattice, with %i links', (count) => {
    const [facts, more] = [links(count), links(count + 100).slice(0, 5)];
    const whole = evaluateSync(distances, { facts: [...facts, ...more] });
    const keys = whole
      .facts('distance')
      .map(({ args }) => factText({ predicate: '', name: '', args: args.slice(0, 2) }));
    expect(new Set(keys).size).toBe(keys.length);
    expect(textOf(prepareSync(distances, facts).requestSync(more))).toBe(textOf(whole));
    const updated = prepareSync(distances, facts);
    updated.updateSync({ add: more });
    expect(textOf(updated.requestSync())).toBe(textOf(whole));
  });

  it.each([
    ['nothing else', []],
    ['facts that the function is given', [fact('divisor', 2)]],
    ['facts of the condition behind it', [fact('wanted', 2)]],
  ])('with %s lets a function fail that fails in an evaluation', (_, base) => {
    const program = compileOrThrow(`
      Decl divisor(N) bound [/number].
      Decl wanted(N) bound [/number].
      share(N, Q) :- divisor(N), Q = fn:div(60, N), wanted(N).`);
    const facts = [...base, fact('divisor', 0)];
    expect(() => evaluateSync(program, { facts })).toThrow('div by zero');
    expect(() => prepareSync(program, base).requestSync([fact('divisor', 0)])).toThrow('div by zero');
  });

  it('gives a slow reader of changes several of them as one, which come to the same', async () => {
    const program = compileOrThrow('Decl n(X) bound [/number].');
    const prepared = prepareSync(program);
    const changes = prepared.watch('n(X)');
    for (let step = 0; step < 700; step++) {
      const [add, remove] = [[fact('n', step % 90)], [fact('n', (step + 45) % 90)]];
      prepared.updateSync({ add, remove });
    }
    const known = new Set<string>();
    let count = 0;
    for (; known.size !== 45 || count < 256; count++) {
      const { value } = (await changes.next()) as IteratorResult<FactChange, undefined>;
      for (const each of value?.removed ?? []) known.delete(factText(each));
      for (const each of value?.added ?? []) known.add(factText(each));
    }
    expect([count, [...known].sort()]).toEqual([256, prepared.requestSync().facts('n').map(factText).sort()]);
    await changes.return?.();
    expect(await changes.next()).toEqual({ done: true, value: undefined });
  });

  it('forgets answers that nobody asks for any more, and keeps the others', () => {
    const program = compileOrThrow(
      `Decl n(X) bound [/number]. Decl next(X, Y) descr [external(), mode("+", "-")] bound [/number, /number].
       Decl twice(X, Y) descr [mode("+", "-"), deferred()] bound [/number, /number].
       twice(X, Y) :- Y = fn:mult(X, 2). after(X, Z) :- n(X), next(X, Y), twice(Y, Z).`,
      { lints: false },
    );
    let calls = 0;
    const call = ([x]: readonly unknown[]): bigint[][] => {
      calls++;
      return [[(x as bigint) + 1n]];
    };
    const prepared = prepareSync(program, [], { externals: { 'next/2': { call, isDeterministic: true } } });
    for (let at = 0; at < 5000; at++) prepared.updateSync({ add: [fact('n', at)], remove: [fact('n', at - 3)] });
    const request = prepared.requestSync();
    expect(request.facts('after').map(factText)).toEqual(['after(4997,9996)', 'after(4998,9998)', 'after(4999,10000)']);
    expect(request.count('next/2')).toBeLessThan(1200);
    expect(calls).toBeLessThan(5100);
  });

  it('refuses a change while another one is under way', async () => {
    const prepared = prepareSync(walks);
    const running = prepared.update({ add: [fact('ask', name('/a'))] });
    await Promise.resolve();
    expect(() => prepared.updateSync({ add: [fact('ask', name('/b'))] })).toThrow('under way');
    await running;
    prepared.updateSync({ add: [fact('ask', name('/b'))] });
    expect(textOf(prepared.requestSync())).toBe('ask(/a) ask(/b)');
  });

  it.each([
    [
      'an unknown way to run rules',
      () => evaluateSync(walks, { execution: 'fast' as 'auto' }),
      '`execution` must be one',
    ],
    ['an unknown choice of bounds', () => evaluateSync(walks, { bounds: 'maybe' as 'off' }), '`bounds` must be one of'],
    [
      'a change with other parts',
      () => prepareSync(walks).updateSync({ added: [] } as BaseChange),
      '`add` and `remove`',
    ],
    ['a list as a change', () => prepareSync(walks).updateSync([] as BaseChange), '`add` and `remove`'],
    ['one fact instead of several', () => prepareSync(walks).requestSync(fact('ask', 1) as never), 'iterable of facts'],
  ])('refuses %s', (_, run, message) => {
    expect(run).toThrow(message);
  });
});
