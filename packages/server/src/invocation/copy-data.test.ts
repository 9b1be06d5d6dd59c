import { JsonNumber, parseJson } from '@manglecp/protocol';
import { describe, expect, it } from 'vitest';
import { copyData } from './copy-data.js';

const limits = { maxBytes: 1000, maxDepth: 5 };

class Point {
  readonly x = 1;
  readonly #hidden = 2;
  get sum() {
    return this.x + this.#hidden;
  }
}

const cyclic: { self?: unknown } = {};
cyclic.self = cyclic;
const selfish = { a: 1, toJSON: (): unknown => selfish };

describe('a copy of data', () => {
  it.each<[string, unknown, unknown]>([
    ['texts, numbers, booleans and null', ['a', -1.5, true, null], ['a', -1.5, true, null]],
    ['objects without a prototype', parseJson('{"a":{"b":[]}}'), { a: { b: [] } }],
    ['numbers by their value', parseJson('[5.0, 1e3, 12]'), [5, 1000, 12]],
    ['members that are undefined: not at all', { a: undefined, b: 1 }, { b: 1 }],
    ['whole numbers of any type', [3n, -9007199254740991n], [3, -9007199254740991]],
    ['dates as JSON has them', { at: new Date(0) }, { at: '1970-01-01T00:00:00.000Z' }],
    ['what `toJSON` gives', [{ toJSON: () => [1, { b: 2 }] }], [[1, { b: 2 }]]],
    ['objects of classes by their own members', new Point(), { x: 1 }],
    ['names that objects have', { constructor: 1, toString: 'a' }, { constructor: 1, toString: 'a' }],
    ['half characters as U+FFFD', { ['\uD83D']: 'a\uDE00 😀' }, { '\uFFFD': 'a\uFFFD 😀' }],
    ['data as deep as is allowed', [[[[[]]]]], [[[[[]]]]]],
  ])('has %s', (_, value, expected) => {
    expect(copyData(value, limits)).toEqual({ data: expected, faults: [] });
  });

  it.each<[string, unknown, string]>([
    ['undefined', undefined, ' type: expected JSON, got undefined'],
    ['functions', { a: [() => 1] }, '/a/0 type: expected JSON, got function'],
    ['symbols', [Symbol('s')], '/0 type: expected JSON, got symbol'],
    // eslint-disable-next-line no-sparse-arrays -- holes are what is tested
    ['holes', [1, , 2], '/1 type: expected JSON, got undefined'],
    ['NaN', { 'a/b': Number.NaN }, '/a~1b type: expected a number that a 64-bit float holds exactly'],
    ['infinity', Number.POSITIVE_INFINITY, ' type: expected a number that a 64-bit float holds exactly'],
    ['large integers', [2n ** 53n], '/0 type: expected a number that a 64-bit float holds exactly'],
    ['numbers that would be rounded', new JsonNumber('9007199254740993'), ' type: expected a number that a 64-bit'],
    ['numbers that are too large', new JsonNumber('1e400'), ' type: expected a number that a 64-bit float'],
    ['maps', { a: new Map([[1, 2]]) }, '/a type: expected JSON, got Map'],
    ['sets', new Set([1]), ' type: expected JSON, got Set'],
    ['bytes', new Uint8Array(3), ' type: expected JSON, got Uint8Array'],
    ['errors', [new Error('secret')], '/0 type: expected JSON, got Error'],
    ['promises', { a: Promise.resolve(1) }, '/a type: expected JSON, got Promise'],
    ['cycles', cyclic, '/self/self/self/self/self maxDepth: may not be deeper than 5 levels'],
    ['too much depth', [[[[[[]]]]]], '/0/0/0/0/0 maxDepth: may not be deeper than 5 levels'],
    ['the name that sets a prototype', JSON.parse('{"a":{"__proto__":{"x":1}}}'), '/a/__proto__ propertyNames: is not'],
    ['long texts', 'x'.repeat(999), ' maxBytes: may not be larger than 1000 bytes'],
    ['enormous texts', 'x'.repeat(100_000), ' maxBytes: may not be larger than 1000 bytes'],
    ['texts that are long as JSON', '\u0001'.repeat(200), ' maxBytes: may not be larger than 1000 bytes'],
    ['long names', { ['x'.repeat(1000)]: 1 }, ' maxBytes: may not be larger than 1000 bytes'],
    ['lists with many items', Array(1000).fill(0), ' maxBytes: may not be larger than 1000 bytes'],
  ])('refuses %s', (_, value, expected) => {
    const { faults } = copyData(value, limits);
    expect(faults.map(({ path, keyword, message }) => `${path} ${keyword}: ${message}`)).toEqual([
      expect.stringContaining(expected),
    ]);
  });

  it('belongs to the caller alone', () => {
    const inner = { b: 1 };
    const data = copyData({ a: inner, c: inner }, limits).data as unknown as { a: { b: number }; c: { b: number } };
    data.a.b = 2;
    expect(inner.b).toBe(1);
    expect(data.c.b).toBe(1);
  });

  it('asks `toJSON` once, even if it gives the object itself', () => {
    expect(copyData(selfish, limits).faults).toEqual([
      { path: '/toJSON', keyword: 'type', message: 'expected JSON, got function' },
    ]);
  });

  it('ends early for shared data that would grow without end, and lists a bounded number of faults', () => {
    let shared: unknown = [];
    for (let depth = 0; depth < 60; depth += 1) shared = [shared, shared];
    expect(copyData(shared, { maxBytes: 10_000, maxDepth: 100 }).faults).toHaveLength(1);
    expect(copyData(Array(10_000).fill(undefined), { maxBytes: 1e9, maxDepth: 9 }).faults).toHaveLength(50);
    expect(copyData({ length: 1e9, list: new Array(2 ** 31) }, { maxBytes: 1e9, maxDepth: 9 }).faults).toHaveLength(50);
  });

  it('counts as many bytes as its JSON has, or a few more', () => {
    const value = { text: 'ä"\n😀', list: [1, 2.5, null, true], nested: { a: {} } };
    const size = Buffer.byteLength(JSON.stringify(value));
    expect(copyData(value, { maxBytes: size - 1, maxDepth: 9 }).faults).toHaveLength(1);
    expect(copyData(value, { maxBytes: size + 20, maxDepth: 9 }).faults).toEqual([]);
  });
});
