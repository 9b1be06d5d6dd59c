import { describe, expect, it } from 'vitest';
import type { Template } from '../macro/plan.js';
import { bindTemplate } from './bind-template.js';
import type { Data } from './data.js';

const bindings = {
  args: { shipment: 'S-1', note: null, constructor: 'mine' },
  results: new Map<number, Data>([
    [1, { user: { id: 7, tags: ['a', 'b'], 'x.y': 1 }, none: null }],
    [2, 'text'],
    [4, [10, [20]]],
  ]),
};

const step = (position: number, ...path: string[]): Template => ({ kind: 'step', position, path });
const arg = (name: string): Template => ({ kind: 'arg', name });
const object = (...members: [string, Template][]): Template => ({ kind: 'object', members });
const list = (...items: Template[]): Template => ({ kind: 'list', items });

describe('a template', () => {
  it.each<[string, Template, unknown]>([
    ['a constant', { kind: 'constant', value: { a: [1] } }, { a: [1] }],
    ['an argument', arg('shipment'), 'S-1'],
    ['an argument that is null', arg('note'), null],
    ['an argument named as objects have it', arg('constructor'), 'mine'],
    ['a whole result', step(2), 'text'],
    ['a member of a result', step(1, 'user', 'id'), 7],
    ['an item of a list', step(1, 'user', 'tags', '1'), 'b'],
    ['an item of a list in a list', step(4, '1', '0'), 20],
    ['a member that is null', step(1, 'none'), null],
    ['a name with a dot', step(1, 'user', 'x.y'), 1],
    ['a list', list(arg('shipment'), step(2)), ['S-1', 'text']],
    ['an object', object(['a', arg('shipment')], ['b', list()]), { a: 'S-1', b: [] }],
    ['an object without the argument that was not given', object(['a', arg('other')], ['b', step(2)]), { b: 'text' }],
  ])('is bound to %s', (_, template, expected) => {
    expect(bindTemplate(template, bindings)).toEqual(expected);
  });

  it.each<[string, Template]>([
    ['a step that has no result', step(3)],
    ['a member that is not there', object(['a', step(1, 'user', 'name')])],
    ['a member of a text', step(2, 'length')],
    ['a character of a text', step(2, '0')],
    ['a member of null', step(1, 'none', 'x')],
    ['an inherited member', step(1, 'constructor')],
    ['the prototype', step(1, '__proto__')],
    ['the length of a list', step(4, 'length')],
    ['a method of a list', step(4, 'map')],
    ['an item past the end', step(4, '2')],
    ['an item counted from the end', step(4, '-1')],
    ['an item spelled otherwise', step(4, '01')],
    ['an argument in a list that was not given', list(arg('other'))],
    ['an argument that objects inherit', list(arg('toString'))],
  ])('cannot be bound to %s', (_, template) => {
    expect(() => bindTemplate(template, bindings)).toThrow('a value that it needs is missing');
  });
});
