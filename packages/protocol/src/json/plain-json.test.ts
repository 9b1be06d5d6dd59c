import { describe, expect, it } from 'vitest';
import { JsonError } from './json-error.js';
import { parseJson } from './parse-json.js';
import { plainJson } from './plain-json.js';

describe('plainJson', () => {
  it.each<[string, unknown]>([
    ['5.0', 5],
    ['1e3', 1000],
    ['-0.0', -0],
    ['1e-400', 0],
    ['9007199254740992', 2 ** 53],
    ['25307782239815350', 25307782239815350],
    ['1e300', 1e300],
    [`1${'0'.repeat(22)}`, 1e22],
    ['{"a":[1.0,{"b":2}],"c":null}', { a: [1, { b: 2 }], c: null }],
  ])('%s', (text, expected) => {
    expect(plainJson(parseJson(text))).toStrictEqual(expected);
  });

  it.each(['9007199254740993', '1e400', '-1e400', '12345678901234567890', '1'.repeat(1_000_000)])(
    'WIRE-016 refuses to lose digits of %.20s',
    (text) => {
      expect(() => plainJson(parseJson(`[${text}]`))).toThrow(JsonError);
    },
  );

  it('makes ordinary objects without touching their prototype', () => {
    const value = plainJson(parseJson('{"__proto__":{"polluted":1},"a":2}')) as Record<string, unknown>;
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Object.keys(value)).toEqual(['__proto__', 'a']);
    expect(value['polluted']).toBeUndefined();
  });
});
