import { describe, expect, it } from 'vitest';
import { oracleText } from './format.js';
import {
  Duration,
  duration,
  Exact,
  exact,
  Float,
  float,
  fromValue,
  type MangleInput,
  type MangleOutput,
  Name,
  name,
  Pair,
  pair,
  Time,
  time,
  toValue,
} from './js.js';
import { listValue, mapValue, nameValue, numberValue, stringValue, structValue } from './make.js';
import type { Value } from './value.js';

describe('values from JavaScript', () => {
  const cases: readonly (readonly [MangleInput, string])[] = [
    [5, '5'],
    [5n, '5'],
    [-0, '0'],
    [Number.MAX_SAFE_INTEGER, '9007199254740991'],
    [2n ** 63n - 1n, '9223372036854775807'],
    ['/a', '"/a"'],
    [true, '/true'],
    [false, '/false'],
    [name('/a/b'), '/a/b'],
    [float(1.5), '1.5'],
    [float(NaN), 'NaN'],
    [new Date(1500), 'fn:time:parse_rfc3339("1970-01-01T00:00:01.5Z")'],
    [time(1n), 'fn:time:parse_rfc3339("1970-01-01T00:00:00.000000001Z")'],
    [duration(-1n), 'fn:duration:parse("-1ns")'],
    [Uint8Array.of(1, 255), 'b"\u0001\\xff"'],
    [pair(1, 'a'), 'fn:pair(1, "a")'],
    [[1, [2, 'x']], '[1, [2, "x"]]'],
    [
      new Map<MangleInput, MangleInput>([
        ['k', 1],
        [name('/n'), [2]],
      ]),
      '["k" : 1, /n : [2]]',
    ],
    [{ b: 1, a: { c: true } }, '{/a : {/c : /true}, /b : 1}'],
    [{}, '{}'],
    [exact(listValue([numberValue(1)])), '[1]'],
  ];

  it.each(cases)('%s', (input, expected) => {
    expect(oracleText(toValue(input))).toBe(expected);
  });

  it('are structs when plain objects look like values', () => {
    const hostile = JSON.parse('{"kind":"name","text":"/admin"}') as MangleInput;
    expect(oracleText(toValue(hostile))).toBe('{/kind : "name", /text : "/admin"}');
  });

  it('are not changed by writing to the bytes they came from', () => {
    const bytes = Uint8Array.of(1);
    const value = toValue(bytes);
    bytes[0] = 2;
    expect(oracleText(value)).toBe('b"\u0001"');
  });

  it('may nest to the limit, in a part that occurs twice as well', () => {
    let shared: MangleInput = 'leaf';
    for (let level = 0; level < 600; level++) shared = [shared];
    let deep: MangleInput = shared;
    for (let level = 0; level < 399; level++) deep = [deep];
    expect(toValue([shared, deep, shared]).kind).toBe('list');
  });

  it('may share parts', () => {
    let tree: MangleInput = 'leaf';
    for (let level = 0; level < 200; level++) tree = [tree, tree];
    expect(toValue(tree).kind).toBe('list');
  });
});

describe('what has no counterpart', () => {
  const cyclic: unknown[] = [];
  cyclic.push({ self: cyclic });
  const nested = (inner: unknown, levels: number): unknown => {
    let whole = inner;
    for (let level = 0; level < levels; level++) whole = [whole];
    return whole;
  };
  const shared = nested(1, 600);

  const cases: readonly (readonly [string, unknown, string])[] = [
    ['a fraction', 1.5, 'cannot use the value: 1.5 is no safe integer; use float() for a float64 or a bigint'],
    ['an unsafe integer', 2 ** 53, 'is no safe integer'],
    ['a bigint beyond 64 bits', 2n ** 63n, 'it does not fit 64 bits'],
    ['null', null, 'null has no counterpart'],
    ['undefined in an object', { a: [1, undefined] }, 'cannot use the value.a[1]: undefined has no counterpart'],
    ['a function', () => 1, 'a function has no counterpart'],
    ['a symbol', Symbol('x'), 'a symbol has no counterpart'],
    ['an instance of a class', new URL('http://x'), 'an instance of URL has no counterpart'],
    ['an invalid date', new Date(NaN), 'the Date is invalid'],
    ['a date far away', new Date(8.64e15), 'it does not fit 64 bits'],
    ['a key that is no label', { 'a b': 1 }, 'the key "a b" cannot be a label'],
    ['a key with a slash', { 'a/b': 1 }, 'the key "a/b" cannot be a label'],
    ['a cycle', cyclic, 'cannot use the value[0].self: it contains itself'],
    ['deep nesting', nested(1, 1001), 'it is nested deeper than 1000'],
    ['deep nesting of a part that occurs twice', [shared, nested(shared, 400)], 'it is nested deeper than 1000'],
    ['half a character', 'a\ud800', 'half of a surrogate pair'],
    [
      'a Map with equal keys',
      new Map<unknown, unknown>([
        [1, 1],
        [1n, 2],
      ]),
      'two keys of the Map are the same value',
    ],
  ];

  it.each(cases)('is refused: %s', (_, input, message) => {
    expect(() => toValue(input as MangleInput)).toThrow(TypeError);
    expect(() => toValue(input as MangleInput)).toThrow(message);
  });

  it('is refused by the constructors', () => {
    expect(() => name('a')).toThrow('not a name: "a"');
    expect(() => time(2n ** 63n)).toThrow('does not fit a time');
    expect(() => duration(5 as unknown as bigint)).toThrow('a duration is made from a bigint, got a number');
    expect(() => float('1' as unknown as number)).toThrow('a float is made from a number, got a string');
  });
});

describe('values read into JavaScript', () => {
  it('are plain where JavaScript has the same', () => {
    expect(fromValue(numberValue(5))).toBe(5n);
    expect(fromValue(numberValue(5), { numbers: 'safe' })).toBe(5);
    expect(fromValue(numberValue(2n ** 60n), { numbers: 'safe' })).toBe(2n ** 60n);
    expect(fromValue(stringValue('a'))).toBe('a');
    expect(fromValue(nameValue('/true'))).toBe(true);
    expect(fromValue(listValue([numberValue(1)]))).toEqual([1n]);
    expect(fromValue(structValue([[nameValue('/a'), numberValue(1)]]))).toEqual({ a: 1n });
    expect(fromValue(mapValue([[stringValue('k'), numberValue(1)]]))).toEqual(new Map([['k', 1n]]));
  });

  it('are objects of their own where it has not', () => {
    expect(fromValue(nameValue('/a'))).toEqual(new Name('/a'));
    expect(fromValue(toValue(float(1)))).toEqual(new Float(1));
    expect(fromValue(toValue(new Date(0)))).toEqual(new Time(0n));
    expect(fromValue(toValue(duration(1n)))).toEqual(new Duration(1n));
    expect(fromValue(toValue(pair(1, 2)))).toEqual(new Pair(1n, 2n));
  });

  it('stay exact where a Map or an object would lose something', () => {
    const key = nameValue('/a');
    const doubled: Value = mapValue([
      [key, numberValue(1)],
      [key, numberValue(2)],
    ]);
    expect(fromValue(doubled)).toEqual(new Exact(doubled));
    const oddLabel: Value = structValue([[nameValue('/a/b'), numberValue(1)]]);
    expect(fromValue(oddLabel)).toEqual(new Exact(oddLabel));
  });

  it('keep the label /__proto__ as a property', () => {
    const read = fromValue(structValue([[nameValue('/__proto__'), numberValue(1)]]));
    expect(Object.entries(read as object)).toEqual([['__proto__', 1n]]);
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
  });

  it('can be given back as they are', () => {
    const read: MangleOutput<bigint | number> = fromValue(numberValue(1), { numbers: 'safe' });
    const input: MangleInput = read;
    expect(toValue(input)).toEqual(numberValue(1));
  });

  it('print as in the language', () => {
    const texts = [name('/a'), float(2), time(0n), duration(90_000_000_000n)].map((value) => value.toString());
    expect(texts).toEqual(['/a', '2', '1970-01-01T00:00:00Z', '1m30s']);
    expect(time(-1n).toDate()).toEqual(new Date(-1));
    expect(Number(float(1.5)) * 2).toBe(3);
  });
});
