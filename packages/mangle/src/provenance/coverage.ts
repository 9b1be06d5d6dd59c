import type { Evaluation } from '../engine/evaluation.js';
import type { Rule } from '../program/program.js';
import { printClause } from '../syntax/print-source.js';
import { type RuleEntry, rulesOf } from './rules-of.js';
import { Solver } from './solver.js';
import { premiseText } from './premise-text.js';
import { type EvaluationView, viewOf } from './view.js';

/** What a rule did in an evaluation. */
export interface RuleCoverage {
  readonly rule: Rule;
  readonly status: CoverageStatus;
  /** Solutions of the body that differ in some variable. */
  readonly solutions: number;
  /** Premises, as written, that can be satisfied together; all of them if the rule fired. */
  readonly satisfied: number;
  /** False if counting ended at the limit: there may be more solutions, or some after all. */
  readonly isExhaustive: boolean;
}

/**
 * `fired`: the body has a solution. `partial`: a beginning of the body has, but the premise behind it kills it. `dead`:
 * not even the first premise holds. `deferred`: the rule runs only for what is asked.
 */
export type CoverageStatus = 'fired' | 'partial' | 'dead' | 'deferred';

export interface CoverageOptions {
  /** Steps of the search for one rule. 1,000,000 if absent. */
  readonly maxSteps?: number;
  /** Counting ends at so many solutions of one rule; 1 tells whether it fired at all. All of them if absent. */
  readonly maxSolutions?: number;
  /** The rules of the evaluation's program that are looked at; all of them if absent. */
  readonly rules?: readonly Rule[];
}

/**
 * Which rules of a program did anything in an evaluation, in source order. Nothing was counted while it ran: each rule
 * is tried once more over the facts there are, its premises as they are written.
 */
export function coverage(
  evaluation: Evaluation,
  { maxSteps = 1_000_000, maxSolutions = Infinity, rules }: CoverageOptions = {},
): RuleCoverage[] {
  const view = viewOf(evaluation);
  const all = rulesOf(evaluation.program).all();
  const entries = rules === undefined ? all : rules.flatMap(({ index }) => all[index] ?? []);
  return entries.map((entry) => coverageOf(entry, view, { maxSteps, maxSolutions }));
}

function coverageOf(
  entry: RuleEntry,
  view: EvaluationView,
  { maxSteps, maxSolutions }: Required<Omit<CoverageOptions, 'rules'>>,
): RuleCoverage {
  const { rule } = entry;
  const blank = { rule, solutions: 0, satisfied: 0, isExhaustive: true };
  if (view.predicate(rule.predicate).info.isDeferred) return { ...blank, status: 'deferred' };
  const solver = new Solver(entry.writtenPlan(new Set()), view);
  const fuel = { left: maxSteps };
  const seen = new Set<string>();
  let satisfied = 0;
  const onStuck = (depth: number): void => {
    satisfied = Math.max(satisfied, depth);
  };
  solver.start();
  let outcome = solver.next(fuel, onStuck);
  for (; outcome === 'solution'; outcome = solver.next(fuel, onStuck)) {
    seen.add(solver.plan.variables.map(({ register }) => solver.registers[register]).join());
    if (seen.size >= maxSolutions) break;
  }
  const isExhaustive = outcome === 'done';
  if (seen.size > 0) {
    return { rule, status: 'fired', solutions: seen.size, satisfied: rule.premises.length, isExhaustive };
  }
  return { ...blank, status: satisfied === 0 ? 'dead' : 'partial', satisfied, isExhaustive };
}

/** A table of the rules that did nothing, and how many fired. */
export function renderCoverage(rules: readonly RuleCoverage[]): string {
  const fired = rules.filter(({ status }) => status === 'fired').length;
  const lines = rules.flatMap((each) => {
    if (each.status === 'fired' || each.status === 'deferred') return [];
    const { rule, satisfied, status, isExhaustive } = each;
    const premise = rule.premises[satisfied];
    const killer = premise === undefined ? '' : `  stops at ${premiseText(premise, [])}`;
    return [
      `${status.padEnd(7)}  ${printClause(rule.clause)}`,
      `       ${killer}${isExhaustive ? '' : ' (within the limit)'}`,
    ];
  });
  const deferred = rules.filter(({ status }) => status === 'deferred').length;
  const onDemand = deferred === 0 ? '' : `, ${deferred} run only on demand`;
  return [`${fired} of ${rules.length} rules fired${onDemand}`, ...lines].join('\n');
}

/** What each rule did, as data for other programs. */
export interface JsonCoverage {
  readonly rule: string;
  readonly status: CoverageStatus;
  readonly solutions: number;
  /** The premise that kills it, as written; only for rules that did not fire. */
  readonly stopsAt?: string;
  readonly isExhaustive: boolean;
}

export function coverageToJson(rules: readonly RuleCoverage[]): JsonCoverage[] {
  return rules.map(({ rule, status, solutions, satisfied, isExhaustive }) => {
    const premise = rule.premises[satisfied];
    return {
      rule: printClause(rule.clause),
      status,
      solutions,
      ...(premise === undefined ? {} : { stopsAt: premiseText(premise, []) }),
      isExhaustive,
    };
  });
}
