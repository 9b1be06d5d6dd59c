import { expect, test } from 'vitest';
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
  tupleValue,
} from '../value/make.js';
import { sourceText } from '../value/format.js';
import type { Value } from '../value/value.js';
import { valueHasType } from './has-type.js';
import { readTypeText } from './read-type-text.js';

const one = numberValue(1);
const text = stringValue('x');
const ann = nameValue('/person/ann');

const cases: readonly (readonly [Value, member: string, notMember: string])[] = [
  [one, '/number', '/float64'],
  [one, '/any', '/name'],
  [text, '/string', '/name'],
  [text, 'T', '/bot'],
  [floatValue(1), '/float64', '/number'],
  [bytesValue(new Uint8Array([1])), '/bytes', '/string'],
  [timeValue(0n), '/time', '/number'],
  [durationValue(0n), '/duration', '/number'],
  [ann, '/name', '/string'],
  [ann, '/person', '/person/ann'],
  [ann, 'fn:Singleton(/person/ann)', 'fn:Singleton(/person)'],
  [nameValue('/personal/x'), '/personal', '/person'],
  [nameValue('/person'), '/name', '/person'],
  [one, 'fn:Union(/number, /string)', 'fn:Union(/name, /string)'],
  [listValue([]), 'fn:List(/number)', 'fn:Map(/any, /any)'],
  [listValue([one, text]), 'fn:List(fn:Union(/number, /string))', 'fn:List(/number)'],
  [mapValue([]), 'fn:Map(/name, /number)', 'fn:Struct()'],
  [mapValue([[ann, one]]), 'fn:Map(/person, /number)', 'fn:Map(/string, /number)'],
  [mapValue([[ann, one]]), 'fn:Map(/any, /any)', 'fn:Map(/person, /string)'],
  [pairValue(one, text), 'fn:Pair(/number, /string)', 'fn:Pair(/string, /number)'],
  [tupleValue([one, text, ann]), 'fn:Tuple(/number, /string, /name)', 'fn:Tuple(/number, /string, /string)'],
  [structValue([[nameValue('/x'), one]]), 'fn:Struct(/x, /number)', 'fn:Struct(/x, /string)'],
  [structValue([[nameValue('/x'), one]]), 'fn:Struct(fn:opt(/y, /number))', 'fn:Struct(/y, /number)'],
  [structValue([[nameValue('/x'), one]]), 'fn:Struct()', 'fn:Struct(fn:opt(/x, /string))'],
  [
    structValue([[nameValue('/k'), nameValue('/dot')]]),
    'fn:TaggedUnion(/k, /dot, fn:Struct())',
    'fn:TaggedUnion(/k, /circle, fn:Struct())',
  ],
];

test.each(cases.map(([value, ...types]) => [sourceText(value), value, ...types] as const))(
  '$0 is in $2, not in $3',
  (_, value, member, notMember) => {
    expect(valueHasType(value, readTypeText(member))).toBe(true);
    expect(valueHasType(value, readTypeText(notMember))).toBe(false);
  },
);

test.each([
  [nameValue('/v7'), true],
  [nameValue('/v40'), false],
  [stringValue('/v7'), false],
  [numberValue(1), true],
  [listValue([numberValue(1)]), true],
  [listValue([text]), false],
])('a long enumeration with other alternatives has %o: %s', (value, expected) => {
  const singletons = Array.from({ length: 40 }, (_, at) => `fn:Singleton(/v${at})`);
  const type = readTypeText(`fn:Union(${singletons.join(', ')}, /number, fn:List(/number))`);

  expect(valueHasType(value, type)).toBe(expected);
});
