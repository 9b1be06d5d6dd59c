import { compileRule, type RuleContext } from '../plan/compile-rule.js';
import type { PredicateKey, Premise, Rule } from '../program/program.js';
import type { Relation } from '../store/relation.js';
import type { Database } from './database.js';
import { type Emit, Task, type TaskContext } from './task.js';

/** Predicates that are evaluated together to a fixpoint: a stratum, or a group of deferred predicates. */
export interface Component {
  readonly predicates: readonly PredicateKey[];
  readonly relations: readonly Relation[];
  /** Each rule over all known rows, for the first round. */
  readonly full: readonly Task[];
  /** Each rule once for each premise that grows, reading the last round's rows there. */
  readonly recent: readonly Task[];
}

export function createComponent(
  predicates: readonly PredicateKey[],
  rules: readonly Rule[],
  rulesContext: Omit<RuleContext, 'growing'>,
  database: Database,
  tasks: { readonly context: TaskContext; readonly emit: Emit },
): Component {
  const growing = new Set(predicates);
  const context: RuleContext = { ...rulesContext, growing };
  const create = (rule: Rule, recent?: Premise): Task =>
    new Task(compileRule(rule, context, recent === undefined ? {} : { recent }), tasks.context, tasks.emit);
  return {
    predicates,
    relations: predicates.map((key) => database.facts(key).rows),
    full: rules.map((rule) => create(rule)),
    recent: rules.flatMap((rule) =>
      rule.premises.filter((premise) => grows(premise, growing)).map((premise) => create(rule, premise)),
    ),
  };
}

function grows(premise: Premise, growing: ReadonlySet<PredicateKey>): boolean {
  if (premise.kind === 'temporal') return growing.has(premise.predicate);
  return premise.kind === 'atom' && !premise.isNegated && growing.has(premise.predicate);
}
