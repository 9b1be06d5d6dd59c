import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../json/json.js';
import { int64Json, readWrapper } from './int64.js';

describe('int64Json', () => {
  it.each<[bigint, Json]>([
    [0n, 0],
    [-5n, -5],
    [9007199254740991n, 9007199254740991],
    [-9007199254740991n, -9007199254740991],
    [9007199254740992n, { _type: 'int64', value: '9007199254740992' }],
    [-9007199254740992n, { _type: 'int64', value: '-9007199254740992' }],
    [2n ** 63n - 1n, { _type: 'int64', value: '9223372036854775807' }],
    [-(2n ** 63n), { _type: 'int64', value: '-9223372036854775808' }],
  ])('DATA-018 DATA-019 %s', (value, expected) => {
    expect(int64Json(value)).toEqual(expected);
  });

  it('DATA-019 what is wrapped reads back', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 2n ** 53n, max: 2n ** 63n - 1n }), fc.boolean(), (value, isNegative) => {
        const signed = isNegative ? -value : value;
        expect(readWrapper(int64Json(signed) as JsonObject)).toBe(signed);
      }),
    );
  });

  it('refuses what has more than 64 bits', () => {
    expect(() => int64Json(2n ** 63n)).toThrow(RangeError);
    expect(() => int64Json(-(2n ** 63n) - 1n)).toThrow(RangeError);
  });
});
