import { describe, expect, test } from 'vitest';
import { readTypeText } from './read-type-text.js';
import { limitDepth } from './limit-type.js';
import { conforms, join, meet } from './subtype.js';
import { typeText } from './type.js';

const tagged = 'fn:TaggedUnion(/kind, /circle, fn:Struct(/r, /number), /dot, fn:Struct())';

describe('conformance', () => {
  test.each([
    ['/number', '/number'],
    ['/number', '/any'],
    ['/bot', '/number'],
    ['/person', '/name'],
    ['/person/vip', '/person'],
    ['fn:Singleton(/red)', '/name'],
    ['fn:Singleton(/person/ann)', '/person'],
    ['fn:Singleton(/red)', 'fn:Union(fn:Singleton(/red), fn:Singleton(/blue))'],
    ['fn:Union(/number, /string)', 'fn:Union(/string, /float64, /number)'],
    ['fn:List(/bot)', 'fn:List(/number)'],
    ['fn:List(/person)', 'fn:List(/name)'],
    ['fn:Map(/bot, /bot)', 'fn:Map(/name, /number)'],
    ['fn:Map(/person, /number)', 'fn:Map(/name, /any)'],
    ['fn:Tuple(/number, /string, /name)', 'fn:Pair(/number, fn:Pair(/string, /name))'],
    ['fn:Struct(/x, /number, /y, /string)', 'fn:Struct(/x, /number)'],
    ['fn:Struct(/x, /number)', 'fn:Struct(/x, /number, fn:opt(/y, /string))'],
    ['fn:Struct(/x, /number)', 'fn:Struct(fn:opt(/x, /number))'],
    ['fn:Struct(/kind, fn:Singleton(/circle), /r, /number)', tagged],
    ['fn:Option(/number)', '/number'],
  ])('%s conforms to %s', (sub, type) => {
    expect(conforms(readTypeText(sub), readTypeText(type))).toBe(true);
  });

  test.each([
    ['/any', '/number'],
    ['/number', '/name'],
    ['/string', '/name'],
    ['/personal', '/person'],
    ['fn:Singleton(/person)', '/person'],
    ['/name', '/person'],
    ['fn:Union(/number, /string)', '/number'],
    ['fn:List(/number)', 'fn:List(/string)'],
    ['fn:Map(/name, /number)', 'fn:Map(/person, /number)'],
    ['fn:Pair(/number, /string)', 'fn:Pair(/string, /number)'],
    ['fn:Struct(/x, /number)', 'fn:Struct(/x, /number, /y, /number)'],
    ['fn:Struct(fn:opt(/x, /number))', 'fn:Struct(/x, /number)'],
    ['fn:Struct(/x, /number, /y, /number)', 'fn:Struct(/x, /number, fn:opt(/y, /string))'],
    ['fn:Struct(/kind, fn:Singleton(/square), /r, /number)', tagged],
  ])('%s does not conform to %s', (sub, type) => {
    expect(conforms(readTypeText(sub), readTypeText(type))).toBe(false);
  });
});

test.each([
  ['/any', '/number', '/number'],
  ['/number', '/string', '/bot'],
  ['/number', '/float64', '/bot'],
  ['/name', '/person', '/person'],
  ['/person', '/person/vip', '/person/vip'],
  ['/person', '/personal', '/bot'],
  ['fn:Union(/number, /string)', 'fn:Union(/string, /time)', '/string'],
  ['fn:Singleton(/true)', '/name', 'fn:Singleton(/true)'],
  ['fn:List(/any)', 'fn:List(/number)', 'fn:List(/number)'],
  ['fn:List(/string)', 'fn:List(/number)', 'fn:List(/bot)'],
  ['fn:Map(/name, /string)', 'fn:Map(/name, /number)', 'fn:Map(/name,/bot)'],
  ['fn:List(/bot)', 'fn:List(/number)', 'fn:List(/bot)'],
  ['fn:Pair(/any, /number)', 'fn:Pair(/name, /any)', 'fn:Pair(/name,/number)'],
  ['fn:Map(/any, /number)', 'fn:Map(/name, /any)', 'fn:Map(/name,/number)'],
  ['fn:Struct(/x, /number)', 'fn:Struct(/y, /string)', 'fn:Struct(/x,/number,/y,/string)'],
  ['fn:Struct(/x, /number)', 'fn:Struct(/x, /string)', '/bot'],
  ['fn:Struct(fn:opt(/x, /any))', 'fn:Struct(/x, /string)', 'fn:Struct(/x,/string)'],
])('%s and %s have %s in common', (a, b, expected) => {
  expect(typeText(meet(readTypeText(a), readTypeText(b)))).toBe(expected);
});

test.each([
  [['/number', '/number'], '/number'],
  [['/string', '/number'], 'fn:Union(/number,/string)'],
  [['/person', '/name'], '/name'],
  [['/number', '/any'], '/any'],
  [['/number', '/bot'], '/number'],
  [[], '/bot'],
  [['fn:List(/bot)', 'fn:List(/number)'], 'fn:List(/number)'],
  [['fn:Singleton(/a)', 'fn:Singleton(/b)'], 'fn:Union(fn:Singleton(/a),fn:Singleton(/b))'],
])('%j together are %s', (types, expected) => {
  expect(typeText(join(types.map(readTypeText)))).toBe(expected);
});

test('a join of many single values is their kind', () => {
  const values = Array.from({ length: 40 }, (_, at) => readTypeText(`fn:Singleton(/n${at})`));

  expect(typeText(join(values))).toBe('/name');
});

test('types are cut at a depth', () => {
  expect(typeText(limitDepth(readTypeText('fn:List(fn:List(fn:List(/number)))'), 2))).toBe('fn:List(fn:List(/any))');
});
