import { describe, expect, it } from 'vitest';
import type { Data } from './data.js';
import { findSchemaErrors } from './find-schema-errors.js';

/** Path, keyword and message of each error, in order. */
function check(schema: object, data: Data): readonly string[] {
  return findSchemaErrors(schema, data).map(({ path, keyword, message }) => `${path} ${keyword}: ${message}`);
}

const person = {
  type: 'object',
  properties: { name: { type: 'string', minLength: 1 }, age: { type: 'integer', minimum: 0 }, mail: {} },
  required: ['name', 'mail'],
  additionalProperties: false,
};

const shape = {
  oneOf: [
    { type: 'object', properties: { kind: { const: 'circle' }, radius: { type: 'number' } }, required: ['kind'] },
    { type: 'object', properties: { kind: { const: 'square' }, side: { type: 'number' } }, required: ['kind'] },
  ],
};

const cases: readonly [string, object, Data, readonly string[]][] = [
  ['nothing where the data fits', person, { name: 'a', mail: 'b', age: 3 }, []],
  [
    'each member that is missing, at its place',
    person,
    {},
    ['/mail required: required, but missing', '/name required: required, but missing'],
  ],
  [
    'each member that is not expected, once',
    person,
    { name: 'a', mail: 'b', 'x/y~z': 1, extra: 2 },
    ['/extra additionalProperties: not expected here', '/x~1y~0z additionalProperties: not expected here'],
  ],
  ['the type that is expected', { type: ['string', 'null'] }, 5, [' type: expected a string or null']],
  ['whole numbers', { type: 'integer' }, 5.5, [' type: expected a whole number']],
  ['allowed values', { enum: ['a', 2, null] }, 'b', [' enum: expected one of `a`, `2`, `null`']],
  [
    'no more than ten allowed values',
    { enum: [...Array(20).keys()] },
    -1,
    [' enum: expected one of `0`, `1`, `2`, `3`, `4`, `5`, `6`, `7`, `8`, `9`, …'],
  ],
  ['a constant', { const: { a: 1 } }, {}, [' const: expected `{"a":1}`']],
  [
    'limits of numbers',
    { minimum: 3, exclusiveMaximum: 1 },
    2,
    [' exclusiveMaximum: must be less than 1', ' minimum: may not be less than 3'],
  ],
  ['the length of texts', { minLength: 1 }, '', [' minLength: may not be empty']],
  ['the pattern', { pattern: '^a' }, 'b', [' pattern: expected text that matches `^a`']],
  ['the format', { format: 'date-time' }, 'b', [' format: expected the format `date-time`']],
  [
    'names that are not allowed',
    { propertyNames: { pattern: '^a' } },
    { b: 1, a: 1 },
    ['/b propertyNames: not allowed as a name'],
  ],
  ['equal items', { uniqueItems: true }, [1, 1], [' uniqueItems: may not have equal items']],
  [
    'what another member asks for',
    { dependentRequired: { a: ['b', 'c'] } },
    { a: 1, b: 1 },
    [' dependentRequired: where there is `a`, there must be `b`, `c`'],
  ],
  [
    'what is not evaluated',
    { unevaluatedProperties: false },
    { a: 1 },
    ['/a unevaluatedProperties: not expected here'],
  ],
  ['a member that may not be', { properties: { a: false } }, { a: 1 }, ['/a boolean: not expected here']],
  [
    'the types of a choice together',
    { anyOf: [{ type: 'string' }, { type: 'number' }] },
    true,
    [' type: expected a string or a number'],
  ],
  [
    'the types of nested choices together',
    { anyOf: [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, { type: 'number' }] },
    [],
    [' type: expected a string or null or a number'],
  ],
  [
    'the faults of the one branch of the right type',
    { anyOf: [{ type: 'null' }, person] },
    { name: 'a', age: -1 },
    ['/age minimum: may not be less than 0', '/mail required: required, but missing'],
  ],
  [
    'the faults of the branch with the right constant',
    shape,
    { kind: 'square', side: 'x' },
    ['/side type: expected a number'],
  ],
  ['only the choice where no branch is meant', shape, { kind: 'oval' }, [' oneOf: fits none of the forms it may have']],
  [
    'only the choice where several branches may be meant',
    { anyOf: [{ minimum: 5 }, { multipleOf: 2 }] },
    3,
    [' anyOf: fits none of the forms it may have'],
  ],
  [
    'that a choice fits twice',
    { oneOf: [{ minimum: 1 }, { minimum: 2 }] },
    3,
    [' oneOf: fits several forms of which it may have only one'],
  ],
  [
    'the items at fault',
    { items: { anyOf: [{ type: 'string' }, { type: 'null' }] } },
    ['a', 1, null, 2],
    ['/1 type: expected a string or null', '/3 type: expected a string or null'],
  ],
  [
    'faults behind references',
    { $ref: '#/$defs/a', $defs: { a: { type: 'string' } } },
    1,
    [' type: expected a string'],
  ],
  [
    'what a condition asks for',
    { if: { required: ['a'] }, else: { required: ['b'] } },
    {},
    ['/b required: required, but missing'],
  ],
  [
    'that a condition is not met',
    { if: { required: ['a'] }, then: { required: ['b'] } },
    { a: 1 },
    [' if: does not fit what its other members ask for'],
  ],
];

describe('schema errors', () => {
  it.each(cases)('ERR-023 tell %s', (_, schema, data, expected) => {
    expect(check(schema, data)).toEqual(expected);
  });

  it.each(['toString', 'valueOf', 'hasOwnProperty', 'constructor'])(
    'do not take an inherited `%s` for a member',
    (name) => {
      expect(check({ required: [name] }, {})).toEqual([`/${name} required: required, but missing`]);
      expect(check({ properties: { [name]: { type: 'string' } } }, {})).toEqual([]);
    },
  );

  it('are all of them, up to fifty', () => {
    const items = { type: 'array', items: { type: 'string' } };
    expect(check(items, [...Array(12).keys()])).toHaveLength(12);
    expect(check(items, [...Array(5000).keys()])).toHaveLength(50);
  });

  it('are small even if the names of the data are not', () => {
    const schema = { additionalProperties: { additionalProperties: false } };
    const long = 'n'.repeat(100_000);
    const [error] = findSchemaErrors(schema, { [long]: { a: 1 } });
    expect(error?.path).toHaveLength(501);
  });

  it('are found by a schema of which there are many copies', () => {
    for (let index = 0; index < 600; index += 1) {
      expect(findSchemaErrors({ maximum: index }, index)).toEqual([]);
      expect(findSchemaErrors({ maximum: index }, index + 1)).toHaveLength(1);
    }
  });

  it('cannot be found by a schema that is broken', () => {
    expect(() => findSchemaErrors({ pattern: '(' }, 'a')).toThrow(SyntaxError);
  });
});

describe('patterns', () => {
  const evil = `${'a'.repeat(5_000)}!`;

  it.each<[string, object, Data]>([
    ['a text', { pattern: '^(a+)+$' }, evil],
    ['parts of alternatives', { pattern: '^(a|aa)+$' }, evil],
    ['names of members', { propertyNames: { pattern: '^(a+)+$' } }, { [evil]: 1 }],
    ['parts', { type: 'object', properties: { a: { items: { anyOf: [{ pattern: '^([a-z]+)*$' }] } } } }, { a: [evil] }],
  ])('take linear time for %s', (_, schema, data) => {
    expect(check(schema, data)).not.toEqual([]);
    expect(check(schema, data).join()).not.toContain('too long');
  });

  it.each<[string, object, Data]>([
    ['that look ahead', { pattern: '^(?=(a+)+$)' }, evil],
    ['for names', { patternProperties: { '^(a+)+$': false } }, { [evil]: 1 }],
    [
      'for names of which others are not expected',
      { patternProperties: { '(a+)+$': {} }, additionalProperties: false },
      { [evil]: 1 },
    ],
  ])('%s are given little time', (_, schema, data) => {
    expect(check(schema, data)).toEqual([' pattern: a pattern took too long on it']);
    // Nothing is left behind.
    expect(check({ type: 'string' }, 'a')).toEqual([]);
  });

  it('that may take long are checked as ever where they do not', () => {
    expect(check({ pattern: '^(?=a)' }, 'ab')).toEqual([]);
    expect(check({ pattern: '^(?=a)' }, 'ba')).toEqual([' pattern: expected text that matches `^(?=a)`']);
    expect(check({ pattern: '^[a-z]+$' }, 'B')).toEqual([' pattern: expected text that matches `^[a-z]+$`']);
  });

  it('are checked in long texts', () => {
    const long = 'ab'.repeat(500_000);
    expect(check({ pattern: '^(ab)*$' }, long)).toEqual([]);
    expect(check({ pattern: '^(ab)*$' }, `${long}c`)).toEqual([' pattern: expected text that matches `^(ab)*$`']);
  });
});
