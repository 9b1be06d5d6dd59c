import { expect, it } from 'vitest';
import { findPointer, placeAt } from './json-place.js';

const text = ' { "a" : { "x/y": [ 1, "two, ]", { "c~": true } ] }, "b" :\t-1.5e3, "": null }';

it.each([
  ['', '{ "a"'],
  ['/a', '{ "x/y"'],
  ['/a/x~1y', '[ 1'],
  ['/a/x~1y/0', '1, "two'],
  ['/a/x~1y/1', '"two'],
  ['/a/x~1y/2/c~0', 'true'],
  ['/b', '-1.5e3'],
  ['/', 'null'],
])('finds %s', (pointer, beginning) => {
  const { offset, isFound } = findPointer(text, pointer);
  expect(isFound).toBe(true);
  expect(text.slice(offset).startsWith(beginning)).toBe(true);
});

it.each([
  ['/z', '{ "a"'],
  ['/a/z', '{ "x/y"'],
  ['/a/x~1y/9/c', '[ 1'],
  ['/b/c', '-1.5e3'],
])('finds what should have %s', (pointer, beginning) => {
  const { offset, isFound } = findPointer(text, pointer);
  expect(isFound).toBe(false);
  expect(text.slice(offset).startsWith(beginning)).toBe(true);
});

it.each([
  ['', 0, 1, 1],
  ['ab\ncd', 2, 1, 3],
  ['ab\ncd', 3, 2, 1],
  ['ab\r\ncd', 5, 2, 2],
])('%j at %i is in line %i, column %i', (given, offset, line, column) => {
  expect(placeAt(given, offset)).toEqual({ line, column });
});
