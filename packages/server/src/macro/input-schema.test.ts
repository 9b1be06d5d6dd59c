import { name, toValue } from '@manglecp/mangle';
import { ProtocolError } from '@manglecp/protocol';
import { describe, expect, it } from 'vitest';
import type { Rows } from '../facts/relation.js';
import type { Action } from '../pack/pack.js';
import { inputSchema } from './input-schema.js';
import type { PlanStep } from './plan.js';

type Param = readonly [name: string, type: string, isRequired: boolean | string];

function paramRows(params: readonly Param[]): Rows {
  return params.map(([key, type, isRequired]) => {
    const flag = typeof isRequired === 'boolean' ? name(`/${String(isRequired)}`) : isRequired;
    return ['m', key, type, flag].map((each) => toValue(each));
  });
}

interface Given {
  readonly docs?: Readonly<Record<string, string>>;
  /** What the one action of the plan says of the argument of the same name. */
  readonly known?: Readonly<Record<string, object>>;
}

function schema(params: readonly Param[], { docs = {}, known = {} }: Given = {}): object {
  const steps: readonly PlanStep[] = [
    {
      position: 1,
      action: 'act',
      isOptional: false,
      template: {
        kind: 'object',
        members: Object.keys(known).map((key) => [key, { kind: 'arg', name: key }] as const),
      },
    },
  ];
  const docRows = Object.entries(docs).map((row) => ['m', ...row].map((each) => toValue(each)));
  const actions = new Map([['act', { input: { type: 'object', properties: known } } as unknown as Action]]);
  return inputSchema('m', { params: paramRows(params), docs: docRows, steps, actions });
}

function properties(params: readonly Param[], given: Given = {}): unknown {
  return (schema(params, given) as { readonly properties: unknown }).properties;
}

describe('the schema of arguments', () => {
  it('MACRO-008 is of the dialect 2020-12 and closed', () => {
    expect(schema([])).toEqual({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {},
      additionalProperties: false,
    });
  });

  it('MACRO-008 has the parameters that rules expose, sorted, and no others', () => {
    const made = schema(
      [
        ['b', 'integer', true],
        ['a', 'string', false],
        ['B', 'boolean', true],
      ],
      { known: { hidden: { type: 'string' } }, docs: { a: 'what it is', c: 'nobody' } },
    );
    expect(JSON.stringify(made)).toBe(
      '{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{"B":{"type":"boolean"},' +
        '"a":{"type":"string","description":"what it is"},"b":{"type":"integer"}},"required":["B","b"],' +
        '"additionalProperties":false}',
    );
  });

  it('MACRO-008 says of a parameter what the action says, if it means the same type', () => {
    const limit = { type: 'integer', minimum: 1, default: 20, description: 'how many' };
    expect(properties([['n', 'integer', false]], { known: { n: limit } })).toEqual({ n: limit });
    expect(properties([['n', 'integer', false]], { known: { n: limit }, docs: { n: 'mine' } })).toEqual({
      n: { ...limit, description: 'mine' },
    });
    expect(properties([['n', 'string', false]], { known: { n: limit } })).toEqual({
      n: { type: 'string', description: 'how many' },
    });
    expect(properties([['n', 'any', false]], { known: { n: limit } })).toEqual({ n: limit });
    expect(properties([['n', 'any', false]], { known: { n: { enum: [1, 'a'] } } })).toEqual({ n: { enum: [1, 'a'] } });
    expect(properties([['n', 'any', false]])).toEqual({ n: {} });
  });

  it('MACRO-008 has a parameter once, required if some rule says so', () => {
    const twice: readonly Param[] = [
      ['a', 'string', false],
      ['a', 'string', true],
    ];
    expect(schema(twice)).toMatchObject({ required: ['a'] });
    expect(schema(twice.toReversed())).toEqual(schema(twice));
  });

  it.each<[string, readonly Param[]]>([
    ['a type that is none', [['a', 'text', true]]],
    ['a name of every object as its type', [['a', 'constructor', true]]],
    [
      'two types',
      [
        ['a', 'string', true],
        ['a', 'number', true],
      ],
    ],
    ['a flag that is none', [['a', 'string', 'yes']]],
  ])('MACRO-008 fails for %s', (_, params) => {
    expect(() => schema(params)).toThrow(ProtocolError);
  });

  it('MACRO-008 takes any name for a parameter', () => {
    const names = ['__proto__', 'constructor', 'a.b', ' ', '😀'];
    const made = properties(names.map((key) => [key, 'string', false]));
    expect(Object.keys(made as object).sort()).toEqual([...names].sort());
  });
});
