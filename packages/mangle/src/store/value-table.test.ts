import { describe, expect, it } from 'vitest';
import { floatValue, listValue, nameValue, numberValue, pairValue, stringValue, timeValue } from '../value/make.js';
import type { Value } from '../value/value.js';
import { ValueTable, ValueTooDeep } from './value-table.js';

describe('the table of values', () => {
  it('keeps apart what is equal only in print or by a sloppy hash', () => {
    const values: Value[] = [
      nameValue('/a'),
      stringValue('/a'),
      { kind: 'bytes', bytes: new Uint8Array([47, 97]) },
      numberValue(0),
      floatValue(0),
      floatValue(-0),
      timeValue(0n),
      { kind: 'duration', nanos: 0n },
      listValue([]),
      { kind: 'map', entries: [] },
      { kind: 'struct', entries: [] },
      listValue([numberValue(1), numberValue(23)]),
      listValue([numberValue(12), numberValue(3)]),
      pairValue(numberValue(1), numberValue(23)),
    ];
    const table = new ValueTable();
    expect(new Set(values.map((value) => table.intern(value))).size).toBe(values.length);
    expect(values.map((value) => table.intern(value))).toEqual(values.map((value) => table.find(value)));
  });

  it('gives equal values one id, NaN too', () => {
    const table = new ValueTable();
    expect(table.intern(floatValue(NaN))).toBe(table.intern(floatValue(0 / 0)));
    expect(table.intern(listValue([nameValue('/a')]))).toBe(table.intern(listValue([nameValue('/a')])));
  });

  it('does not walk a value again that it gave out: shared parts cost nothing', () => {
    const table = new ValueTable();
    let id = table.intern(listValue([]));
    // Written out, the last of these has more parts than there are atoms in the universe.
    for (let depth = 1; depth < 500; depth++) {
      const part = table.get(id);
      id = table.intern(listValue([part, part]));
    }
    expect(table.size).toBe(500);
  });

  it('refuses values that nest too deep, also when they are built step by step', () => {
    const table = new ValueTable();
    const grow = (): void => {
      let value: Value = numberValue(1);
      for (let depth = 0; depth < 2000; depth++) {
        value = listValue([value]);
        table.intern(value);
      }
    };
    expect(grow).toThrow(ValueTooDeep);
  });
});
