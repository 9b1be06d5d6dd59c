import { expect, it } from 'vitest';
import { parseNow } from './parse-now.js';

it.each([
  ['2024-06-01T00:00:00Z', 1_717_200_000_000_000_000n],
  ['2024-06-01T02:00:00+02:00', 1_717_200_000_000_000_000n],
  ['2024-06-01', 1_717_200_000_000_000_000n],
  ['1717200000000000001', 1_717_200_000_000_000_001n],
  ['-1', -1n],
])('reads %s', (text, value) => {
  expect(parseNow(text)).toEqual({ ok: true, value });
});

it.each([
  ['soon', 'expected a time such as 2024-06-01T00:00:00Z, or a date such as 2024-06-01'],
  ['2024-06-01T00:00', 'expected RFC 3339 text with a zone'],
  ['2024-02-30', 'there is no such date'],
  ['2300-01-01', 'times reach from 1677-09-21 to 2262-04-11'],
  ['9223372036854775808', 'it is out of range'],
])('refuses %s', (text, reason) => {
  expect(parseNow(text)).toEqual({ ok: false, reason: expect.stringContaining(reason) as string });
});
