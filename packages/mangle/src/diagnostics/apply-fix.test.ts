import { describe, expect, it } from 'vitest';
import { createSource } from '../text/source.js';
import { applicableFixes, applyFixes, applyFixesToAll } from './apply-fix.js';
import type { Fix } from './diagnostic.js';

const source = createSource('a.mg', '0123456789');

type Change = readonly [start: number, end: number, text: string];

function fix(...changes: readonly Change[]): Fix {
  return { title: 'change', edits: changes.map(([start, end, text]) => ({ span: { source, start, end }, text })) };
}

describe('applyFixes', () => {
  it.each<[name: string, fixes: Fix[], expected: string]>([
    ['nothing', [], '0123456789'],
    ['edits in any order', [fix([8, 9, 'B'], [1, 2, 'A'])], '0A234567B9'],
    ['an insertion and a deletion', [fix([0, 0, '>']), fix([9, 10, ''])], '>012345678'],
    ['edits that only touch', [fix([1, 3, 'a']), fix([3, 5, 'b']), fix([5, 5, 'c'])], '0abc56789'],
    ['one edit given twice', [fix([1, 2, 'A']), fix([1, 2, 'A'])], '0A23456789'],
    ['the earlier of two that overlap', [fix([1, 4, 'A']), fix([3, 5, 'B'])], '0A456789'],
    ['the earlier of two insertions at one place', [fix([2, 2, 'A']), fix([2, 2, 'B'])], '01A23456789'],
    ['a fix as a whole or not at all', [fix([3, 4, 'A']), fix([0, 1, 'B'], [3, 5, 'C'])], '012A456789'],
  ])('applies %s', (_name, fixes, expected) => {
    expect(applyFixes(source, fixes)).toBe(expected);
  });

  it('leaves edits of other sources alone', () => {
    expect(applyFixes(createSource('b.mg', 'text'), [fix([0, 1, 'x'])])).toBe('text');
  });
});

describe('applicableFixes', () => {
  it('gives the fixes that are applied, without those that overlap or repeat an earlier one', () => {
    const [first, again, overlapping, second] = [
      fix([1, 2, 'A']),
      fix([1, 2, 'A']),
      fix([0, 5, 'B']),
      fix([6, 7, 'C']),
    ];
    expect(applicableFixes([first, again, overlapping, second])).toEqual([first, second]);
  });
});

describe('applyFixesToAll', () => {
  it('gives the new text of every changed source', () => {
    const other = createSource('b.mg', 'abc');
    const both: Fix = {
      title: 'both',
      edits: [...fix([0, 1, 'x']).edits, { span: { source: other, start: 1, end: 2 }, text: '' }],
    };
    expect(Array.from(applyFixesToAll([both]))).toEqual([
      [source, 'x123456789'],
      [other, 'ac'],
    ]);
  });
});
