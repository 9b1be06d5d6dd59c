import { expect, it } from 'vitest';
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
import { type JsonValue, toJson } from './to-json.js';
import { maxInt64, type Value } from './value.js';

it.each<[string, Value, JsonValue]>([
  ['a name', nameValue('/a/b'), '/a/b'],
  ['a boolean', nameValue('/true'), true],
  ['a string', stringValue('Köln'), 'Köln'],
  ['bytes', bytesValue(Uint8Array.of(0, 255)), 'AP8='],
  ['a number', numberValue(-7), -7],
  ['the largest safe number', numberValue(2n ** 53n - 1n), 9_007_199_254_740_991],
  ['a number beyond', numberValue(maxInt64), '9223372036854775807'],
  ['a float', floatValue(1.5), 1.5],
  ['infinity', floatValue(Infinity), '+Inf'],
  ['a time', timeValue(0n), '1970-01-01T00:00:00Z'],
  ['a duration', durationValue(1_500_000_000n), '1.5s'],
  ['a pair', pairValue(numberValue(1), stringValue('a')), [1, 'a']],
  ['a list', listValue([numberValue(1), listValue([])]), [1, []]],
  ['a struct', structValue([[nameValue('/__proto__'), numberValue(1)]]), JSON.parse('{"__proto__":1}') as JsonValue],
  ['a map of strings', mapValue([[stringValue('a'), numberValue(1)]]), { a: 1 }],
  ['a map of numbers', mapValue([[numberValue(1), stringValue('a')]]), [[1, 'a']]],
  [
    'a map whose keys look alike',
    mapValue([
      [nameValue('/a'), numberValue(1)],
      [stringValue('/a'), numberValue(2)],
    ]),
    [
      ['/a', 1],
      ['/a', 2],
    ],
  ],
])('%s becomes JSON', (_, value, json) => {
  expect(JSON.stringify(toJson(value))).toBe(JSON.stringify(json));
});
