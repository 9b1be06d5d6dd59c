import fc from 'fast-check';
import {
  bytesValue,
  durationValue,
  floatValue,
  listValue,
  mapValue,
  nameValue,
  numberValue,
  pairValue,
  stringValue,
  structValue,
  timeValue,
} from './make.js';
import { maxInt64, minInt64, type Value } from './value.js';

const int64 = fc.oneof(fc.bigInt({ min: -10n, max: 10n }), fc.bigInt({ min: minInt64, max: maxInt64 }));

const nameText = fc
  .array(fc.stringMatching(/^[A-Za-z0-9.\-_~%]{1,4}$/), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.map((part) => `/${part}`).join(''));

const leaf: fc.Arbitrary<Value> = fc.oneof(
  nameText.map(nameValue),
  fc.constantFrom('/true', '/false', '/__proto__').map(nameValue),
  fc.string({ unit: 'binary', maxLength: 8 }).map(stringValue),
  fc.uint8Array({ maxLength: 6 }).map(bytesValue),
  int64.map(numberValue),
  fc.double().map(floatValue),
  int64.map(timeValue),
  int64.map(durationValue),
);

/** Values of every kind, nested a few levels, with equal keys now and then. */
export const arbitraryValue: fc.Arbitrary<Value> = fc.letrec<{ value: Value }>((tie) => {
  const entries = fc.array(fc.tuple(tie('value'), tie('value')), { maxLength: 3 });
  const fields = fc.array(fc.tuple(nameText.map(nameValue), tie('value')), { maxLength: 3 });
  return {
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      leaf,
      fc.tuple(tie('value'), tie('value')).map(([first, second]) => pairValue(first, second)),
      fc.array(tie('value'), { maxLength: 4 }).map(listValue),
      entries.map(mapValue),
      entries.map(structValue),
      fields.map(structValue),
    ),
  };
}).value;

/** Instants and durations of the whole range. */
export const arbitraryInt64: fc.Arbitrary<bigint> = int64;
