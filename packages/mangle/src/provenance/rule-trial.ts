import { BuiltinError } from '../builtins/define.js';
import type { Fact } from '../engine/evaluation.js';
import type { Instant, Premise, TemporalPremise } from '../program/program.js';
import { isAnonymous } from '../program/variables.js';
import type { Term } from '../syntax/ast.js';
import { equalValues } from '../value/compare.js';
import type { Value } from '../value/value.js';
import { groupHead, groupsOf, termValue } from './groups.js';
import { type IdPattern, misspellings, nearestFacts } from './nearest.js';
import type { Binding, Interval } from './proof.js';
import { headVariables, type RuleStep } from './rule-plan.js';
import type { RuleEntry } from './rules-of.js';
import { type Fuel, Solver } from './solver.js';
import type { EvaluationView } from './view.js';
import type { FailureReason, RuleFailure } from './why-not-result.js';

export interface TrialContext {
  readonly view: EvaluationView;
  readonly maxSteps: number;
}

/** The state in which a rule came furthest: what its variables were, and what went wrong then. */
interface Furthest {
  readonly satisfied: number;
  readonly values: ReadonlyMap<string, Value>;
  readonly failure: string | undefined;
}

type FactPremise = Pick<TemporalPremise, 'predicate' | 'args'>;

/** Intervals that are shown of what is covered. */
const maxIntervals = 10;

/** Tries one rule for a goal that nothing matches, and finds out how far it comes. */
export class RuleTrial {
  readonly #entry: RuleEntry;
  readonly #view: EvaluationView;
  readonly #fuel: Fuel;

  constructor(entry: RuleEntry, { view, maxSteps }: TrialContext) {
    this.#entry = entry;
    this.#view = view;
    this.#fuel = { left: maxSteps };
  }

  /**
   * @param pattern the known arguments of the goal
   * @param variables the goal's variables; one that stands twice must have one value
   */
  run(pattern: IdPattern, variables: readonly (string | undefined)[]): RuleFailure {
    const { rule } = this.#entry;
    const mismatch = this.#headMismatch(pattern);
    if (mismatch !== undefined) {
      return { rule, satisfied: 0, bindings: [], reason: mismatch, isExhaustive: true };
    }
    const known = headVariables(rule).filter(([column]) => column < rule.args.length && pattern[column] !== undefined);
    const plan = this.#entry.writtenPlan(new Set(known.map(([column]) => column)));
    const solver = new Solver(plan, this.#view);
    for (const { column, register } of plan.bound) solver.registers[register] = pattern[column] ?? 0;
    solver.start();
    return rule.grouping === undefined
      ? this.#tryRule(solver, pattern, variables)
      : this.#tryGroups(solver, pattern, variables);
  }

  /** A constant of the head that differs from the goal, or a variable that would need two values. */
  #headMismatch(pattern: IdPattern): FailureReason | undefined {
    const { rule, constants } = this.#entry;
    const { table } = this.#view;
    const differs = (column: number, value: Value): boolean => {
      const id = pattern[column];
      return id !== undefined && !equalValues(table.get(id), value);
    };
    for (const { column, value } of constants) {
      if (differs(column, value)) return { kind: 'head', argument: column, found: value };
    }
    const values = new Map<string, Value>();
    for (const [column, arg] of rule.args.entries()) {
      const id = pattern[column];
      if (arg.kind !== 'variable' || id === undefined) continue;
      const value = values.get(arg.name) ?? table.get(id);
      if (differs(column, value)) return { kind: 'head', argument: column, found: value };
      values.set(arg.name, value);
    }
    return undefined;
  }

  #tryRule(solver: Solver, pattern: IdPattern, variables: readonly (string | undefined)[]): RuleFailure {
    const { rule } = this.#entry;
    let furthest: Furthest | undefined;
    let result: RuleFailure | undefined;
    const onStuck = (depth: number): void => {
      if (furthest === undefined || depth > furthest.satisfied) furthest = this.#furthest(solver, depth);
    };
    for (;;) {
      const outcome = solver.next(this.#fuel, onStuck);
      if (outcome !== 'solution') {
        const isExhaustive = outcome === 'done';
        if (result !== undefined) return { ...result, isExhaustive };
        return this.#failureOf(furthest ?? this.#furthest(solver, 0), isExhaustive);
      }
      if (result?.reason.kind === 'replaced') continue;
      const reason = this.#resultOf(solver, pattern, variables);
      if (result !== undefined && reason.kind !== 'replaced') continue;
      const { values } = this.#furthest(solver, rule.premises.length);
      result = { rule, satisfied: rule.premises.length, bindings: named(values), reason, isExhaustive: true };
    }
  }

  /** All premises hold: the head must come to something else, or a better fact took its place. */
  #resultOf(solver: Solver, pattern: IdPattern, variables: readonly (string | undefined)[]): FailureReason {
    const { plan, registers } = solver;
    if (!solver.call(plan.headCalls)) return { kind: 'failed', message: solver.failure ?? '' };
    const { arity } = this.#view.predicate(plan.rule.predicate).info;
    const ids = new Array<number>(arity).fill(0);
    for (const { column, register } of [...plan.bound, ...plan.head]) {
      if (column < arity) ids[column] = registers[register] ?? 0;
    }
    const args = ids.map((id) => this.#view.table.get(id));
    const isGoal = ids.every((id, at) => pattern[at] === undefined || pattern[at] === id) && agrees(ids, variables);
    const rival = isGoal ? this.#rivalOf(ids) : undefined;
    return rival === undefined ? { kind: 'result', args } : { kind: 'replaced', by: rival };
  }

  /** The fact that agrees on what determines the value that a lattice predicate keeps. */
  #rivalOf(ids: readonly number[]): Fact | undefined {
    const facts = this.#view.predicate(this.#entry.rule.predicate);
    const { lattice } = facts.info;
    if (lattice === undefined) return undefined;
    const lookup = facts.lookup(lattice.sources);
    const key = lattice.sources.map((column) => ids[column] ?? 0);
    for (let row = lookup.first(key); row !== -1; row = lookup.next(row)) {
      if (!facts.isDead(row)) return this.#view.factAt(facts, row);
    }
    return undefined;
  }

  #tryGroups(solver: Solver, pattern: IdPattern, variables: readonly (string | undefined)[]): RuleFailure {
    const { rule } = this.#entry;
    const goal = pattern.map((id) => (id === undefined ? undefined : this.#view.table.get(id)));
    const satisfied = rule.premises.length;
    try {
      const groups = groupsOf(solver, this.#view, this.#fuel);
      const [group] = groups ?? [];
      if (groups !== undefined && group === undefined) return this.#withoutRows(solver, pattern, variables);
      if (group !== undefined) {
        const near = groups?.find((each) => this.#shares(groupHead(rule, each, this.#view), goal)) ?? group;
        const args = groupHead(rule, near, this.#view).slice(0, rule.args.length);
        const bindings = [...near.values].map(([variable, value]): Binding => ({ variable, value }));
        return { rule, satisfied, bindings, reason: { kind: 'result', args }, isExhaustive: true };
      }
      const message = 'the group has too many rows to be looked through here';
      return { rule, satisfied, bindings: [], reason: { kind: 'failed', message }, isExhaustive: false };
    } catch (error) {
      if (!(error instanceof BuiltinError)) throw error;
      return { rule, satisfied, bindings: [], reason: { kind: 'failed', message: error.message }, isExhaustive: true };
    }
  }

  /** Whether the first argument that the goal knows is that of the head. */
  #shares(head: readonly Value[], goal: readonly (Value | undefined)[]): boolean {
    const at = goal.findIndex((value) => value !== undefined);
    const [value, known] = [head[at], goal[at]];
    return value !== undefined && known !== undefined && equalValues(value, known);
  }

  /** A group without rows: the body fails like that of any rule. */
  #withoutRows(solver: Solver, pattern: IdPattern, variables: readonly (string | undefined)[]): RuleFailure {
    for (const { column, register } of solver.plan.bound) solver.registers[register] = pattern[column] ?? 0;
    solver.start();
    return this.#tryRule(solver, pattern, variables);
  }

  #furthest({ plan, registers, failure }: Solver, satisfied: number): Furthest {
    const values = new Map<string, Value>();
    const set = new Set(plan.bound.map(({ register }) => register));
    for (const step of plan.steps.slice(0, satisfied)) for (const register of boundBy(step)) set.add(register);
    for (const { variable, register } of plan.variables) {
      if (set.has(register)) values.set(variable, this.#view.table.get(registers[register] ?? 0));
    }
    return { satisfied, values, failure };
  }

  #failureOf(furthest: Furthest, isExhaustive: boolean): RuleFailure {
    const { rule } = this.#entry;
    const { satisfied, values, failure } = furthest;
    const premise = rule.premises[satisfied];
    const reason: FailureReason =
      failure !== undefined || premise === undefined
        ? { kind: 'failed', message: failure ?? 'the rule was not tried' }
        : this.#reasonOf(premise, values);
    return { rule, satisfied, bindings: named(values), reason, isExhaustive };
  }

  #reasonOf(premise: Premise, values: ReadonlyMap<string, Value>): FailureReason {
    switch (premise.kind) {
      case 'atom':
        return premise.isNegated
          ? this.#presence(premise.predicate, this.#pattern(premise.args, values))
          : this.#missing(premise, values);
      case 'temporal':
        return this.#timeReason(premise, values);
      case 'compare':
        return { kind: 'false', values: this.#pattern([premise.left, premise.right], values) };
      case 'builtin':
        return { kind: 'false', values: this.#pattern(premise.args, values) };
    }
  }

  #missing({ predicate, args: terms }: FactPremise, values: ReadonlyMap<string, Value>): FailureReason {
    const args = this.#pattern(terms, values);
    const variables = terms.map((term) =>
      term.kind === 'variable' && !isAnonymous(term.name) && !values.has(term.name) ? term.name : undefined,
    );
    const facts = this.#view.predicate(predicate);
    const nearest = nearestFacts(this.#view, facts, this.#ids(args));
    return { kind: 'missing', predicate, args, variables, nearest, misspelled: misspellings(this.#view, facts, args) };
  }

  #presence(predicate: string, args: readonly (Value | undefined)[]): FailureReason {
    const [row] = this.#rowsOf(predicate, args, 1);
    if (row === undefined) return { kind: 'failed', message: 'the premise was not tried' };
    return { kind: 'present', fact: this.#view.factAt(this.#view.predicate(predicate), row) };
  }

  #timeReason(premise: TemporalPremise, values: ReadonlyMap<string, Value>): FailureReason {
    const { predicate, window } = premise;
    const args = this.#pattern(premise.args, values);
    const rows = this.#rowsOf(predicate, args, 1000);
    if (rows.length === 0) return this.#missing(premise, values);
    const facts = this.#view.predicate(predicate);
    const covered = merged(rows.flatMap((row) => this.#view.factAt(facts, row).interval ?? [])).slice(0, maxIntervals);
    const [from, to] = [window?.from, window?.to].map((bound) => this.#instant(bound, values));
    if (from === undefined || to === undefined) return { kind: 'time', covered };
    const isTurned = window?.isUnordered === true && from > to;
    return { kind: 'time', window: isTurned ? { start: to, end: from } : { start: from, end: to }, covered };
  }

  #instant(instant: Instant | undefined, values: ReadonlyMap<string, Value>): bigint | undefined {
    if (instant === undefined) return undefined;
    if (instant.kind === 'time') return instant.nanos;
    if (instant.kind === 'now') return BigInt.asIntN(64, this.#view.now + instant.offset);
    const value = values.get(instant.name);
    if (value?.kind === 'time') return value.nanos;
    return value?.kind === 'number' ? value.value : undefined;
  }

  /** The rows that match, live ones, up to a number. */
  #rowsOf(predicate: string, args: readonly (Value | undefined)[], limit: number): number[] {
    const facts = this.#view.predicate(predicate);
    const ids = this.#ids(args);
    const columns = ids.flatMap((id, column) => (id === undefined ? [] : [column]));
    const found: number[] = [];
    if (columns.length === 0) {
      for (let row = 0; row < facts.end && found.length < limit; row++) if (!facts.isDead(row)) found.push(row);
      return found;
    }
    const lookup = facts.lookup(columns);
    let row = lookup.first(columns.map((column) => ids[column] ?? 0));
    for (; row !== -1 && found.length < limit; row = lookup.next(row)) if (!facts.isDead(row)) found.push(row);
    return found;
  }

  #ids(args: readonly (Value | undefined)[]): IdPattern {
    return args.map((value) => (value === undefined ? undefined : this.#view.table.intern(value)));
  }

  /** Terms under the values; undefined where a variable is free or a function cannot be computed. */
  #pattern(terms: readonly Term[], values: ReadonlyMap<string, Value>): (Value | undefined)[] {
    const context = { registry: this.#view.program.registry, now: this.#view.now };
    return terms.map((term) => {
      if (term.kind === 'variable') return values.get(term.name);
      return term.kind === 'wildcard' ? undefined : termValue(term, (name) => values.get(name), context);
    });
  }
}

/** The registers that a step fills for good. */
function boundBy({ kind, binds, left, outputs }: RuleStep): number[] {
  if (kind === 'assign') return [left];
  const bound = outputs.filter((output) => output.kind === 'bind');
  return [...binds, ...bound].map(({ register }) => register);
}

function named(values: ReadonlyMap<string, Value>): Binding[] {
  return [...values].flatMap(([variable, value]) => (isAnonymous(variable) ? [] : [{ variable, value }]));
}

/** Whether a variable that stands twice in the goal has one value. */
function agrees(ids: readonly number[], variables: readonly (string | undefined)[]): boolean {
  return variables.every((name, at) => name === undefined || ids[variables.indexOf(name)] === ids[at]);
}

/** The union of intervals, in order of time. */
function merged(intervals: readonly Interval[]): Interval[] {
  const union: { start: bigint; end: bigint }[] = [];
  for (const { start, end } of intervals.toSorted((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : 0))) {
    const last = union.at(-1);
    if (last === undefined || start > last.end + 1n) union.push({ start, end });
    else if (end > last.end) last.end = end;
  }
  return union;
}
