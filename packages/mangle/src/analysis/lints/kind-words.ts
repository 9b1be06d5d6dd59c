import type { ValueKind } from '../../value/value.js';

/** Singular with article, and plural. */
const kindNames: Record<ValueKind, readonly [string, string]> = {
  name: ['a name', 'names'],
  string: ['a string', 'strings'],
  bytes: ['a byte string', 'byte strings'],
  number: ['a number', 'numbers'],
  float64: ['a float', 'floats'],
  time: ['a time', 'times'],
  duration: ['a duration', 'durations'],
  pair: ['a pair', 'pairs'],
  list: ['a list', 'lists'],
  map: ['a map', 'maps'],
  struct: ['a struct', 'structs'],
};

/** `a name`. */
export function aKind(kind: ValueKind): string {
  return kindNames[kind][0];
}

/** `names, strings and lists`. */
export function kindsList(kinds: readonly ValueKind[]): string {
  const words = kinds.map((kind) => kindNames[kind][1]);
  const last = words.pop() ?? 'nothing';
  return words.length === 0 ? last : `${words.join(', ')} and ${last}`;
}
