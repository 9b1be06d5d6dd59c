import fc from 'fast-check';
import {
  floatValue,
  listValue,
  mapValue,
  nameValue,
  numberValue,
  pairValue,
  stringValue,
  structValue,
} from '../value/make.js';
import type { Entry, Value } from '../value/value.js';
import { join } from './subtype.js';
import {
  anyType,
  basicTypes,
  botType,
  listType,
  mapType,
  pairType,
  prefixType,
  singletonType,
  structType,
  type Type,
} from './type.js';

// Few names, numbers and labels, so that random types and values have a lot to do with each other.

const names = ['/a', '/a/b', '/a/b/c', '/ab', '/ab/c', '/true'] as const;
const labels = ['/x', '/y'] as const;

const simpleValue: fc.Arbitrary<Value> = fc.oneof(
  fc.constantFrom(...names).map(nameValue),
  fc.constantFrom(1, 2).map((n) => numberValue(n)),
  fc.constantFrom('', '/a').map(stringValue),
  fc.constantFrom(1, -0).map(floatValue),
);

/** Values of every shape that types speak of. */
export const anyValue: fc.Arbitrary<Value> = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    simpleValue,
    fc.array(tie('value'), { maxLength: 3 }).map(listValue),
    fc.tuple(tie('value'), tie('value')).map(([a, b]) => pairValue(a, b)),
    fc.array(fc.tuple(simpleValue, tie('value')), { maxLength: 2 }).map((entries) => mapValue(entries)),
    fc.dictionary(fc.constantFrom(...labels), tie('value')).map(structOf),
  ),
})).value;

function structOf(fields: Readonly<Record<string, Value>>): Value {
  return structValue(Object.entries(fields).map(([label, value]): Entry => [nameValue(label), value]));
}

function typeArbitrary(isOptional: fc.Arbitrary<boolean>): fc.Arbitrary<Type> {
  const simple: fc.Arbitrary<Type> = fc.oneof(
    fc.constantFrom(anyType, botType, ...Object.values(basicTypes)),
    fc.constantFrom('/a', '/a/b', '/ab').map(prefixType),
    simpleValue.map(singletonType),
  );
  return fc.letrec<{ type: Type }>((tie) => ({
    type: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      simple,
      tie('type').map(listType),
      fc.tuple(tie('type'), tie('type')).map(([key, value]) => mapType(key, value)),
      fc.tuple(tie('type'), tie('type')).map(([first, second]) => pairType(first, second)),
      fc
        .dictionary(fc.constantFrom(...labels), fc.record({ type: tie('type'), isOptional }))
        .map((fields) => structType(Object.entries(fields).map(([label, field]) => ({ label, ...field })))),
      fc.array(tie('type'), { maxLength: 3 }).map(join),
    ),
  })).type;
}

export const anyTypes: fc.Arbitrary<Type> = typeArbitrary(fc.boolean());

/** Types in which every field is required; a struct type that does not mention an optional field is taken on trust. */
export const strictTypes: fc.Arbitrary<Type> = typeArbitrary(fc.constant(false));
