import { noValue } from '../value/value-id.js';
import { describe, expect, it } from 'vitest';
import { listValue, nameValue, numberValue, pairValue, stringValue } from '../value/make.js';
import { func, matcher, predicate, reducer, variadic } from './rows.js';

const context = { now: 0n };

describe('a function row', () => {
  const repeat = func('fn:x:repeat', ['/string', '/number'], '/string', 'repeats', (text, count) =>
    text.repeat(Number(count)),
  );

  it('hands plain values to its code and packs the result', () => {
    expect(repeat.apply([stringValue('ab'), numberValue(2)], context)).toEqual(stringValue('abab'));
    expect(repeat.signature).toEqual({ params: ['/string', '/number'], result: '/string' });
  });

  it('refuses values of a wrong kind and says which argument', () => {
    expect(() => repeat.apply([stringValue('a'), stringValue('2')], context)).toThrow(
      'fn:x:repeat: argument 2 must be a number, got a string: "2"',
    );
  });

  it('unpacks lists, pairs and any number of arguments', () => {
    const heads = variadic('fn:x:heads', { type: 'fn:List(X)', min: 0 }, 'fn:List(X)', 'first elements', (lists) =>
      lists.flatMap((list) => list.slice(0, 1)),
    );
    const [one, two] = [numberValue(1), numberValue(2)];
    expect(heads.apply([listValue([one, two]), listValue([]), listValue([two])], context)).toEqual(
      listValue([one, two]),
    );
    const swap = func('fn:x:swap', ['fn:Pair(X, Y)'], 'fn:Pair(Y, X)', 'swaps', ({ first, second }) =>
      pairValue(second, first),
    );
    expect(swap.apply([pairValue(one, two)], context)).toEqual(pairValue(two, one));
  });
});

describe('a predicate row', () => {
  it('refuses values of a wrong kind', () => {
    const even = predicate(':x:even', ['/number'], 'even', (number) => number % 2n === 0n);
    expect(even.solve([numberValue(4)])).toEqual([[]]);
    expect(even.solve([numberValue(3)])).toEqual([]);
    expect(() => even.solve([nameValue('/a')])).toThrow(':x:even: argument 1 must be a number, got a name: /a');
  });

  it('only fails to match if it is a match and the first value has another kind', () => {
    const letters = matcher(
      ':x:letters',
      { modes: ['+', '+', '-'], params: ['/string', '/string', '/string'], inputs: ['/string', '/string'] },
      'the letters but one',
      (text, except) => [...text].filter((letter) => letter !== except).map((letter) => [stringValue(letter)]),
    );
    expect(letters.solve([stringValue('aba'), stringValue('a')])).toEqual([[stringValue('b')]]);
    expect(letters.solve([numberValue(1), stringValue('a')])).toEqual([]);
    expect(() => letters.solve([stringValue('a'), numberValue(1)])).toThrow('argument 2 must be a string');
  });
});

describe('a reducer row', () => {
  it('gets the column', () => {
    const longest = reducer(
      'fn:x:longest',
      '/string',
      '/number',
      'length of the longest',
      (texts) => BigInt(Math.max(...texts.map((text) => text.length))),
      () => noValue,
    );
    expect(longest.reduce([[stringValue('a')], [stringValue('abc')]])).toEqual(numberValue(3));
  });
});
