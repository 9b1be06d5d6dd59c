import { expect, it } from 'vitest';
import { applyDefaults } from './apply-defaults.js';
import type { Data } from './data.js';

const limit = { properties: { limit: { default: 10 } } };

it.each<[string, object, Data, Data]>([
  ['fills what is absent', limit, { a: 1 }, { a: 1, limit: 10 }],
  ['leaves what is there, even null', limit, { limit: null }, { limit: null }],
  [
    'fills with null, false and empty text',
    { properties: { a: { default: null }, b: { default: false }, c: { default: '' } } },
    {},
    { a: null, b: false, c: '' },
  ],
  ['fills inside members', { properties: { page: limit } }, { page: {} }, { page: { limit: 10 } }],
  ['does not invent the object around a default', { properties: { page: limit } }, {}, {}],
  ['fills inside a default', { properties: { page: { default: {}, ...limit } } }, {}, { page: { limit: 10 } }],
  ['fills inside items', { items: limit }, [{}, 5], [{ limit: 10 }, 5]],
  ['fills inside the first items', { prefixItems: [{}, limit], items: false }, [{}, {}], [{}, { limit: 10 }]],
  [
    'fills from all parts',
    { allOf: [limit, { properties: { offset: { default: 0 } } }] },
    {},
    { limit: 10, offset: 0 },
  ],
  [
    'fills behind references',
    { $defs: { page: limit }, properties: { page: { $ref: '#/$defs/page' } } },
    { page: {} },
    { page: { limit: 10 } },
  ],
  [
    'fills with a default behind a reference',
    { $defs: { 'a/b': { default: 3 } }, properties: { a: { $ref: '#/$defs/a~1b' } } },
    {},
    { a: 3 },
  ],
  [
    'fills along a recursive schema',
    { properties: { n: { default: 1 }, next: { $ref: '#' } } },
    { next: { next: {} } },
    { n: 1, next: { n: 1, next: { n: 1 } } },
  ],
  ['leaves choices alone', { anyOf: [limit], oneOf: [limit], if: limit, not: limit }, {}, {}],
  ['leaves data of another kind alone', limit, 'text', 'text'],
  ['knows names that objects inherit', { properties: { toString: { default: 'a' } } }, {}, { toString: 'a' }],
  ['ends for a schema that refers to itself', { $ref: '#', ...limit }, {}, { limit: 10 }],
  [
    'ends for a default that calls for itself',
    { properties: { a: { $ref: '#', default: {} }, b: { $ref: '#', default: {} } } },
    {},
    { a: {}, b: {} },
  ],
  ['ignores references that lead nowhere', { $ref: '#/$defs/none', ...limit }, {}, { limit: 10 }],
])('INV-046 %s', (_, schema, data, expected) => {
  expect(applyDefaults(schema, data)).toEqual(expected);
});

it('INV-046 gives everybody a default of their own', () => {
  const schema = { properties: { list: { default: [1] } } };
  const first = applyDefaults(schema, {}) as { list: number[] };
  first.list.push(2);
  expect(applyDefaults(schema, {})).toEqual({ list: [1] });
});
