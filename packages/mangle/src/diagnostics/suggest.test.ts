import { describe, expect, it } from 'vitest';
import { closest, editDistance } from './suggest.js';

describe('editDistance', () => {
  it.each([
    ['', '', 0],
    ['abc', 'abc', 0],
    ['abc', '', 3],
    ['edge', 'egde', 1],
    ['kitten', 'sitting', 3],
    ['file_import', 'file_imports', 1],
    ['a😀b', 'a😁b', 1],
  ])('of %j and %j is %i', (a, b, expected) => {
    expect(editDistance(a, b)).toBe(expected);
    expect(editDistance(b, a)).toBe(expected);
  });
});

describe('closest', () => {
  const predicates = ['edge', 'file_imports', 'reachable', 'status', 'x'];

  it.each([
    ['file_import', 'file_imports'],
    ['egde', 'edge'],
    ['fileImports', 'file_imports'],
    ['statsu', 'status'],
    ['reachible', 'reachable'],
  ])('takes %j for %j', (word, expected) => {
    expect(closest(word, predicates)).toBe(expected);
  });

  it.each(['y', 'node', 'entirely_different', ''])('says nothing about %j', (word) => {
    expect(closest(word, predicates)).toBeUndefined();
  });

  it('never suggests the word itself', () => {
    expect(closest('edge', ['edge'])).toBeUndefined();
  });

  it('prefers a difference of case only', () => {
    expect(closest('fn:Count', ['fn:mount', 'fn:count', 'fn:court'])).toBe('fn:count');
  });

  it('breaks ties by text order, whatever the order of the candidates', () => {
    expect(closest('abcx', ['abcd', 'abca'])).toBe('abca');
    expect(closest('abcx', ['abca', 'abcd'])).toBe('abca');
  });
});
