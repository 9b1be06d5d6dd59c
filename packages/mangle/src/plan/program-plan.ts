import type { PredicateInfo, PredicateKey, Program, Rule } from '../program/program.js';
import { compileRule, onDemand, type RuleContext, type Variant } from './compile-rule.js';
import { deferredGroups } from './deferred-groups.js';
import { demandKey, demandRules, inputColumns } from './demand.js';
import { needsOf } from './needs.js';
import type { SizeOf } from './order.js';
import { type Accumulation, accumulationOf } from './accumulation.js';
import { constantsOf } from './constants.js';
import type { Plan } from './plan.js';
import type { ValueTable } from '../store/value-table.js';

/** What a relation has to know about its predicate. */
export type PredicateShape = Pick<PredicateInfo, 'key' | 'arity' | 'isTemporal' | 'lattice'> & {
  /** The predicate that it helps to derive, if it is none of the program's. */
  readonly helps?: PredicateKey;
};

/** All that evaluations of one program share: its components, and the plans of their rules, made when first wanted. */
export interface ProgramPlan {
  /** Every relation an evaluation needs, those of demands and their auxiliaries included; the places are their numbers. */
  readonly shapes: readonly PredicateShape[];
  readonly numbers: ReadonlyMap<PredicateKey, number>;
  /** Dependencies first. */
  readonly components: readonly ComponentPlan[];
  readonly deferred: readonly DeferredPlan[];
  /** The deferred and external predicates. */
  readonly asked: readonly PredicateInfo[];
  /** The predicates whose rows may die while they are derived: lattices, and those that are derived together with one. */
  readonly mortal: ReadonlySet<PredicateKey>;
  /** The values that rules and bulk facts name; evaluations build on it, so that their ids are the same in all. */
  readonly constants: ValueTable;
}

/** Predicates that are evaluated together to a fixpoint, with their rules. */
export interface ComponentPlan {
  readonly predicates: readonly PredicateKey[];
  /** Their numbers. */
  readonly numbers: readonly number[];
  readonly rules: readonly RulePlan[];
  /** Where merged and other predicates are derived together. */
  readonly mixture: Mixture | undefined;
}

/** The two kinds of predicates of a component with a lattice in which not all are merged. */
export interface Mixture {
  /** The numbers of those that are merged. */
  readonly merged: readonly number[];
  /** The numbers of the others: what they say may rest on a value that is replaced later. */
  readonly others: readonly number[];
}

export interface DeferredPlan {
  /** The deferred predicates of the group. */
  readonly predicates: readonly PredicateKey[];
  /** Their fixpoint; it has demand and auxiliary predicates beside them. */
  readonly component: ComponentPlan;
}

/** An atom of a rule's body, plain or temporal. */
export interface BodyAtom {
  /** Its place among the premises. */
  readonly at: number;
  readonly predicate: PredicateKey;
  readonly isNegated: boolean;
  /** Whether neither it nor a premise before it can fail. Without facts of others a rule has no solution, but may fail. */
  readonly isSafe: boolean;
}

/** A rule and its plans. A plan is made when it is first wanted, for the sizes that predicates have then, and kept. */
export class RulePlan {
  readonly rule: Rule;
  readonly atoms: readonly BodyAtom[];
  /** The places of the premises that grow while the rule's component is evaluated. */
  readonly growing: readonly number[];
  /** How the groups of an aggregation can be brought up to date, if they can. */
  readonly accumulation: Accumulation | undefined;
  readonly #context: Omit<RuleContext, 'sizeOf'>;
  #full: Plan | undefined;
  /** By place and range. */
  readonly #driven: (Plan | undefined)[] = [];
  readonly #bound = new Map<string, Plan>();

  constructor(rule: Rule, context: Omit<RuleContext, 'sizeOf'>, isOnlyRule: boolean) {
    this.rule = rule;
    this.accumulation = isOnlyRule ? accumulationOf(rule, context.predicates) : undefined;
    this.#context = context;
    const firstPartial = rule.premises.findIndex((each) => needsOf(each, (key) => onDemand(key, context)).isPartial);
    this.atoms = rule.premises.flatMap((premise, at) => {
      if (premise.kind !== 'atom' && premise.kind !== 'temporal') return [];
      const isNegated = premise.kind === 'atom' && premise.isNegated;
      return [{ at, predicate: premise.predicate, isNegated, isSafe: firstPartial === -1 || at < firstPartial }];
    });
    this.growing = this.atoms.filter(({ predicate }) => context.growing.has(predicate)).map(({ at }) => at);
  }

  /** All solutions. */
  full(sizeOf: SizeOf): Plan {
    return (this.#full ??= this.#plan(sizeOf, {}));
  }

  /** The solutions in which the premise at a place reads what changed; of an aggregation their keys or rows. */
  driven(at: number, range: DrivenRange, sizeOf: SizeOf): Plan {
    const place = at * drivenRanges.length + drivenRanges.indexOf(range);
    return (this.#driven[place] ??= this.#planDriven(at, range, sizeOf));
  }

  /** The solutions for given values of some variables. With `isOld` those of the base. */
  bound(variables: readonly string[], sizeOf: SizeOf, isOld = false): Plan {
    const key = `${isOld} ${variables.join()}`;
    let plan = this.#bound.get(key);
    if (plan === undefined) {
      plan = this.#plan(sizeOf, { bound: variables, isOld });
      this.#bound.set(key, plan);
    }
    return plan;
  }

  #planDriven(at: number, range: DrivenRange, sizeOf: SizeOf): Plan {
    const premise = this.rule.premises[at];
    if (premise === undefined) throw new RangeError(`the rule has no premise ${at}`);
    const { from, isOld } = rangesDriven[range];
    const gives = this.accumulation === undefined ? 'keys' : 'rows';
    return this.#plan(sizeOf, { driver: { premise, range: from }, isOld, gives });
  }

  #plan(sizeOf: SizeOf, variant: Variant): Plan {
    return compileRule(this.rule, { ...this.#context, sizeOf }, variant);
  }
}

/** What drives a plan, and whether its other premises read the base as it was. */
const rangesDriven = {
  /** What the last round brought. */
  recent: { from: 'recent', isOld: false },
  /** What was added, for new solutions. */
  added: { from: 'added', isOld: false },
  /** What is gone, for new solutions (of negations). */
  gone: { from: 'gone', isOld: false },
  /** What was added, for solutions that are lost (of negations). */
  'added, old': { from: 'added', isOld: true },
  /** What is gone, for solutions that are lost. */
  'gone, old': { from: 'gone', isOld: true },
  /** What the last round took away, for solutions that are lost. */
  'doomed, old': { from: 'doomed', isOld: true },
} as const;

export type DrivenRange = keyof typeof rangesDriven;

const drivenRanges = Object.keys(rangesDriven) as DrivenRange[];

const planned = new WeakMap<Program, ProgramPlan>();

/** The plan of a program; one program is planned once for all its evaluations. */
export function planProgram(program: Program): ProgramPlan {
  let plan = planned.get(program);
  if (plan === undefined) {
    plan = createPlan(program);
    planned.set(program, plan);
  }
  return plan;
}

function createPlan(program: Program): ProgramPlan {
  const shapes: PredicateShape[] = [];
  const numbers = new Map<PredicateKey, number>();
  const declare = (shape: PredicateShape): void => void numbers.set(shape.key, shapes.push(shape) - 1);
  for (const info of program.predicates.values()) declare(info);
  const asked = [...program.predicates.values()].filter((info) => info.isDeferred || info.isExternal);
  for (const info of asked) {
    const { length } = inputColumns(info);
    declare({ key: demandKey(info.key, length), arity: length, isTemporal: false, helps: info.key });
  }
  const components = program.strata.map(({ predicates, rules }): ComponentPlan => {
    const own = rules.flatMap((at) => program.rules[at] ?? []);
    return withMixture(componentOf(predicates, own, program, numbers), program);
  });
  const deferred = deferredGroups(program).map(({ predicates, rules }): DeferredPlan => {
    const { rules: made, auxiliary } = demandRules(rules, new Set(predicates), program.predicates);
    for (const shape of auxiliary) declare(shape);
    const demands = predicates.flatMap((key) => demandKeyOf(key, program));
    const members = [...predicates, ...demands, ...auxiliary.map(({ key }) => key)];
    return { predicates, component: componentOf(members, made, program, numbers) };
  });
  const mortal = new Set([...program.predicates.values()].flatMap(({ key, lattice }) => (lattice ? [key] : [])));
  for (const { predicates, mixture } of components) if (mixture) for (const key of predicates) mortal.add(key);
  return { shapes, numbers, components, deferred, asked, mortal, constants: constantsOf(program) };
}

function withMixture(component: ComponentPlan, program: Program): ComponentPlan {
  const isMerged = (key: PredicateKey): boolean => program.predicates.get(key)?.lattice !== undefined;
  const { predicates, numbers } = component;
  const merged = numbers.filter((_, at) => isMerged(predicates[at] ?? ''));
  if (merged.length === 0 || merged.length === numbers.length) return component;
  const others = numbers.filter((number) => !merged.includes(number));
  return { ...component, mixture: { merged, others } };
}

/** INVARIANT: all its predicates have a number. */
function componentOf(
  predicates: readonly PredicateKey[],
  rules: readonly Rule[],
  program: Program,
  numbers: ReadonlyMap<PredicateKey, number>,
): ComponentPlan {
  const context = { predicates: program.predicates, registry: program.registry, growing: new Set(predicates) };
  const counts = new Map<PredicateKey, number>();
  for (const { predicate } of rules) counts.set(predicate, (counts.get(predicate) ?? 0) + 1);
  return {
    predicates,
    numbers: predicates.map((key) => numbers.get(key) ?? -1),
    rules: rules.map((rule) => new RulePlan(rule, context, counts.get(rule.predicate) === 1)),
    mixture: undefined,
  };
}

function demandKeyOf(key: PredicateKey, { predicates }: Program): PredicateKey[] {
  const info = predicates.get(key);
  return info === undefined ? [] : [demandKey(key, inputColumns(info).length)];
}
