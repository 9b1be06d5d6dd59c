import type { Pack } from './pack/pack.js';
import type { Problem } from './pack/problem.js';
import { checkPlans } from './rules/check-plans.js';
import { createRuleSet } from './rules/create-rule-set.js';

/**
 * What is wrong with a pack beyond what its files say: a base that cannot be evaluated, plans that cannot be carried out.
 * It asks external predicates as a server does that starts.
 */
export async function checkServing(pack: Pack): Promise<readonly Problem[]> {
  const made = await createRuleSet(pack);
  if ('problems' in made) return made.problems;
  await made.rules.close();
  return checkPlans(pack);
}
