import type { ValueKind } from '../value/value.js';
import { noValue } from '../value/value-id.js';
import type { FunctionOnIds, PredicateOnIds } from './define.js';

export const pairOnIds: FunctionOnIds = { binary: (values, a, b) => values.pair(a, b) };

export const tupleOnIds: FunctionOnIds = {
  unary: (_values, a) => a,
  binary: (values, a, b) => values.pair(a, b),
  ternary: (values, a, b, c) => values.pair(a, values.pair(b, c)),
  variadic: (values, args) => args.reduceRight((rest, each) => values.pair(each, rest)),
};

/** `fn:map` and `fn:struct`: keys and values in turn. */
export function entriesOnIds(kind: 'map' | 'struct'): FunctionOnIds {
  const entry = new Int32Array(2);
  return {
    binary: (values, key, value) => {
      entry[0] = key;
      entry[1] = value;
      return values.entries(kind, entry);
    },
    variadic: (values, args) => (args.length % 2 === 0 ? values.entries(kind, args) : noValue),
  };
}

/** Of equal keys the first entry counts. */
export function entryOnIds(kind: 'map' | 'struct'): FunctionOnIds {
  return {
    binary: (values, collection, key) => {
      if (values.kindOf(collection) !== kind) return noValue;
      const at = values.indexOfPart(collection, key, 2);
      return at === -1 ? noValue : values.part(collection, at + 1);
    },
  };
}

/** The part of a pair. */
export function sideOnIds(side: 0 | 1): FunctionOnIds {
  return { unary: (values, pair) => (values.kindOf(pair) === 'pair' ? values.part(pair, side) : noValue) };
}

export const matchPairOnIds: PredicateOnIds = (values, out, pair) => {
  if (values.kindOf(pair) !== 'pair') return 0;
  const solution = out.reserve(2);
  solution[0] = values.part(pair, 0);
  solution[1] = values.part(pair, 1);
  return 1;
};

/** `:match_entry` and `:match_field`. */
export function matchEntryOnIds(kind: ValueKind): PredicateOnIds {
  return (values, out, collection, key) => {
    if (values.kindOf(collection) !== kind) return 0;
    const at = values.indexOfPart(collection, key, 2);
    if (at === -1) return 0;
    out.reserve(1)[0] = values.part(collection, at + 1);
    return 1;
  };
}
