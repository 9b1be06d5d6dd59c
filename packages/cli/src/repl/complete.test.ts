import { expect, it } from 'vitest';
import { complete } from './complete.js';

const vocabulary = {
  commands: [':help', ':load', ':list'],
  predicates: ['parent', 'path', 'pack.p'],
  builtins: ['fn:plus', 'fn:pair', ':string:contains'],
};

it.each<[string, string[], string]>([
  [':l', [':list', ':load'], ':l'],
  ['?pa', ['pack.p', 'parent', 'path'], 'pa'],
  ['q(X) :- par', ['parent'], 'par'],
  ['q(X) :- X = fn:p', ['fn:pair', 'fn:plus'], 'fn:p'],
  ['q(X) :- p(X), :str', [':string:contains'], ':str'],
  ['q(X) :- zzz', [], 'zzz'],
  ['q(X) :- ', ['pack.p', 'parent', 'path'], ''],
])('completes %j', (line, candidates, word) => {
  expect(complete(line, vocabulary)).toEqual([candidates, word]);
});
