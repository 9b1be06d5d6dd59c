import type { Entry, Value } from '../value/value.js';

/** Gives one object for each value, whatever object comes in, so that equality of values is `===`. */
export type Intern = (value: Value) => Value;

export function createIntern(): Intern {
  const values = new Map<string, Value>();
  const keys = new WeakMap<Value, Value>();
  return (value) => {
    const known = keys.get(value);
    if (known !== undefined) return known;
    const key = valueKey(value);
    const first = values.get(key) ?? value;
    values.set(key, first);
    keys.set(value, first);
    return first;
  };
}

/** Text that two values share exactly when they are the same value. */
export function valueKey(value: Value): string {
  switch (value.kind) {
    case 'name':
      return `n${JSON.stringify(value.text)}`;
    case 'string':
      return `s${JSON.stringify(value.text)}`;
    case 'bytes':
      return `b${value.bytes.join(',')}`;
    case 'number':
      return `i${value.value}`;
    case 'float64':
      return `f${Object.is(value.value, -0) ? '-0' : value.value}`;
    case 'time':
      return `t${value.nanos}`;
    case 'duration':
      return `d${value.nanos}`;
    case 'pair':
      return `p(${valueKey(value.first)};${valueKey(value.second)})`;
    case 'list':
      return `l(${value.items.map(valueKey).join(';')})`;
    case 'map':
      return `m(${value.entries.map(entryKey).join(';')})`;
    case 'struct':
      return `r(${value.entries.map(entryKey).join(';')})`;
  }
}

function entryKey([key, value]: Entry): string {
  return `${valueKey(key)}:${valueKey(value)}`;
}
