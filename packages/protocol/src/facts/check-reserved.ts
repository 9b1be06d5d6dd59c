import { clip } from '../errors/clip.js';
import type { Json } from '../json/json.js';
import { isObject } from '../json/kinds.js';
import type { Violation } from './violation.js';

/** Predicates of the protocol itself begin with it; clients may not send them (Spec 03 §2.3). */
export const reservedPrefix = '_manglecp_';

/** The facts with a reserved name, whatever else is wrong with them (C-16). */
export function checkReserved(facts: readonly Json[]): Violation[] {
  const violations: Violation[] = [];
  for (const [index, fact] of facts.entries()) {
    const name = nameOf(fact);
    if (name?.startsWith(reservedPrefix)) violations.push(reservedViolation(index, name));
  }
  return violations;
}

export function reservedViolation(index: number, name: string): Violation {
  return {
    fact_index: index,
    predicate: clip(name),
    issue: 'reserved_predicate',
    message: `names that begin with \`${reservedPrefix}\` are reserved`,
  };
}

/** The name, in either form of a fact. */
function nameOf(fact: Json): string | undefined {
  if (!isObject(fact)) return undefined;
  const { pred, head } = fact;
  const name = pred === undefined && isObject(head) ? head['predicate'] : pred;
  return typeof name === 'string' ? name : undefined;
}
