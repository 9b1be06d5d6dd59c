import type { BodyAtom, ComponentPlan, DeferredPlan, ProgramPlan, RulePlan } from '../plan/program-plan.js';
import type { PredicateKey, Program, Rule } from '../program/program.js';
import type { Base } from './base.js';

/** What a program's requests have to know about it: who is concerned when the facts of a predicate change. */
export interface RevisionPlan {
  /** By place in `ProgramPlan.components`. */
  readonly components: readonly ComponentRevision[];
  /** All rules that changes have an effect on. */
  readonly rules: readonly TriggeredRule[];
  /** The components, by place, with rules that run in every request. */
  readonly volatile: readonly number[];
  /** The component of each predicate, by the predicate's number. */
  readonly componentOf: readonly (number | undefined)[];
  /** The components that read a predicate, by the predicate's number. */
  readonly readers: readonly (readonly number[])[];
  /** The deferred groups whose answers may change with a predicate, by the predicate's number. */
  readonly groups: readonly (readonly DeferredPlan[])[];
  /** The components that ask a group. */
  readonly askers: ReadonlyMap<DeferredPlan, readonly number[]>;
}

export interface ComponentRevision {
  readonly plan: ComponentPlan;
  /** Rules that are not part of the base: they run in every request. */
  readonly volatile: readonly RulePlan[];
  readonly steady: readonly RulePlan[];
  /** Whether it is derived anew when anything it reads changes, since what changes cannot be told from what changed. */
  readonly isRebuilt: boolean;
  /** Whether its rules read its own predicates. */
  readonly isRecursive: boolean;
  /** The steady rules without grouping, each with the premises through which changes elsewhere have an effect on it. */
  readonly plain: readonly TriggeredRule[];
  /** The same for rules with grouping. */
  readonly grouped: readonly TriggeredRule[];
}

export interface TriggeredRule {
  readonly rule: RulePlan;
  /** Its place among all of them. */
  readonly place: number;
  readonly triggers: readonly Trigger[];
  /** The numbers of the predicates without whose facts the rule has nothing to do. */
  readonly needed: readonly number[];
}

/** A premise that reads another component. */
export interface Trigger {
  readonly at: number;
  /** The number of its predicate. */
  readonly number: number;
  readonly isNegated: boolean;
  /** Whether the rule has nothing to do without facts of it: it has no solution and cannot fail. */
  readonly isNeeded: boolean;
}

/** What a base has no facts of. */
export interface Gaps {
  /** 1 for predicates without facts, by number. */
  readonly predicates: Uint8Array;
  /** 1 for rules that have no solution there since a premise has no facts, by place. */
  readonly rules: Uint8Array;
  /** For each rule, by place, the premises of other components that it needs and that have no facts. */
  readonly triggers: readonly (readonly Trigger[])[];
}

const known = new WeakMap<Base, Gaps>();

/** What a base has no facts of; found out once. INVARIANT: a base belongs to one plan. */
export function gapsOf(base: Base, { rules }: RevisionPlan): Gaps {
  let gaps = known.get(base);
  if (gaps === undefined) {
    const predicates = Uint8Array.from(base.facts, ({ rows }) => (rows.limit === 0 ? 1 : 0));
    const isGap = (number: number): boolean => predicates[number] === 1;
    gaps = {
      predicates,
      rules: Uint8Array.from(rules, ({ needed }) => (needed.some(isGap) ? 1 : 0)),
      triggers: rules.map(({ triggers }) => triggers.filter(({ isNeeded, number }) => isNeeded && isGap(number))),
    };
    known.set(base, gaps);
  }
  return gaps;
}

export function planRevision(program: Program, plan: ProgramPlan, volatile: ReadonlySet<number>): RevisionPlan {
  const numberOf = (key: PredicateKey): number => plan.numbers.get(key) ?? -1;
  const rules: TriggeredRule[] = [];
  const components = plan.components.map((component) => reviseComponent(component, program, numberOf, volatile, rules));
  const componentOf: (number | undefined)[] = [];
  const readers: number[][] = plan.shapes.map(() => []);
  components.forEach((component, at) => {
    for (const number of component.plan.numbers) componentOf[number] = at;
    for (const key of readBy(component.plan, program)) readers[numberOf(key)]?.push(at);
  });
  const volatileComponents = components.flatMap((component, at) => (component.volatile.length > 0 ? [at] : []));
  return { components, rules, volatile: volatileComponents, componentOf, readers, ...planGroups(program, plan) };
}

function reviseComponent(
  plan: ComponentPlan,
  program: Program,
  numberOf: (key: PredicateKey) => number,
  volatile: ReadonlySet<number>,
  rules: TriggeredRule[],
): ComponentRevision {
  const steady = plan.rules.filter(({ rule }) => !volatile.has(rule.index));
  const isLattice = plan.predicates.some((key) => program.predicates.get(key)?.lattice !== undefined);
  const own = new Set(plan.predicates);
  // What is asked on demand has no facts before.
  const isPlain = (key: PredicateKey): boolean => {
    const info = program.predicates.get(key);
    return info?.isExternal === false && !info.isDeferred;
  };
  const triggered = steady.map((rule): TriggeredRule => {
    const read = rule.atoms.filter(({ predicate }) => !own.has(predicate));
    const isNeeded = ({ predicate, isNegated, isSafe }: BodyAtom): boolean =>
      isSafe && !isNegated && isPlain(predicate);
    const each: TriggeredRule = {
      rule,
      place: rules.length,
      triggers: read.map((atom) => {
        const { at, predicate, isNegated } = atom;
        return { at, number: numberOf(predicate), isNegated, isNeeded: isNeeded(atom) };
      }),
      needed: rule.atoms.filter(isNeeded).map(({ predicate }) => numberOf(predicate)),
    };
    rules.push(each);
    return each;
  });
  return {
    plan,
    steady,
    volatile: plan.rules.filter(({ rule }) => volatile.has(rule.index)),
    isRebuilt: isLattice || steady.some(({ rule }) => hasHiddenKey(rule)),
    isRecursive: plan.rules.some(({ growing }) => growing.length > 0),
    plain: triggered.filter(({ rule }) => rule.rule.grouping === undefined),
    grouped: triggered.filter(({ rule }) => rule.rule.grouping !== undefined),
  };
}

/** A group that the head does not tell: its old facts cannot be told from those of others. */
function hasHiddenKey({ grouping, args }: Rule): boolean {
  return grouping?.keys.some((key) => !args.some((arg) => arg.kind === 'variable' && arg.name === key)) === true;
}

/** The predicates that the rules of a component read, without its own. */
function readBy({ predicates, rules }: ComponentPlan, program: Program): Set<PredicateKey> {
  const read = new Set<PredicateKey>();
  for (const { rule } of rules) for (const key of predicatesOf(rule)) read.add(key);
  for (const key of predicates) {
    const merge = program.predicates.get(key)?.lattice?.merge;
    if (merge !== undefined) read.add(merge);
  }
  for (const key of predicates) read.delete(key);
  return read;
}

function predicatesOf({ premises }: Rule): PredicateKey[] {
  return premises.flatMap((premise) =>
    premise.kind === 'atom' || premise.kind === 'temporal' ? [premise.predicate] : [],
  );
}

function planGroups(program: Program, plan: ProgramPlan): Pick<RevisionPlan, 'groups' | 'askers'> {
  const groupOf = new Map(plan.deferred.flatMap((group) => group.predicates.map((key) => [key, group] as const)));
  const groups: DeferredPlan[][] = plan.shapes.map(() => []);
  for (const group of plan.deferred) {
    for (const key of reachedBy(group, groupOf, program)) groups[plan.numbers.get(key) ?? -1]?.push(group);
  }
  const askers = new Map<DeferredPlan, number[]>(plan.deferred.map((group) => [group, []]));
  plan.components.forEach((component, at) => {
    for (const key of readBy(component, program)) {
      const group = groupOf.get(key);
      if (group !== undefined) askers.get(group)?.push(at);
    }
  });
  return { groups, askers };
}

/** All predicates that a group's rules read, through other groups, too; the group's own included. */
function reachedBy(
  group: DeferredPlan,
  groupOf: ReadonlyMap<PredicateKey, DeferredPlan>,
  program: Program,
): Set<PredicateKey> {
  const reached = new Set<PredicateKey>(group.predicates);
  for (const key of reached) {
    if (!groupOf.has(key)) continue;
    for (const rule of program.rules) {
      if (rule.predicate === key) for (const read of predicatesOf(rule)) reached.add(read);
    }
  }
  return reached;
}
