import type { FactInput } from '@manglecp/mangle';

/** What a client wants to be told in full (Spec 05 §5.3). */
export interface Upgrades {
  /** As the client wrote them. */
  readonly asked: readonly string[];
  /** Ids of macro-tools. */
  readonly tools: ReadonlySet<string>;
  /** Ids of skills that were issued to the client. */
  readonly skills: ReadonlySet<string>;
}

const skillPrefix = 'skill:';

/** How a client asks for a skill. */
export function skillUpgrade(skillId: string): string {
  return `${skillPrefix}${skillId}`;
}

/** Reads the facts of `disclosure_upgrade`. A skill that was not issued is not asked for, as if it did not exist (C-110). */
export async function readUpgrades(
  facts: readonly FactInput[],
  isIssued: (skillId: string) => Promise<boolean>,
): Promise<Upgrades> {
  const ids = facts.flatMap(({ predicate, args: [id] }) =>
    predicate === 'disclosure_upgrade' && typeof id === 'string' ? [id] : [],
  );
  const wanted = ids.filter((id) => id.startsWith(skillPrefix)).map((id) => id.slice(skillPrefix.length));
  const issued = await Promise.all(wanted.map(isIssued));
  return {
    asked: ids,
    tools: new Set(ids.filter((id) => !id.startsWith(skillPrefix))),
    skills: new Set(wanted.filter((_, at) => issued[at] === true)),
  };
}
