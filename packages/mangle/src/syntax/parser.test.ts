import { describe, expect, test } from 'vitest';
import { createSource, textOf } from '../text/source.js';
import { bytesValue, floatValue, nameValue, numberValue, stringValue } from '../value/make.js';
import type { Value } from '../value/value.js';
import { parse, parseAtom, parseClause, parseLiteral, parseTerm } from './parser.js';
import { printAtom, printClause, printDecl, printLiteral, printTerm } from './print-source.js';

const source = (text: string): ReturnType<typeof createSource> => createSource('test.mg', text);

describe('literal constants have the values of the reference', () => {
  const cases: readonly (readonly [string, Value])[] = [
    ['/a/b', nameValue('/a/b')],
    ['-0', numberValue(0n)],
    ['00000000000000000000000000000007', numberValue(7n)],
    ['-9223372036854775808', numberValue(-(2n ** 63n))],
    ['-.5e3', floatValue(-500)],
    ['1.0e-400', floatValue(0)],
    ['"a\\\nb"', stringValue('a\nb')],
    ['"a\r\nb\rc"', stringValue('a\nb\nc')],
    ['b"a\r\nb\\xff\\u{00e9}é"', bytesValue(Uint8Array.from([97, 13, 10, 98, 255, 195, 169, 195, 169]))],
    ['"\\u{d800}\\u{01f600}"', stringValue('\ufffd😀')],
    ['`a\\"b\'"`', stringValue('a"b\'"')],
    ["'it\\'s'", stringValue("it's")],
  ];

  test.each(cases)('%j', (text, value) => {
    expect(parseTerm(source(text)).node).toMatchObject({ kind: 'constant', value });
  });
});

describe('the stand-alone entry points', () => {
  test('an atom may end in a period', () => {
    expect(parseAtom(source(' p(X, _) . ')).node).toMatchObject({
      predicate: 'p',
      args: [{ name: 'X' }, { kind: 'wildcard' }],
    });
  });

  test.each([
    ['an atom', parseAtom, 'p(X) q(X)'],
    ['a clause', parseClause, 'p(1). q(1).'],
    ['a literal', parseLiteral, 'p(X), q(X)'],
    ['a term', parseTerm, '1 2'],
  ])('text after %s is refused', (_, read, text) => {
    const result = read(source(text));
    expect(result.node).toBeUndefined();
    expect(result.diagnostics.map(({ code }) => code)).toEqual(['unexpected-token']);
  });

  test.each([parseAtom, parseClause, parseLiteral, parseTerm])('an empty text is refused', (read) => {
    expect(read(source('')).diagnostics).toHaveLength(1);
  });
});

test('spans cover the text they stand for', () => {
  const { unit } = parse(source('# c\np(X)@[now] :- q(X, [1 : 2]), X < -1 |> let Y = fn:f(X).\nDecl p(X) bound [/a].'));
  const [clause, decl] = unit.items;
  if (clause?.kind !== 'clause' || decl?.kind !== 'decl') throw new Error('expected a clause and a declaration');

  expect(clause.premises.map(({ span }) => textOf(span))).toEqual(['q(X, [1 : 2])', 'X < -1']);
  expect(textOf(clause.head.span)).toBe('p(X)');
  expect(clause.transforms.map(({ span }) => textOf(span))).toEqual(['let Y = fn:f(X)']);
  expect(decl.bounds.map(({ span }) => textOf(span))).toEqual(['bound [/a]']);
  expect(textOf(decl.span)).toBe('Decl p(X) bound [/a].');
  expect(unit.comments.map(({ text }) => text)).toEqual(['# c']);
});

test('a byte-order mark and CRLF are tolerated', () => {
  const { unit, diagnostics } = parse(source('\ufeffPackage a!\r\nUse b!\r\np(1).\r\n'));
  expect(diagnostics).toEqual([]);
  expect([unit.packageDecl?.name, unit.uses.length, unit.items.length]).toEqual(['a', 1, 1]);
});

test('line ends have no meaning in a correct text', () => {
  const text =
    'p(X) :- a(X),\nq(X).\nDecl p(X) descr [\ndoc("a"),\nmode("+")\n].\nr(fn:f(\nfn:g(1)\n)).\np("\nq(1).\n").';
  expect(parse(source(text)).diagnostics).toEqual([]);
});

test('after a mended mistake the tree is as if it had been right', () => {
  const [item] = parse(source('p(alice) :- q(X), not r(X), X =< 5, Y = X + 1;')).unit.items;
  if (item?.kind !== 'clause') throw new Error('expected a clause');
  expect(printClause(item)).toBe('p(/alice) :- q(X), !r(X), X <= 5, Y = fn:plus(X, 1).');
});

test.each(['p(q(1)).', 'p(1) :- q(1) ; r(1).', 'p(X) :- q([X|Y]).', 'p(X) :- q(.', 'p(1)@[2024-13-01].'])(
  'a clause whose tree would be a guess is left out of the unit: %s',
  (text) => {
    const { unit, diagnostics } = parse(source(`${text}\nlast().`));
    expect(diagnostics).toHaveLength(1);
    expect(unit.items).toMatchObject([{ head: { predicate: 'last' } }]);
  },
);

describe('source text', () => {
  const clauses: readonly (readonly [string, string])[] = [
    ['p( /a,"é",1.0 ) .', 'p(/a, "é", 1.0).'],
    ['p(X) ⟸ q(X),X<5,!r(X,_).', 'p(X) ⟸ q(X), X < 5, !r(X, _).'],
    ['p(X) :- X = /a .', 'p(X) :- X = /a .'],
    ['p(X) :- q(X),X!=[ -1, {/a:X}].', 'p(X) :- q(X), X != [ -1, {/a : X}].'],
    ['p(X)@[now]:-<-[0d,90m] q(X)@[S,E].', 'p(X)@[now] :- <-[0d, 90m] q(X)@[S, E].'],
    ['p(1)@[2024-01-01T00:00:00.5Z,_].', 'p(1)@[2024-01-01T00:00:00.5Z, _].'],
    ['p(1)@[2024-01-01,2024-01-01].', 'p(1)@[2024-01-01, 2024-01-01].'],
    ['p(1)@[_].', 'p(1)@[_].'],
    [
      'p(K,N):-q(K,X)|>do fn:group_by(K),let N=fn:count()|>let M=fn:plus(N,1).',
      'p(K, N) :- q(K, X) |> do fn:group_by(K), let N = fn:count() |> let M = fn:plus(N, 1).',
    ],
  ];

  test.each(clauses)('of %s', (text, printed) => {
    const { node } = parseClause(source(text));
    if (node === undefined) throw new Error('expected a clause');
    expect(printClause(node)).toBe(printed);
  });

  test('of a declaration', () => {
    const text =
      'Decl p(X, Y) temporal descr [doc("a"), mode("+", "-")] bound [/a, .Struct</f : /string, opt /g : /number>] inclusion [q(X)].';
    const [item] = parse(source(text)).unit.items;
    if (item?.kind !== 'decl') throw new Error('expected a declaration');
    expect(printDecl(item)).toBe(text);
  });

  test('of terms, atoms and literals alone', () => {
    const term = parseTerm(source('fn:pair(1, [])')).node;
    const atom = parseAtom(source('p(1,X)')).node;
    const literal = parseLiteral(source('!p(1,X)')).node;
    if (term === undefined || atom === undefined || literal === undefined) throw new Error('expected trees');
    expect([printTerm(term), printAtom(atom), printLiteral(literal)]).toEqual([
      'fn:pair(1, [])',
      'p(1, X)',
      '!p(1, X)',
    ]);
  });
});
