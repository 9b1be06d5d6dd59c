import { describe, expect, it } from 'vitest';
import { intervalText, oracleText, readableText, sourceIntervalText, sourceText } from './format.js';
import {
  bytesValue,
  durationValue,
  floatValue,
  listValue,
  mapValue,
  nameValue,
  numberValue,
  pairValue,
  stringValue,
  structValue,
  timeValue,
} from './make.js';
import { maxInt64, minInt64, type Value } from './value.js';

interface Case {
  readonly value: Value;
  readonly oracle: string;
  /** As `oracle` if left out. */
  readonly source?: string;
  /** As `oracle` if left out. */
  readonly readable?: string;
}

const quotes = 'it\'s "x"\n\t\\';

const cases: Readonly<Record<string, Case>> = {
  'a name': { value: nameValue('/a/b%20'), oracle: '/a/b%20' },
  'quotes and escapes': {
    value: stringValue(quotes),
    oracle: '"it\\\'s \\"x\\"\\n\\t\\\\"',
    source: '"it\'s \\"x\\"\\n\\t\\\\"',
    readable: '"it\'s \\"x\\"\\n\\t\\\\"',
  },
  'text beyond ASCII': {
    value: stringValue('é€😀'),
    oracle: '"\\u{0000e9}\\u{0020ac}\\u{01f600}"',
    source: '"é€😀"',
    readable: '"é€😀"',
  },
  'characters nobody can see': {
    value: stringValue('\u0001\r\u007f\u00a0\u2028\ufeff'),
    oracle: '"\u0001\r\u007f\\u{0000a0}\\u{002028}\\u{00feff}"',
    source: '"\\x01\\x0d\\x7f\\u{00a0}\\u{2028}\\u{feff}"',
    readable: '"\\x01\\x0d\\x7f\\u{00a0}\\u{2028}\\u{feff}"',
  },
  bytes: {
    value: bytesValue(Uint8Array.of(0x61, 0x27, 0x22, 0x0a, 0x09, 0x5c, 0x0d, 0xff)),
    oracle: 'b"a\\x27\\x22\\x0a\\x09\\x5c\r\\xff"',
    source: 'b"a\'\\x22\\x0a\\x09\\x5c\\x0d\\xff"',
    readable: 'b"a\'\\x22\\x0a\\x09\\x5c\\x0d\\xff"',
  },
  'a number': { value: numberValue(minInt64), oracle: '-9223372036854775808' },
  'a whole float': { value: floatValue(2), oracle: '2', source: '2.0' },
  'a large float': { value: floatValue(1.5e21), oracle: '1500000000000000000000', source: '1.5e21' },
  'a tiny float': { value: floatValue(1e-7), oracle: '0.0000001', source: '1.0e-7' },
  'negative zero': { value: floatValue(-0), oracle: '-0', source: '-0.0' },
  'not a number': { value: floatValue(NaN), oracle: 'NaN', source: 'fn:sqrt(-1.0)' },
  infinity: { value: floatValue(Infinity), oracle: '+Inf', source: 'fn:float:mult(1.0e308, 10.0)' },
  'negative infinity': { value: floatValue(-Infinity), oracle: '-Inf', source: 'fn:float:mult(-1.0e308, 10.0)' },
  'a time': {
    value: timeValue(1_500_000_000n),
    oracle: 'fn:time:parse_rfc3339("1970-01-01T00:00:01.5Z")',
    readable: '1970-01-01T00:00:01.5Z',
  },
  'a duration': { value: durationValue(1_500n), oracle: 'fn:duration:parse("1.5µs")', readable: '1.5µs' },
  'a pair': { value: pairValue(numberValue(-1), stringValue('a')), oracle: 'fn:pair(-1, "a")' },
  'an empty list': { value: listValue([]), oracle: '[]' },
  'a list that starts with a sign': {
    value: listValue([numberValue(-1), numberValue(2)]),
    oracle: '[-1, 2]',
    source: '[ -1, 2]',
  },
  'an empty map': { value: mapValue([]), oracle: 'fn:map()' },
  'a map, by text or by key': {
    value: mapValue([
      [numberValue(10), numberValue(1)],
      [numberValue(9), listValue([numberValue(-1)])],
    ]),
    oracle: '[10 : 1, 9 : [-1]]',
    source: '[9 : [ -1], 10 : 1]',
  },
  'a map that starts with a sign': {
    value: mapValue([[floatValue(-1.5), numberValue(1)]]),
    oracle: '[-1.5 : 1]',
    source: '[ -1.5 : 1]',
  },
  'a struct': {
    value: structValue([
      [nameValue('/b'), structValue([])],
      [nameValue('/a'), durationValue(0n)],
    ]),
    oracle: '{/a : fn:duration:parse("0s"), /b : {}}',
    readable: '{/a : 0s, /b : {}}',
  },
};

describe('the text of a value', () => {
  it.each(Object.entries(cases))('%s', (_, { value, oracle, source, readable }) => {
    expect(oracleText(value)).toBe(oracle);
    expect(sourceText(value)).toBe(source ?? oracle);
    expect(readableText(value)).toBe(readable ?? oracle);
  });
});

describe('the text of an interval', () => {
  const second = 1_000_000_000n;

  it.each([
    [0n, second, '@[1970-01-01T00:00:00Z, 1970-01-01T00:00:01Z]', undefined],
    [0n, 0n, '@[1970-01-01T00:00:00Z]', undefined],
    [5n, 5n, '@[1970-01-01T00:00:00Z]', '@[1970-01-01T00:00:00.000000005Z]'],
    [minInt64, 0n, '@[_, 1970-01-01T00:00:00Z]', undefined],
    [0n, maxInt64, '@[1970-01-01T00:00:00Z, _]', undefined],
    [minInt64, maxInt64, '', '@[_, _]'],
    [maxInt64, maxInt64, '@[2262-04-11T23:47:16Z, _]', '@[2262-04-11T23:47:16.854775807Z, _]'],
    [minInt64, minInt64, '@[_, 1677-09-21T00:12:43Z]', '@[_, 1677-09-21T00:12:43.145224192Z]'],
  ])('from %d to %d', (start, end, oracle, source) => {
    expect(intervalText(start, end)).toBe(oracle);
    expect(sourceIntervalText(start, end)).toBe(source ?? oracle);
  });
});
