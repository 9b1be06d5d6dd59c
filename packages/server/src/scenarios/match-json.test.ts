import { parseJson } from '@manglecp/protocol';
import { describe, expect, it } from 'vitest';
import { matches, pairUp } from './match-json.js';

describe('a value', () => {
  it.each([
    ['{}', '{"a":1}', true],
    ['{"a":1}', '{"a":1,"b":2}', true],
    ['{"a":{"b":1}}', '{"a":{"b":1,"c":2}}', true],
    ['{"a":null}', '{}', false],
    ['{"a":1}', '[]', false],
    ['{"toString":1}', '{}', false],
    ['[1,{"a":1}]', '[1,{"a":1,"b":2}]', true],
    ['[1]', '[1,2]', false],
    ['[]', '{}', false],
    ['5', '5.0', true],
    ['5', '"5"', false],
    ['9007199254740993', '9007199254740992', false],
    ['9007199254740993', '9007199254740993', true],
    ['0.5', '5e-1', true],
    ['null', 'null', true],
    ['true', '1', false],
  ])('%s has all of it: %s %s', (expected, actual, verdict) => {
    expect(matches(parseJson(expected), parseJson(actual))).toBe(verdict);
  });
});

describe('pairs', () => {
  const fits = (expected: string, actual: string): boolean => actual.startsWith(expected);

  it.each<[readonly string[], readonly string[], readonly string[], readonly string[]]>([
    [[], [], [], []],
    [['a'], ['b'], ['a'], ['b']],
    [['a', 'a'], ['a'], ['a'], []],
    [['a'], ['a', 'a'], [], ['a']],
    // The first must leave `ab` to the second.
    [['a', 'ab'], ['ab', 'ac'], [], []],
    [['a', 'ab', 'ab'], ['ab', 'ac', 'abc'], [], []],
  ])('%j with %j leave %j and %j', (expected, actual, missing, further) => {
    expect(pairUp(expected, actual, fits)).toEqual({ missing, further });
  });
});
