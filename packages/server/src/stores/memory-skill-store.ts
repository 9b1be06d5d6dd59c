import { FairEntries } from '../bounds/fair-entries.js';
import type { Owner } from '../bounds/owner.js';
import { DueKeys } from './due-keys.js';
import { issueKeyOf, IssueKeys } from './issue-keys.js';
import type { SkillStore, SkillStoreOptions } from './skill-store.js';

interface Issue {
  readonly owner: Owner;
  readonly skillId: string;
  readonly untilMs: number;
  /** Its place among the due keys. */
  readonly bucket: number;
}

/** What an issue takes: its keys and its places in maps. Measured, and rounded up. Names of principals can be longer. */
const issueBytes = 1024;
const maxIssueBytes = 2 * issueBytes;

/** Keeps in memory what was issued. As with plans there is no timer: what is over is swept out when the store is used. */
export function createMemorySkillStore(options: SkillStoreOptions): SkillStore {
  const memory = new Memory(options);
  return {
    put: async (owner, skillIds, untilMs) => memory.put(owner, skillIds, untilMs),
    has: async (owner, skillId) => memory.has(owner, skillId),
    close: async () => memory.clear(),
  };
}

class Memory {
  readonly #clock: SkillStoreOptions['clock'];
  readonly #issues: FairEntries<Issue>;
  readonly #due = new DueKeys();
  readonly #keys = new IssueKeys();

  constructor({ clock, maxIssues }: SkillStoreOptions) {
    this.#clock = clock;
    this.#issues = new FairEntries({ maxEntries: maxIssues, maxBytes: maxIssues * maxIssueBytes });
  }

  put(owner: Owner, skillIds: readonly string[], untilMs: number): void {
    this.#sweep(this.#clock());
    for (const skillId of skillIds) this.#keep(owner, skillId, untilMs);
    this.#issues.trim(owner.principal, (key, issue) => this.#forget(key, issue));
  }

  has(owner: Owner, skillId: string): boolean {
    const nowMs = this.#clock();
    this.#sweep(nowMs);
    return this.#keys.find(owner, skillId).some((key) => nowMs < (this.#issues.get(key)?.untilMs ?? nowMs));
  }

  clear(): void {
    this.#issues.clear();
    this.#keys.clear();
  }

  #keep(owner: Owner, skillId: string, untilMs: number): void {
    const key = issueKeyOf(owner, skillId);
    const before = this.#issues.get(key);
    // An earlier answer may have promised more, for a tool that is kept longer.
    const lastMs = Math.max(untilMs, before?.untilMs ?? untilMs);
    if (before !== undefined) this.#due.remove(key, before.bucket);
    const issue = { owner, skillId, untilMs: lastMs, bucket: this.#due.add(key, lastMs) };
    this.#issues.set(key, issue, { owner, bytes: issueBytes + 4 * owner.principal.length });
    this.#keys.add(owner, skillId);
  }

  #sweep(nowMs: number): void {
    for (const key of this.#due.take(nowMs)) {
      const issue = this.#issues.get(key);
      if (issue !== undefined) this.#forget(key, issue);
      this.#issues.delete(key);
    }
  }

  #forget(key: string, { owner, skillId, bucket }: Issue): void {
    this.#due.remove(key, bucket);
    this.#keys.remove(owner, skillId);
  }
}
