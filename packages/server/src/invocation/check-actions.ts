import type { Plan } from '../macro/plan.js';
import type { Action } from '../pack/pack.js';
import { StepFailure } from './step-failure.js';

/**
 * Why a plan cannot be run with these actions; nothing if it can. Asked before the first step, because half a plan may
 * be worse than none. A reload may have changed the actions since the plan was made: those of steps that are not
 * optional must still be there, and no effect may have come that was not declared with the plan (INV-045).
 */
export function checkActions(
  { steps, effects }: Pick<Plan, 'steps' | 'effects'>,
  actions: ReadonlyMap<string, Action>,
): StepFailure | undefined {
  for (const { action: name, isOptional } of steps) {
    const action = actions.get(name);
    if (action === undefined && !isOptional) return new StepFailure(`there is no action \`${name}\``, undefined);
    const excess = action?.effects.find((effect) => effect !== 'none' && !effects.includes(effect));
    if (excess !== undefined) {
      return new StepFailure(`\`${name}\` may do more than was declared`, new Error(`effect ${excess}`));
    }
  }
  return undefined;
}
