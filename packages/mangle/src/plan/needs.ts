import type { Instant, IntervalSide, Premise, PredicateKey, PredicateInfo } from '../program/program.js';
import { isAnonymous, variablesOf, variablesOfAll } from '../program/variables.js';
import type { Term } from '../syntax/ast.js';

/** What a premise asks of the premises before it, and what it gives to those after it. */
export interface Needs {
  /** Variables that must have a value first. */
  readonly needs: ReadonlySet<string>;
  /** Variables that have a value afterwards. */
  readonly gives: ReadonlySet<string>;
  /** True if evaluating it can fail, so that premises written before it must have had their say. */
  readonly isPartial: boolean;
}

/** The predicates that must be asked with their inputs; all others are plain relations for the rule at hand. */
export type OnDemand = (predicate: PredicateKey) => PredicateInfo | undefined;

export function needsOf(premise: Premise, onDemand: OnDemand): Needs {
  switch (premise.kind) {
    case 'atom':
      return premise.isNegated
        ? negatedNeeds(premise.args, onDemand(premise.predicate))
        : atomNeeds(premise.args, onDemand(premise.predicate));
    case 'temporal':
      return temporalNeeds(premise);
    case 'compare':
      return compareNeeds(premise);
    case 'builtin':
      return builtinNeeds(premise);
  }
}

function negatedNeeds(args: readonly Term[], info: PredicateInfo | undefined): Needs {
  const needs = new Set<string>();
  for (const { name } of variablesOfAll(args)) if (!isAnonymous(name)) needs.add(name);
  return { needs, gives: new Set(), isPartial: canFail(args, info) };
}

function atomNeeds(args: readonly Term[], info: PredicateInfo | undefined): Needs {
  const needs = new Set<string>();
  const gives = new Set<string>();
  args.forEach((arg, at) => {
    if (arg.kind === 'variable' && info?.mode?.[at] !== '+') gives.add(arg.name);
    else addNames(arg, needs);
  });
  return { needs, gives, isPartial: canFail(args, info) };
}

/** What is asked on demand has rules of its own that may fail, or a host that is not to be asked without need. */
function canFail(args: readonly Term[], info: PredicateInfo | undefined): boolean {
  return info !== undefined || args.some(hasCall);
}

function temporalNeeds(premise: Extract<Premise, { kind: 'temporal' }>): Needs {
  const { needs, gives, isPartial } = atomNeeds(premise.args, undefined);
  const all = { needs: new Set(needs), gives: new Set(gives), isPartial };
  if (premise.window !== undefined) {
    for (const instant of [premise.window.from, premise.window.to]) addInstant(instant, all.needs);
  }
  if (premise.binds !== undefined) {
    for (const side of [premise.binds.start, premise.binds.end]) addSide(side, all.gives);
  }
  return all;
}

function addInstant(instant: Instant, into: Set<string>): void {
  if (instant.kind === 'variable') into.add(instant.name);
}

function addSide(side: IntervalSide, into: Set<string>): void {
  if (side.kind === 'equals') addInstant(side.instant, into);
}

/** Either side of an equality may be the one that gets its value from the other. */
function compareNeeds({ operator, left, right }: Extract<Premise, { kind: 'compare' }>): Needs {
  const needs = new Set(variablesOfAll([left, right]).map(({ name }) => name));
  const isPartial = hasCall(left) || hasCall(right) || (operator !== '=' && operator !== '!=');
  return { needs, gives: new Set(), isPartial };
}

function builtinNeeds({ builtin, args, isNegated }: Extract<Premise, { kind: 'builtin' }>): Needs {
  const needs = new Set<string>();
  const gives = new Set<string>();
  args.forEach((arg, at) => {
    if (builtin.modes[at] === '-' && arg.kind === 'variable' && (!isNegated || isAnonymous(arg.name))) {
      if (!isNegated) gives.add(arg.name);
    } else addNames(arg, needs);
  });
  return { needs, gives, isPartial: true };
}

function addNames(term: Term, into: Set<string>): void {
  for (const { name } of variablesOf(term)) into.add(name);
}

/** These only put values together, which they can do with any. */
const constructors: ReadonlySet<string> = new Set(['fn:list', 'fn:map', 'fn:pair', 'fn:struct', 'fn:tuple']);

/** Whether a term has a function that may fail. */
function hasCall(term: Term): boolean {
  return term.kind === 'apply' && (!constructors.has(term.name) || term.args.some(hasCall));
}
