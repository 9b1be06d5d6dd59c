import {
  assert,
  type Arbitrary,
  constant,
  constantFrom,
  dictionary,
  jsonValue,
  letrec,
  property,
  record,
} from 'fast-check';
import { array, oneof, string, tuple } from 'fast-check';
import { expect, it } from 'vitest';
import type { Template } from '../macro/plan.js';
import { bindTemplate } from './bind-template.js';
import { copyData } from './copy-data.js';
import { type Data, isDataObject, isList } from './data.js';

const limits = { maxBytes: 1e9, maxDepth: 100 };
const name = oneof(constantFrom('a', 'b', 'toString', 'constructor', 'length', '0', '1', '$a', ''), string());
/** Without the one name that data never has. */
const data = jsonValue({ maxDepth: 4 }).filter(
  (value) => copyData(value, limits).faults.length === 0,
) as Arbitrary<Data>;
const args = dictionary(
  name.filter((text) => text !== '__proto__'),
  data,
);

const { template } = letrec<{ template: Template }>((tie) => ({
  template: oneof(
    { maxDepth: 4, depthIdentifier: 'template' },
    record({ kind: constant('constant' as const), value: data }),
    record({ kind: constant('arg' as const), name }),
    record({ kind: constant('step' as const), position: constantFrom(1, 2, 3), path: array(name, { maxLength: 3 }) }),
    record({ kind: constant('list' as const), items: array(tie('template'), { maxLength: 3 }) }),
    record({ kind: constant('object' as const), members: array(tuple(name, tie('template')), { maxLength: 3 }) }),
  ),
}));

it('a template without references gives exactly what it says', () => {
  assert(
    property(data, (value) => {
      expect(bindTemplate(templateOf(value), { args: {}, results: new Map() })).toEqual(value);
    }),
  );
});

it('every place in a result can be reached by its path, and gives what is there', () => {
  assert(
    property(data, (result) => {
      for (const [path, value] of placesOf(result)) {
        expect(bindTemplate({ kind: 'step', position: 1, path }, { args: {}, results: new Map([[1, result]]) })).toBe(
          value,
        );
      }
    }),
  );
});

it('text that is bound is never read as a template, and binding twice gives the same', () => {
  assert(
    property(data, args, (hostile, others) => {
      const bindings = { args: { ...others, given: hostile }, results: new Map<number, Data>() };
      const bound = bindTemplate({ kind: 'list', items: [{ kind: 'arg', name: 'given' }] }, bindings);
      expect(bound).toEqual([hostile]);
    }),
  );
});

it('any template gives data without undefined, or says that a value is missing', () => {
  assert(
    property(template, args, data, data, (any, given, first, second) => {
      const bindings = {
        args: given,
        results: new Map([
          [1, first],
          [2, second],
        ]),
      };
      try {
        const { faults } = copyData(bindTemplate(any, bindings), limits);
        expect(faults.filter(({ keyword }) => keyword !== 'propertyNames')).toEqual([]);
      } catch (error) {
        expect(error).toMatchObject({ name: 'StepFailure', message: 'a value that it needs is missing' });
      }
    }),
  );
});

function templateOf(value: Data): Template {
  if (isList(value)) return { kind: 'list', items: value.map(templateOf) };
  if (!isDataObject(value)) return { kind: 'constant', value };
  return { kind: 'object', members: Object.entries(value).map(([key, member]) => [key, templateOf(member)]) };
}

function placesOf(value: Data, path: readonly string[] = []): readonly [readonly string[], Data][] {
  const members = isList(value) || isDataObject(value) ? Object.entries(value) : [];
  return [[path, value], ...members.flatMap(([key, member]) => placesOf(member, [...path, key]))];
}
