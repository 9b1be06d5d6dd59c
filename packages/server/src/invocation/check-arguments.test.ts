import { parseJson, type JsonObject, ProtocolError, type SchemaError } from '@manglecp/protocol';
import { describe, expect, it } from 'vitest';
import { checkArguments } from './check-arguments.js';

const plan = {
  inputSchema: {
    type: 'object',
    properties: {
      shipment: { type: 'string', pattern: '^S-' },
      limit: { type: 'integer', minimum: 1, default: 10 },
      tags: { type: 'array', items: { type: 'string' } },
    },
    required: ['shipment'],
    additionalProperties: false,
  },
};
const open = { inputSchema: { type: 'object' } };

function parse(text: string): JsonObject {
  return parseJson(text) as JsonObject;
}

/** The faults that a text is refused with. */
function faultsOf(text: string, { inputSchema }: { readonly inputSchema: object } = plan): readonly string[] {
  try {
    checkArguments({ inputSchema }, parse(text));
    return [];
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    expect(error.code).toBe('schema_validation_failed');
    const { schema_errors: errors } = error.details as { schema_errors: readonly SchemaError[] };
    return errors.map(({ path, keyword }) => `${path} ${keyword}`);
  }
}

describe('arguments', () => {
  it.each<[string, object]>([
    ['{"shipment":"S-1"}', { shipment: 'S-1', limit: 10 }],
    ['{"shipment":"S-1","limit":3,"tags":[]}', { shipment: 'S-1', limit: 3, tags: [] }],
    ['{"shipment":"S-1","limit":3.0}', { shipment: 'S-1', limit: 3 }],
  ])('INV-046 %s are passed as validated, with defaults', (text, expected) => {
    expect(checkArguments(plan, parse(text))).toEqual(expected);
  });

  it.each<[string, readonly string[]]>([
    ['{}', ['/shipment required']],
    ['{"shipment":5}', ['/shipment type']],
    [
      '{"shipment":"x","limit":0,"tags":[1,"a",2],"other":1}',
      ['/limit minimum', '/other additionalProperties', '/shipment pattern', '/tags/0 type', '/tags/2 type'],
    ],
    ['{"shipment":null}', ['/shipment type']],
    ['{"shipment":"S-1","limit":1.5}', ['/limit type']],
    ['{"shipment":"S-1","limit":9007199254740993}', ['/limit type']],
    ['{"shipment":"S-1","limit":1e400}', ['/limit type']],
  ])('INV-006 ERR-023 %s are refused with all faults', (text, expected) => {
    expect(faultsOf(text)).toEqual(expected);
  });

  it.each<[string, string, readonly string[]]>([
    ['an own `__proto__`', '{"__proto__":{"admin":true}}', ['/__proto__ propertyNames']],
    ['one that is deep inside', '{"a":[{"__proto__":1}]}', ['/a/0/__proto__ propertyNames']],
    ['too much depth', `{"a":${'['.repeat(110)}${']'.repeat(110)}}`, [`/a${'/0'.repeat(99)} maxDepth`]],
  ])('INV-006 %s is refused even by a schema that allows everything', (_, text, expected) => {
    expect(faultsOf(text, open)).toEqual(expected);
  });

  it('INV-046 other names that objects have are arguments like all others', () => {
    const args = checkArguments(open, parse('{"constructor":1,"prototype":2,"toString":3}'));
    expect(Object.entries(args)).toEqual([
      ['constructor', 1],
      ['prototype', 2],
      ['toString', 3],
    ]);
  });

  it('a name that is only inherited does not count as given', () => {
    const inputSchema = { type: 'object', required: ['valueOf'] };
    expect(faultsOf('{}', { inputSchema })).toEqual(['/valueOf required']);
  });

  it('may have many values, and not any number of them', () => {
    const members = (count: number): string => `{${Array.from({ length: count }, (_, at) => `"k${at}":0`).join(',')}}`;
    expect(Object.keys(checkArguments(open, parse(members(40_000))))).toHaveLength(40_000);
    expect(faultsOf(members(60_000), open)).toEqual([' maxValues']);
    expect(faultsOf(`{"list":[${'0,'.repeat(60_000)}0]}`, open)).toEqual([' maxValues']);
  });
});
