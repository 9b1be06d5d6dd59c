import { deferredGroups } from '../plan/deferred-groups.js';
import type { PredicateKey, Program, Rule } from '../program/program.js';
import type { Value } from '../value/value.js';
import { type OrderInfo, orderInfo, searchOrder } from './rule-order.js';
import { headVariables, planRule, type RulePlan } from './rule-plan.js';

/** A rule with what the search has found out about it; shared by all evaluations of its program. */
export class RuleEntry {
  readonly rule: Rule;
  /** The columns of the head that are constants: most rules of a predicate can be passed over by them. */
  readonly constants: readonly { readonly column: number; readonly value: Value }[];
  readonly #program: Program;
  readonly #isSameComponent: (predicate: PredicateKey) => boolean;
  readonly #plans = new Map<string, RulePlan>();
  readonly #boundColumns: ReadonlySet<number>;
  readonly #boundNames: readonly string[];
  #info: OrderInfo | undefined;

  constructor(rule: Rule, program: Program, isSameComponent: (predicate: PredicateKey) => boolean) {
    this.rule = rule;
    this.#program = program;
    this.#isSameComponent = isSameComponent;
    this.constants = rule.args.flatMap((arg, column) =>
      arg.kind === 'constant' ? [{ column, value: arg.value }] : [],
    );
    const variables = headVariables(rule);
    this.#boundColumns = new Set(variables.map(([column]) => column));
    this.#boundNames = variables.map(([, name]) => name);
  }

  /** A plan for the proof of a known fact, in an order that suits the sizes of the relations. */
  searchPlan(sizeOf: (predicate: PredicateKey) => number): RulePlan {
    this.#info ??= orderInfo(this.rule, this.#program);
    return this.#plan(searchOrder(this.#info, this.#boundNames, sizeOf), this.#boundColumns);
  }

  /** A plan that takes the premises as they stand, with these columns of the head known. */
  writtenPlan(columns: ReadonlySet<number>): RulePlan {
    return this.#plan(
      this.rule.premises.map((_, at) => at),
      columns,
    );
  }

  #plan(order: readonly number[], columns: ReadonlySet<number>): RulePlan {
    const key = `${order.join()} ${[...columns].join()}`;
    let plan = this.#plans.get(key);
    if (plan === undefined) {
      const context = { program: this.#program, isSameComponent: this.#isSameComponent };
      plan = planRule(this.rule, context, order, columns);
      this.#plans.set(key, plan);
    }
    return plan;
  }
}

/** The rules of a program by the predicate they derive, in source order. */
export class ProgramRules {
  readonly #entries = new Map<PredicateKey, RuleEntry[]>();
  readonly #components = new Map<PredicateKey, number>();
  readonly #merging = new Set<number>();

  constructor(program: Program) {
    for (const { predicates } of program.strata) this.#addComponent(predicates, program);
    for (const { predicates } of deferredGroups(program)) this.#addComponent(predicates, program);
    for (const rule of program.rules) {
      const entry = new RuleEntry(rule, program, (other) => this.areTogether(rule.predicate, other));
      const entries = this.#entries.get(rule.predicate);
      if (entries === undefined) this.#entries.set(rule.predicate, [entry]);
      else entries.push(entry);
    }
  }

  of(predicate: PredicateKey): readonly RuleEntry[] {
    return this.#entries.get(predicate) ?? [];
  }

  all(): RuleEntry[] {
    return [...this.#entries.values()].flat().sort((a, b) => a.rule.index - b.rule.index);
  }

  /** Whether two predicates are derived in one fixpoint. */
  areTogether(one: PredicateKey, other: PredicateKey): boolean {
    const component = this.#components.get(one);
    return component !== undefined && component === this.#components.get(other);
  }

  /** Whether facts of the predicate's fixpoint may be replaced by better ones while it runs. */
  mayReplace(predicate: PredicateKey): boolean {
    return this.#merging.has(this.#components.get(predicate) ?? -1);
  }

  #addComponent(predicates: readonly PredicateKey[], program: Program): void {
    const number = this.#components.size;
    for (const key of predicates) this.#components.set(key, number);
    if (predicates.some((key) => program.predicates.get(key)?.lattice !== undefined)) this.#merging.add(number);
  }
}

const known = new WeakMap<Program, ProgramRules>();

export function rulesOf(program: Program): ProgramRules {
  let rules = known.get(program);
  if (rules === undefined) {
    rules = new ProgramRules(program);
    known.set(program, rules);
  }
  return rules;
}
