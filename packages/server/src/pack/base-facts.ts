import { compareText, fact, type FactInput } from '@manglecp/mangle';
import type { PackConfig } from '../config/config.js';
import type { Action } from './pack.js';

/** The features of this server that rules may ask for, as the manifest tells them. */
export const serverCapabilities: readonly string[] = ['aggregation', 'external_predicates', 'named_args', 'temporal'];

/** What the host knows about a pack: what it can do, what its actions do to the world, what its policy speaks about. */
export function hostFacts(
  { name, version, domain, disclosure }: PackConfig,
  actions: ReadonlyMap<string, Action>,
  policyPredicates: ReadonlySet<string>,
): readonly FactInput[] {
  const effects = [...actions.values()].flatMap((action) =>
    action.effects.filter((effect) => effect !== 'none').map((effect) => fact('action_effect', action.name, effect)),
  );
  return [
    ...[...actions.values()].flatMap(actionFacts),
    ...effects,
    ...Object.entries(disclosure).map(([level, score]) => fact('disclosure_threshold', level, score)),
    ...serverCapabilities.map((capability) => fact('server_has_capability', capability)),
    fact('server_config', 'name', name),
    fact('server_config', 'version', version),
    fact('server_config', 'domain', domain.id),
    ...[...policyPredicates].sort(compareText).map((predicate) => fact('policy_defines', predicate)),
  ];
}

function actionFacts({ name, description, idempotent, reversible }: Action): readonly FactInput[] {
  return [
    fact('tool_registered', name),
    fact('action_description', name, description),
    ...(idempotent ? [fact('action_idempotent', name)] : []),
    ...(reversible ? [fact('action_reversible', name)] : []),
  ];
}
