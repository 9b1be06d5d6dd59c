import { hasParts, join, mapParts } from './subtype.js';
import { anyType, partsOf, type Type } from './type.js';

/** Deeper types than this do not come from hand-written rules. */
export const maxDepth = 12;

/** The type with everything deeper than `depth` constructors replaced by `/any`. */
export function limitDepth(type: Type, depth: number): Type {
  if (type.kind === 'union') return join(type.alternatives.map((alternative) => limitDepth(alternative, depth)));
  if (!hasParts(type)) return type;
  if (depth === 0) return anyType;
  return mapParts(type, (part) => limitDepth(part, depth - 1));
}

/** Bigger types than this do not come from hand-written rules, and comparing them takes long. */
const maxSize = 1000;

/**
 * The type itself, unless it is so big that it must have been put together from itself again and again, as by
 * `X1 = fn:pair(X, X), X2 = fn:pair(X1, X1), …`. Then its inner parts are forgotten.
 */
export function limitSize(type: Type): Type {
  if (sizeOf(type) <= maxSize) return type;
  let small = limitDepth(type, 0);
  for (let depth = 1; depth < maxDepth; depth++) {
    const next = limitDepth(type, depth);
    if (sizeOf(next) > maxSize) break;
    small = next;
  }
  return small;
}

const sizes = new WeakMap<Type, number>();

/** How many constructors, names and values the type is written with. */
function sizeOf(type: Type): number {
  const parts = partsOf(type);
  if (parts.length === 0) return 1;
  let size = sizes.get(type);
  if (size === undefined) {
    size = parts.reduce((sum, part) => sum + sizeOf(part), 1);
    sizes.set(type, size);
  }
  return size;
}
