import { expect, it } from 'vitest';
import { type JsonObject, parseJson } from '@manglecp/protocol';
import { mergeConfig } from './merge-config.js';

it.each([
  ['{"a":1}', '{}', '{"a":1}'],
  ['{"a":1}', '{"a":2}', '{"a":2}'],
  ['{"a":{"b":1,"c":2}}', '{"a":{"c":3}}', '{"a":{"b":1,"c":3}}'],
  ['{"a":[1,2]}', '{"a":[3]}', '{"a":[3]}'],
  ['{"a":{"b":1}}', '{"a":null}', '{"a":null}'],
  ['{"a":null}', '{"a":{"b":1}}', '{"a":{"b":1}}'],
  ['{}', '{"__proto__":{"b":1}}', '{"__proto__":{"b":1}}'],
])('%s with %s over it is %s', (base, over, expected) => {
  const merged = mergeConfig(parseJson(base) as JsonObject, parseJson(over) as JsonObject);
  expect(JSON.stringify(merged)).toBe(expected);
});
