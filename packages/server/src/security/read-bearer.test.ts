import { expect, it } from 'vitest';
import { readBearer } from './read-bearer.js';

it.each([
  ['Bearer abc', 'abc'],
  ['bearer abc', 'abc'],
  ['BEARER   abc', 'abc'],
  [' Bearer abc ', 'abc'],
  ['Bearer a.b-c_d~e+f/g==', 'a.b-c_d~e+f/g=='],
  ['Bearer p@ss!word', 'p@ss!word'],
])('SEC-011 reads `%s`', (header, token) => {
  expect(readBearer(header)).toBe(token);
});

it.each([
  '',
  'Bearer',
  'Bearer ',
  'abc',
  'Basic abc',
  'Bearerabc',
  'Bearer a b',
  'Bearer a, Bearer b',
  'Bearer a,b',
  'Bearer "ü"',
  'Bearer a\nb',
  'Token abc',
])('SEC-011 refuses `%s`', (header) => {
  expect(readBearer(header)).toBeUndefined();
});
