import { describe, expect, it } from 'vitest';
import { CaseError, type Settings } from './case.js';
import { readDirectives } from './directives.js';

const none: Settings = { queries: [], hide: [], unordered: [], coalesce: false };

describe('directives', () => {
  it.each<[string, Partial<Settings>]>([
    ['#! now 2024-01-01T00:00:00Z', { now: '2024-01-01T00:00:00Z' }],
    ['#!query p(X, /a)', { queries: ['p(X, /a)'] }],
    ['  #! limit: 100  ', { limit: 100 }],
    ['#! why p(/a)', { why: 'p(/a)' }],
    ['#! hide a/1 b/2', { hide: ['a/1', 'b/2'] }],
    ['#! unordered a/1', { unordered: ['a/1'] }],
    ['#! bounds off', { bounds: 'off' }],
    ['#! coalesce', { coalesce: true }],
    ['# now 2024', {}],
  ])('%s', (line, expected) => {
    const program = `p(1).\n${line}\nq(2).\n`;
    expect(readDirectives(program, none)).toEqual({ units: [program], settings: { ...none, ...expected } });
  });

  it('split a program into units that keep their line numbers', () => {
    expect(readDirectives('a(1).\n#! unit\nb(1).\n#! unit\nc(1).', none).units).toEqual([
      'a(1).\n',
      '\n\nb(1).\n',
      '\n\n\n\nc(1).',
    ]);
  });

  it.each(['#! fly', '#!', '#! limit many', '#! constructor'])('refuse %s', (line) => {
    expect(() => readDirectives(line, none)).toThrow(CaseError);
  });
});
