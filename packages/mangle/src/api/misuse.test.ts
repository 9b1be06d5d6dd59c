import { expect, it } from 'vitest';
import { evaluateSync } from '../engine/evaluate.js';
import { fact } from '../engine/host-facts.js';
import { prepareSync } from '../engine/prepared.js';
import { compileOrThrow } from './compile.js';
import { rows } from './query.js';

// What plain JavaScript can pass and TypeScript would refuse.
const program = compileOrThrow(`
  Decl delay(X, Y) descr [external(), mode('+', '-')] bound [/number, /number].
  edge(1, 2).
  late(X, Y) :- edge(X, _), delay(X, Y).
`);
const delay = { call: () => [[5]] };
const evaluateWith = (options: object): unknown =>
  evaluateSync(program, { externals: { 'delay/2': delay }, ...options });

it.each<[string, () => unknown, RegExp]>([
  ['a bare function as external', () => evaluateWith({ externals: { 'delay/2': () => [[5]] } }), /got a bare function/],
  ['an external without a function', () => evaluateWith({ externals: { 'delay/2': {} } }), /without `call`/],
  ['a fact as text', () => evaluateWith({ facts: ['edge(1, 2).'] }), /a fact of the host is no text/],
  [
    'a fact that is none',
    () => evaluateWith({ facts: [{ pred: 'edge', args: [1] }] }),
    /must have `predicate` and `args`/,
  ],
  ['null as a fact', () => evaluateWith({ facts: [null] }), /must have `predicate` and `args`/],
  ['an unknown option', () => evaluateWith({ limit: { maxFacts: 1 } }), /no option `limit`; did you mean `limits`/],
  [
    'an unknown option of a base',
    () => prepareSync(program, [], { extrenals: {} } as object),
    /did you mean `externals`/,
  ],
  [
    'rows of an unknown predicate',
    () => rows(evaluateSync(program, { externals: { 'delay/2': delay } }), 'egde'),
    /no predicate `egde`/,
  ],
])('%s is refused in words', (_, misuse, message) => {
  expect(misuse).toThrow(message);
});

it('rows of a predicate without facts are none', () => {
  const empty = compileOrThrow('Decl p(X). q(X) :- p(X).');
  expect(rows(evaluateSync(empty), 'q')).toEqual([]);
  expect(rows(evaluateSync(empty, { facts: [fact('p', 1)] }), 'q/1')).toEqual([[1n]]);
});
