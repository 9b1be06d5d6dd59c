import type { ValueKind } from './value.js';

/** Noun and plural. */
const kindNames: Readonly<Record<ValueKind, readonly [noun: string, plural: string]>> = {
  name: ['name', 'names'],
  string: ['string', 'strings'],
  bytes: ['byte string', 'byte strings'],
  number: ['number', 'numbers'],
  float64: ['float', 'floats'],
  time: ['time', 'times'],
  duration: ['duration', 'durations'],
  pair: ['pair', 'pairs'],
  list: ['list', 'lists'],
  map: ['map', 'maps'],
  struct: ['struct', 'structs'],
};

/** `a name`. */
export function aKind(kind: ValueKind): string {
  return `a ${kindNames[kind][0]}`;
}

/** `the name`. */
export function theKind(kind: ValueKind): string {
  return `the ${kindNames[kind][0]}`;
}

/** `names`. */
export function manyOfKind(kind: ValueKind): string {
  return kindNames[kind][1];
}
