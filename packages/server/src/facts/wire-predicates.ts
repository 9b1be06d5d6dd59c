import type { PredicateInfo, Row } from '@manglecp/mangle';
import type { Pack } from '../pack/pack.js';
import { typeRows } from './wire-types.js';

/** A predicate whose facts clients may send. */
export interface WirePredicate {
  readonly info: PredicateInfo;
  /** A fact fits if it fits one of the rows. */
  readonly rows: readonly Row[];
}

/**
 * The predicates that clients may assert, by name. Internal and output predicates are not among them: whatever a client
 * sends, these get no fact from it (C-19, C-20).
 */
export function wirePredicates({
  program,
  declarations,
}: Pick<Pack, 'program' | 'declarations'>): ReadonlyMap<string, WirePredicate> {
  const predicates = new Map<string, WirePredicate>();
  for (const { predicate, arity, direction } of declarations) {
    const info = program.predicates.get(`${predicate}/${arity}`);
    if (info !== undefined && direction !== 'output') predicates.set(predicate, { info, rows: typeRows(info) });
  }
  return predicates;
}
