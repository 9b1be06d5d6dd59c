import type { FactInput, PredicateKey, Program, Rule } from '@manglecp/mangle';
import { readBy, rulesByHead } from '../pack/read-by.js';
import { keepRules } from './slice-program.js';

/** What is not known of the facts that a program will be asked over. */
export interface Ignorance {
  /** Predicates of which nothing is known, not even that there are no facts. */
  readonly unknown: ReadonlySet<PredicateKey>;
  /** Predicates whose facts are all given, whatever rules would say. */
  readonly given: ReadonlySet<PredicateKey>;
}

/**
 * The part of a program whose conclusions hold whatever the unknown facts are. Rules are left out if they read something
 * that rests on these where more facts could mean fewer conclusions: behind a negation, in a group, in a lattice, or by
 * the ends of an interval. INVARIANT: what this program derives without the unknown facts, the whole one derives with any.
 */
export function holdAnyway(program: Program, { unknown, given }: Ignorance): Program {
  const uncertain = restingOn(program, { unknown, given });
  const isLattice = (key: PredicateKey): boolean => program.predicates.get(key)?.lattice !== undefined;
  const grows = (premise: Rule['premises'][number]): boolean => {
    if (!('predicate' in premise) || !uncertain.has(premise.predicate)) return true;
    if (isLattice(premise.predicate)) return false;
    return premise.kind === 'atom' ? !premise.isNegated : premise.binds === undefined;
  };
  const isKept = (rule: Rule): boolean => {
    if (unknown.has(rule.predicate) || given.has(rule.predicate)) return false;
    const isUncertain = readBy(rule).some((key) => uncertain.has(key));
    return !isUncertain || (rule.grouping === undefined && !isLattice(rule.predicate) && rule.premises.every(grows));
  };
  const isGiven = ({ predicate }: { readonly predicate: PredicateKey }): boolean => given.has(predicate);
  const kept = keepRules(program, isKept);
  return {
    ...kept,
    facts: kept.facts.filter((fact) => !isGiven(fact)),
    batches: kept.batches.filter((batch) => !isGiven(batch)),
  };
}

/** Facts of the host, without those of predicates whose facts are given otherwise or are unknown. */
export function factsBeside(facts: readonly FactInput[], { unknown, given }: Ignorance): readonly FactInput[] {
  const keyOf = ({ predicate, args }: FactInput): PredicateKey => {
    return predicate.includes('/') ? predicate : `${predicate}/${args.length}`;
  };
  return facts.filter((each) => !unknown.has(keyOf(each)) && !given.has(keyOf(each)));
}

/** The unknown predicates and all that read them, at first or second hand. */
function restingOn(program: Program, { unknown, given }: Ignorance): ReadonlySet<PredicateKey> {
  const readers = new Map<PredicateKey, Set<PredicateKey>>();
  const note = (read: PredicateKey, reader: PredicateKey): void => {
    readers.set(read, (readers.get(read) ?? new Set()).add(reader));
  };
  for (const [head, rules] of rulesByHead(program.rules)) {
    const merge = program.predicates.get(head)?.lattice?.merge;
    for (const read of [...rules.flatMap(readBy), ...(merge === undefined ? [] : [merge])]) note(read, head);
  }
  const resting = new Set(unknown);
  // A set that grows is walked to its end.
  for (const key of resting) for (const reader of readers.get(key) ?? []) if (!given.has(reader)) resting.add(reader);
  return resting;
}
