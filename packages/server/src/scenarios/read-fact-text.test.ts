import { compileOrThrow } from '@manglecp/mangle';
import { describe, expect, it } from 'vitest';
import { readFactText } from './read-fact-text.js';

const program = compileOrThrow('Decl flag(On) bound [/bool].\nDecl word(Text) bound [/name].\n');
const now = 1_772_356_500_000_000_000n;

function read(text: string): unknown {
  const found = readFactText(text, { program, now });
  return 'fact' in found ? found.fact : found.message;
}

describe('a fact as rule files write it', () => {
  it.each<[string, unknown]>([
    ['active_site("HAM-2")', { pred: 'active_site', args: ['HAM-2'] }],
    ['  queue(3, 1.5) . ', { pred: 'queue', args: [3, 1.5] }],
    ['flag(/true).', { pred: 'flag', args: [true] }],
    ['word(/true)', { pred: 'word', args: ['/true'] }],
    ['deep([1, "a"], {/b : [/c]})', { pred: 'deep', args: [[1, 'a'], { b: ['/c'] }] }],
    ['here()', { pred: 'here', args: [] }],
    ['sum(fn:plus(1, 2))', { pred: 'sum', args: [3] }],
    ['seen("S-1")@[2026-03-01T09:12:00]', { pred: 'seen', args: ['S-1'], t: { at: '2026-03-01T09:12:00Z' } }],
    ['seen("S-1")@[now]', { pred: 'seen', args: ['S-1'], t: { at: '2026-03-01T09:15:00Z' } }],
    ['open()@[2026-03-01, _]', { pred: 'open', args: [], t: { start: '2026-03-01T00:00:00Z', end: '_' } }],
  ])('%s', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it.each([
    ['p(X)', 'it is no fact: the fact `p(X)` contains the variable `X`'],
    ['p(1) :- q(2)', 'it is a rule'],
    ['p(1). q(2)', 'it is no fact: expected the end of the text, found `q`'],
    ['p(1', 'it is no fact: this `(` is not closed'],
    ['Decl p(X)', 'it is no fact: expected an atom such as `p(X)`, found `Decl`'],
    ['p(fn:div(1, 0))', 'it is no fact: `fn:div(1, 0)` cannot be computed: fn:div: div by zero'],
    ['#', 'it is no fact: expected an atom such as `p(X)`, found the end of the text'],
  ])('%s is none', (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it('may be as deep as it likes without harm', () => {
    expect(read(`p(${'['.repeat(100_000)}`)).toContain('it is no fact');
  });
});
