import { describe, expect, it } from 'vitest';
import { compareValues, equalValues } from './compare.js';
import { oracleText } from './format.js';
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
import type { Value } from './value.js';

const one = numberValue(1);
const two = numberValue(2);

/** Strictly ascending. */
const ascending: readonly Value[] = [
  nameValue('/a'),
  nameValue('/a/b'),
  nameValue('/b'),
  stringValue(''),
  stringValue('/a'),
  stringValue('a'),
  stringValue('\uffff'),
  stringValue('\u{10000}'),
  bytesValue(Uint8Array.of()),
  bytesValue(Uint8Array.of(1)),
  bytesValue(Uint8Array.of(1, 0)),
  bytesValue(Uint8Array.of(255)),
  numberValue(-1),
  one,
  numberValue(10),
  floatValue(-Infinity),
  floatValue(-1),
  floatValue(-0),
  floatValue(0),
  floatValue(1),
  floatValue(Infinity),
  floatValue(NaN),
  timeValue(-1n),
  timeValue(1n),
  durationValue(1n),
  pairValue(one, two),
  pairValue(two, one),
  listValue([]),
  listValue([one]),
  listValue([one, one]),
  listValue([two]),
  mapValue([]),
  mapValue([[one, one]]),
  mapValue([[one, two]]),
  structValue([]),
  structValue([[nameValue('/a'), one]]),
];

describe('the order of values', () => {
  it('goes by kind, then by content', () => {
    for (const [i, a] of ascending.entries()) {
      for (const [j, b] of ascending.entries()) {
        expect(Math.sign(compareValues(a, b)), `${oracleText(a)} ? ${oracleText(b)}`).toBe(Math.sign(i - j));
      }
    }
  });

  it('finds equal contents equal', () => {
    expect(equalValues(listValue([floatValue(NaN)]), listValue([floatValue(NaN)]))).toBe(true);
    expect(equalValues(bytesValue(Uint8Array.of(7)), bytesValue(Uint8Array.of(7)))).toBe(true);
    expect(equalValues(one, floatValue(1))).toBe(false);
    expect(equalValues(stringValue('/a'), nameValue('/a'))).toBe(false);
    expect(equalValues(floatValue(0), floatValue(-0))).toBe(false);
  });
});

describe('maps and structs', () => {
  it('are equal whatever the order in which they were written', () => {
    const a = mapValue([
      [two, one],
      [one, two],
      [one, one],
    ]);
    const b = mapValue([
      [one, one],
      [one, two],
      [two, one],
    ]);
    expect(a.entries).toHaveLength(3);
    expect(equalValues(a, b)).toBe(true);
  });
});
