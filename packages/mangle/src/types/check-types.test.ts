import { describe, expect, test } from 'vitest';
import { check, findings } from '../analysis/analyze.suite.js';

/** `code marked text` of what is wrong with the types of a program. */
function typeFindings(program: string): readonly string[] {
  return findings(program, { bounds: 'error' });
}

describe('accepted programs', () => {
  test.each([
    ['a byte string in a column of byte strings', 'Decl p(X) bound [/bytes]. p(b"abc").'],
    ['a pair literal in a column of pairs', 'Decl p(X) bound [fn:Pair(/number, /string)]. p(fn:pair(1, "a")).'],
    [
      'names of an enumeration, through an undeclared predicate',
      'Decl c(X) bound [fn:Union(fn:Singleton(/red), fn:Singleton(/blue))]. d(/red). d(/blue). c(X) :- d(X).',
    ],
    ['the empty map in every column of maps', 'Decl p(X) bound [fn:Map(/name, /number)]. p(fn:map()).'],
    ['a map with a key type that contains the keys', 'Decl p(X) bound [fn:Map(/any, /number)]. p([/a : 1]).'],
    ['a struct without an optional field', 'Decl p(X) bound [.Struct</x : /number, opt /y : /number>]. p({/x : 1}).'],
    ['a struct with one more field', 'Decl p(X) bound [.Struct</x : /number>]. p({/x : 1, /z : "a"}).'],
    ['the content of an option', 'Decl p(X) bound [fn:Option(/number)]. p(1).'],
    [
      'a tuple in a column of nested pairs',
      'Decl p(X) bound [fn:Pair(/number, fn:Pair(/name, /string))]. p(fn:tuple(1, /a, "x")).',
    ],
    [
      'values of columns that share a type variable',
      'Decl p(L, X) bound [.List<T>, T]. p([1], 2). p(["a"], "b"). p([], /c).',
    ],
    ['an order comparison of floats', 'q(1.5). p(X) :- q(X), X < 2.5.'],
    ['float arithmetic with a number', 'p(1). q(Y) :- p(X), Y = fn:float:plus(X, 1.5).'],
    ['an element of a list of known type', 'Decl q(X) bound [/number]. l([1]). q(X) :- l(L), X = fn:list:get(L, 0).'],
    ['fn:string:replace in a rule', 'p("a"). q(Y) :- p(X), Y = fn:string:replace(X, "a", "b", -1).'],
    ['fn:map:get in a rule', 'Decl q(X) bound [/number]. m([/a : 1]). q(X) :- m(M), X = fn:map:get(M, /a).'],
    [
      'an entry of a map declared in dots',
      'Decl m(M) bound [.Map</name, /number>]. v(V) :- m(M), :match_entry(M, /a, V).',
    ],
    [
      'arithmetic in an undeclared recursion',
      'Decl m(X) bound [/number]. n(0). n(Y) :- n(X), Y = fn:plus(X, 1), Y < 9. m(X) :- n(X).',
    ],
    ['a comparison that one of two kinds survives', 'q(1). q("a"). p(X) :- q(X), X < 5.'],
    [
      'arithmetic over alternative rows of bounds',
      'Decl p(X) bound [/number] bound [/string]. p(1). q(Y) :- p(X), Y = fn:plus(X, 1).',
    ],
    [
      'a union spread over rows of bounds',
      'Decl p(X) bound [fn:Union(/number, /string)]. Decl q(X) bound [/number] bound [/string]. q(X) :- p(X).',
    ],
    [
      'a value of unknown type in arithmetic',
      'Decl v(X). Decl q(Y) bound [/number]. v(1). q(Y) :- v(X), Y = fn:plus(X, 1).',
    ],
    [
      'a variable that arithmetic narrows',
      'Decl v(X). Decl q(X) bound [/number]. v(1). q(X) :- v(X), 2 = fn:plus(X, 1).',
    ],
    [
      'a variable of unknown type that a test of text narrows',
      'Decl v(X). Decl out(X) bound [/string]. v("ab"). out(X) :- v(X), :string:starts_with(X, "a").',
    ],
    [
      'a field that only some of the stored structs have',
      's({/x : 1}). s({/x : 2, /y : 3}). v(Y) :- s(S), :match_field(S, /y, Y).',
    ],
    [
      'a field that only some structs of a list have',
      's([{/x : 1}, {/x : 2, /y : 3}]). v(Y) :- s(L), :list:member(S, L), :match_field(S, /y, Y).',
    ],
    [
      'what a negated test lets through because it is of another kind',
      'Decl w(X) bound [/string] bound [/number]. w(3). r(X) :- w(X), !:string:contains(X, "a"). q(X) :- r(X), X > 1.',
    ],
    ['a variable that a comparison narrows', 'Decl v(X). Decl q(X) bound [/number]. v(1). q(X) :- v(X), X < 2.'],
    ['a prefix that is a variable', 'id(/u/1). pre(/u). q(X) :- id(X), pre(P), :match_prefix(X, P).'],
    ['a prefix by text', 'Decl p(X) bound [/ab]. Decl q(X) bound [/ab]. q(X) :- p(X), :match_prefix(X, /a).'],
    ['names that a prefix has by text', 'a(/ab). b(X) :- a(X), :match_prefix(X, /a). c(X) :- b(X), a(X).'],
    [
      'names that two prefixes have by text',
      'p(/ab/c). p(/abc). a(X) :- p(X), :match_prefix(X, /a). b(X) :- p(X), :match_prefix(X, /ab). c(X) :- a(X), b(X).',
    ],
    ['lists that have only the empty list in common', 'a([1]). b(["x"]). a([]). b([]). c(L) :- a(L), b(L).'],
    [
      'floats of unknown type, if only they fit',
      'Decl v(X). Decl f(X) bound [/float64]. p(X) :- v(X), v(Y), X < Y, f(X).',
    ],
    ['a constant that is in no column', 'Decl p(A) bound [/number]. p(1). q(/yes) :- p("1").'],
    [
      'a constant that picks the row of bounds',
      'Decl p(K, V) bound [fn:Singleton(/n), /number] bound [fn:Singleton(/s), /string]. Decl q(V) bound [/number]. q(V) :- p(/n, V).',
    ],
    [
      'a variant of a tagged union that has the field',
      'Decl p(X) bound [.TaggedUnion</k, /a : .Struct</x : /number>, /b : .Struct<>>]. q(X) :- p(P), :match_field(P, /x, X).',
    ],
    ['elements of a list that is always empty', 'l([]). Decl h(X) bound [/number]. h(X) :- l(L), :list:member(X, L).'],
    [
      'a given argument of its declared type',
      'Decl sq(X, Y) descr [mode("+", "-"), deferred()] bound [/number, /number]. sq(X, Y) :- Y = fn:mult(X, X).',
    ],
    [
      'a prefix that a negated test removes',
      'Decl p(X) bound [fn:Union(/a, /b)]. Decl q(X) bound [/b]. q(X) :- p(X), !:match_prefix(X, /a).',
    ],
    [
      'collected values of correlated alternatives',
      'Decl c(K, L) bound [/number, .List</number>] bound [/string, .List</string>]. p(1, 1). p("a", "b"). c(K, L) :- p(K, V) |> do fn:group_by(K), let L = fn:collect(V).',
    ],
    [
      'interval variables as times',
      'Decl p(X) temporal bound [/name]. Decl d(X, S) bound [/name, /time]. d(X, S) :- p(X)@[S, E].',
    ],
    ['a declared predicate without arguments', 'Decl p(). p(). q() :- p().'],
    ['a reducer applied to a list', 'Decl q(X) bound [/number]. l([1, 2]). q(X) :- l(L), X = fn:sum(L).'],
  ])('%s', (_, program) => {
    expect(typeFindings(program)).toEqual([]);
  });
});

describe('refused programs', () => {
  test.each([
    ['a number or a string as a name', 'Decl p(X) bound [/name]. p(1). p("a").', ['fact-type 1', 'fact-type "a"']],
    ['the prefix itself', 'Decl p(X) bound [/person]. p(/person).', ['fact-type /person']],
    ['a number and a float in a call of :lt', 'n(1). p(X) :- n(X), :lt(X, 1.5).', ['type-mismatch :lt(X, 1.5)']],
    ['the same, negated', 'n(1). p(X) :- n(X), !:ge(X, 1.5).', ['type-mismatch !:ge(X, 1.5)']],
    ['a field of a number', 'n(7). p(Y) :- n(X), n(F), Y = fn:struct:get(X, F).', ['argument-type X']],
    [
      'a prefix of the text that is none of the parts',
      'Decl a(X) bound [/personal]. Decl b(X) bound [/person]. b(X) :- a(X).',
      ['head-type X'],
    ],
    ['a strange tag', 'Decl p(X) bound [.TaggedUnion</k, /a : .Struct<>>]. p({/k : /z}).', ['fact-type {/k : /z}']],
    [
      'columns that disagree about a type variable',
      'Decl p(L, X) bound [.List<T>, T]. p([1], "a").',
      ['fact-type p([1], "a")'],
    ],
    [
      'a head that disagrees about a type variable',
      'Decl p(L, X) bound [.List<T>, T]. q([1], "a"). p(L, X) :- q(L, X).',
      ['head-type p(L, X)'],
    ],
    [
      'a premise that disagrees about a type variable',
      'Decl p(L, X) bound [.List<T>, T]. l([1]). s("a"). q(X) :- l(L), s(X), p(L, X).',
      ['type-mismatch p(L, X)'],
    ],
    [
      'a map with a key outside the key type',
      'Decl p(X) bound [fn:Map(/person, /number)]. p([/a : 1]).',
      ['fact-type [/a : 1]'],
    ],
    ['a number against a float', 'q(1.5). p(X) :- q(X), X < 2.', ['type-mismatch X < 2']],
    ['an order of names', 'p(/a). q(X) :- p(X), X < /b .', ['type-mismatch X']],
    [
      'arithmetic over a union',
      'Decl p(X) bound [fn:Union(/number, /string)]. q(Y) :- p(X), Y = fn:plus(X, 1).',
      ['argument-type X'],
    ],
    ['a function of a wrong kind in a head', 'p("a"). q(fn:plus(X, 1)) :- p(X).', ['argument-type X']],
    ['a function of a wrong kind in an argument', 'p("a"). r(1). q(X) :- p(X), r(fn:plus(X, 1)).', ['argument-type X']],
    ['a reducer of a wrong kind', 'p("a"). q(S) :- p(X) |> do fn:group_by(), let S = fn:sum(X).', ['argument-type X']],
    [
      'collected values of several kinds',
      'p(1). p("a"). Decl r(L) bound [fn:List(/number)]. r(L) :- p(X) |> do fn:group_by(), let L = fn:collect(X).',
      ['head-type L'],
    ],
    ['unequal kinds in an equation', 'p(1). q(X) :- p(X), X = "a".', ['type-mismatch X = "a"']],
    [
      'what an inequality lets through',
      'Decl e(X) bound [.Union</name, /number>]. Decl h(X) bound [/name]. e(/b). e(7). h(X) :- e(X), X != /a .',
      ['head-type X'],
    ],
    [
      'an inequality with something unknown',
      'Decl v(X). Decl q(X) bound [/number]. q(X) :- v(X), X != 1.',
      ['head-type X'],
    ],
    [
      'what a negated condition lets through',
      'Decl e(X) bound [.Union</name, /number>]. Decl h(X) bound [/name]. n(/a). h(X) :- e(X), !n(X).',
      ['head-type X'],
    ],
    [
      'numbers or floats that are compared',
      'Decl v(X). Decl q(X) bound [/number]. q(X) :- v(X), v(Y), X < Y.',
      ['head-type X'],
    ],
    [
      'names with the text of a prefix, which need not be below it',
      'Decl p(X) bound [/name]. Decl q(X) bound [/a]. q(X) :- p(X), :match_prefix(X, /a).',
      ['head-type X'],
    ],
    [
      'a value of unknown type in a narrower column',
      'Decl v(X). Decl q(X) bound [/number]. q(X) :- v(X).',
      ['head-type X'],
    ],
    ['a missing field', 's({/x : 1}). v(X) :- s(S), :match_field(S, /y, X).', ['unknown-field :match_field(S, /y, X)']],
    [
      'a field of something else',
      's(1). v(X) :- s(S), X = fn:struct:get(S, /y).',
      ['argument-type fn:struct:get(S, /y)'],
    ],
    [
      'a field of another type than wanted',
      's({/x : 1}). t("a"). v(X) :- s(S), t(X), :match_field(S, /x, Y), Y = X.',
      ['type-mismatch Y = X'],
    ],
    ['a prefix that no name has', 'Decl p(X) bound [/a]. q(X) :- p(X), :match_prefix(X, /b).', ['argument-type X']],
    [
      'a prefix that all names have, negated',
      'Decl p(X) bound [/a]. q(X) :- p(X), !:match_prefix(X, /a).',
      ['type-mismatch X'],
    ],
    ['times that are none, negated', 'n(1). q(X) :- n(X), !:time:lt(X, X).', ['argument-type X']],
    ['numbers as the interval of a head', 'n(/a, 0). q(X)@[S] :- n(X, S).', ['interval-type S']],
    [
      'numbers as the interval of a premise',
      'Decl p(X) temporal. n(5). q(X) :- n(S), p(X)@[S, _].',
      ['interval-type S'],
    ],
    [
      'a given argument of another type',
      'Decl sq(X, Y) descr [mode("+", "-"), deferred()] bound [/number, /number]. sq(X, Y) :- Y = fn:mult(X, X). n("2"). r(Y) :- n(X), sq(X, Y).',
      ['type-mismatch X'],
    ],
  ])('%s', (_, program, expected) => {
    expect(typeFindings(program)).toEqual(expected);
  });
});

describe('a condition that always holds by its types is a warning', () => {
  test.each([
    ['an inequality', 'p(1). q(X) :- p(X), X != "a".', ['never-matches X != "a"']],
    ['a negated atom', 'a(1). b("x"). c(X) :- a(X), !b(X).', ['never-matches X']],
    ['a negated member', 'l([1]). r("a"). q(X) :- l(L), r(X), !:list:member(X, L).', ['never-matches X']],
    ['a negated match', 'l(1). q(X) :- l(X), !:match_nil(X).', ['never-matches X']],
    ['only in one row of types', 'Decl a(X) bound [/number] bound [/string]. b("x"). c(X) :- a(X), !b(X).', []],
  ])('%s', (_, program, expected) => {
    expect(typeFindings(program)).toEqual(expected);
  });
});

describe('a name that meets another kind never matches, which is a warning', () => {
  test.each([
    ['in a join', 'a(/x). b(1). c(X) :- a(X), b(X).', ['never-matches X']],
    ['in a negated atom', 'a(/x). b(1). c(X) :- a(X), !b(X).', ['never-matches X']],
    ['in an equation of variables', 'a(/x). b("y"). c(X) :- a(X), b(Y), X = Y.', ['never-matches X = Y']],
    ['in an inequality of variables', 'a(/x). b("y"). c(X) :- a(X), b(Y), X != Y.', ['never-matches X != Y']],
    ['in a test of text', 'a(/x). c(X) :- a(X), :string:contains(X, "x").', ['never-matches X']],
    ['in a negated test of text', 'a(/x). c(X) :- a(X), !:string:contains(X, "x").', ['never-matches X']],
    ['between columns of one atom', 'p(/a, "b"). q(X) :- p(X, X).', ['never-matches p(X, X)']],
    ['but a constant is left to the lints', 'a(/x). c(X) :- a(X), X = "s".', []],
    [
      'and what follows is not held against it',
      'Decl c(X) bound [/string]. a(/x). b(1). c(X) :- a(X), b(X).',
      ['never-matches X'],
    ],
    [
      'not even through another predicate',
      'Decl c(X) bound [/string]. a(/x). b(1). d(X) :- a(X), b(X). c(X) :- d(X).',
      ['never-matches X'],
    ],
  ])('%s', (_, program, expected) => {
    expect(typeFindings(program)).toEqual(expected);
  });
});

test('types that would grow for ever are widened', () => {
  const program = `p(0).
    p(L) :- p(X), p(Y), L = fn:pair(X, Y).
    p(L) :- p(X), L = [X].
    p(L) :- p(X), p(Y), L = [X : Y].
    p(L) :- p(X), L = {/k : X}.`;

  expect(typeFindings(program)).toEqual([]);
});

test('many alternatives are joined instead of multiplied', () => {
  const facts = ['1', '"x"', '/a', '2.5', '[1]', '{/k : 1}'].map((value) => `a(${value}).`).join(' ');
  const program = `${facts} b(X, Y, Z, U) :- a(X), a(Y), a(Z), a(U). c(X) :- b(X, Y, Z, U), b(Y, X, U, Z), b(X, X, X, X).`;

  expect(typeFindings(program)).toEqual([]);
});

describe('long enumerations', () => {
  const many = (make: (at: number) => string): string => Array.from({ length: 40 }, (_, at) => make(at)).join(',');

  test.each([
    ['of names', `fn:Union(${many((at) => `fn:Singleton(/v${at})`)})`],
    ['of structs', `fn:Union(${many((at) => `fn:Struct(/f${at}, /number)`)})`],
    ['of tagged structs', `fn:TaggedUnion(/kind, ${many((at) => `/t${at}, fn:Struct(/f${at}, /number)`)})`],
  ])('%s stay what they are through joins, lists and groups', (_, type) => {
    const declared = ['a', 'b', 'both'].map((name) => `Decl ${name}(X) bound [${type}].`).join('\n');
    const program = `${declared} Decl listed(L) bound [fn:List(${type})].
      both(X) :- a(X), b(X).
      listed([X, Y]) :- a(X), b(Y).
      listed(fn:list:cons(X, [])) :- a(X).
      listed(L) :- a(X) |> do fn:group_by(), let L = fn:collect(X).`;

    expect(typeFindings(program)).toEqual([]);
  });

  test('are cut in messages', () => {
    const program = `Decl a(X) bound [fn:Union(${many((at) => `fn:Singleton(/v${at})`)})]. a(1).`;
    const { diagnostics } = check(program, { bounds: 'error' });

    expect(diagnostics.map(({ message }) => message)).toEqual([
      'argument 1 of `a/1` must be `/v0`, `/v1`, `/v10` or one of 37 others, got the number `1`',
    ]);
  });
});

test.each([
  ['twice', 'fn:pair(X, X)'],
  ['three times', '{/a : X, /b : X, /c : X}'],
])('a value that is put together from itself %s again and again has a type', (_, term) => {
  const steps = Array.from({ length: 40 }, (__, at) => `X${at + 1} = ${term.replaceAll('X', `X${at}`)}`);

  expect(typeFindings(`q(1). p(X40) :- q(X0), ${steps.join(', ')}.`)).toEqual([]);
});

test('types that grow in several ways at once are widened', () => {
  const program = 'p(1). p([X : Y]) :- p(X), p(Y). p({/a : X, /b : Y}) :- p(X), p(Y). p([X, Y]) :- p(X), p(Y).';

  expect(typeFindings(program)).toEqual([]);
});

test('a message says which column, what was found, and where both come from', () => {
  const { diagnostics } = check(
    `Decl age(Who, Years) bound [/name, /number].\nnick(/ann, "an").\nage(P, N) :- nick(P, N).`,
    { bounds: 'error' },
  );

  expect(diagnostics).toMatchObject([
    {
      code: 'head-type',
      message: 'column 2 of `age/2` is declared as a number, but `N` is a string here',
      related: [{ message: 'declared `/number` here' }, { message: '`N` is a string because of this' }],
    },
  ]);
});

test('a whole number where a float is declared comes with a fix', () => {
  const { diagnostics } = check('Decl f(X) bound [/float64].\nf(1).', { bounds: 'error' });

  expect(diagnostics[0]?.fix).toMatchObject({ title: 'write `1.0`', edits: [{ text: '1.0' }] });
});
