import { type Json, JsonNumber, parseJson } from '@manglecp/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { engineText, throughEngine } from './facts.suite.js';

const integers = fc.maxSafeInteger().map((value) => (Object.is(value, -0) ? 0 : value));
const int64s = fc
  .bigInt({ min: 2n ** 53n, max: 2n ** 63n - 1n })
  .chain((value) => fc.constantFrom(value, -value - 1n))
  .map((value): Json => ({ _type: 'int64', value: value.toString() }));
const floats = fc.double({ noNaN: true, noDefaultInfinity: true }).map(floatJson);
const texts = fc.string({ unit: 'binary' });
const names = fc
  .stringMatching(/^(?:\/[a-zA-Z0-9._~%-]{1,5}){1,3}$/)
  .filter((text) => !/^\/(?:true|false)$/.test(text));

const { json } = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    texts,
    integers,
    int64s,
    floats,
    fc.boolean(),
    fc.array(tie('json'), { maxLength: 4 }),
    fc.dictionary(texts, tie('json'), { maxKeys: 4 }).filter((each) => !('_type' in each) && !('_var' in each)),
  ),
}));

describe('what a client sends comes back as it was', () => {
  it('DATA-016 DATA-017 DATA-019 in a place of any type', () => {
    fc.assert(
      fc.property(json, (sent) => {
        expect(plain(throughEngine('/any', [sent]).args)).toEqual(plain([sent]));
      }),
    );
  });

  it.each<[string, fc.Arbitrary<Json>]>([
    ['/string', texts],
    ['/name', names],
    ['/number', fc.oneof(integers, int64s)],
    ['/float64', floats],
    ['.Union<.Singleton</true>, .Singleton</false>>', fc.boolean()],
    ['.List</name>', fc.array(names)],
    ['.Map</name, /float64>', fc.dictionary(names, floats)],
    [
      '.Struct</a : /name, opt /b : .List</string>>',
      fc.record({ a: names, b: fc.array(texts) }, { requiredKeys: ['a'] }),
    ],
  ])('DATA-016 in a place of type %s', (type, values) => {
    fc.assert(
      fc.property(values, (sent) => {
        expect(plain(throughEngine(type, [sent]).args)).toEqual(plain([sent]));
      }),
      { numRuns: 50 },
    );
  });
});

/** Whatever a client could send, and more. */
const { hostile } = fc.letrec<{ hostile: Json }>((tie) => ({
  hostile: fc.oneof(
    { depthSize: 'small' },
    json,
    names,
    fc.constantFrom<Json>(null, Number.NaN, Infinity, 2 ** 53, -0, 'a\ud800', '/', '/true', '', '1h', 'AP8='),
    fc.constantFrom('5.0', '1e400', '9007199254740993', '-0').map((text) => new JsonNumber(text)),
    fc.constantFrom('2026-03-01T09:12:00Z', '9999-01-01T00:00:00Z', 'now', '_'),
    fc.array(tie('hostile'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('_type', '_var', 'value', 'a', '/a', '7', '__proto__'), tie('hostile'), {
      maxKeys: 3,
    }),
  ),
}));

const types = [
  ...['/any', '/string', '/name', '/number', '/float64', '/time', '/duration', '/bytes', '/bot', '/bool', '/person'],
  ...['.List</any>', '.List</name>', '.Map</string, /any>', '.Map</number, /name>', '.Map</float64, /any>'],
  ...['.Pair</any, /number>', '.Struct</a : /name, opt /b : /number>', '.Union</name, /number, .List</string>>'],
  ...['.Union</float64, .Singleton</none>>', '.Singleton<5>', '.Singleton<5.0>', '.Option</string>'],
];

describe('what a client sends', () => {
  it.each(types)('DATA-016 ERR-032 in a place of type %s is taken by the engine or refused before', (type) => {
    fc.assert(
      fc.property(hostile, (sent) => {
        expect(engineText(type, sent)).not.toBe('');
      }),
      { numRuns: 60 },
    );
  });
});

/** As the parser gives it: whole floats keep their spelling. */
function floatJson(value: number): Json {
  if (!Number.isInteger(value)) return value;
  const text = Object.is(value, -0) ? '-0' : String(value);
  return parseJson(text.includes('e') ? text : `${text}.0`);
}

/** Objects without prototypes and numbers by their spelling, so that only what they say is compared. */
function plain(value: Json): unknown {
  if (value instanceof JsonNumber) return { float: Number(value.text), isNegative: value.text.startsWith('-') };
  if (Array.isArray(value)) return (value as readonly Json[]).map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return new Map(Object.entries(value).map(([key, each]) => [key, plain(each)]));
}
