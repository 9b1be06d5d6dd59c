import type { Evaluation } from '../engine/evaluation.js';
import type { Premise, Rule } from '../program/program.js';
import { equalValues } from '../value/compare.js';
import type { Value } from '../value/value.js';
import {
  type CheckFuel,
  CheckTooLong,
  cover,
  extensions,
  solutions,
  unify,
  type Values,
  valueOf,
} from './check-body.js';
import { groupRows, groupValues } from './check-group.js';
import { CheckModel } from './check-model.js';
import { premiseText, valuesOf } from './premise-text.js';
import type { FailureReason, RuleFailure, WhyNot } from './why-not-result.js';

export interface WhyNotCheckOptions {
  /** Solutions of bodies that are looked through for one rule. 100,000 if absent. */
  readonly maxSteps?: number;
}

/** What a check found. */
export interface WhyNotCheck {
  readonly isValid: boolean;
  /** What is wrong, in words. */
  readonly problems: readonly string[];
  /** Rules whose failure was confirmed. */
  readonly failures: number;
  /** Rules for which it would take too long to confirm that no other bindings come further. */
  readonly tooLong: number;
}

/**
 * Confirms an answer to "why not", without the search that made it, by the definition in `WhyNot`: nothing matches the
 * goal; every rule of the predicate is accounted for; under the bindings of a failure, which agree with the goal, the
 * premises before the failing one hold and that one has no solution; the reason is true; and if the failure is
 * exhaustive, no bindings at all satisfy that many premises. The same for each explanation of a missing premise.
 */
export function checkWhyNot(evaluation: Evaluation, whyNot: WhyNot, options: WhyNotCheckOptions = {}): WhyNotCheck {
  return new WhyNotChecker(evaluation, options).check(whyNot);
}

/** Checks many answers about one evaluation. */
export class WhyNotChecker {
  readonly #model: CheckModel;
  readonly #maxSteps: number;
  #problems: string[] = [];
  #failures = 0;
  #tooLong = 0;

  constructor(evaluation: Evaluation, { maxSteps = 100_000 }: WhyNotCheckOptions = {}) {
    this.#model = new CheckModel(evaluation, () => false);
    this.#maxSteps = maxSteps;
  }

  check(whyNot: WhyNot): WhyNotCheck {
    this.#problems = [];
    this.#failures = 0;
    this.#tooLong = 0;
    this.#checkGoal(whyNot);
    const problems = this.#problems;
    return { isValid: problems.length === 0, problems, failures: this.#failures, tooLong: this.#tooLong };
  }

  #checkGoal(whyNot: WhyNot): void {
    const { predicate, args, verdict, fact, rules, omittedRules } = whyNot;
    const isKnown = this.#model.program.predicates.has(predicate);
    if (verdict === 'unknown' || verdict === 'unasked') {
      if (isKnown === (verdict === 'unknown')) this.#problems.push(`${predicate}: it is not ${verdict}`);
      return;
    }
    if (verdict === 'holds') {
      if (fact === undefined || !this.#model.holds(fact) || !fits(fact.args, whyNot)) {
        this.#problems.push(`${predicate}: it does not hold`);
      }
      return;
    }
    if (this.#model.matching(predicate, args).some((found) => fits(found.args, whyNot))) {
      this.#problems.push(`${predicate}: it does hold`);
    }
    const all = this.#model.program.rules.filter((rule) => rule.predicate === predicate);
    if (rules.length + omittedRules !== all.length) this.#problems.push(`${predicate}: a rule is not accounted for`);
    for (const failure of rules) this.#checkFailure(whyNot, failure);
  }

  #checkFailure(whyNot: WhyNot, failure: RuleFailure): void {
    const { rule, reason } = failure;
    this.#failures++;
    try {
      const problem = reason.kind === 'head' ? this.#headProblem(whyNot, failure) : this.#problemOf(whyNot, failure);
      if (problem !== undefined) this.#problems.push(`${whyNot.predicate}, rule ${rule.index + 1}: ${problem}`);
    } catch (error) {
      if (!(error instanceof CheckTooLong)) throw error;
      this.#tooLong++;
    }
    if (reason.kind === 'missing' && reason.why !== undefined) this.#checkGoal(reason.why);
  }

  #headProblem({ args }: WhyNot, { rule, reason }: RuleFailure): string | undefined {
    const plain = rule.args.map((arg, at) => ({ arg, value: args[at] })).filter(({ arg }) => arg.kind !== 'apply');
    const [terms, values] = [plain.map(({ arg }) => arg), plain.map(({ value }) => value)];
    const isPossible = unify(terms, values, new Map(), this.#model) !== undefined && reason.kind === 'head';
    return isPossible ? 'the head does match' : undefined;
  }

  #problemOf(whyNot: WhyNot, failure: RuleFailure): string | undefined {
    const { rule, satisfied, bindings, reason } = failure;
    const start = this.#headValues(rule, whyNot.args);
    if (start === undefined) return 'the head does not match';
    const premise = rule.premises[satisfied];
    if (reason.kind === 'result' || reason.kind === 'replaced' || premise === undefined) {
      return this.#resultProblem(whyNot, failure, start);
    }
    const values = valuesOf(bindings);
    if (![...start].every(([name, value]) => isEqual(values.get(name), value)))
      return 'the bindings differ from the goal';
    const broken = rule.premises.slice(0, satisfied).find((each) => !this.#holds(each, values));
    if (broken !== undefined) return `${premiseText(broken, bindings)} does not hold`;
    if (extensions(premise, values, this.#model).length > 0) return `${premiseText(premise, bindings)} does hold`;
    return this.#reasonProblem(premise, reason, values) ?? this.#depthProblem(failure, start);
  }

  /** The variables of the head that the goal determines; keys only, for an aggregation. */
  #headValues({ args, grouping }: Rule, goal: readonly (Value | undefined)[]): Values | undefined {
    const isInBody = (name: string): boolean => grouping === undefined || grouping.keys.includes(name);
    const terms = args.map((arg) => (arg.kind === 'variable' && !isInBody(arg.name) ? undefined : arg));
    const known = terms.flatMap((term, at) => (term === undefined || term.kind === 'apply' ? [] : [{ term, at }]));
    return unify(
      known.map(({ term }) => term),
      known.map(({ at }) => goal[at]),
      new Map(),
      this.#model,
    );
  }

  /** Whether a premise holds as it stands, whatever its `_` are. */
  #holds(premise: Premise, values: Values): boolean {
    return extensions(premise, values, this.#model).some((extended) =>
      [...extended.keys()].every((name) => values.has(name) || name.startsWith('_')),
    );
  }

  #depthProblem({ rule, satisfied, isExhaustive }: RuleFailure, start: Values): string | undefined {
    if (!isExhaustive) return undefined;
    const fuel: CheckFuel = { left: this.#maxSteps };
    const further = solutions(rule.premises.slice(0, satisfied + 1), start, this.#model, fuel);
    return further.length === 0 ? undefined : 'other bindings come further';
  }

  #reasonProblem(premise: Premise, reason: FailureReason, values: Values): string | undefined {
    switch (reason.kind) {
      case 'missing':
        return this.#matches(premise, reason.predicate, reason.args, values) ? 'a fact is there' : undefined;
      case 'present':
        if (!this.#model.holds(reason.fact) || premise.kind !== 'atom' || !premise.isNegated) return 'it is not there';
        return unify(premise.args, reason.fact.args, values, this.#model) === undefined ? 'it is another' : undefined;
      case 'time': {
        const { window, covered } = reason;
        if (premise.kind !== 'temporal') return 'the premise has no time';
        const isCovered = window !== undefined && premise.window?.kind === 'throughout' && premise.binds === undefined;
        return isCovered && premise.args.every((arg) => valueOf(arg, values, this.#model)) && cover(covered, window)
          ? 'the window is covered'
          : undefined;
      }
      case 'false':
        return premise.kind === 'compare' || premise.kind === 'builtin' ? undefined : 'the premise is no test';
      default:
        return undefined;
    }
  }

  /** Whether some fact matches the arguments that a missing fact is said to have, or they are not those of the premise. */
  #matches(premise: Premise, predicate: string, args: readonly (Value | undefined)[], values: Values): boolean {
    if (premise.kind !== 'atom' && premise.kind !== 'temporal') return true;
    const isPremise = premise.args.every((arg, at) => {
      const [value, said] = [valueOf(arg, values, this.#model), args[at]];
      return value === undefined ? said === undefined : isEqual(value, said);
    });
    if (!isPremise || premise.predicate !== predicate) return true;
    // A variable that stands twice keeps facts from matching that agree with the known arguments.
    return this.#model.matching(predicate, args).some((fact) => unify(premise.args, fact.args, values, this.#model));
  }

  /** All premises hold, but no solution gives the goal. */
  #resultProblem(whyNot: WhyNot, failure: RuleFailure, start: Values): string | undefined {
    const { rule, reason, isExhaustive } = failure;
    const fuel: CheckFuel = { left: this.#maxSteps };
    const found = isExhaustive ? solutions(rule.premises, start, this.#model, fuel) : [];
    const heads = this.#heads(rule, found);
    if (reason.kind === 'replaced') {
      const lattice = this.#model.program.predicates.get(rule.predicate)?.lattice;
      return lattice !== undefined && this.#model.holds(reason.by) ? undefined : 'nothing replaced it';
    }
    if (heads.some((head) => fits(head, whyNot))) return 'the rule does derive it';
    if (reason.kind !== 'result' || !isExhaustive) return undefined;
    return heads.some((head) => fits(head, { args: reason.args, variables: [] }))
      ? undefined
      : 'the rule does not come to that';
  }

  #heads(rule: Rule, found: readonly Values[]): readonly (readonly (Value | undefined)[])[] {
    const { grouping, args } = rule;
    const results =
      grouping === undefined
        ? found
        : groupRows(found, grouping).map((rows) => groupValues(rows, grouping, this.#model));
    return results.map((values) => args.map((arg) => valueOf(arg, values, this.#model)));
  }
}

/** Whether a fact is one that a goal asks for: the same values, and one for each variable. */
function fits(found: readonly (Value | undefined)[], { args, variables }: Pick<WhyNot, 'args' | 'variables'>): boolean {
  const isOne = (name: string | undefined, at: number): boolean =>
    name === undefined || variables.indexOf(name) === at || isEqual(found[variables.indexOf(name)], found[at]);
  return args.every((arg, at) => arg === undefined || isEqual(arg, found[at])) && variables.every(isOne);
}

function isEqual(a: Value | undefined, b: Value | undefined): boolean {
  return a !== undefined && b !== undefined && equalValues(a, b);
}
