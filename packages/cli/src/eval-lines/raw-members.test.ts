import { expect, it } from 'vitest';
import { rawMembers } from './raw-members.js';

it.each<[string, Record<string, string>]>([
  ['{}', {}],
  ['{"a":1}', { a: '1' }],
  [' { "a" : 12345678901234567890 , "b" : "x" } ', { a: '12345678901234567890', b: '"x"' }],
  ['{"a":{"b":[1,{"c":"}"}]},"d":[",","]"]}', { a: '{"b":[1,{"c":"}"}]}', d: '[",","]"]' }],
  ['{"a\\"b":"c\\\\","d":null}', { 'a"b': '"c\\\\"', d: 'null' }],
  ['{"a":1,"a":2}', { a: '2' }],
])('finds the members of %s as they are written', (json, expected) => {
  expect(Object.fromEntries(rawMembers(json))).toEqual(expected);
});
