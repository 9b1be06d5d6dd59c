import { describe, expect, it } from 'vitest';
import { isNameText, mapValue, nameValue, numberValue, pairValue, tupleValue, wrapInt64 } from './make.js';
import { maxInt64, minInt64 } from './value.js';

describe('names', () => {
  it.each(['/a', '/a/b', '/A0.b-c_d~e%20', '/1', '/a.'])('%s is one', (text) => {
    expect(isNameText(text)).toBe(true);
  });

  it.each(['', '/', 'a', '/a/', '//a', '/a//b', '/a b', '/ä', '/a:b', '/a\n'])('%j is none', (text) => {
    expect(isNameText(text)).toBe(false);
  });
});

describe('tuples', () => {
  const [one, two, three] = [numberValue(1), numberValue(2), numberValue(3)];

  it('are the value itself, a pair, or pairs nested to the right', () => {
    expect(tupleValue([one])).toBe(one);
    expect(tupleValue([one, two])).toEqual(pairValue(one, two));
    expect(tupleValue([one, two, three])).toEqual(pairValue(one, pairValue(two, three)));
  });

  it('are never empty', () => {
    expect(() => tupleValue([])).toThrow('at least one value');
  });
});

describe('numbers', () => {
  it('wrap around at 64 bits', () => {
    expect(wrapInt64(maxInt64 + 1n)).toBe(minInt64);
    expect(wrapInt64(minInt64 - 1n)).toBe(maxInt64);
    expect(wrapInt64(5n)).toBe(5n);
  });
});

describe('maps', () => {
  it('keep equal keys, sorted by value', () => {
    const key = nameValue('/a');
    const { entries } = mapValue([
      [key, numberValue(2)],
      [key, numberValue(1)],
    ]);
    expect(entries.map(([, value]) => value)).toEqual([numberValue(1), numberValue(2)]);
  });
});
