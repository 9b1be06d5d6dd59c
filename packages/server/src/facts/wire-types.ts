import { anyType, declaredRows, type PredicateInfo, type Row, type Type, unionOf } from '@manglecp/mangle';

/** The types of one kind. */
export type TypeOf<Kind extends Type['kind']> = Extract<Type, { readonly kind: Kind }>;

/** The rows of types of a predicate; a fact fits if it fits one of them. Everything fits where nothing is declared. */
export function typeRows(info: PredicateInfo): readonly Row[] {
  return declaredRows(info) ?? [Array.from({ length: info.arity }, () => anyType)];
}

/** What the column may hold in any of the rows. */
export function columnType(info: PredicateInfo, column: number): Type {
  const [only = anyType, ...others] = typeRows(info).map((row) => row[column] ?? anyType);
  return others.length === 0 ? only : unionOf([only, ...others]);
}

const known = new WeakMap<TypeOf<'union'>, readonly Type[]>();

/**
 * The alternatives of a union in the order in which they are tried, since the first that fits is taken; any other type is
 * its own only alternative. Text is a string wherever that is allowed, and a whole number is no float where it may be a
 * number; apart from that the order is that of the declaration.
 *
 * A variable stands for one type within its row. What several columns have in common is left to the engine, so here it is
 * any type.
 */
export function typesToTry(type: Type): readonly Type[] {
  if (type.kind !== 'union') return [type.kind === 'variable' ? anyType : type];
  let types = known.get(type);
  if (types === undefined) {
    const { inGivenOrder } = type;
    const isAny = inGivenOrder.some(({ kind }) => kind === 'variable');
    types = isAny ? [anyType] : inGivenOrder.toSorted((a, b) => rankOf(a) - rankOf(b));
    known.set(type, types);
  }
  return types;
}

function rankOf(type: Type): number {
  if (type.kind !== 'basic') return 1;
  return type.basic === 'string' ? 0 : type.basic === 'float64' ? 2 : 1;
}
