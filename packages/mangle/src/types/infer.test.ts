import { expect, test } from 'vitest';
import { check } from '../analysis/analyze.suite.js';
import { columnTypes } from './infer.js';
import { rowText } from './type.js';

function typesOf(program: string, predicate: string): string {
  const { program: analyzed, diagnostics } = check(program);
  if (analyzed === undefined) throw new Error(diagnostics.map(({ message }) => message).join('; '));
  return rowText(columnTypes(analyzed).get(predicate) ?? []);
}

test.each([
  ['facts', 'p(1, /a). p(2, /b).', 'p/2', 'fn:Rel(/number,/name)'],
  ['facts of several kinds', 'p(1). p("a").', 'p/1', 'fn:Rel(fn:Union(/number,/string))'],
  ['lists', 'p([1]). p([]).', 'p/1', 'fn:Rel(fn:List(/number))'],
  ['structs', 'p({/x : 1, /y : [/a : "b"]}).', 'p/1', 'fn:Rel(fn:Struct(/x,/number,/y,fn:Map(/name,/string)))'],
  ['declarations', 'Decl p(X) bound [/number] bound [/string].', 'p/1', 'fn:Rel(fn:Union(/number,/string))'],
  ['declarations without bounds', 'Decl p(X). p(1).', 'p/1', 'fn:Rel(/any)'],
  ['names below a declared prefix', 'Decl q(X) bound [/u]. p(/u/1). p(/u/2).', 'p/1', 'fn:Rel(/u)'],
  [
    'names that are declared as singletons',
    'Decl q(X) bound [fn:Singleton(/u)]. p(/u).',
    'p/1',
    'fn:Rel(fn:Singleton(/u))',
  ],
  ['rules', 'a(1, "x"). p(Y, Z) :- a(X, Y), Z = fn:plus(X, 1).', 'p/2', 'fn:Rel(/string,/number)'],
  ['recursion', 'e(/a, /b). p(X, Y) :- e(X, Y). p(X, Z) :- p(X, Y), e(Y, Z).', 'p/2', 'fn:Rel(/name,/name)'],
  [
    'recursion with paths',
    'e(/a, /b). p(X, [X]) :- e(X, _). p(Y, P) :- p(X, Q), e(X, Y), P = fn:list:append(Q, Y).',
    'p/2',
    'fn:Rel(/name,fn:List(/name))',
  ],
  ['mutual recursion', 'a(0). a(Y) :- b(X), Y = fn:plus(X, 1). b(Y) :- a(Y), Y < 9.', 'b/1', 'fn:Rel(/number)'],
  ['recursion without a beginning', 'p(X) :- p(X).', 'p/1', 'fn:Rel(/any)'],
  [
    'recursion that builds ever deeper values',
    'p(0). p(L) :- p(X), L = [X].',
    'p/1',
    'fn:Rel(fn:Union(/number,fn:List(/number),fn:List(fn:List(/number)),fn:List(fn:List(fn:List(/any)))))',
  ],
  [
    'groups',
    'p(/a, 1). q(K, N, L) :- p(K, V) |> do fn:group_by(K), let N = fn:count(), let L = fn:collect(K, V).',
    'q/3',
    'fn:Rel(/name,/number,fn:List(fn:Pair(/name,/number)))',
  ],
  [
    'maps from groups',
    'p(/a, 1). q(M) :- p(K, V) |> do fn:group_by(), let M = fn:collect_to_map(K, V).',
    'q/1',
    'fn:Rel(fn:Map(/name,/number))',
  ],
  ['temporal premises', 'Decl p(X) temporal bound [/name]. q(X, S) :- p(X)@[S, E].', 'q/2', 'fn:Rel(/name,/time)'],
  ['elements of nothing', 'l([]). p(X) :- l(L), :list:member(X, L).', 'p/1', 'fn:Rel(/bot)'],
])('the columns of %s', (_, program, predicate, expected) => {
  expect(typesOf(program, predicate)).toBe(expected);
});
