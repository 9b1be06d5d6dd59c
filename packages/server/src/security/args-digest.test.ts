import { createHash } from 'node:crypto';
import { type JsonObject, parseJson } from '@manglecp/protocol';
import { expect, it } from 'vitest';
import { argsDigest } from './args-digest.js';

it.each([
  ['{}', '{}'],
  ['{"b":1,"a":2}', '{"a":2,"b":1}'],
  ['{"a":1.0,"b":1e2,"c":-0.0}', '{"a":1,"b":100,"c":0}'],
  ['{"\\u20ac":"\\u0061","A":[true,null,"\\n"]}', '{"A":[true,null,"\\n"],"€":"a"}'],
  ['{"\\ud83d\\ude00":1,"\\ufb33":2}', '{"😀":1,"\ufb33":2}'],
  ['{"__proto__":{"b":1,"a":0},"toJSON":1}', '{"__proto__":{"a":0,"b":1},"toJSON":1}'],
  ['{"n":333333333.33333329,"m":1E30}', '{"m":1e+30,"n":333333333.3333333}'],
])('SEC-046 is the SHA-256 of the form of RFC 8785: %s', (text, canonical) => {
  const expected = createHash('sha256').update(canonical).digest('hex');
  expect(argsDigest(parseJson(text) as JsonObject)).toBe(expected);
});

it('SEC-046 is the same however the arguments are written, and another if they differ', () => {
  const digest = argsDigest({ a: 1, b: [1, 2] });
  expect(digest).toMatch(/^[0-9a-f]{64}$/);
  expect(argsDigest(parseJson(' { "b" : [1.0, 2], "a": 1 } ') as JsonObject)).toBe(digest);
  for (const other of [{ a: 1, b: [2, 1] }, { a: '1', b: [1, 2] }, { a: 1 }, { a: 1, b: [1, 2], c: null }]) {
    expect(argsDigest(other)).not.toBe(digest);
  }
});
