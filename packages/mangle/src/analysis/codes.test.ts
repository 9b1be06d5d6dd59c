import { describe, expect, it } from 'vitest';
import type { analysisCodes } from '../diagnostics/codes-analysis.js';
import { check, checkSources, fixed, sourcesOf } from './analyze.suite.js';

type Code = keyof typeof analysisCodes;

/** Programs that must give the code, and programs close to them that must not. */
interface Row {
  readonly fires: readonly string[];
  readonly misses: readonly string[];
  /** True if every firing diagnostic has a fix that removes it. */
  readonly hasFix?: true;
}

const q = 'q(1). q(2). ';
const t = 't(1)@[2024-01-01, 2024-02-01]. ';

const rows: Readonly<Record<Code, Row>> = {
  'use-self': { fires: ['Package a! Use a! p(1).'], misses: ['Package a! Use b! p(1).'], hasFix: true },
  'unknown-package': {
    fires: ['Use a!\np(1).', 'Package a!\np(1).\n#! unit\nPackage b!\nUse c!\nq(1).'],
    misses: ['Package a!\np(1).\n#! unit\nUse a!\nq(1).', 'Use a!\na.p(1).\nq(X) :- a.p(X).'],
  },
  'missing-use': {
    fires: [
      'Package a!\np(1).\n#! unit\nPackage b!\nr(X) :- a.p(X).',
      'Package a!\np(1).\n#! unit\nr(X) :- !a.p(X), X = 1.',
      'Package a!\np(1)@[_, _].\n#! unit\nr(X) :- a.p(X)@[S, E].',
      'Package a!\np(1).\n#! unit\nDecl r(X) inclusion [a.p(X)].',
    ],
    misses: [
      'Package a!\np(1).\n#! unit\nPackage b! Use a!\nr(X) :- a.p(X).',
      'Package a!\np(1). r(X) :- a.p(X).',
      'a.p(1). r(X) :- a.p(X).',
    ],
    hasFix: true,
  },
  'private-predicate': {
    fires: ['Package a!\nDecl p(X) descr [private()].\n#! unit\nUse a!\nr(X) :- a.p(X).'],
    misses: [
      'Package a!\nDecl p(X) descr [private()].\nr(X) :- p(X).',
      'Package a!\nDecl p(X) descr [public()].\n#! unit\nUse a!\nr(X) :- a.p(X).',
    ],
  },
  'duplicate-declaration': {
    fires: ['Decl p(X) bound [/name]. Decl p(X)  bound [/name].'],
    misses: ['Decl p(X). Decl p(X, Y).', 'Package a! Decl p(X).\n#! unit\nPackage b! Decl p(X).'],
    hasFix: true,
  },
  'repeated-column': { fires: ['Decl p(X, X).'], misses: ['Decl p(X, Y).'] },
  'unknown-descriptor': {
    fires: ['Decl p(X) descr [docs("a")].'],
    misses: ['Decl p(X) descr [doc("a"), direction("both"), open("domain")].'],
    hasFix: true,
  },
  'bad-descriptor': {
    fires: [
      'Decl p(X) descr [doc()].',
      'Decl p(X) descr [doc(1)].',
      'Decl p(X) descr [doc("a"), doc("b")].',
      'Decl p(X) descr [arg(X)].',
      'Decl p(X) descr [arg(Y, "y")].',
      'Decl p(X, Y) descr [arg(X, "x")].',
      'Decl p(X, Y) descr [mode("+")].',
      'Decl p(X) descr [reflects("a")].',
      'Decl p(X) descr [fundep(X, X)].',
      'Decl p(X) descr [merge([X])].',
    ],
    misses: [
      'Decl p(X, Y) descr [doc("a", "b"), arg(X, "x"), arg(Y, "y"), mode("+", "-"), reflects(/a), fundep([X], [Y])].',
    ],
  },
  'bad-mode': {
    fires: ['Decl p(X) descr [mode("*")]. p(1).', 'Decl p(X) descr [mode(1)]. p(1).'],
    misses: ['Decl p(X) descr [mode("?")].'],
    hasFix: true,
  },
  'missing-mode': {
    fires: [
      'Decl p(X) descr [external()].',
      'Decl p(X) descr [external(), mode("+"), mode("-")].',
      'Decl p(X) descr [deferred()].',
    ],
    misses: ['Decl p(X) descr [external(), mode("+")].', 'Decl p(X) descr [deferred(), mode("+"), mode("-")].'],
  },
  'on-demand-temporal': {
    fires: ['Decl p(X) temporal descr [external(), mode("+")].', 'Decl p(X) temporal descr [deferred(), mode("+")].'],
    misses: ['Decl p(X) temporal descr [mode("+")].', 'Decl p(X) descr [deferred(), mode("+")]. p(1)@[_, _].'],
  },
  'external-with-rules': {
    fires: [`${q}Decl p(X) descr [external(), mode("+")]. p(X) :- q(X).`],
    misses: [`Decl p(X) descr [external(), mode("+")]. p(1).`],
  },
  'bad-lattice': {
    fires: [
      'Decl p(K, V) descr [merge([V], "m")]. m(1, 2, 3).',
      'Decl p(K, V) descr [fundep([K], [V]), fundep([V], [K]), merge([V], "m")]. m(1, 2, 3).',
      'Decl p(K, V) temporal descr [fundep([K], [V]), merge([V], "m")]. m(1, 2, 3).',
      'Decl p(K, V) descr [fundep([K], [W]), merge([V], "m")]. m(1, 2, 3).',
      'Decl p(K, V, W) descr [fundep([K], [V, W]), merge([V, W], "m")]. m(1, 2, 3).',
      'Decl p(K, V) descr [fundep([K], [V]), merge([K], "m")]. m(1, 2, 3).',
      'Decl p(K, L, V) descr [fundep([K], [V]), merge([V], "m")]. m(1, 2, 3).',
      'Decl p(K, V) descr [fundep([K], [V]), merge([V], "m")].',
      'Decl p(K, V) descr [fundep([K], [V]), merge([V], "m")]. m(1, 2, 3)@[_, _].',
      'Decl p(K, V) descr [fundep([K], [V]), merge([V], "m")]. Decl m(A, B, C) descr [deferred(), mode("+", "+", "+")].',
      `${q}Decl p(K, V) descr [fundep([K], [V]), merge([V], "m"), deferred(), mode("+", "-")]. m(1, 2, 3).
       Decl s(K, V) descr [deferred(), mode("+", "-")]. s(K, V) :- p(K, V). p(K, 1) :- q(K). p(K, V) :- s(K, V).`,
    ],
    misses: [
      `${q}Decl p(K, V) descr [fundep([K], [V]), merge([V], "m")]. m(1, 2, 3).
       s(K, V) :- p(K, V). p(K, 1) :- q(K). p(K, V) :- s(K, V).`,
      'Decl p(K, V) descr [fundep([K], [V]), merge([V], "m")]. m(1, 2, 3).',
      'Decl p(V, K) descr [fundep([K], [V]), merge([V], "m")]. m(1, 2, 3).',
      'Decl p(K, V) descr [fundep([K], [V])].',
      'Package a! Decl p(K, V) descr [fundep([K], [V]), merge([V], "m")]. m(1, 2, 3).',
    ],
  },
  'bound-count': {
    fires: ['Decl p(X, Y) bound [/name].', 'Decl p(X) bound [].'],
    misses: ['Decl p(X, Y) bound [/name, /name].', 'Decl p() bound [].', 'Decl p().'],
  },
  'bad-bound': {
    fires: [
      'Decl p(X) bound ["q"].',
      'Decl p(X) bound [5].',
      'Decl p(X) bound [fn:Box(/name)].',
      'Decl p(X) bound [fn:List()].',
      'Decl p(X) bound [fn:Tuple(/name, /name)].',
    ],
    misses: [
      'Decl p(X) bound [/a/b].',
      'Decl p(X) bound [.Struct</a : /name, opt /b : /string>].',
      'Decl p(X) bound [T].',
    ],
  },
  'unknown-inclusion': {
    fires: ['Decl p(X) inclusion [nope(X)].'],
    misses: ['Decl p(X) inclusion [r(X)]. Decl r(X).'],
  },
  'unknown-predicate': {
    fires: [`${q}p(X) :- qq(X).`, `${q}p(X) :- q(X), !nope(X).`, 'p(X) :- nope(X)@[now].'],
    misses: [`${q}p(X) :- q(X).`, 'Decl r(X). p(X) :- r(X).', 'Package a! r(1)@[_, _]. p(X) :- r(X)@[S, E].'],
  },
  'unknown-builtin': {
    fires: [`${q}p(X) :- q(X), :string_contains(X, "a").`],
    misses: [`${q}p(X) :- q(X), :string:contains(X, "a").`],
    hasFix: true,
  },
  'wrong-arity': {
    fires: [
      `${q}p(X) :- q(X, X).`,
      `${q}q(1, 2).`,
      'Decl p(X). p(1, 2).',
      `${q}p(X) :- q(X), !q(X, X).`,
      `${q}p(X) :- q(X), :lt(X).`,
    ],
    misses: ['Decl p(X). Decl p(X, Y). p(1). p(1, 2). r(X) :- p(X), p(X, X).'],
  },
  'unknown-function': {
    fires: [
      'p(fn:times(1, 2)).',
      `${q}p(N) :- q(X) |> do fn:group_by(), let N = fn:Count(X).`,
      `${q}p(fn:length(X)) :- q(X).`,
    ],
    misses: ['p(fn:mult(1, 2)).', `${q}p(N) :- q(X) |> do fn:group_by(), let N = fn:count().`],
    hasFix: true,
  },
  'function-arity': {
    fires: [
      'p(fn:list:len()).',
      'p(fn:pair(1)).',
      'p(fn:map(1)).',
      `${q}p(N) :- q(X) |> do fn:group_by(), let N = fn:collect().`,
      'p(fn:minus()).',
      `${q}p(fn:list:get(X)) :- q(X).`,
    ],
    misses: ['p(fn:plus()).', 'p(fn:map()).', `${q}p(N) :- q(X) |> do fn:group_by(), let N = fn:sum(X).`],
  },
  'builtin-head': { fires: [':lt(5, 2).'], misses: ['lt(5, 2).'] },
  'head-wildcard': { fires: ['p(_).', `${q}p(_) :- q(_).`, `${q}p([_]) :- q(_).`], misses: [`${q}p(X) :- q(X).`] },
  'variable-in-fact': { fires: ['p(X).', 'p([X]).', 'p(1)@[T].'], misses: ['p("X").', 'p(1)@[_].'] },
  'constant-failed': {
    fires: ['p(fn:div(1, 0)).', 'p([fn:plus(/a, 1)]).', 'p(fn:time:parse_rfc3339("x")).'],
    misses: ['p(fn:div(1, 1)).', 'p(fn:time:now()).'],
  },
  'several-transforms': {
    fires: [`${q}p(N) :- q(X) |> do fn:group_by(X) |> let N = fn:plus(X, 1).`],
    misses: [`${q}p(N) :- q(X) |> do fn:group_by(X), let N = fn:plus(X, 1).`],
  },
  'do-without-group': {
    fires: [`${q}p(X) :- q(X) |> do fn:count().`],
    misses: [`${q}p(X) :- q(X) |> do fn:group_by(X).`],
  },
  'bad-group-key': {
    fires: [
      `${q}p(N) :- q(X) |> do fn:group_by(1), let N = fn:count().`,
      `${q}p(X) :- q(X) |> do fn:group_by(X, X).`,
      `${q}p(N) :- q(X) |> do fn:group_by(Y), let N = fn:count().`,
    ],
    misses: [`${q}p(N) :- q(X) |> do fn:group_by(), let N = fn:count().`],
  },
  'reducer-without-group': {
    fires: [
      `${q}p(N) :- q(X) |> let N = fn:sum(X).`,
      `${q}p(N) :- q(X) |> let N = fn:count().`,
      `${q}p(N) :- q(X), N = fn:collect(X).`,
      `${q}p(fn:count()) :- q(X).`,
      `${q}p(N) :- q(X) |> do fn:group_by(), let N = fn:plus(fn:count(), 1).`,
    ],
    misses: [`${q}p(N) :- q(X), N = fn:sum([X, 1]).`, `${q}p(N) :- q(X) |> let N = fn:sum([X, 1]).`],
  },
  'reducer-of-expression': {
    fires: [`${q}p(N) :- q(X) |> do fn:group_by(), let N = fn:sum(fn:plus(X, 1)).`],
    misses: [`${q}p(N) :- q(X) |> do fn:group_by(), let N = fn:collect(fn:plus(X, 1)).`],
  },
  'let-redefines': {
    fires: [
      `${q}p(X) :- q(X) |> let X = fn:plus(1, 2).`,
      `${q}p(Y) :- q(X) |> let Y = fn:plus(X, 1), let Y = fn:plus(X, 2).`,
    ],
    misses: [`${q}p(Y) :- q(X) |> let Y = fn:plus(X, 1), let _ = fn:plus(X, 2).`],
  },
  'unbound-in-transform': {
    fires: [
      `${q}p(Y) :- q(X) |> let Y = fn:plus(Z, 1).`,
      `${q}p(N) :- q(X) |> do fn:group_by(), let N = fn:sum(Z).`,
      `${q}p(N) :- q(X) |> do fn:group_by(), let N = fn:sum(N).`,
      `${q}p(N) :- q(X) |> do fn:group_by(), let L = fn:collect(X), let N = fn:sum(L).`,
    ],
    misses: [`${q}p(N) :- q(X) |> do fn:group_by(), let L = fn:collect(X), let N = fn:list:len(L).`],
  },
  'not-grouped': {
    fires: [
      `${q}p(N) :- q(X) |> do fn:group_by(), let N = fn:plus(X, 1).`,
      `${q}p(X, N) :- q(X) |> do fn:group_by(), let N = fn:count().`,
    ],
    misses: [`${q}p(X, N) :- q(X) |> do fn:group_by(X), let N = fn:plus(X, 1).`],
  },
  'wildcard-in-expression': {
    fires: [
      `${q}p(X) :- q(X), X != _.`,
      `${q}p(X) :- q(X), _ = _.`,
      `${q}p(X) :- q(X), q([_]).`,
      `${q}p(X) :- :list:member(X, _).`,
      `${q}p(X) :- q(X), Y = fn:plus(_, 1).`,
      `${q}p(Y) :- q(X) |> let Y = fn:plus(_, 1).`,
    ],
    misses: [`${q}p(1) :- q(_).`, 'l([1]). p(1) :- l(L), :list:member(_, L).', `${q}p(X) :- q(X), _ = fn:plus(X, 1).`],
  },
  'unbound-head-variable': {
    fires: [
      `${q}p(X, Y) :- q(X).`,
      `${q}p(X)@[S, S] :- q(X).`,
      `${q}p(Y) :- q(X) |> do fn:group_by(X).`,
      'Decl p(X, Y) descr [mode("+", "-")]. p(X, 1) :- q(1). q(1).',
    ],
    misses: [`${q}p(X, Y) :- q(X), Y = 1.`, 'Decl p(X, Y) descr [mode("+", "-"), deferred()]. p(X, 1) :- q(1). q(1).'],
  },
  'unbound-variable': {
    fires: [
      `${q}p(X) :- q(X), Y < 1.`,
      `${q}p(X) :- q(X), Y != X.`,
      `${q}p(Y) :- q(Y), Y = fn:plus(Z, 1).`,
      'p(X) :- :list:member(X, L).',
      `${t}p(X) :- <-[T, T] t(X).`,
      'p(X) :- X = Y.',
      'Decl d(X, Y) descr [mode("+", "-")]. d(X, Y) :- Y = fn:plus(X, 1).',
      'c(1, 2). p(X) :- c(X, fn:plus(Y, 1)).',
    ],
    misses: [`${q}p(X) :- Y < 1, q(X), q(Y).`, `${q}${t}p(X) :- <-[T, T] t(X), q(T).`],
  },
  'unbound-in-negation': {
    fires: [`${q}p(X) :- q(X), !q(Y).`],
    misses: [`${q}p(X) :- q(X), !q(_).`, `${q}p(X) :- !q(X), q(X).`],
    hasFix: true,
  },
  'pattern-unsupported': {
    fires: [
      'l([1, 2]). p(X) :- l([X, 2]).',
      'l([1, 2]). p(X) :- l(L), [X, 2] = L.',
      'l({/a : 1}). p(X) :- l({/a : X}).',
    ],
    misses: ['l([1, 2]). q(1). p(X) :- l([X, 2]), q(X).', `${q}p(Y) :- q(X), Y = [X].`],
  },
  'circular-conditions': {
    fires: ['p(X) :- X = fn:plus(Y, 1), Y = fn:plus(X, 1).'],
    misses: [`${q}p(X) :- X = fn:plus(Y, 1), q(Y).`],
  },
  'computed-argument': {
    fires: ['c(1, 2). p(X) :- c(X, fn:plus(X, 1)).', 'c(1, 2). p(X) :- c(X, fn:plus(Y, 1)), c(Y, fn:plus(X, 1)).'],
    misses: [
      `${q}c(1, 2). p(X) :- q(X), c(X, fn:plus(X, 1)).`,
      `${q}c(1, 2). p(X) :- c(X, fn:plus(X, 1)), q(X).`,
      `${q}c(1, 2). p(X) :- q(X), !c(X, fn:plus(X, 1)).`,
    ],
    hasFix: true,
  },
  'output-not-free': {
    fires: [
      'l(fn:pair(1, 1)). p(X) :- l(L), :match_pair(L, X, X).',
      'l(fn:pair(1, 2)). p(X) :- l(L), :match_pair(L, X, fn:plus(X, 1)).',
      'l([1]). p(L) :- l(L), :list:member(1, L).',
      'l([1]). q(1). p(X) :- l(L), q(X), :list:member(X, L).',
      'l([/a]). p(L) :- l(L), :list:member(/a, L).',
    ],
    misses: [
      'l([1]). q(1). p(X) :- l(L), :list:member(X, L), q(X).',
      'l([1]). q(1). p(X) :- l(L), q(X), !:list:member(X, L).',
    ],
    hasFix: true,
  },
  reordered: {
    fires: [
      `${q}p(X) :- X < 2, q(X).`,
      `${q}p(Y) :- Y = fn:plus(X, 1), q(X).`,
      `${q}p(X, Y) :- !q(X), !q(Y), q(X), q(Y).`,
      'l([1]). p(X) :- :list:member(X, L), l(L).',
    ],
    misses: [`${q}p(X) :- q(X), X < 2.`, `${q}p(X) :- !q(X), q(X).`, `${q}p(Y) :- Y = X, q(X).`],
    hasFix: true,
  },
  'negation-wildcard': {
    fires: ['r(1, 2). s(1). p(X) :- s(X), !r(X, _).'],
    misses: ['r(1, 2). s(1). p(X) :- s(X), r(X, _).'],
  },
  'negation-over-time': {
    fires: [`${t}s(1). p(X) :- t(X)@[S, E], !s(X).`],
    misses: [`${t}s(1). p(X) :- t(X)@[S, E], s(X), !s(X).`],
  },
  'missing-time': {
    fires: [`${t}t(2).`, `${t}p(X) :- t(X).`, 'Decl p(X) temporal. p(1).'],
    misses: [`${t}p(X) :- t(X)@[now].`, 'e(1)@[_, _]. p(X) :- e(X).', `${t}s(1). p(X) :- s(X), !t(X).`],
  },
  'unexpected-time': {
    fires: [
      `${q}p(X) :- q(X)@[now].`,
      `${q}p(X) :- <-[0d, 1d] q(X).`,
      `${q}q(3)@[2024-01-01].`,
      `Decl p(X). p(1)@[2024-01-01].`,
      `${t}p(X) :- t(X)@[S, E], :lt(X, 1)@[S].`,
    ],
    misses: [`${q}q(3)@[_, _].`, 'e(1)@[_, _]. e(2)@[2024-01-01].', 'Decl p(X) temporal. p(1)@[2024-01-01].'],
    hasFix: true,
  },
  'duration-bound': {
    fires: ['p(1)@[7d].', `${t}p(X) :- t(X)@[7d, now].`, `${t}p(X)@[7d] :- t(X)@[now].`],
    misses: [`${t}p(X) :- <-[0d, 7d] t(X).`],
  },
  'window-wildcard': { fires: [`${t}p(X) :- <-[_, 7d] t(X).`], misses: [`${t}p(X) :- <-[0d, 7d] t(X)@[_, E].`] },
  'inverted-window': {
    fires: [
      `${t}p(X) :- <-[7d, 0d] t(X).`,
      `${t}p(X) :- <-[2024-01-01, 2024-01-02] t(X).`,
      `${t}p(X) :- <+[7d, 0d] t(X).`,
    ],
    misses: [
      `${t}p(X) :- <-[0d, 7d] t(X).`,
      `${t}p(X) :- <-[2024-01-02, 2024-01-01] t(X).`,
      `${t}p(X) :- <+[0d, 7d] t(X).`,
    ],
    hasFix: true,
  },
  'inverted-interval': {
    fires: ['p(1)@[2024-02-01, 2024-01-01].', `${t}p(X) :- t(X)@[2024-02-01, 2024-01-01].`],
    misses: ['p(1)@[2024-01-01, 2024-01-01].', 'p(1)@[2024-02-01, now].'],
    hasFix: true,
  },
  'temporal-recursion': {
    fires: [`${t}t(X)@[S, E] :- t(X)@[S, E].`],
    misses: [`${t}u(X)@[S, E] :- t(X)@[S, E].`, `${q}q(X) :- q(X).`],
  },
  'temporal-mutual-recursion': {
    fires: [`${t}t(X)@[S, E] :- u(X)@[S, E]. u(X)@[S, E] :- t(X)@[S, E].`],
    misses: [`${t}u(X)@[S, E] :- t(X)@[S, E]. v(X)@[S, E] :- u(X)@[S, E].`],
  },
  'future-recursion': {
    fires: [`${t}t(X)@[now] :- <+[0d, 1d] t(X).`],
    misses: [`${t}t(X)@[now] :- <-[0d, 1d] t(X).`, `${t}u(X)@[now] :- <+[0d, 1d] t(X).`],
  },
  'negative-cycle': {
    fires: [
      `${q}p(X) :- q(X), !p(X).`,
      `${q}p(X) :- q(X), !r(X). r(X) :- p(X).`,
      `${q}p(N) :- p(X) |> do fn:group_by(), let N = fn:sum(X).`,
      `${t}p(X)@[now] :- t(X)@[now], !r(X). r(X) :- p(X)@[now].`,
      'Decl d(X) descr [deferred(), mode("+")]. d(X) :- !d(X).',
      'Decl p(K, V) descr [fundep([K], [V]), merge([V], "m")]. p(1, 2) :- q(1). m(A, B, C) :- p(A, B), p(B, C). q(1).',
    ],
    misses: [
      `${q}p(X) :- q(X), !r(X). r(X) :- q(X).`,
      'Decl d(X) descr [deferred(), mode("+")]. d(X) :- d(X). e(1). p(X) :- e(X), !d(X).',
    ],
  },
  'deferred-cycle': {
    fires: [`${q}Decl d(X) descr [deferred(), mode("+")]. d(X) :- p(X). p(X) :- q(X), d(X).`],
    misses: [`${q}Decl d(X) descr [deferred(), mode("+")]. d(X) :- q(X), d(X). p(X) :- q(X), d(X).`],
  },
};

const cases = Object.entries(rows) as readonly (readonly [Code, Row])[];

describe.each(cases)('%s', (code, { fires, misses, hasFix }) => {
  it.each(fires)('is reported for `%s`', (text) => {
    expect(check(text).diagnostics.map((each) => each.code)).toContain(code);
  });

  it.each(misses)('is not reported for `%s`, which has no error', (text) => {
    const { program, diagnostics } = check(text);
    expect(diagnostics.map((each) => each.code)).not.toContain(code);
    expect(program, diagnostics.map(({ message }) => message).join('\n')).toBeDefined();
  });

  it.each(hasFix === true ? fires : [])('goes away when its fix is applied to `%s`', (text) => {
    const sources = sourcesOf(text);
    const found = checkSources(sources).diagnostics.filter((each) => each.code === code);
    const after = checkSources(fixed(sources, found));
    expect(found.every(({ fix }) => fix !== undefined)).toBe(true);
    expect(after.diagnostics.map((each) => each.code)).not.toContain(code);
    expect(after.diagnostics.filter(({ stage }) => stage === 'parse')).toEqual([]);
  });
});

describe('messages', () => {
  const all = cases.flatMap(([, { fires }]) => fires.flatMap((text) => check(text).diagnostics));

  it('are one line that begins in lower case or with the text of the user and has no final period', () => {
    for (const { message } of all) expect(message).toMatch(/^[a-z`][^\n]*[^.\n]$/);
  });

  it('come with help in whole sentences', () => {
    for (const { help, message } of all) expect(help, message).toMatch(/^[A-Z`].*[.?)]$/s);
  });
});
