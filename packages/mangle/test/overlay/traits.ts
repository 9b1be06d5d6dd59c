import type { Fact } from '../../src/engine/evaluation.js';
import type { Externals } from '../../src/engine/external.js';
import type { Program } from '../../src/program/program.js';
import type { CaseFact, RequestStep } from '../generate/overlay-case.js';
import { factKey, fromScratch, type Result } from './outcome.js';
import type { ReadCase } from './read-case.js';

/** What a triple of program, base and request is like. */
export type Trait = (typeof traits)[number];
export type Traits = ReadonlySet<Trait>;

export const traits = [
  'retracts',
  'recursive',
  'temporal',
  'base facts removed',
  'lattice',
  'deferred',
  'external',
  'other now',
  'fact of the base again',
  'fails',
] as const;

interface Measured {
  readonly read: ReadCase;
  readonly program: Program;
  readonly run: { readonly current: readonly CaseFact[]; readonly hasRemoved: boolean };
  readonly now: bigint;
  readonly externals: Externals;
  readonly expected: Result;
  readonly step: RequestStep;
}

export async function measure({ read, program, run, now, externals, expected, step }: Measured): Promise<Traits> {
  const found = new Set<Trait>();
  if (run.hasRemoved) found.add('base facts removed');
  if (step.days !== 0) found.add('other now');
  if (step.facts.some((fact) => run.current.includes(fact))) found.add('fact of the base again');
  if (expected.evaluation === undefined) return found.add('fails');
  const facts = expected.evaluation.facts();
  const present = new Set(facts.map(({ predicate }) => predicate));
  const has = (test: (key: string) => boolean | undefined): boolean => [...present].some((key) => test(key) === true);
  if (hasTemporalRule(program, present)) found.add('temporal');
  if (has((key) => program.predicates.get(key)?.isExternal)) found.add('external');
  if (has((key) => program.predicates.get(key)?.lattice !== undefined)) found.add('lattice');
  if ([...program.predicates.values()].some(({ isDeferred, isExternal }) => isDeferred && !isExternal)) {
    found.add('deferred');
  }
  const recursive = program.strata.filter(({ isRecursive }) => isRecursive).flatMap(({ predicates }) => predicates);
  if (recursive.some((key) => present.has(key))) found.add('recursive');
  const base = await fromScratch(program, run.current.map(read.inputOf), { now, externals });
  if (retracts(program, base, facts)) found.add('retracts');
  return found;
}

/** Facts alone are not enough: a rule must derive for a time, or ask about one. */
function hasTemporalRule({ rules }: Program, present: ReadonlySet<string>): boolean {
  return rules.some(
    ({ predicate, interval, premises }) =>
      (interval !== undefined && present.has(predicate)) ||
      premises.some((premise) => premise.kind === 'temporal' && present.has(premise.predicate)),
  );
}

/**
 * Whether a conclusion of the base is gone. More facts take something away only through negation and aggregation, and
 * through merging: programs with merged facts do not count, nor do intervals that became part of longer ones.
 */
function retracts(program: Program, base: Result, facts: readonly Fact[]): boolean {
  if (base.evaluation === undefined) return false;
  if ([...program.predicates.values()].some(({ lattice }) => lattice !== undefined)) return false;
  const kept = new Set(facts.map(factKey));
  return base.evaluation.facts().some((fact) => !kept.has(factKey(fact)) && !facts.some((each) => covers(each, fact)));
}

function covers(one: Fact, other: Fact): boolean {
  if (one.predicate !== other.predicate || one.interval === undefined || other.interval === undefined) return false;
  if (one.interval.start > other.interval.start || one.interval.end < other.interval.end) return false;
  return factKey({ ...one, interval: undefined }) === factKey({ ...other, interval: undefined });
}
