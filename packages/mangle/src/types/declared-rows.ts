import type { PredicateInfo } from '../program/program.js';
import type { Decl, Term } from '../syntax/ast.js';
import { readType } from './read-type.js';
import { anyType, type Row, type Type } from './type.js';

const known = new WeakMap<Decl, readonly Row[]>();

/**
 * The rows of types that the user declared, in source order; one row of `/any` for a declaration without bounds, and
 * `undefined` for a predicate without a declaration.
 */
export function declaredRows({ decl, arity }: PredicateInfo): readonly Row[] | undefined {
  if (decl === undefined) return undefined;
  let rows = known.get(decl);
  if (rows === undefined) {
    rows =
      decl.bounds.length === 0 ? [anyRow(arity)] : decl.bounds.map(({ types }) => types.map((term) => typeOrAny(term)));
    known.set(decl, rows);
  }
  return rows;
}

/** A row that says nothing. */
export function anyRow(arity: number): Row {
  return Array.from({ length: arity }, () => anyType);
}

/** Analysis refuses malformed bounds, so a problem here has been reported before. */
function typeOrAny(term: Term): Type {
  const read = readType(term);
  return 'problem' in read ? anyType : read.type;
}
