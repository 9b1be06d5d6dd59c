import type {
  AtomPremise,
  PredicateInfo,
  PredicateKey,
  Program,
  Rule,
  TemporalPremise,
} from '../../program/program.js';
import { columnTypes } from '../../types/infer.js';
import type { Type } from '../../types/type.js';
import { type Producers, producersOf } from './producers.js';

/** What the lints share: the program and a few indexes over it. */
export interface LintContext {
  readonly program: Program;
  /** Facts and rules of each predicate that has some. */
  readonly producers: ReadonlyMap<PredicateKey, Producers>;
  /** The types of the columns of each predicate. */
  readonly types: ReadonlyMap<PredicateKey, readonly Type[]>;
  /** Which predicates of a recursive stratum belong together; a predicate outside recursion is absent. */
  readonly recursion: ReadonlyMap<PredicateKey, number>;
}

export function createLintContext(program: Program): LintContext {
  const recursion = new Map<PredicateKey, number>();
  program.strata.forEach(({ predicates, isRecursive }, index) => {
    if (isRecursive) for (const key of predicates) recursion.set(key, index);
  });
  return { program, producers: producersOf(program), types: columnTypes(program), recursion };
}

/** A positive premise that is answered from stored facts, plain or temporal. */
export type StoredPremise = AtomPremise | TemporalPremise;

export function storedPremises(rule: Rule): StoredPremise[] {
  return rule.premises.filter(
    (premise): premise is StoredPremise =>
      premise.kind === 'temporal' || (premise.kind === 'atom' && !premise.isNegated),
  );
}

/** Descriptors that say the facts come from outside the program. */
const hostDescriptors = new Set(['extensional', 'external', 'direction', 'mode', 'open', 'reflects']);

/** True if the declaration itself says that the host supplies the facts. */
export function isSuppliedByHost(info: PredicateInfo): boolean {
  if (info.isExternal) return true;
  return (info.decl?.descr ?? []).some(({ predicate }) => hostDescriptors.has(predicate));
}
