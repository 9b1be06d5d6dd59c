import { noValue } from '../value/value-id.js';
import type { FunctionOnIds, PredicateOnIds, ValueIds } from './define.js';

/** Parts of a list that is being made. A builtin is done with it before another begins. */
let scratch = new Int32Array(64);

/** An array with room for so many parts; what was there before is lost. */
function room(count: number): Int32Array {
  if (count > scratch.length) scratch = new Int32Array(2 * count);
  return scratch;
}

function isList(values: ValueIds, id: number): boolean {
  return values.kindOf(id) === 'list';
}

export const listOnIds: FunctionOnIds = {
  unary: (values, a) => {
    scratch[0] = a;
    return values.list(scratch, 0, 1);
  },
  binary: (values, a, b) => {
    scratch[0] = a;
    scratch[1] = b;
    return values.list(scratch, 0, 2);
  },
  ternary: (values, a, b, c) => {
    scratch[0] = a;
    scratch[1] = b;
    scratch[2] = c;
    return values.list(scratch, 0, 3);
  },
  variadic: (values, args) => values.list(args),
};

export const consOnIds: FunctionOnIds = {
  binary: (values, item, list) => {
    if (!isList(values, list)) return noValue;
    const count = values.partCount(list) + 1;
    const parts = room(count);
    parts[0] = item;
    values.copyParts(list, parts, 1);
    return values.list(parts, 0, count);
  },
};

export const appendOnIds: FunctionOnIds = {
  binary: (values, list, item) => {
    if (!isList(values, list)) return noValue;
    const count = values.partCount(list);
    const parts = room(count + 1);
    values.copyParts(list, parts, 0);
    parts[count] = item;
    return values.list(parts, 0, count + 1);
  },
};

export const lenOnIds: FunctionOnIds = {
  unary: (values, list) => (isList(values, list) ? values.int(values.partCount(list)) : noValue),
};

export const getOnIds: FunctionOnIds = {
  binary: (values, list, index) => {
    const at = values.numberOf(index) ?? -1;
    return isList(values, list) && at >= 0 && at < values.partCount(list) ? values.part(list, at) : noValue;
  },
};

export const containsOnIds: FunctionOnIds = {
  binary: (values, list, wanted) => {
    if (!isList(values, list)) return noValue;
    return values.text('name', values.indexOfPart(list, wanted, 1) === -1 ? '/false' : '/true');
  },
};

export const matchConsOnIds: PredicateOnIds = (values, out, list) => {
  const count = isList(values, list) ? values.partCount(list) : 0;
  if (count === 0) return 0;
  const parts = room(count);
  values.copyParts(list, parts, 0);
  const solution = out.reserve(2);
  solution[0] = parts[0] ?? noValue;
  solution[1] = values.list(parts, 1, count);
  return 1;
};

export const matchNilOnIds: PredicateOnIds = (values, _out, list) =>
  isList(values, list) && values.partCount(list) === 0 ? 1 : 0;

export const memberOnIds: PredicateOnIds = (values, out, list) => {
  if (!isList(values, list)) return 0;
  const count = values.partCount(list);
  values.copyParts(list, out.reserve(count), 0);
  return count;
};
