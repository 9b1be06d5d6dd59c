import { describe, expect, test } from 'vitest';
import { parse } from '../syntax/parser.js';
import { createSource, textOf } from '../text/source.js';
import { type ReadType, readType } from './read-type.js';
import { readTypeText } from './read-type-text.js';
import { typeText } from './type.js';

function read(text: string): ReadType {
  const { unit } = parse(createSource('type.mg', `Decl p(X) bound [${text}].`));
  const [item] = unit.items;
  const term = item?.kind === 'decl' ? item.bounds[0]?.types[0] : undefined;
  if (term === undefined) throw new Error(`not a term: ${text}`);
  return readType(term);
}

describe('types', () => {
  test.each([
    ['/any', '/any'],
    ['/number', '/number'],
    ['/person/vip', '/person/vip'],
    ['/bool', 'fn:Union(fn:Singleton(/false),fn:Singleton(/true))'],
    ['_', '/any'],
    ['T', 'T'],
    ['.List</number>', 'fn:List(/number)'],
    ['fn:List(/number)', 'fn:List(/number)'],
    ['.Map</name, .List<T>>', 'fn:Map(/name,fn:List(T))'],
    ['fn:Union(/string, fn:Union(/number, /string))', 'fn:Union(/number,/string)'],
    ['fn:Union(/number)', '/number'],
    ['fn:Tuple(/number, /string, /name)', 'fn:Pair(/number,fn:Pair(/string,/name))'],
    ['.Option</number>', '/number'],
    ['fn:Singleton("a")', 'fn:Singleton("a")'],
    ['.Struct</y : /number, opt /x : /string>', 'fn:Struct(fn:opt(/x,/string),/y,/number)'],
    ['fn:Struct(/y, /number, fn:opt(/x, /string))', 'fn:Struct(fn:opt(/x,/string),/y,/number)'],
    ['.Struct<>', 'fn:Struct()'],
    [
      '.TaggedUnion</k, /a : .Struct</x : /number>, /b : .Struct<>>',
      'fn:Union(fn:Struct(/k,fn:Singleton(/a),/x,/number),fn:Struct(/k,fn:Singleton(/b)))',
    ],
  ])('%s is %s', (text, expected) => {
    const result = read(text);

    expect('type' in result ? typeText(result.type) : result.problem).toBe(expected);
  });

  test.each([
    ['fn:Union(/string, fn:Union(/name, /string), /float64)', ['/string', '/name', '/float64']],
    ['.Union</name, /float64, /string>', ['/name', '/float64', '/string']],
  ])('%s is sorted, and remembers its own order', (text, order) => {
    expect(read(text)).toMatchObject({
      type: {
        alternatives: ['/float64', '/name', '/string'].map(readTypeText),
        inGivenOrder: order.map(readTypeText),
      },
    });
  });
});

describe('what is no type', () => {
  test.each([
    ['5', '5'],
    ['"person"', '"person"'],
    ['fn:Lst(/number)', 'fn:Lst(/number)'],
    ['fn:Fun(/number, /number)', 'fn:Fun(/number, /number)'],
    ['fn:List()', 'fn:List()'],
    ['fn:List(/number, /string)', 'fn:List(/number, /string)'],
    ['fn:List(5)', '5'],
    ['fn:Pair(/number)', 'fn:Pair(/number)'],
    ['fn:Union()', 'fn:Union()'],
    ['fn:Tuple(/number, /number)', 'fn:Tuple(/number, /number)'],
    ['fn:Singleton()', 'fn:Singleton()'],
    ['fn:Singleton([1])', '[1]'],
    ['fn:Struct("x", /number)', '"x"'],
    ['fn:Struct(/x)', '/x'],
    ['fn:Struct(/x, /number, /x, /string)', '/x'],
    ['fn:Struct(fn:opt(/x))', '/x'],
    ['fn:Struct(/x, 5)', '5'],
    ['fn:TaggedUnion(5, /a, fn:Struct())', '5'],
    ['fn:TaggedUnion(/k)', 'fn:TaggedUnion(/k)'],
    ['fn:TaggedUnion(/k, 5, fn:Struct())', '5'],
    ['fn:TaggedUnion(/k, /a, /number)', '/number'],
    ['fn:TaggedUnion(/k, /a, fn:Struct(/k, /name))', 'fn:Struct(/k, /name)'],
    ['fn:TaggedUnion(/k, /a, fn:Struct(), /a, fn:Struct())', '/a'],
  ])('%s: the problem is %s', (text, place) => {
    const result = read(text);

    expect('problem' in result ? textOf(result.span) : 'a type').toBe(place);
  });

  test('a misspelled constructor is guessed', () => {
    expect(read('.Lst</number>')).toMatchObject({ problem: expect.stringContaining('did you mean `.List`?') });
  });
});

describe('types of signatures', () => {
  test.each(['/number', 'X', 'fn:List(X)', 'fn:Map(K,V)', 'fn:Struct()', 'fn:Union(/float64,/number)'])(
    '%s',
    (text) => {
      expect(typeText(readTypeText(text))).toBe(text);
    },
  );

  test.each(['fn:List(', 'fn:List', 'fn:Box(X)', '/number /string'])(
    '%s is a mistake in a table of builtins',
    (text) => {
      expect(() => readTypeText(text)).toThrow();
    },
  );
});
