import { formatDuration } from '@manglecp/mangle';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDuration } from './read-duration.js';

describe('duration text', () => {
  it.each([
    ['0s', 0n],
    ['1h30m', 5_400_000_000_000n],
    ['-1.5h', -5_400_000_000_000n],
    ['7d', 604_800_000_000_000n],
    ['1.5d12h', 172_800_000_000_000n],
    ['1ms2us3ns', 1_002_003n],
    ['1.5\u00b5s', 1_500n],
  ])('%s', (text, nanos) => {
    expect(readDuration(text)).toBe(nanos);
  });

  it.each([
    '',
    '5',
    's',
    '1 s',
    '1x',
    '1.s',
    '--1s',
    '1s-1s',
    '300000000h',
    '0',
    '+1s',
    '.5s',
    '1w',
    `${'1s'.repeat(200)}`,
  ])('%j is none', (text) => {
    expect(readDuration(text)).toBeUndefined();
  });

  it('reads what the engine writes', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (nanos) => {
        expect(readDuration(formatDuration(nanos))).toBe(nanos);
      }),
    );
  });
});
