import { describe, expect, it } from 'vitest';
import { referenceFault } from './schema-references.js';

const endless = 'it refers to itself at the same place of the data, without an end';

describe('the references of a schema', () => {
  it.each<[string, object]>([
    ['a schema without any', { type: 'object', properties: { a: { allOf: [{ type: 'string' }] } } }],
    ['a list of itself', { type: 'object', properties: { items: { type: 'array', items: { $ref: '#' } } } }],
    ['a definition', { $defs: { a: { type: 'string' } }, properties: { x: { $ref: '#/$defs/a' } } }],
    ['a definition used twice', { $defs: { a: {} }, allOf: [{ $ref: '#/$defs/a' }, { $ref: '#/$defs/a' }] }],
    ['an anchor', { $defs: { a: { $anchor: 'here' } }, $ref: '#here' }],
    [
      'an id',
      { $id: 'https://example.org/s', $defs: { a: { $id: 'https://example.org/a' } }, $ref: 'https://example.org/a' },
    ],
    ['its own id', { $id: 'https://example.org/s', $defs: { a: {} }, $ref: 'https://example.org/s#/$defs/a' }],
    ['a name with signs', { $defs: { 'a/b %': {} }, $ref: '#/$defs/a~1b%20%25' }],
    ['a schema that is true', { $defs: { a: true }, $ref: '#/$defs/a' }],
    ['data that looks like one', { const: { $ref: '#/nothing' }, default: { allOf: [{ $ref: '#' }] } }],
    ['a tree', { $defs: { node: { properties: { next: { $ref: '#/$defs/node' } } } }, $ref: '#/$defs/node' }],
  ])('may be those of %s', (_, schema) => {
    expect(referenceFault(schema)).toBeUndefined();
  });

  it.each<[string, object, string]>([
    ['the whole in all of it', { allOf: [{ $ref: '#' }] }, endless],
    ['itself', { $ref: '#' }, endless],
    ['itself in a property', { properties: { a: { anyOf: [{ $ref: '#/properties/a' }] } } }, endless],
    [
      'itself by way of another',
      { $defs: { a: { not: { $ref: '#/$defs/b' } }, b: { if: { $ref: '#/$defs/a' } } } },
      endless,
    ],
    ['itself where a member is there', { dependentSchemas: { a: { $ref: '#' } } }, endless],
    ['itself by an anchor', { $anchor: 'top', oneOf: [{ $ref: '#top' }] }, endless],
    ['what is not there', { $ref: '#/$defs/none' }, 'its reference `#/$defs/none` leads nowhere'],
    ['another place', { $ref: 'https://example.org/x' }, 'its reference `https://example.org/x` leads nowhere'],
  ])('may not be to %s', (_, schema, fault) => {
    expect(referenceFault(schema)).toBe(fault);
  });
});
