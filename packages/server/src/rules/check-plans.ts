import type { PredicateKey } from '@manglecp/mangle';
import { ProtocolError } from '@manglecp/protocol';
import { relation, textOf } from '../facts/relation.js';
import { readPlan } from '../macro/read-plan.js';
import { PlanFault } from '../macro/unusable.js';
import type { Pack } from '../pack/pack.js';
import { fileProblem, type Problem } from '../pack/problem.js';
import { givenFacts } from './slice-program.js';

const parts = [relation('macro_step', 4), relation('macro_param', 4), relation('macro_output', 2)];

/** Nobody asks for these plans, and nobody keeps them. */
const nobody = { intent: '', evalTime: 0n, issuedAtMs: 0, standing: '', keepsTemplates: false };

/** What of a plan may come from rules, and then cannot be missed among its facts. */
const stepKey: PredicateKey = 'macro_step/4';

/**
 * Plans that nobody could carry out, as far as facts alone make them. Whatever an answer has beside such a tool, it fails
 * as a whole, so that it is better seen before somebody asks. What rules make is seen only then.
 */
export async function checkPlans(pack: Pack): Promise<readonly Problem[]> {
  const { program, baseFacts, actions, policyDigest } = pack;
  const given = await givenFacts(program, baseFacts);
  const hasStepRules = program.rules.some(({ predicate }) => predicate === stepKey);
  const names = new Set(parts.flatMap((part) => part.all(given).flatMap(([macro]) => textOf(macro) ?? [])));
  return [...names].flatMap((name) => {
    try {
      readPlan(given, name, { ...nobody, policyDigest, actions });
      return [];
    } catch (error) {
      const fault = error instanceof ProtocolError ? error.cause : undefined;
      if (!(fault instanceof PlanFault)) throw error;
      // Facts to bind come with requests, and steps may come from rules.
      const isOpen = fault.lacks === 'fact' || (fault.lacks === 'step' && hasStepRules);
      return isOpen ? [] : [{ ...fileProblem('bad-plan', 'domain', fault.message), severity: 'warning' as const }];
    }
  });
}
