import type { PredicateInfo, PredicateKey, Premise, Program, Rule } from '../program/program.js';
import { compileRule } from './compile-rule.js';
import { type DeferredGroup, deferredGroups } from './deferred-groups.js';
import { demandKey, demandRules, inputColumns } from './demand.js';
import type { Plan } from './plan.js';

/** All plans of a program. They depend on no facts, so one program is planned once for all its evaluations. */
export interface ProgramPlan {
  /** One for each stratum, in order. */
  readonly strata: readonly ComponentPlan[];
  readonly deferred: readonly DeferredPlan[];
}

/** Plans for predicates that are evaluated together to a fixpoint. */
export interface ComponentPlan {
  readonly predicates: readonly PredicateKey[];
  /** Each rule over all known rows, for the first round. */
  readonly full: readonly Plan[];
  /** Each rule once for each premise that grows, reading the last round's rows there. */
  readonly recent: readonly Plan[];
}

export interface DeferredPlan {
  /** The deferred predicates of the group. */
  readonly predicates: readonly PredicateKey[];
  /** Their fixpoint; it has demand and auxiliary predicates beside them. */
  readonly component: ComponentPlan;
  readonly auxiliary: readonly Pick<PredicateInfo, 'key' | 'arity' | 'isTemporal'>[];
}

const planned = new WeakMap<Program, ProgramPlan>();

export function planProgram(program: Program): ProgramPlan {
  let plan = planned.get(program);
  if (plan === undefined) {
    plan = {
      strata: program.strata.map(({ predicates, rules }) =>
        planComponent(
          predicates,
          rules.flatMap((at) => program.rules[at] ?? []),
          program,
        ),
      ),
      deferred: deferredGroups(program).map((group) => planDeferred(group, program)),
    };
    planned.set(program, plan);
  }
  return plan;
}

function planComponent(predicates: readonly PredicateKey[], rules: readonly Rule[], program: Program): ComponentPlan {
  const growing = new Set(predicates);
  const context = { predicates: program.predicates, registry: program.registry, growing };
  return {
    predicates,
    full: rules.map((rule) => compileRule(rule, context)),
    recent: rules.flatMap((rule) =>
      rule.premises
        .filter((premise) => grows(premise, growing))
        .map((recent) => compileRule(rule, context, { recent })),
    ),
  };
}

function planDeferred({ predicates, rules }: DeferredGroup, program: Program): DeferredPlan {
  const demands = predicates.flatMap((key) => {
    const info = program.predicates.get(key);
    return info === undefined ? [] : [demandKey(key, inputColumns(info).length)];
  });
  const { rules: made, auxiliary } = demandRules(rules, new Set(predicates), program.predicates);
  const members = [...predicates, ...demands, ...auxiliary.map(({ key }) => key)];
  return { predicates, component: planComponent(members, made, program), auxiliary };
}

function grows(premise: Premise, growing: ReadonlySet<PredicateKey>): boolean {
  if (premise.kind === 'temporal') return growing.has(premise.predicate);
  return premise.kind === 'atom' && !premise.isNegated && growing.has(premise.predicate);
}
