import { describe, expect, it } from 'vitest';
import type { Action } from '../pack/pack.js';
import { argumentSchemas } from './argument-schemas.js';
import type { PlanStep, Template } from './plan.js';

const arg = (name: string): Template => ({ kind: 'arg', name });
const object = (members: Readonly<Record<string, Template>>): Template => ({
  kind: 'object',
  members: Object.entries(members),
});

function schemas(template: Template, input: object, ...more: readonly (readonly [Template, object])[]): object {
  const all = [[template, input] as const, ...more];
  const steps = all.map(([each], index): PlanStep => {
    return { position: index, action: `act_${index}`, template: each, isOptional: false };
  });
  const actions = new Map(all.map(([, schema], index) => [`act_${index}`, { input: schema } as unknown as Action]));
  return Object.fromEntries(argumentSchemas(steps, actions));
}

const text = { type: 'string', maxLength: 5 };

describe('what actions say of arguments', () => {
  it('MACRO-008 is what they say of the place where the argument goes', () => {
    const input = { type: 'object', properties: { a: text, b: { type: 'object', properties: { c: { minimum: 3 } } } } };
    expect(schemas(object({ a: arg('x'), b: object({ c: arg('y') }) }), input)).toEqual({ x: text, y: { minimum: 3 } });
    const list = { type: 'object', properties: { a: { type: 'array', items: text } } };
    expect(schemas(object({ a: { kind: 'list', items: [arg('x')] } }), list)).toEqual({ x: text });
  });

  it('MACRO-008 is what the first of several says', () => {
    const first = { properties: { a: text } };
    expect(
      schemas(object({ a: arg('x') }), first, [object({ b: arg('x') }), { properties: { b: { minimum: 1 } } }]),
    ).toEqual({
      x: text,
    });
    expect(
      schemas(object({ q: arg('x') }), first, [object({ b: arg('x') }), { properties: { b: { minimum: 1 } } }]),
    ).toEqual({
      x: { minimum: 1 },
    });
  });

  it.each<[string, Template, object]>([
    ['an unknown member', object({ z: arg('x') }), { properties: { a: text } }],
    ['a member of every object', object({ constructor: arg('x'), toString: arg('y') }), { properties: {} }],
    ['no properties', object({ a: arg('x') }), { type: 'object' }],
    ['properties that are none', object({ a: arg('x') }), { properties: [text] }],
    ['a schema that is true', object({ a: arg('x') }), { properties: { a: true } }],
    ['a reference', object({ a: arg('x') }), { properties: { a: { $ref: '#/$defs/b' } }, $defs: { b: text } }],
    ['a reference inside', object({ a: arg('x') }), { properties: { a: { anyOf: [{ items: { $ref: '#' } }] } } }],
    ['an id of its own', object({ a: arg('x') }), { properties: { a: { $id: 'https://a.example', ...text } } }],
    ['an anchor', object({ a: arg('x') }), { properties: { a: { $dynamicRef: '#b' } } }],
    [
      'constants and results',
      object({ a: { kind: 'constant', value: 1 }, b: { kind: 'step', position: 0, path: [] } }),
      {},
    ],
  ])('MACRO-008 is nothing for %s', (_, template, input) => {
    expect(schemas(template, input)).toEqual({});
  });

  it('MACRO-008 is nothing for an action that nobody has', () => {
    const step: PlanStep = { position: 1, action: 'gone', template: object({ a: arg('x') }), isOptional: false };
    expect(argumentSchemas([step], new Map()).size).toBe(0);
  });
});
