import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packOf } from '../rules/rules.suite.js';
import { createEstimator, estimateByBytes } from './token-estimator.js';

describe('a quarter of the bytes', () => {
  it.each([
    ['', 0],
    ['a', 1],
    ['abcd', 1],
    ['abcde', 2],
    ['ä', 1],
    ['äää', 2],
    ['😀', 1],
    ['😀!', 2],
  ])('EVAL-011 of %j is %s', (text, tokens) => {
    expect(estimateByBytes(text)).toBe(tokens);
  });

  it('EVAL-011 of the whole is no more than that of its parts', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), (parts) => {
        const sum = parts.reduce((total, part) => total + estimateByBytes(part), 0);
        expect(estimateByBytes(parts.join(''))).toBeLessThanOrEqual(sum);
      }),
    );
  });
});

describe('the estimator of the settings', () => {
  it('EVAL-040 counts bytes, or as a tokenizer does', async () => {
    const { config } = await packOf({});
    expect(config.context.token_estimator).toBe('bytes/4');
    expect((await createEstimator(config))('x'.repeat(41))).toBe(11);
    const context = { ...config.context, token_estimator: 'o200k_base' as const };
    const count = await createEstimator({ ...config, context });
    expect(count('hello world')).toBe(2);
    // What means something to a model is a text here.
    expect(count('<|endoftext|>')).toBeGreaterThan(1);
  });
});
