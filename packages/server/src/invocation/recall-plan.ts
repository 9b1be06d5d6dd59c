import { ProtocolError } from '@manglecp/protocol';
import type { Plan } from '../macro/plan.js';
import type { Owner } from '../bounds/owner.js';
import type { MacroStore } from '../stores/macro-store.js';
import { expired } from './check-validity.js';

/**
 * The plan that was issued to this principal under this id (SEC-045). Throws `macro_expired` while it is known to have
 * lapsed, and `macro_not_found` for every other id: never issued, evicted and another principal's are not told apart.
 */
export async function recallPlan(macros: MacroStore, owner: Owner, macroId: string): Promise<Plan> {
  const recalled = await macros.get(owner, macroId);
  switch (recalled.kind) {
    case 'kept':
      return recalled.plan;
    case 'expired':
      throw expired();
    case 'unknown':
      throw notFound();
  }
}

/** The same for a plan that there is not and for one that nobody may learn of. */
export function notFound(): ProtocolError {
  return new ProtocolError('macro_not_found', 'no macro-tool with this id is kept for you; evaluate the intent again');
}
