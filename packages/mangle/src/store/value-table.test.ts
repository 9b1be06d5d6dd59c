import { describe, expect, it } from 'vitest';
import { floatValue, listValue, nameValue, numberValue, pairValue, stringValue, timeValue } from '../value/make.js';
import { maxInt64, minInt64, type Value } from '../value/value.js';
import { isSmall, noValue, smallOf } from './value-id.js';
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

describe('ids', () => {
  it.each([0, 1, -1, 2 ** 30 - 1, -(2 ** 30)])('%d is an id itself', (n) => {
    const table = new ValueTable();
    expect(table.int(n)).toBe(smallOf(n));
    expect(isSmall(table.int(BigInt(n)))).toBe(true);
    expect(table.size).toBe(0);
    expect(table.get(table.int(n))).toEqual(numberValue(n));
    expect(table.numberOf(table.int(n))).toBe(n);
  });

  it.each([2n ** 30n, -(2n ** 30n) - 1n, 2n ** 53n - 1n, 1n - 2n ** 53n, 2n ** 53n, maxInt64, minInt64])(
    '%d has an entry',
    (n) => {
      const table = new ValueTable();
      const id = table.int(n);
      expect(isSmall(id)).toBe(false);
      expect(table.get(id)).toEqual(numberValue(n));
      const isSafe = n > -(2n ** 53n) && n < 2n ** 53n;
      expect(table.numberOf(id)).toBe(isSafe ? Number(n) : undefined);
      if (isSafe) expect(table.int(Number(n))).toBe(id);
    },
  );

  it('are the same for a text and for its bytes', () => {
    const table = new ValueTable();
    const texts = [
      '',
      'a',
      '/a/b',
      'a'.repeat(100),
      'a'.repeat(1024),
      'a'.repeat(1025),
      'ä',
      'ä'.repeat(2000),
      '\ufeffx',
      '€',
      '😀',
      '\u0000',
    ];
    for (const text of texts) {
      const bytes = new TextEncoder().encode(`<${text}>`);
      const id = table.textBytes('string', bytes, 1, bytes.length - 1);
      expect(table.text('string', text)).toBe(id);
      expect(table.text('name', text)).not.toBe(id);
      expect(table.get(id)).toEqual(stringValue(text));
    }
    expect(table.size).toBe(2 * texts.length);
  });

  it('of values that are not there are not made by looking', () => {
    const table = new ValueTable();
    table.intern(listValue([nameValue('/a')]));
    const before = table.size;
    expect(table.find(listValue([nameValue('/b')]))).toBeUndefined();
    expect(table.find(nameValue('/b'))).toBeUndefined();
    expect(table.size).toBe(before);
    expect(() => table.get(noValue)).toThrow(RangeError);
  });
});

describe('a table on a parent', () => {
  it('shares the values of the parent and numbers its own from the parent on', () => {
    const parent = new ValueTable();
    const a = parent.intern(nameValue('/a'));
    const list = parent.intern(listValue([nameValue('/a'), numberValue(5)]));
    const child = new ValueTable(parent);
    expect(child.intern(nameValue('/a'))).toBe(a);
    expect(child.intern(listValue([nameValue('/a'), numberValue(5)]))).toBe(list);
    expect(child.intern(nameValue('/b'))).toBe(parent.size);
    const own = child.pair(list, parent.size);
    expect(child.get(own)).toEqual(pairValue(listValue([nameValue('/a'), numberValue(5)]), nameValue('/b')));
    expect(parent.find(nameValue('/b'))).toBeUndefined();
  });

  it('does not mistake a value that another table gave out for its own', () => {
    const parent = new ValueTable();
    const [one, other] = [new ValueTable(parent), new ValueTable(parent)];
    other.intern(nameValue('/x'));
    const id = one.intern(listValue([nameValue('/a')]));
    expect(other.get(other.intern(one.get(id)))).toEqual(listValue([nameValue('/a')]));
    expect(other.find(listValue([nameValue('/a')]))).not.toBe(id);
  });

  it('freezes the parent', () => {
    const parent = new ValueTable();
    parent.intern(nameValue('/a'));
    const child = new ValueTable(parent);
    expect(parent.intern(nameValue('/a'))).toBe(0);
    expect(() => parent.intern(nameValue('/b'))).toThrow('a frozen table takes no more values');
    expect(child.intern(nameValue('/b'))).toBe(1);
  });
});
