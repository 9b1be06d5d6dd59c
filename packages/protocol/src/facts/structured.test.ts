import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Json, JsonNumber, type JsonObject } from '../json/json.js';
import type { StructuredFact, WireFact } from '../messages/wire-fact.js';
import { fromStructured, StructureError, toStructured } from './structured.js';

const pairs: readonly (readonly [string, WireFact, StructuredFact])[] = [
  ['no arguments', { pred: 'p', args: [] }, { head: { predicate: 'p', args: [] } }],
  [
    'all kinds of arguments',
    { pred: 'p', args: ['a', 1.5, true, null, { _var: 'Svc' }, ['b', [1]], { k: 'v', n: [null] }] },
    {
      head: {
        predicate: 'p',
        args: [
          { type: 'string', value: 'a' },
          { type: 'number', value: 1.5 },
          { type: 'boolean', value: true },
          { type: 'wildcard' },
          { type: 'variable', name: 'Svc' },
          {
            type: 'list',
            elements: [
              { type: 'string', value: 'b' },
              { type: 'list', elements: [{ type: 'number', value: 1 }] },
            ],
          },
          {
            type: 'map',
            entries: { k: { type: 'string', value: 'v' }, n: { type: 'list', elements: [{ type: 'wildcard' }] } },
          },
        ],
      },
    },
  ],
  [
    'numbers that plain numbers cannot tell',
    { pred: 'p', args: [{ _type: 'int64', value: '9007199254740993' }, new JsonNumber('5.0')] },
    {
      head: {
        predicate: 'p',
        args: [
          { type: 'number', value: { _type: 'int64', value: '9007199254740993' } },
          { type: 'number', value: new JsonNumber('5.0') },
        ],
      },
    },
  ],
  [
    'the other members of a fact',
    { pred: 'p', args: [], t: { at: 'now' }, source: { source_type: 'scan' }, category: 'session' },
    { head: { predicate: 'p', args: [] }, t: { at: 'now' }, source: { source_type: 'scan' }, category: 'session' },
  ],
];

describe('the structured form', () => {
  it.each(pairs)('DATA-045 of %s', (_, fact, structured) => {
    expect(toStructured(fact)).toEqual(structured);
    expect(fromStructured(structured as unknown as JsonObject)).toEqual(fact);
  });

  it('needs arguments by position', () => {
    expect(() => toStructured({ pred: 'p', named_args: {} })).toThrow(StructureError);
  });

  it('ignores members that begin with `x-`, and keeps them', () => {
    const args = [{ type: 'string', value: 'a', 'x-note': 1 }];
    expect(fromStructured({ head: { predicate: 'p', args, 'x-note': 2 }, 'x-note': 3 })).toEqual({
      pred: 'p',
      args: ['a'],
      'x-note': 3,
    });
  });

  it('loses nothing', () => {
    const json = fc.letrec<{ value: Json }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom<Json>(null, true, false),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.string(),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(fc.string(), tie('value'), { maxKeys: 4 }),
      ),
    })).value;
    fc.assert(
      fc.property(fc.array(json), (args) => {
        const structured = toStructured({ pred: 'p', args }) as unknown as JsonObject;
        expect(fromStructured(structured)).toEqual({ pred: 'p', args });
      }),
    );
  });
});
