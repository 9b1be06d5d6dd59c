import { alternativesOf, isBasicKind, type Type } from './type.js';
import { excludes } from './variables.js';

/**
 * Whether the reference takes two types to be compatible: they are, or one is a name and the other a value without
 * parts. Its checker lets every such value pass as a name.
 */
export function mayPass(a: Type, b: Type): boolean {
  if (!excludes(a, b)) return true;
  return alternativesOf(a).some((x) => alternativesOf(b).some((y) => isNameAnd(x, y) || isNameAnd(y, x)));
}

function isNameAnd(name: Type, other: Type): boolean {
  return kindOf(name) === 'name' && kindOf(other) !== undefined;
}

function kindOf(type: Type): string | undefined {
  if (type.kind === 'basic') return type.basic;
  return type.kind === 'singleton' && isBasicKind(type.value.kind) ? type.value.kind : undefined;
}
