import { fact, factDuring, type FactInput } from '../../src/engine/host-facts.js';
import type { Limits } from '../../src/engine/budget.js';
import type { Externals } from '../../src/engine/external.js';
import { name } from '../../src/value/js.js';

/** A program whose base is quickly made, and a request that would keep it busy for a long time. */
export interface Heavy {
  readonly text: string;
  readonly base?: readonly FactInput[];
  readonly request: readonly FactInput[];
  readonly limits?: Limits;
  readonly externals?: Externals;
  /** Its work has an end, which a fast machine may reach first. */
  readonly isFinite?: boolean;
  /** It waits for the host, so there is no way to run it without pauses. */
  readonly isAsync?: boolean;
}

const numbers = (count: number): readonly FactInput[] => Array.from({ length: count }, (_, at) => fact('d', at));
const go: readonly FactInput[] = [fact('go', 1)];
const many = 2 ** 31;

const day = 86_400_000_000_000n;
const days = (count: number): readonly FactInput[] =>
  Array.from({ length: count }, (_, at) => {
    const start = BigInt(at) * 2n * day;
    return factDuring('t', [name('/a')], { start, end: start + day / 2n });
  });

/** By what they are busy with. */
export const heavies: Readonly<Record<string, Heavy>> = {
  'a cross product': {
    text: `Decl d(X). Decl go(X).
      p(A) :- go(_), d(A), d(B), d(C), d(D), S = fn:plus(A, B, C, D), S < 0.`,
    base: numbers(1000),
    request: go,
  },
  'a cross product that derives facts': {
    text: `Decl d(X). Decl go(X).
      p(A, B, C) :- go(_), d(A), d(B), d(C).`,
    base: numbers(1000),
    request: go,
    limits: { maxFacts: many },
  },
  'a negation': {
    text: `Decl d(X). Decl go(X).
      p(A, B) :- d(A), A < 3, d(B), B < 3.
      n(A) :- go(_), d(A), d(B), d(C), !p(A, _), !p(B, _), !p(C, _), A < 0.`,
    base: numbers(2000),
    request: go,
  },
  'an aggregation': {
    text: `Decl d(X). Decl go(X).
      p(N) :- go(_), d(A), d(B), d(C) |> do fn:group_by(), let N = fn:count().`,
    base: numbers(214),
    request: go,
  },
  'an aggregation with many groups': {
    text: `Decl d(X). Decl go(X).
      p(A, B, N) :- go(_), d(A), d(B), d(C) |> do fn:group_by(A, B), let N = fn:sum(C).`,
    base: numbers(214),
    request: go,
  },
  'sorting what was collected': {
    text: `Decl d(X). Decl go(X).
      p(L) :- go(_), d(A), d(B), d(C), S = fn:mult(A, B, C) |> do fn:group_by(), let L = fn:collect(S).`,
    base: numbers(200),
    request: go,
  },
  'members of a long list': {
    text: `Decl d(X). Decl go(X).
      l(L) :- d(X) |> do fn:group_by(), let L = fn:collect(X).
      p(A) :- go(_), l(L), :list:member(A, L), :list:member(B, L), :list:member(C, L), S = fn:plus(A, B, C), S < 0.`,
    base: numbers(3000),
    request: go,
  },
  'looking for what a long list has not': {
    text: `Decl d(X). Decl go(X).
      l(L) :- d(X) |> do fn:group_by(), let L = fn:collect(X).
      p(A) :- go(_), l(L), d(A), B = fn:minus(A, 100000), !:list:member(B, L).`,
    base: numbers(20_000),
    request: go,
  },
  'building longer and longer lists': {
    text: `Decl go(X).
      p([]) :- go(_).
      p(M) :- p(L), M = fn:list:append(L, 1).`,
    request: go,
    limits: { maxFacts: many },
  },
  'a time that many intervals must cover': {
    text: `Decl t(X) temporal. Decl d(X). Decl go(X).
      p(A) :- go(_), d(A), d(B), d(C), t(X)@[2000-01-01, 2001-01-01].`,
    base: [...days(3000), ...numbers(1000)],
    request: go,
    limits: { maxIntervals: 10_000 },
  },
  'many intervals': {
    text: `Decl t(X) temporal. Decl go(X).
      t(X)@[T] :- go(_), t(X)@[S], T = fn:time:add(S, fn:duration:parse("1h")).`,
    base: [factDuring('t', [name('/a')], { start: 0n, end: 0n })],
    request: go,
    limits: { maxIntervals: many, maxFacts: many },
  },
  'deferred recursion': {
    text: `Decl f(X, Y) descr [mode("+", "-"), deferred()]. Decl go(X).
      f(X, Y) :- Z = fn:plus(X, 1), f(Z, Y).
      p(Y) :- go(X), f(X, Y).`,
    request: go,
    limits: { maxFacts: many },
  },
  recursion: {
    text: `Decl go(X).
      n(X) :- go(X).
      n(Y) :- n(X), Y = fn:plus(X, 1).`,
    request: go,
    limits: { maxFacts: many },
  },
  'recursion that joins with itself': {
    text: `Decl d(X). Decl go(X).
      e(X, Y) :- go(_), d(X), Y = fn:plus(X, 1).
      r(X, Y) :- e(X, Y).
      r(X, Z) :- r(X, Y), r(Y, Z).`,
    base: numbers(3000),
    request: go,
    limits: { maxFacts: many },
  },
  'taking back a long closure': {
    text: `Decl d(X). Decl go(X).
      e(X, Y) :- d(X), !go(X), Y = fn:plus(X, 1).
      r(X, Y) :- e(X, Y).
      r(X, Z) :- r(X, Y), e(Y, Z).`,
    base: numbers(700),
    request: [fact('go', 350), fact('go', 351)],
    isFinite: true,
  },
  'sorting a long list': {
    text: `Decl d(X). Decl go(X).
      p(L) :- go(_), d(A), B = fn:minus(0, A) |> do fn:group_by(), let L = fn:collect(B).`,
    base: numbers(200_000),
    request: go,
    isFinite: true,
  },
  'walking through a long list': {
    text: `Decl d(X). Decl go(X).
      l(L) :- d(X) |> do fn:group_by(), let L = fn:collect(X).
      p(N) :- go(_), l(L), d(A), M = fn:list:append(L, A), N = fn:list:len(M).`,
    base: numbers(20_000),
    request: go,
  },
  'waiting for the host': {
    text: `Decl x(A, B) descr [external(), mode("+", "-")]. Decl go(X).
      p(B) :- go(A), x(A, B).`,
    request: go,
    externals: { 'x/2': { call: () => new Promise(() => undefined) } },
    isAsync: true,
  },
};
