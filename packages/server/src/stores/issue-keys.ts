import type { Owner } from '../bounds/owner.js';

/** How many clients are looked at that were given the same id under one name. */
const maxLooks = 32;

/**
 * The keys under which a store has what it issued. Every client has its own, so that nobody takes away what another one
 * was given, and clients that are one principal find each other's.
 */
export class IssueKeys {
  /** By the id and its principal. */
  readonly #keys = new Map<string, Set<string>>();

  add(owner: Owner, id: string): void {
    const common = commonKeyOf(owner, id);
    const keys = this.#keys.get(common);
    if (keys === undefined) this.#keys.set(common, new Set([issueKeyOf(owner, id)]));
    else keys.add(issueKeyOf(owner, id));
  }

  remove(owner: Owner, id: string): void {
    const common = commonKeyOf(owner, id);
    const keys = this.#keys.get(common);
    if (keys?.delete(issueKeyOf(owner, id)) === true && keys.size === 0) this.#keys.delete(common);
  }

  /** The client's own, then some of others who are the same principal. */
  find(owner: Owner, id: string): readonly string[] {
    const own = issueKeyOf(owner, id);
    const found = [own];
    for (const key of this.#keys.get(commonKeyOf(owner, id)) ?? []) {
      if (found.length > maxLooks) break;
      if (key !== own) found.push(key);
    }
    return found;
  }

  clear(): void {
    this.#keys.clear();
  }
}

/** INVARIANT: two different triples never give the same text, whatever a client sends as an id. */
export function issueKeyOf(owner: Owner, id: string): string {
  const { address = '' } = owner;
  return `${address.length}:${address}:${commonKeyOf(owner, id)}`;
}

function commonKeyOf({ principal }: Owner, id: string): string {
  return `${principal.length}:${principal}:${id}`;
}
