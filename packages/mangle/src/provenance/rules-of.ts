import { deferredGroups } from '../plan/deferred-groups.js';
import { planProgram } from '../plan/program-plan.js';
import { volatileRules } from '../plan/volatile.js';
import type { PredicateKey, Program, Rule } from '../program/program.js';
import type { Value } from '../value/value.js';
import { noValue } from '../value/value-id.js';
import { type OrderInfo, orderInfo, searchOrder } from './rule-order.js';
import { headVariables, planRule, type RulePlan } from './rule-plan.js';

/** A constant in the head of a rule; its id is the same in all evaluations. */
export interface HeadConstant {
  readonly column: number;
  readonly value: Value;
  readonly id: number;
}

/** A rule with what the search has found out about it; shared by all evaluations of its program. */
export class RuleEntry {
  readonly rule: Rule;
  /** The columns of the head that are constants: most rules of a predicate can be passed over by them. */
  readonly constants: readonly HeadConstant[];
  /** Kept here, since rules have many shapes, which makes it slow to read their properties. */
  readonly isGrouping: boolean;
  readonly index: number;
  readonly #program: Program;
  readonly #isSameComponent: (predicate: PredicateKey) => boolean;
  readonly #plans = new Map<string, RulePlan>();
  readonly #boundColumns: ReadonlySet<number>;
  readonly #boundNames: readonly string[];
  #info: OrderInfo | undefined;
  /** The magnitudes of the relations that the last plan suits, one for each premise. */
  readonly #magnitudes: number[] = [];
  #last: RulePlan | undefined;
  /** Plans by magnitudes, one character for each premise. */
  readonly #bySize = new Map<string, RulePlan>();

  constructor(rule: Rule, program: Program, isSameComponent: (predicate: PredicateKey) => boolean) {
    this.rule = rule;
    this.isGrouping = rule.grouping !== undefined;
    this.index = rule.index;
    this.#program = program;
    this.#isSameComponent = isSameComponent;
    const { constants } = planProgram(program);
    this.constants = rule.args.flatMap((arg, column): HeadConstant[] =>
      arg.kind === 'constant' ? [{ column, value: arg.value, id: constants.find(arg.value) ?? noValue }] : [],
    );
    const variables = headVariables(rule);
    this.#boundColumns = new Set(variables.map(([column]) => column));
    this.#boundNames = variables.map(([, name]) => name);
  }

  /**
   * A plan for the proof of a known fact, in an order that suits the sizes of the relations. Only their magnitudes
   * (base 2) count, which most evaluations of a program have in common.
   */
  searchPlan(magnitudeOf: (predicate: PredicateKey) => number): RulePlan {
    this.#info ??= orderInfo(this.rule, this.#program);
    const { premises } = this.#info;
    let isSame = this.#last !== undefined;
    for (let at = 0; at < premises.length; at++) {
      const predicate = premises[at]?.predicate;
      const magnitude = predicate === undefined ? 0 : magnitudeOf(predicate);
      if (magnitude === this.#magnitudes[at]) continue;
      this.#magnitudes[at] = magnitude;
      isSame = false;
    }
    if (isSame && this.#last !== undefined) return this.#last;
    const key = String.fromCharCode(...this.#magnitudes);
    let plan = this.#bySize.get(key);
    if (plan === undefined) {
      plan = this.#plan(searchOrder(this.#info, this.#boundNames, this.#magnitudes), this.#boundColumns);
      this.#bySize.set(key, plan);
    }
    this.#last = plan;
    return plan;
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

/**
 * The rules of one predicate, in source order. Where many have a constant in the same place of their heads, the few
 * that can derive a fact are found by it.
 */
export class RuleList {
  readonly entries: readonly RuleEntry[];
  /** The column whose value selects rules; -1 if none does. */
  readonly column: number;
  /** By the id of the constant in that column. */
  readonly #byConstant = new Map<number, RuleEntry[]>();
  readonly #others: readonly RuleEntry[];

  constructor(entries: readonly RuleEntry[]) {
    this.entries = entries;
    this.column = entries.length < minSelective ? -1 : selectiveColumn(entries);
    const idOf = ({ constants }: RuleEntry): number | undefined =>
      constants.find(({ column }) => column === this.column)?.id;
    const others: RuleEntry[] = [];
    for (const entry of entries) {
      const id = idOf(entry);
      if (id === undefined) {
        others.push(entry);
        for (const some of this.#byConstant.values()) some.push(entry);
      } else {
        const some = this.#byConstant.get(id);
        if (some === undefined) this.#byConstant.set(id, [...others, entry]);
        else some.push(entry);
      }
    }
    this.#others = others;
  }

  /** The rules that may derive a fact with this value in the selecting column. */
  for(id: number): readonly RuleEntry[] {
    return this.#byConstant.get(id) ?? this.#others;
  }
}

const minSelective = 8;

/** The column in which the most heads have a constant. */
function selectiveColumn(entries: readonly RuleEntry[]): number {
  const counts = new Map<number, number>();
  for (const { constants } of entries) {
    for (const { column } of constants) counts.set(column, (counts.get(column) ?? 0) + 1);
  }
  let best = -1;
  for (const [column, count] of counts) if (count > (counts.get(best) ?? 0)) best = column;
  return best;
}

/** The rules of a program by the predicate they derive. */
export class ProgramRules {
  readonly #lists = new Map<PredicateKey, RuleList>();
  readonly #all: readonly RuleEntry[];
  readonly #components = new Map<PredicateKey, number>();
  readonly #merging = new Set<number>();
  readonly #program: Program;
  readonly #steady = new Map<PredicateKey, readonly PredicateKey[] | undefined>();
  #volatile: ReadonlySet<number> | undefined;

  constructor(program: Program) {
    this.#program = program;
    for (const { predicates } of program.strata) this.#addComponent(predicates, program);
    for (const { predicates } of deferredGroups(program)) this.#addComponent(predicates, program);
    this.#all = program.rules.map(
      (rule) => new RuleEntry(rule, program, (other) => this.areTogether(rule.predicate, other)),
    );
    const entries = new Map<PredicateKey, RuleEntry[]>();
    for (const entry of this.#all) {
      const known = entries.get(entry.rule.predicate);
      if (known === undefined) entries.set(entry.rule.predicate, [entry]);
      else known.push(entry);
    }
    for (const [predicate, some] of entries) this.#lists.set(predicate, new RuleList(some));
  }

  of(predicate: PredicateKey): RuleList {
    return this.#lists.get(predicate) ?? noRules;
  }

  /** All rules, in source order. */
  all(): readonly RuleEntry[] {
    return this.#all;
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

  /** The temporal predicates of a recursion in which one may cover windows of another, itself included; else none. */
  coveringTogether(predicate: PredicateKey): readonly PredicateKey[] {
    const component = this.#components.get(predicate);
    const isCovering = ({ rule }: RuleEntry): boolean =>
      this.#components.get(rule.predicate) === component &&
      rule.premises.some(
        (each) =>
          each.kind === 'temporal' &&
          each.predicate !== rule.predicate &&
          this.#components.get(each.predicate) === component,
      );
    if (component === undefined || !this.#all.some(isCovering)) return [];
    return [...this.#components].flatMap(([key, number]) =>
      number === component && this.#program.predicates.get(key)?.isTemporal === true ? [key] : [],
    );
  }

  /**
   * The predicates whose facts decide how the facts of this one are proved, itself included; undefined if more than
   * facts decides it: the time, or what the host says.
   */
  steadyBelow(predicate: PredicateKey): readonly PredicateKey[] | undefined {
    if (!this.#steady.has(predicate)) this.#steady.set(predicate, this.#findSteadyBelow(predicate));
    return this.#steady.get(predicate);
  }

  #findSteadyBelow(predicate: PredicateKey): readonly PredicateKey[] | undefined {
    this.#volatile ??= volatileRules(this.#program, () => false);
    const found = new Set([predicate]);
    for (const each of found) {
      const info = this.#program.predicates.get(each);
      if (info === undefined || info.isDeferred || info.isExternal) return undefined;
      for (const { rule } of this.of(each).entries) {
        if (this.#volatile.has(rule.index)) return undefined;
        for (const premise of rule.premises) {
          if (premise.kind === 'atom' || premise.kind === 'temporal') found.add(premise.predicate);
        }
      }
    }
    return [...found];
  }

  #addComponent(predicates: readonly PredicateKey[], program: Program): void {
    const number = this.#components.size;
    for (const key of predicates) this.#components.set(key, number);
    if (predicates.some((key) => program.predicates.get(key)?.lattice !== undefined)) this.#merging.add(number);
  }
}

const noRules = new RuleList([]);

const known = new WeakMap<Program, ProgramRules>();

export function rulesOf(program: Program): ProgramRules {
  let rules = known.get(program);
  if (rules === undefined) {
    rules = new ProgramRules(program);
    known.set(program, rules);
  }
  return rules;
}
