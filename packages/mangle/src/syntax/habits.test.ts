import { describe, expect, it } from 'vitest';
import { compile } from '../api/compile.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';

const facts = 'p(1, 2). s("abc"). l([1, 2]). Decl e(X) temporal. e(/a)@[2024-01-01].\n';

function errorsOf(text: string): readonly Diagnostic[] {
  return compile(facts + text).diagnostics.filter(({ severity }) => severity === 'error');
}

/** What people bring along from other languages, and the words that tell them what to write. */
describe('a habit from another language', () => {
  it.each<[string, string]>([
    // SQL
    ['SELECT * FROM users WHERE age > 3.', 'A rule derives'],
    ['select * from p.', 'A rule derives'],
    ["INSERT INTO users VALUES (1, 'a');", 'A fact is written'],
    ['CREATE TABLE users (id INT, name TEXT);', 'Decl person'],
    ['q(X) :- SELECT X FROM p.', 'A rule derives'],
    ["q(X) :- s(X), X like '%a%'.", ':string:contains'],
    ["q(X) :- s(X), X LIKE 'a%'.", ':string:starts_with'],
    ['q(X) :- p(X, _), X between 1 and 5.', '1 <= X, X <= 5'],
    ['q(X) :- p(X, Y), Y IS NULL.', 'There is no null'],
    ['q(X) :- p(X, Y), Y is not null.', 'There is no null'],
    ['q(X) :- p(X, Y), Y != null.', 'There is no null'],
    ['q(X) :- p(X, _), X IN (1, 2).', ':list:member'],
    ['q(X) :- p(X, _) AND p(_, X).', 'Write `,`'],
    ['q(X) :- p(X, _) OR p(_, X).', 'one rule with the same head'],
    ['q(X) :- p(X, _), NOT p(_, X).', 'Write `!p(X)`'],
    ['q(X) :- p(X, Y) JOIN p(Y, Z).', 'Write `,`'],
    ['q(X) :- p(X, _) order by X.', 'no order'],
    ['q(X) :- p(X, _) limit 5.', 'no order'],
    ['q(X) :- distinct p(X, _).', 'leave the word out'],
    ['q(N) :- p(X, Y) |> do fn:group_by(), let N = fn:count(*).', '`fn:count()` counts rows'],
    ['q(X, N) :- p(X, Y) |> do fn:group_by(X), let N = fn:count(), N > 1.', 'in another rule'],
    ['-- a comment\nq(1).', 'from `#`'],
    ['q(1). -- a comment', 'from `#`'],
    // Prolog
    ['q(X) :- p(X, _), !.', 'There is no cut'],
    ['q(X) :- member(X, [1, 2]).', ':list:member'],
    ['q(N) :- l(L), length(L, N).', 'fn:list:len'],
    ['Decl age/2.', 'Decl age(A1, A2)'],
    [':- p(X, X).', 'derive a fact'],
    ['q(X) :- p(X, _), write(X).', 'derives facts'],
    // Soufflé and other Datalogs
    ['q(X, count(Y)) :- p(X, Y).', '|> do fn:group_by'],
    ['q(X) :- p(X, _), max(X, _).', '|> do fn:group_by'],
    ['Decl q(X) bound [int].', '`/number`'],
    ['Decl q(X) bound /number.', 'between brackets'],
    // Python and JavaScript
    ['q(X) :- s(Y), X = Y ++ "b".', 'fn:string:concat'],
    ['q(X) :- p(X, _), X in [1, 2].', ':list:member'],
    ['q(N) :- l(L), N = len(L).', 'fn:list:len'],
    ['q(X) :- l(L), X = L[0].', 'fn:list:get'],
    ['q(X) :- p(Y, _), X = Y ** 2.', 'fn:mult'],
    ['q(X) :- p(Y, _), X = Y ^ 2.', 'fn:mult'],
    ['q({name: "a"}).', '{/name : value}'],
    ['q((1, 2)).', 'fn:pair'],
    ['p(3, undefined).', 'There is no null'],
    // Mangle, nearly
    ['q(X, N) :- p(X, Y), fn:group_by(X), N = fn:count().', '|> do fn:group_by'],
    ['q(S) :- p(_, X), S = fn:sum(X).', '|> do fn:group_by'],
    ['q(N) :- p(_, X), N = fn:count(X).', 'let R = fn:count()`'],
    ['q(N) :- p(X, Y) |> group_by(), let N = fn:count().', 'begins with `do`'],
    ['q(X) :- s(X), string:starts_with(X, "a").', ':string:starts_with'],
    ['q(X) :- s(X), starts_with(X, "a").', ':string:starts_with'],
    ['q(X) :- <-[0s, 5min] e(X).', 'one of the units'],
    ['q(X) :- <-[0s, 2 hours] e(X).', 'one of the units'],
    ['q(D) :- e(X)@[S, E], D = E - S.', 'fn:time:sub'],
    ['q(Y) :- p(X, _), Y = fn:abs(X).', 'fn:minus(0, X)'],
  ])('%s', (text, taught) => {
    const errors = errorsOf(text);
    expect(errors.length).toBeGreaterThan(0);
    expect(errors.map(({ help }) => help).join('\n')).toContain(taught);
  });

  it.each([
    'select(1). q(X) :- select(X).',
    'q(SELECT) :- p(SELECT, _), SELECT > 0.',
    'distinct(1). q(X) :- distinct(X).',
    'q(LIKE) :- p(LIKE, IN), LIKE < IN.',
    'q(X) :- p(X, AND), AND = 2.',
    'order(1). limit(2). q(X) :- order(X), limit(_).',
    'q(X) :- e(X)@[S, E].',
    'where(1). q(X) :- where(X).',
  ])('is not found in %s', (text) => {
    expect(errorsOf(text)).toEqual([]);
  });
});
