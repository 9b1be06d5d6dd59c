import type { Type } from '../../types/type.js';
import { type ValueKind, valueKinds } from '../../value/value.js';

/** A set of value kinds, one bit for each. */
export type KindSet = number;

export const noKind: KindSet = 0;
const anyKind: KindSet = (1 << valueKinds.length) - 1;

export function kindSet(kind: ValueKind): KindSet {
  return 1 << valueKinds.indexOf(kind);
}

/** The kinds in a set, in the order of the language reference. */
export function kindsIn(set: KindSet): ValueKind[] {
  return valueKinds.filter((kind) => (set & kindSet(kind)) !== 0);
}

/** The kinds of the members of a type. */
export function kindsOfType(type: Type): KindSet {
  switch (type.kind) {
    case 'any':
    case 'variable':
      return anyKind;
    case 'bot':
      return noKind;
    case 'basic':
      return kindSet(type.basic);
    case 'prefix':
      return kindSet('name');
    case 'singleton':
      return kindSet(type.value.kind);
    case 'union':
      return type.alternatives.reduce((set, each) => set | kindsOfType(each), noKind);
    default:
      return kindSet(type.kind);
  }
}
