import { describe, expect, it } from 'vitest';
import { encodeJson } from './encode-json.js';
import { JsonNumber } from './json.js';

describe('encodeJson', () => {
  it.each<[string, unknown, string]>([
    ['an object in one line', { a: 1, b: [true, null, 'x'] }, '{"a":1,"b":[true,null,"x"]}'],
    ['no member that is undefined', { a: undefined, b: 1 }, '{"b":1}'],
    ['spelled numbers', [new JsonNumber('5.0'), new JsonNumber('1e400')], '[5.0,1e400]'],
    [
      'beside spelled numbers the rest as usual',
      { a: undefined, b: { c: 'x"\n', d: [undefined, new JsonNumber('9007199254740993')] }, e: null },
      '{"b":{"c":"x\\"\\n","d":[null,9007199254740993]},"e":null}',
    ],
    ['dates beside spelled numbers', [new Date(0), new JsonNumber('1.0')], '["1970-01-01T00:00:00.000Z",1.0]'],
    ['no functions beside spelled numbers', { f: () => 1, n: new JsonNumber('1.0') }, '{"n":1.0}'],
    ['what has no JSON as null', undefined, 'null'],
    ['half a surrogate pair escaped', '\ud800', '"\\ud800"'],
    ['a line end inside a string escaped', 'a\nb', '"a\\nb"'],
  ])('writes %s', (_, value, expected) => {
    expect(encodeJson(value)).toBe(expected);
  });

  it.each(['', '1,"admin":true', '01', '1.', 'NaN', '1 ', '1\n'])('refuses %j as the text of a number', (text) => {
    expect(() => encodeJson([new JsonNumber(text)])).toThrow(TypeError);
  });
});
